import numpy as np
import pytest

from gesncd.data import ReadOptions, preview_file, read_table
from gesncd.data.titles import count_titles

HEADER = ["id", "age", "mass", "dose", "sex"]
VALUES = [
    ["p1", "31", "70,5", "1", "f"],
    ["p2", "44", "81", "2", "m"],
    ["p3", "50", "77", "1", "f"],
]


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ([], 0),
        ([["My study"]], 1),
        ([["My study", "", "", "", ""]], 1),
        ([["My study", "2024"]], 1),
        ([["My study"], ["of things"], ["made in March"]], 3),
        ([["Blood", "", "", "Urine", ""]], 1),
        # As many cells as a header could have: its owner must say.
        ([["Blood", "x", "", "Urine", ""]], 0),
        ([["a", "b", "c", "d", "e"]], 0),
        # One cell short, as a header of R; but R writes no second one.
        ([["My study", "2024", "March", "Ulm"]], 1),
    ],
)
def test_only_clear_titles_are_counted(above, expected):
    assert count_titles([*above, HEADER, *VALUES]) == expected


def test_headers_as_r_and_pandas_write_them_are_no_titles():
    assert count_titles([["My study"], HEADER[1:], *VALUES]) == 1
    assert count_titles([HEADER[1:], *VALUES]) == 0
    assert count_titles([["", *HEADER[1:]], *VALUES]) == 0


def test_without_a_header_or_numbers_below_nothing_is_skipped():
    assert count_titles([["My study"], *VALUES]) == 0
    assert count_titles([["My study"], HEADER, *([["a", "b", "c", "d", "e"]] * 4)]) == 0
    assert count_titles([["My study"], HEADER]) == 0
    assert count_titles([["title"]] * 25 + [HEADER, *VALUES * 20]) == 0


ROWS = "".join(f"{i},{i * i % 7}.5,{i % 3}\n" for i in range(30))


@pytest.mark.parametrize(
    ("content", "lines", "texts"),
    [
        ("My study\na,b,c\n" + ROWS, (1,), ("My study",)),
        ("\nMy study\n\nof things\n\na,b,c\n" + ROWS, (2, 4), ("My study", "of things")),
        ('"My study,\nin two lines"\na,b,c\n' + ROWS, (1, 2), ('"My study,', 'in two lines"')),
        ("# remark\nMy study\na,b,c\n" + ROWS, (2,), ("My study",)),
    ],
)
def test_titles_are_skipped_and_said(content, lines, texts):
    table = read_table(content.encode(), name="t.csv")
    assert table.names == ("a", "b", "c")
    assert table.n_rows == 30
    (said,) = [f for f in table.findings if f.code == "title-skipped"]
    assert said.lines == lines
    assert table.source.skipped == tuple(zip(lines, texts, strict=True))
    seen = preview_file(content.encode(), name="t.csv")
    assert seen.rows[0] == ("a", "b", "c")
    assert seen.titles == lines
    # A comment above the table is still said to be one.
    assert ("comments" in {f.code for f in table.findings}) == content.startswith("#")


def test_a_title_with_the_delimiter_of_another_dialect_changes_nothing():
    rows = "".join(f"{i};{i * i % 7},5;{i % 3}\n" for i in range(30))
    table = read_table(f"Study, of a, b, c\na;b;c\n{rows}".encode(), name="t.csv")
    assert table.names == ("a", "b", "c")
    assert table.numbers[1].tolist() == [1, 1.5, 1]


def test_choices_come_before_what_is_found():
    content = ("My study\na,b,c\n" + ROWS).encode()
    table = read_table(content, name="t.csv", options=ReadOptions(skip=0))
    assert "ragged-rows" in {f.code for f in table.findings}
    assert table.source.skipped == ()
    skipped = read_table(content, name="t.csv", options=ReadOptions(skip=1))
    assert skipped.names == ("a", "b", "c")
    assert [f.code for f in skipped.findings] == ["skipped-above"]


@pytest.mark.parametrize("delimiter", ["\t", ";"])
@pytest.mark.parametrize("n_commas", range(4))
@pytest.mark.parametrize("decimal", [".", ","])
def test_commas_in_a_title_do_not_split_the_table(delimiter, n_commas, decimal):
    """Nor do those of one column with decimal commas, among columns with points and texts."""
    rng = np.random.default_rng(n_commas)
    names = ["Plot", "Soil moisture", *(f"Trait {k}" for k in range(9))]
    rows = [
        ["ABC"[k % 3], f"{rng.uniform(5, 40):.1f}".replace(".", decimal)]
        + [f"{x:.3f}" for x in rng.normal(size=9)]
        for k in range(120)
    ]
    title = "Greenhouse 3" + ", harvest" * n_commas
    lines = [title, "Second line", "", *(delimiter.join(row) for row in [names, *rows])]
    table = read_table("\n".join(lines).encode(), name="t.tsv")
    assert table.names == tuple(names)
    assert table.source.delimiter == delimiter
    assert table.n_rows == 120
    skipped = [text for _, text in table.source.skipped]
    assert skipped == [title, "Second line"]
