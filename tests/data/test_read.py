import csv
import hashlib
import io
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gesncd.data import DataError, Severity, TableError, read_csv, write_csv

ROWS = [(i * i % 7, i * 3 % 11) for i in range(30)]


def table(header, rows, newline="\n"):
    return newline.join([header, *rows]) + newline


def read(text, codec="utf-8"):
    content = text if isinstance(text, bytes) else text.encode(codec)
    return read_csv(content, name="t.csv")


def said_on_reading(report):
    """Findings on how the file was read; the tables here are too small to pass all other checks."""
    return [f for f in report.findings if f.severity is Severity.INFORMATION]


def refused(text):
    with pytest.raises(TableError) as caught:
        read(text)
    assert all(finding.severity is Severity.ERROR for finding in caught.value.findings)
    return [finding.code for finding in caught.value.findings], str(caught.value)


PLAIN = table("a,b", [f"{x},{y}.5" for x, y in ROWS])
PLAIN_VALUES = np.array([(x, y + 0.5) for x, y in ROWS])


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_plain(codec, newline):
    content = PLAIN.replace("\n", newline).encode(codec)
    data, report = read_csv(content, name="t.csv")
    assert data.names == ("a", "b")
    assert np.array_equal(data.values, PLAIN_VALUES)
    assert data.source_sha256 == hashlib.sha256(content).hexdigest()
    assert (report.rows, report.columns, report.delimiter, report.decimal) == (30, 2, ",", ".")
    assert said_on_reading(report) == []
    assert [f.code for f in report.findings] == ["under-100-rows", "duplicate-rows"][
        : len(report.findings)
    ]


def test_path(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(PLAIN)
    data, report = read_csv(path, name="x.csv")
    assert np.array_equal(data.values, PLAIN_VALUES)
    assert report.notes[0] == "x.csv: 2 variables, 30 rows; separated by commas, encoding UTF-8."


def test_names_are_kept_as_they_are_but_for_blanks():
    data, _ = read(PLAIN.replace("a,b", ' a & b-c 😀 ,"x ""y"", <b>z</b>"'))
    assert data.names == ("a & b-c 😀", 'x "y", <b>z</b>')


def test_decimal_commas():
    data, report = read(table("a;b", [f"{x},5;{y}" for x, y in ROWS]))
    assert np.array_equal(data.values, [(x + 0.5, y) for x, y in ROWS])
    assert (report.delimiter, report.decimal) == (";", ",")
    assert "separated by semicolons, with decimal commas" in report.notes[0]


def test_decimal_commas_far_below_integers():
    rows = [f"{x};{y}" for x, y in ROWS] * 50 + ["1,5;2,5"]
    data, report = read(table("a;b", rows))
    assert report.decimal == ","
    assert data.values[-1].tolist() == [1.5, 2.5]


def test_points_among_decimal_commas_are_refused():
    rows = [f"{x},5;{y}" for x, y in ROWS]
    _, message = refused(table("a;b", [*rows, "1.5;2"]))
    assert message.startswith(
        "Column 'a', line 32: '1.5' has a decimal point, while decimal marks are commas in this "
        "file. Read it so, or leave the column out."
    )
    codes, _ = refused(table("a;b", [*rows, "1.23,5;2"]))
    assert codes == ["not-a-number"]


def test_points_between_thousands_among_decimal_commas_are_read():
    data, report = read(table("a;b", [*[f"{x},5;{y}" for x, y in ROWS], "1.234,5;2"]))
    assert data.values[-1].tolist() == [1234.5, 2.0]
    assert "'1.234,5' as 1234.5" in "".join(f.message for f in said_on_reading(report))


def test_announced_delimiter():
    data, report = read("sep=;\n" + table("a;b", [f"{x},5;{y}" for x, y in ROWS]))
    assert report.delimiter == ";"
    assert data.names == ("a", "b")


@pytest.mark.parametrize(
    ("text", "code", "note"),
    [
        (table("a,b,", [f"{x},{y}.5" for x, y in ROWS]), "unnamed-columns", "column 3"),
        (table("a,b", [f"{x},{y}.5," for x, y in ROWS]), "trailing-delimiter", "30 rows"),
        (table("a,b,", [f"{x},{y}.5," for x, y in ROWS]), "unnamed-columns", "column 3"),
        (
            table('"a","b"', [f'"{i}",{x},{y}.5' for i, (x, y) in enumerate(ROWS)]),
            "row-names",
            "one name short",
        ),
        (
            table(",a,b", [f"{i},{x},{y}.5" for i, (x, y) in enumerate(ROWS)]),
            "index-column",
            "first column has no name",
        ),
        (
            table("Unnamed: 0,a,b", [f"{i},{x},{y}.5" for i, (x, y) in enumerate(ROWS)]),
            "index-column",
            "first column has no name",
        ),
        ("# made, by\n#me\n" + PLAIN, "comments", r"2 lines .* \(lines 1, 2\)"),
        (PLAIN + ",\n , \n", "empty-rows", "lines 32 and 33"),
    ],
)
def test_left_out_and_said(text, code, note):
    data, report = read(text)
    assert data.names == ("a", "b")
    assert np.array_equal(data.values, PLAIN_VALUES)
    (finding,) = said_on_reading(report)
    assert finding.code == code
    assert re.search(note, finding.message)
    assert finding.message in report.notes


def test_a_column_that_numbers_rows_is_named():
    data, report = read(table("id,a", [f"{i},{x}" for i, (x, _) in enumerate(ROWS)]))
    assert data.names == ("id", "a")
    assert any("Column 'id' numbers the rows (0, 1, 2, …)" in note for note in report.notes)


@pytest.mark.parametrize(
    ("text", "codes", "message"),
    [
        ("#a\n\n#b\n", ["empty"], "only comments"),
        ("a,b\n", ["no-rows"], "header but no rows"),
        (PLAIN[4:], ["no-header"], "line 1, holds only numbers"),
        (table("1,2", ["1,2"] * 30), ["no-header"], "let them begin with a letter"),
        ("# a,b\n" + PLAIN[4:], ["no-header"], "line 2, holds only numbers"),
        (table("a", [str(x) for x, _ in ROWS]), ["one-column"], "single column"),
        (table("a b", [f"{x} {y}" for x, y in ROWS]), ["spaces"], "separated by spaces"),
        (table(",a", [f"{i},{x}" for i, (x, _) in enumerate(ROWS)]), ["few-variables"], "1 variab"),
        (
            table("a,b", ["1,2", "2,1", "1,1"] * 6),
            ["few-rows"],
            "has 18 rows of values; at least 20",
        ),
        (
            table("a,b,a", [f"{x},{y},1" for x, y in ROWS]),
            ["duplicate-names"],
            "The header (line 1) names 2 columns 'a': columns 1 and 3.",
        ),
        (
            table("a,b,c", [f"{x},{y},{x * y}" for x, y in ROWS] + ["1,2", "1,2,3,4"]),
            ["ragged-rows"],
            "Line 32 has 2 cells, but the header (line 1) has 3. This concerns lines 32 and 33.",
        ),
        (
            "My study, of things, and more\n" + PLAIN,
            ["ragged-rows"],
            "Line 2 has 2 cells, but the header (line 1) has 3. This concerns lines 2, 3, 4, 5, 6 "
            "and 26 more. If what stands above is a title, skip it.",
        ),
        (
            table("a,b", [f"{x},{y}" for x, y in ROWS] + ["n/a,3", "n/a,4"]),
            ["missing-values"],
            "Column 'a' has 2 missing values (lines 32 and 33, written 'n/a').",
        ),
        (
            table("a,b", [f"{x},{y}" for x, y in ROWS] + ["n/a,1", ",2"]),
            ["missing-values"],
            "Column 'a' has 2 missing values (lines 32 and 33, empty or written 'n/a').",
        ),
        (
            table("a,b", [f"{x},{y}" for x, y in ROWS] + ["n/a,1"] * 6),
            ["missing-values"],
            "Column 'a' has 6 missing values (lines 32, 33, 34, 35, 36 and 1 more, the first "
            "written 'n/a').",
        ),
        (
            table("a,b", [f"{x},{y}" for x, y in ROWS] + [",1"] * 6),
            ["missing-values"],
            "Column 'a' has 6 missing values (lines 32, 33, 34, 35, 36 and 1 more).",
        ),
        (table("a,b,c", [f"{x},{y}," for x, y in ROWS]), ["missing-values"], "'c' holds no values"),
        (
            table("sex,a", [f"male,{y}" for _, y in ROWS]),
            ["not-a-number"],
            "Column 'sex', line 2: 'male' is not a number (all 30 values are not).",
        ),
        (
            table("age,b", [f"{x},{y}" for x, y in ROWS] + ["x?,3"]),
            ["not-a-number"],
            "Column 'age', line 32: 'x?' is not a number. Take it as missing, correct it in ",
        ),
        (table("a,b", [f"3,{y}" for _, y in ROWS]), ["constant"], "same value in every row (3)"),
        (PLAIN + "inf,1\n1e999,2\n", ["not-finite"], "line 32: 'inf' is not a finite number (2"),
        (PLAIN + "1e200,1\n", ["too-large"], "line 32: 1e+200 is too large"),
        (PLAIN + "-1e200,1\n", ["too-large"], "line 32: -1e+200 is too large"),
        (table("a,b", [f"{x}e-200,{y}" for x, y in ROWS]), ["too-close"], "Change the unit"),
        (PLAIN + "1_000,1\n", ["not-a-number"], "'1_000' is not a number"),
        (PLAIN + '"1,2\n', ["unreadable-line"], "quotation mark"),
        (
            table(",a,b", [f"{x},{x},{y}" for x, y in ROWS]),
            ["unnamed-column"],
            "Column 1 has no name, but the first cells of the rows",
        ),
        (
            table("a,c", [f"{i / 7},{x},{y}" for i, (x, y) in enumerate(ROWS)]),
            ["unnamed-column"],
            "The header is one name short, but",
        ),
        (
            table("a,,b", [f"{x},7,{y}" for x, y in ROWS]),
            ["unnamed-column"],
            "Line 2 holds '7' in column 2, which has no name",
        ),
        (table("a," + "b" * 600, ["1,2"] * 30), ["long-name"], "has 600 characters"),
        (",".join(f"c{i}" for i in range(3000)) + "\n", ["too-many-columns"], "3,000 columns"),
    ],
)
def test_refused_with_a_reason(text, codes, message):
    found, said = refused(text)
    assert found == codes
    assert message in said


def test_everything_wrong_is_said_at_once():
    rows = [f"3,{y},male,1" for _, y in ROWS[:10]] + ["3,NA,f,inf"]
    found, said = refused(table("k,b,sex,d", rows))
    assert found == ["not-a-number", "missing-values", "not-finite", "few-rows", "constant"]
    assert said.count("\n") == 4


def test_long_and_hostile_cells_are_shortened():
    _, said = refused(PLAIN + "x" * 5000 + ",1\n" + '"a\tb\u202ec",1\n')
    assert len(said) < 300
    _, said = refused(PLAIN + '"a\nb\u202ec",1\n')
    assert "'a b c' is not a number" in said


def test_many_problems_are_summed_up():
    header = ",".join(f"c{i}" for i in range(50))
    found, said = refused(table(header, [",".join(["x"] * 50)] * 30))
    assert len(found) == 50
    assert said.count("\n") == 12
    assert said.endswith("There are 38 more problems.")


names = (
    st.text("abcXYZ äß&-_.😀", min_size=1, max_size=8)
    .map(str.strip)
    .filter(
        lambda s: (
            any(c.isalpha() for c in s) and s.lower() not in ("na", "nan", "none", "null", "nil")
        )
    )
)


@settings(max_examples=150)
@given(
    st.lists(names, min_size=2, max_size=6, unique=True),
    st.integers(0, 2**32 - 1),
    st.sampled_from([(",", "."), (";", "."), (";", ","), ("\t", "."), ("\t", ","), ("|", ".")]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["plain", "index", "r", "trailing", "comments"]),
    st.booleans(),
)
def test_any_way_of_writing_reads_back(names, seed, marks, codec, newline, style, quote):
    delimiter, decimal = marks
    rng = np.random.default_rng(seed)
    values = rng.standard_normal((25, len(names))) * 10.0 ** rng.integers(-8, 9, len(names))
    rows = [[repr(float(v)).replace(".", decimal) for v in row] for row in values]
    header = list(names)
    if style in ("index", "r"):
        rows = [[str(i), *row] for i, row in enumerate(rows)]
        header = ["", *header] if style == "index" else header
    if style == "trailing":
        rows = [[*row, ""] for row in rows]
    out = io.StringIO()
    quoting = csv.QUOTE_ALL if quote else csv.QUOTE_MINIMAL
    csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=quoting).writerows(
        [header, *rows]
    )
    text = out.getvalue()
    if style == "comments":
        text = "# made by, a; program\n" + text + "# the end\n"
    data, report = read(text.replace("\n", newline), codec)
    assert data.names == tuple(names)
    assert np.array_equal(data.values, values)
    assert (report.delimiter, report.decimal) == marks


def test_mutated_files_are_read_or_refused(tmp_path, mutate):
    sources = [
        PLAIN.encode(),
        table("a;b;c", [f"{x},5;{y};{x - y},25" for x, y in ROWS]).encode(),
        table(',"a","ü"', [f'"{i}",{x},{y}' for i, (x, y) in enumerate(ROWS)]).encode(),
    ]
    rng = random.Random(0)
    outcomes = {"read": 0, "refused": 0}
    shortest = "x" * 1000
    for round_ in range(900):
        content = mutate(sources[round_ % 3], rng)
        try:
            data, report = read_csv(content, name="t.csv")
        except DataError as refusal:
            outcomes["refused"] += 1
            shortest = min(shortest, str(refusal), key=len)
            continue
        outcomes["read"] += 1
        assert data.values.shape == (report.rows, report.columns)
        assert report.rows >= 20
        assert report.columns >= 2
        write_csv(tmp_path / "again.csv", data)
        again, _ = read_csv(tmp_path / "again.csv", name="again.csv")
        assert again.names == data.names
        assert np.array_equal(again.values, data.values)
    assert min(outcomes.values()) > 100, outcomes
    assert len(shortest) >= len("t.csv is empty.")
