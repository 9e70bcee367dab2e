import math

import pytest

from gesncd.data.dialect import Dialect, Lines, detect_dialect, is_missing, parse_number
from gesncd.data.text import Encoding


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["a,b", "1,2"], (",", ".")),
        (["a;b", "1.5;2"], (";", ".")),
        (["a;b", "1,5;2,5"], (";", ",")),
        (["a;b;c", "1,5;2,5;3,5"], (";", ",")),
        (["a;b", "1;2,5", "3;4,5"], (";", ",")),
        (["a\tb", "1,5\t2,5"], ("\t", ",")),
        (["a|b", "1|2"], ("|", ".")),
        (["a,b", '"1,5","2,5"'], (",", ",")),
        (["weight, kg;height, cm", "1;2"], (";", ".")),
        (["name,a;b", "x,1", "y,2"], (",", ".")),
        (["id;note", "1;one, two, three", "2;four, five, six"], (";", ".")),
        (["a;b,c"], (",", ".")),
        (["a;b", "1,5;x", "2,5;y"], (";", ",")),
        (['"a","b"', '"1",5,6', '"2",7,8'], (",", ".")),
    ],
)
def test_detection(lines, expected):
    assert detect_dialect(lines) == Dialect(*expected)


def test_a_single_column_has_no_delimiter():
    assert detect_dialect(["a", "1", "2"]) is None


def test_an_announced_delimiter_is_taken():
    assert detect_dialect(["a,b;c,d", "1,5;2,5"], ";") == Dialect(";", ",")


def test_lines_leave_out_comments_but_not_spreadsheet_errors():
    content = b"sep=;\n# one\na;b\n#N/A;1\n#two\n1;2\x1a"
    lines = Lines(content, Encoding("utf-8", "UTF-8"))
    assert [(lines.number, line) for line in lines] == [
        (3, "a;b\n"),
        (4, "#N/A;1\n"),
        (6, "1;2"),
    ]
    assert lines.comments == [2, 5]
    assert lines.announced == ";"


@pytest.mark.parametrize(
    ("cell", "decimal", "number"),
    [
        ("1", ".", 1.0),
        (" -1.5e-3 ", ".", -0.0015),
        ("+.5", ".", 0.5),
        ("5.", ".", 5.0),
        ("1,5", ",", 1.5),
        ("-,5", ",", -0.5),
        ("\xa01\xa0", ".", 1.0),
    ],
)
def test_numbers(cell, decimal, number):
    assert parse_number(cell, decimal) == number


def test_infinite_numbers():
    for cell in ("inf", "Infinity", "1e999"):
        assert parse_number(cell, ".") == math.inf
    assert parse_number("-inf", ".") == -math.inf


@pytest.mark.parametrize(
    ("cell", "decimal"),
    [
        ("1,5", "."),
        ("1.5", ","),
        ("1.234,5", ","),
        ("1_000", "."),
        ("١٢", "."),
        ("", "."),
        ("-", "."),
        ("0x10", "."),
        ("1d5", "."),
        ("5%", "."),
        ("nan", "."),
        ("True", "."),
        ("1 000", "."),
    ],
)
def test_not_numbers(cell, decimal):
    assert parse_number(cell, decimal) is None


@pytest.mark.parametrize(
    "cell", ["", " ", "NA", "n/a", "NaN", "NULL", "None", "?", "-", ".", "#N/A"]
)
def test_missing(cell):
    assert is_missing(cell)


@pytest.mark.parametrize("cell", ["0", "male", "n.a.x", "--1"])
def test_not_missing(cell):
    assert not is_missing(cell)
