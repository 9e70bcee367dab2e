import pytest

from components.data_page.reading import lines_above, preview_frame, reading_text, with_choice
from gesncd.data import DataError, Preview, ReadOptions, preview_file


def test_the_line_says_how_a_text_is_written():
    seen = preview_file(b"# made by hand\na;b\n1,5;2\n2,5;3\n", name="t.csv")
    assert reading_text(seen) == (
        "Read as text: separated by semicolons, decimal comma, encoding UTF-8, with comment lines"
    )
    assert reading_text(Preview("excel", (("a",),), True, sheets=("x", "y"), sheet="y")) == (
        "Read as Excel workbook, sheet 'y' of 2"
    )
    assert reading_text(Preview("excel", (("a",),), True, titles=(1, 2))) == (
        "Read as Excel workbook, rows 1 and 2 skipped"
    )


def test_a_title_is_said_to_be_skipped(messy_lab):
    seen = preview_file(messy_lab, name="t.csv", options=ReadOptions(skip_lines=(3,)))
    assert reading_text(seen).endswith("encoding UTF-8, lines 1 and 3 skipped")
    assert lines_above(seen) == 1
    assert preview_frame(seen)[1]["c3"] == "Größe_cm"
    assert preview_frame(seen)[0]["c3"][0] != "cm"
    assert lines_above("cannot be shown") == 0


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("missing", "?, -999  none", ("?", "-999", "none")),
        ("missing", "  ", None),
        # A decimal comma is a part of its number.
        ("missing", "NA,n/a - ?,-1 999,0", ("NA", "n/a", "-", "?", "-1", "999,0")),
        ("comment", " % ", "%"),
        ("comment", "", None),
        ("header", True, None),
        ("header", False, False),
        ("skip", 3, 3),
        ("delimiter", ";", ";"),
        ("delimiter", None, None),
    ],
)
def test_a_widget_becomes_an_option(field, value, expected):
    assert getattr(with_choice(ReadOptions(), field, value), field) == expected


def test_choices_that_do_not_go_together_are_refused():
    with pytest.raises(DataError, match="comma"):
        with_choice(ReadOptions(delimiter=","), "decimal", ",")


def test_the_preview_keeps_repeated_names_and_ragged_rows():
    seen = preview_file(b"a,a,\n1,2,3\n4,5\n", name="t.csv")
    frame, labels = preview_frame(seen)
    assert list(labels.values()) == ["a", "a", "column 3"]
    assert frame.to_numpy().tolist() == [["1", "2", "3"], ["4", "5", ""]]


def test_the_preview_of_a_wide_file_is_cut():
    seen = preview_file(
        (",".join(f"c{i}" for i in range(500)) + "\n" + ",".join("1" * 500) + "\n").encode(),
        name="t.csv",
    )
    frame, labels = preview_frame(seen)
    assert frame.shape == (1, 60)
    assert len(labels) == 60


def test_a_headless_preview_numbers_the_columns():
    seen = preview_file(b"1,2\n3,4\n", name="t.csv", options=ReadOptions(header=False))
    frame, labels = preview_frame(seen)
    assert list(labels.values()) == ["column 1", "column 2"]
    assert len(frame) == 2
