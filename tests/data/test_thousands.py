"""Marks between thousands: read where they can be nothing else, offered where they may."""

import numpy as np
import pytest

from gesncd.data import (
    Plan,
    ReadOptions,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
    settle_reading,
)
from gesncd.data.grouping import parse_grouped

N = 60


def numbers(seed=3):
    return np.random.default_rng(seed).uniform(100, 3_000_000, size=N).round(2)


def english(value, mark=","):
    return f"{value:,.2f}".replace(",", mark)


def german(value):
    return english(value).translate(str.maketrans(",.", ".,"))


def read(columns, delimiter=";", **options):
    rows = [delimiter.join(row) for row in zip(*columns.values(), strict=True)]
    content = "\n".join([delimiter.join(columns), *rows]).encode()
    return read_table(content, name="t.csv", options=ReadOptions(**options))


def codes(table):
    return [finding.code for finding in table.findings]


@pytest.mark.parametrize(
    ("written", "mark"),
    [
        (english, "commas"),
        (german, "points"),
        (lambda v: german(v).replace(".", " "), "spaces"),
        (lambda v: german(v).replace(".", "\u202f"), "spaces"),
        (lambda v: english(v, "\u00a0"), "spaces"),
        (lambda v: english(v, "'"), "apostrophes"),
        (lambda v: english(v, "’"), "apostrophes"),
    ],
)
def test_a_column_is_read_whole(written, mark):
    values = numbers()
    table = read({"a": map(written, values), "b": (str(i * i % 7) for i in range(N))})
    assert np.array_equal(table.numbers[:, 0], values)
    assert table.texts == {}
    (said,) = [f for f in table.findings if f.code == "thousands"]
    assert said.message.startswith(f"{mark.capitalize()} between thousands in 'a' were read: '")
    assert said.columns == ("a",)


def test_in_a_table_with_commas_quotes_hold_a_number_together():
    values = numbers()
    columns = {"a": (f'"{english(v)}"' for v in values), "b": map(str, range(N))}
    assert np.array_equal(read(columns, ",").numbers[:, 0], values)


def test_a_point_between_thousands_is_no_decimal_point_where_another_cell_tells():
    cells = ["1.288", "950", *map(german, numbers()[2:])]
    table = read({"a": cells, "b": ["1,5", "2,5"] * (N // 2)})
    assert table.numbers[:2, 0].tolist() == [1288.0, 950.0]


def test_words_for_missing_values_and_limits_stay_what_they_are():
    cells = [*map(english, numbers()[2:]), "n.d.", "<LOD"]
    table = read({"a": cells, "b": map(str, range(N))})
    assert table.texts[0].values == ("<LOD",)
    assert table.words[0].values == ("n.d.",)
    assert np.isfinite(table.numbers[: N - 2, 0]).all()


@pytest.mark.parametrize("other", ["1,28", "1,288 kg", "1 288", "0,123", "x"])
def test_one_cell_that_does_not_fit_leaves_the_column_as_text(other):
    cells = [*map(english, numbers()[1:]), other]
    table = read({"a": cells, "b": map(str, range(N))})
    assert other in table.texts[0].values
    assert "thousands" not in codes(table)


def test_what_may_be_a_decimal_comma_is_offered():
    cells = [f"{1 + i % 9},{i * 37 % 1000:03d}" for i in range(N)]
    columns = {"a": cells, "b": [f"{i % 7}.5" for i in range(N)]}
    table = read(columns)
    (finding,) = [f for f in table.findings if f.code == "thousands-likely"]
    assert finding.message.startswith("Column 'a', line 2: '1,000' is not read as a number yet.")
    assert "As points are decimal marks in this file, it looks like 1000 with commas" in (
        finding.message
    )
    assert table.texts[0].count == N
    options = ReadOptions().changed(finding.mends[0].change)
    assert read(columns, thousands=options.thousands).numbers[1, 0] == 2037
    as_text = read(columns, thousands=ReadOptions().changed(finding.mends[1].change).thousands)
    assert not {"thousands", "thousands-likely"} & set(codes(as_text))


def test_one_error_asks_and_the_usual_mend_reads_it():
    cells = [f"{1 + i % 9}.{i * 37 % 1000:03d}" for i in range(N)]
    # In the first lines, whole numbers hide which mark is the decimal one.
    columns = {"a": cells, "b": [f"{i % 7},5" for i in range(N)]}
    table = read(columns)
    profile = profile_table(table)
    errors = prepare(table, Plan.strict(table.names), profile=profile).errors
    assert [(e.code, e.columns) for e in errors] == [("thousands-likely", ("a",))]
    assert [m.label for m in errors[0].mends] == [
        "Read '1.000' as 1000",
        "It is text",
        "Ignore 'a'",
    ]
    usual = settle_reading(ReadOptions(), errors)
    assert usual.thousands is True
    again = read(columns, thousands=usual.thousands)
    assert prepare(again, propose_plan(profile_table(again))).require().values[1, 0] == 2037
    # Who leaves the column out, or makes it categories, is asked nothing.
    plan = errors[0].mends[2].change.apply(Plan.strict(table.names))
    assert "thousands-likely" not in {f.code for f in prepare(table, plan).findings}


def test_where_nothing_tells_the_usual_mends_throw_no_column_away():
    columns = {
        "a": [f"{1 + i % 9}.{i * 37 % 1000:03d}" for i in range(N)],
        "b": [f"{1 + i % 8},{i * 31 % 1000:03d}" for i in range(N)],
        "c": [str(i * i % 11) for i in range(N)],
    }
    table = read(columns)
    profile = profile_table(table)
    (error,) = prepare(table, Plan.strict(table.names), profile=profile).errors
    assert error.code == "thousands-unclear"
    assert "Nothing in the file tells: say which." in error.message
    assert settle_reading(ReadOptions(), [error]) == ReadOptions()
    plan = settle_plan(table, propose_plan(profile), profile)
    assert plan.ignored == ()
    assert [e.code for e in prepare(table, plan).errors] == ["thousands-unclear"]
    swapped = ReadOptions().changed(error.mends[1].change)
    assert read(columns, decimal=swapped.decimal).source.decimal != table.source.decimal


def test_it_can_be_taken_back():
    columns = {"a": list(map(english, numbers())), "b": list(map(str, range(N)))}
    (said,) = [f for f in read(columns).findings if f.code == "thousands"]
    options = ReadOptions().changed(said.mends[0].change)
    assert ReadOptions.from_dict(options.to_dict()) == options
    assert read(columns, thousands=options.thousands).texts[0].count > N // 2


def test_more_different_cells_than_are_kept(monkeypatch):
    monkeypatch.setattr("gesncd.data.scan.MAX_TEXTS", 10)
    values = numbers()
    table = read({"a": map(english, values), "b": map(str, range(N))})
    assert np.array_equal(table.numbers[:, 0], values)


def test_in_a_workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    values = numbers()
    for row in [("a", "b"), *((english(v), i) for i, v in enumerate(values))]:
        book.active.append(row)
    path = tmp_path / "t.xlsx"
    book.save(path)
    table = read_table(path, name="t.xlsx")
    assert np.array_equal(table.numbers[:, 0], values)


def test_a_column_once_left_out_is_analysed():
    table = read({"a": map(german, numbers(1)), "b": map(german, numbers(2))})
    prepared = prepare(table, propose_plan(profile_table(table)))
    assert prepared.require().names == ("a", "b")
    assert prepare(table, Plan.strict(table.names)).require().n_rows == N


@pytest.mark.parametrize(
    ("cell", "decimal", "value", "decisive"),
    [
        ("1,288", ".", 1288.0, False),
        ("-12,288.5", ".", -12288.5, True),
        ("1,288,000", ".", 1288000.0, True),
        ("1.288", ",", 1288.0, False),
        ("1 288", ",", 1288.0, True),
        ("12'288.", ".", 12288.0, True),
    ],
)
def test_one_cell(cell, decimal, value, decisive):
    grouped = parse_grouped(cell, decimal)
    assert grouped is not None
    assert (grouped.value, grouped.decisive) == (value, decisive)


@pytest.mark.parametrize("cell", ["1288", "1,28", "0,128", "12345,678", "1,288 000", "1,288e3", ""])
def test_no_grouped_number(cell):
    assert parse_grouped(cell, ".") is None
