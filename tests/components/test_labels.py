import pytest

from components.labels import distinct_names, node_labels, shown_label
from components.text import NAME_LINES, NAME_WIDTH

FAMILIES = {
    "beginnings alike": "expression of kinase number {} at rest and so on, for ever",
    "ends alike": "{} expression of kinase at rest and so on, for ever",
    "numbers last": "expression of kinase at rest and so on, for ever, number {}",
    "without blanks": "expressionofkinaseatrest{}andsoonforeverandeverandever",
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("limit", [12, 24, 40])
def test_names_of_one_family_stay_distinct_on_one_line(family, limit):
    names = [FAMILIES[family].format(k) for k in range(60)]
    labels = distinct_names(names, limit)
    assert len(set(labels)) == 60
    assert max(map(len, labels)) <= limit
    assert distinct_names(names, limit) == labels


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("d", [3, 12, 20, 40, 60])
def test_boxes_have_fewer_lines_where_there_are_many(family, d):
    labels = node_labels(tuple(FAMILIES[family].format(k) for k in range(d)))
    assert len(set(labels)) == d
    lines = [label.split("\n") for label in labels]
    assert max(len(each) for each in lines) <= (NAME_LINES if d <= 12 else 2 if d <= 20 else 1)
    assert max(len(line) for each in lines for line in each) <= NAME_WIDTH


def test_short_names_stay_as_they_are():
    assert node_labels(("Raf", "Mek")) == ("Raf", "Mek")
    assert node_labels(tuple(f"gene {k}" for k in range(100)))[42] == "gene 42"


def test_an_endless_name_is_cut_and_says_so():
    (label,) = node_labels(("word " * 60,))
    assert "…" in label
    assert label.count("\n") < NAME_LINES


def test_names_that_differ_in_nothing_that_can_be_shown_get_numbers():
    names = ["a" * 30 + letters + "b" * 30 for letters in ("xy" * 20, "xy" * 10 + "xz" * 10)]
    labels = distinct_names([*names, "c"], 4)
    assert len(set(labels)) == 3
    assert max(map(len, labels)) <= 4


def test_equal_names_keep_equal_labels():
    assert distinct_names(["a" * 50, "a" * 50], 10) == ("aaaa…aaaaa",) * 2


def test_each_line_of_a_label_keeps_its_direction():
    assert shown_label("שם\nx") == "\u2068שם\u2069\nx"
