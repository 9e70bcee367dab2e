"""A column with decimal commas among columns with points."""

import io

import numpy as np
import openpyxl
import pytest

from gesncd.data import Plan, ReadOptions, prepare, profile_table, read_table, settle_reading

N = 60
VALUES = np.random.default_rng(5).uniform(0.5, 3, N).round(2)
OTHERS = np.random.default_rng(6).normal(size=N).round(4)


def read(cells, **options):
    rows = [f'{a},"{b}",{a}' for a, b in zip(OTHERS, cells, strict=True)]
    text = "\n".join(["x,y,z", *rows])
    return read_table(text.encode(), name="t.csv", options=ReadOptions(**options))


def commas(values=VALUES):
    return [f"{value:.2f}".replace(".", ",") for value in values]


def asked(table):
    return [f for f in table.findings if f.code == "other-decimal"]


@pytest.mark.parametrize("other", ["", "n.d.", "k. A.", "2"])
def test_it_is_asked_and_taken_by_the_usual_mends(other):
    cells = commas()
    cells[3] = other
    table = read(cells)
    (question,) = asked(table)
    assert question.columns == ("y",)
    assert [m.label for m in question.mends] == ["Read 'y' with decimal comma", "Ignore 'y'"]
    prepared = prepare(table, Plan.strict(table.names))
    options = settle_reading(ReadOptions(), prepared.errors)
    assert options.other_decimal == ("y",)
    again = read(cells, **options.to_dict())
    assert again.numbers[4:, 1] == pytest.approx(VALUES[4:])
    assert not asked(again)
    assert profile_table(again).column("y").n_texts == 0
    (said,) = [f for f in again.findings if f.code == "other-decimal-chosen"]
    back = options.changed(said.mends[0].change)
    assert asked(read(cells, **back.to_dict())) == [question]


def test_both_marks_in_one_column_are_both_decimal():
    cells = commas()
    cells[::3] = [f"{value:.2f}" for value in VALUES[::3]]
    (question,) = asked(read(cells))
    options = ReadOptions().changed(question.mends[0].change)
    assert read(cells, **options.to_dict()).numbers[:, 1] == pytest.approx(VALUES)


def test_several_columns_are_read_at_once_or_one_by_one():
    rows = [f'{x},"{y}","{y}",{x},{x}' for x, y in zip(OTHERS, commas(), strict=True)]
    content = "\n".join(["x,a,b,c,d", *rows]).encode()
    (question,) = asked(read_table(content, name="t.csv"))
    labels = [m.label for m in question.mends]
    assert labels[:2] == ["Read 'a' and 'b' with decimal comma", "Read 'a' with decimal comma"]
    first = ReadOptions().changed(question.mends[1].change)
    (left,) = asked(read_table(content, name="t.csv", options=first))
    assert first.changed(left.mends[0].change).other_decimal == ("a", "b")


@pytest.mark.parametrize(
    "cells",
    [
        # Three digits may be thousands, which are asked about in other words.
        [f"{value:.3f}".replace(".", ",") for value in VALUES + 1],
        # Among decimal commas the point may part thousands; among points the comma.
        [*commas()[:-1], "1.234"],
        [*commas()[:-2], "0.99", "1,234"],
        # As many cells are something else.
        [f"{value:.2f}" for value in VALUES[2:]] + ["0,99", "low"],
        commas()[:50] + ["low"] * 10,
        [["1,2", "1,3", "2,3"][i % 3] for i in range(N)],
    ],
)
def test_what_may_be_something_else_is_not_read_so(cells):
    assert not asked(read(cells))


def test_a_single_odd_cell_does_not_hide_the_question():
    cells = [*commas()[:-1], "low"]
    (question,) = asked(read(cells))
    again = read(cells, other_decimal=question.columns)
    assert again.numbers[:-1, 1] == pytest.approx(VALUES[:-1])
    (odd,) = [e for e in prepare(again, Plan.strict(again.names)).errors if "y" in e.columns]
    assert (odd.lines, odd.count) == ((N + 1,), 1)


def test_a_line_of_totals_tells_nothing_of_a_columns_mark():
    rows = [
        f"s{i};{a:.4f};{b}".replace(".", ",", 1)
        for i, (a, b) in enumerate(zip(OTHERS, VALUES, strict=True))
    ]
    # Were it a value, its comma could part thousands.
    content = "\n".join(["name;x;y", *rows, "Total;1,5;337,881"]).encode()
    (question,) = asked(read_table(content, name="t.csv"))
    assert question.columns == ("y",)
    assert question.message.startswith(f"Column 'y', line 2: '{VALUES[0]}' has a decimal point")
    assert not asked(read_table(content.replace(b"Total", b"s60"), name="t.csv"))


def test_several_columns_are_called_columns():
    rows = [f'{x},"{y}","{y}",{x},{x}' for x, y in zip(OTHERS, commas(), strict=True)]
    (question,) = asked(read_table("\n".join(["x,a,b,c,d", *rows]).encode(), name="t.csv"))
    assert question.message.startswith("Columns 'a' and 'b', line 2: ")


def workbook(cells):
    book = openpyxl.Workbook()
    for row in [["x", "y"], *zip(OTHERS, cells, strict=True)]:
        book.active.append(list(row))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_column_of_a_workbook_typed_with_commas_is_asked_and_read():
    cells = commas()
    # Beside them a number that is one, whatever its display, and a word for a missing value.
    cells[4], cells[5] = 1.234, "n.d."
    content = workbook(cells)
    (question,) = asked(read_table(content, name="t.xlsx"))
    assert question.message.startswith("Column 'y', row 2: ")
    assert [m.label for m in question.mends] == ["Read 'y' with decimal comma", "Ignore 'y'"]
    options = ReadOptions().changed(question.mends[0].change)
    table = read_table(content, name="t.xlsx", options=options)
    expected = VALUES.copy()
    expected[4], expected[5] = 1.234, np.nan
    assert table.numbers[:, 1] == pytest.approx(expected, nan_ok=True)
    assert not asked(table)


def test_a_workbook_with_both_marks_where_one_may_part_thousands_is_not_asked():
    cells = commas()
    cells[4] = "1.234"
    assert not asked(read_table(workbook(cells), name="t.xlsx"))
    cells[4] = "1.23"
    (question,) = asked(read_table(workbook(cells), name="t.xlsx"))
    options = ReadOptions().changed(question.mends[0].change)
    table = read_table(workbook(cells), name="t.xlsx", options=options)
    assert table.numbers[4, 1] == 1.23
