"""Whole numbers that floating point cannot tell apart are said to be rounded."""

import numpy as np
import pytest

from gesncd.data import Plan, prepare, profile_table, propose_plan, read_table, settle_plan
from gesncd.data.exact import is_rounded


def table_of(cells):
    others = np.random.default_rng(1).normal(size=(len(cells), 2)).round(5)
    rows = [f"{c},{x},{y}" for c, (x, y) in zip(cells, others, strict=True)]
    return read_table("\n".join(["n,x,y", *rows]).encode(), name="t.csv")


def rounded(table):
    return [f for f in table.findings if f.code == "inexact-integers"]


def test_the_column_is_named_and_can_be_left_out():
    table = table_of([10**17 + 7 * i for i in range(100)])
    (finding,) = rounded(table)
    assert finding.columns == ("n",)
    assert "beyond 2^53 were rounded" in finding.message
    plan = finding.mends[0].change.apply(Plan.strict(table.names))
    prepared = prepare(table, plan)
    assert prepared.require().names == ("x", "y")
    assert "inexact-integers" not in {f.code for f in prepared.findings}


def test_numbers_that_became_one_are_not_called_the_same():
    table = table_of([10**18 + i % 50 for i in range(100)])
    (error,) = prepare(table, Plan.strict(table.names)).errors
    assert error.code == "constant"
    assert "double precision rounds them to one value" in error.message
    assert "holds the same value" not in error.message
    profile = profile_table(table)
    prepared = prepare(table, settle_plan(table, propose_plan(profile), profile))
    (said,) = [f.message for f in prepared.findings if f.code == "ignored"]
    assert said == "Left out: 'n' (whole numbers beyond 2^53, rounded to one value)."


def test_a_column_that_really_is_constant_is_called_so():
    table = table_of([2**60] * 100)
    assert rounded(table) == []
    (error,) = prepare(table, Plan.strict(table.names)).errors
    assert "holds the same value in every row" in error.message


def test_large_numbers_that_are_held_are_no_matter():
    assert rounded(table_of([f"{1 + i}e17" for i in range(100)])) == []
    assert rounded(table_of([(1 << 60) * (i + 1) for i in range(100)])) == []


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("9007199254740993", True),
        (" -9007199254740993 ", True),
        ("9007199254740992", False),
        ("1e17", False),
        ("0.9007199254740993", False),
        ("12", False),
        ("", False),
    ],
)
def test_one_cell(cell, expected):
    assert is_rounded(cell) is expected
