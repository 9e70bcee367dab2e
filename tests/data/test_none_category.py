"""The word "none": a level among texts, and a missing value among numbers."""

from io import BytesIO

import numpy as np
import openpyxl
import pytest

from gesncd.data import (
    ReadOptions,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
)

N = 120
LEVELS = ("none", "mild", "severe")


def rows_of(cells):
    numbers = np.random.default_rng(3).normal(size=(N, 2))
    return [(cells[i % len(cells)], *map(float, row)) for i, row in enumerate(numbers)]


def table_of(*cells, options=ReadOptions()):
    lines = [f"{cell},{x:.4f},{y:.4f}" for cell, x, y in rows_of(cells)]
    return read_table("\n".join(["v,x,y", *lines]).encode(), name="t.csv", options=options)


def workbook_of(*cells):
    book = openpyxl.Workbook()
    for row in [("v", "x", "y"), *rows_of(cells)]:
        book.active.append(row)
    content = BytesIO()
    book.save(content)
    return read_table(content.getvalue(), name="t.xlsx")


def mended(table):
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    return plan, prepare(table, plan)


def found(prepared, code):
    return [f for f in prepared.findings if f.code == code]


@pytest.mark.parametrize("read", [table_of, workbook_of])
def test_those_without_a_symptom_stay_and_come_first_on_the_scale(read):
    _, prepared = mended(read(*LEVELS))
    values = prepared.require().values
    assert values.shape == (N, 3)
    assert values[:6, 0].tolist() == [1, 2, 3, 1, 2, 3]
    assert not found(prepared, "none-category")
    assert not found(prepared, "missing-dropped")


def test_a_group_without_a_treatment_stays_and_is_asked_about():
    table = table_of("None", "fish oil", "vitamin D", "")
    assert table.texts[0].values == ("None", "fish oil", "vitamin D")
    assert table.texts[0].rows[:4].tolist() == [0, 1, 2, 4]
    plan, prepared = mended(table)
    assert prepared.require().values.shape == (N * 3 // 4, 5)
    (question,) = found(prepared, "none-category")
    assert "In 'v' 'None' counts as a category of its own." in question.message
    without = prepare(table, question.mends[0].change.apply(plan))
    assert without.require().n_rows == N // 2
    assert not found(without, "none-category")


def test_among_numbers_many_texts_and_alone_it_is_a_missing_value():
    assert table_of("none", "1.5", "2.5").texts == {}
    assert table_of("none", "1.5", "mg").texts[0].values == ("mg",)
    assert "none" not in table_of("none", *(f"remark {k}x" for k in range(30))).texts[0].values
    assert table_of("none", "", "NA").texts == {}


def test_where_the_markers_are_chosen_they_hold():
    options = ReadOptions(missing=("none",))
    assert table_of(*LEVELS, options=options).texts[0].values == ("mild", "severe")
    options = ReadOptions(missing=("n.d.",))
    assert table_of(*LEVELS, options=options).texts[0].values == LEVELS
