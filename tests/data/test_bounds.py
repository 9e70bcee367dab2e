"""Cells beyond a limit: what they say, and the numbers that stand for them."""

import json
from dataclasses import replace

import numpy as np
import pytest

from gesncd.data import (
    Plan,
    ReadOptions,
    Role,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    settle_plan,
)
from gesncd.data.bounds import bound_of
from gesncd.data.plan import Missing

N = 80


@pytest.mark.parametrize(
    ("text", "is_low", "limit"),
    [
        ("<LOD", True, None),
        ("< 0.5", True, 0.5),
        ("<14,0", True, 14.0),
        ("<= 3", True, 3.0),
        ("≤3", True, 3.0),
        ("> 500", False, 500.0),
        (">ULOQ", False, None),
        ("below detection", True, None),
        ("Below  LOD", True, None),
        ("BDL", True, None),
        ("n.n.", True, None),
        ("OVRFLW", False, None),
        ("saturated", False, None),
        ("ADOL", False, None),
        ("unter der Nachweisgrenze", True, None),
        # A thousand, or one with a decimal comma: the limit cannot be told.
        ("<1,000", True, None),
    ],
)
def test_what_a_cell_says(text, is_low, limit):
    bound = bound_of(text)
    assert bound is not None
    assert (bound.is_low, bound.limit) == (is_low, limit)


@pytest.mark.parametrize("text", ["n.d.", "low", "<", "<>", "a<b", "1-2", "->", "<<3", "<br/>"])
def test_other_texts_say_nothing_of_a_limit(text):
    assert bound_of(text) is None


def values(seed=4):
    return np.random.default_rng(seed).uniform(20, 90, size=N).round(3)


def table_of(cells, decimal="."):
    others = np.random.default_rng(9).normal(size=(N, 2)).round(4)
    rows = [f"{c};{x};{y}".replace(".", decimal) for c, (x, y) in zip(cells, others, strict=True)]
    return read_table("\n".join(["v;x;y", *rows]).encode(), name="t.csv")


def put(table, plan=None):
    profile = profile_table(table)
    return prepare(table, plan or propose_plan(profile), profile=profile)


def found(prepared, code):
    (finding,) = [f for f in prepared.findings if f.code == code]
    return finding


def test_small_values_go_below_and_ranks_stay():
    measured = values()
    cells = ["<LOD" if i % 10 == 0 else str(v) for i, v in enumerate(measured)]
    is_low = np.arange(N) % 10 == 0
    prepared = put(table_of(cells))
    column = prepared.require().values[:, 0]
    assert np.array_equal(column[~is_low], measured[~is_low])
    assert set(column[is_low]) == {measured[~is_low].min() / 2}
    assert column[is_low].max() < column[~is_low].min()
    said = found(prepared, "beyond-put")
    assert (said.count, said.severity.value) == (8, "warning")
    assert "put below the smallest measured value: '<LOD' at" in said.message
    assert "Equal ones tie: RCD breaks ties at random" in said.message
    assert "8 values beyond a limit put below those measured" in prepared.sentence
    entry = prepared.record["columns"][0]["beyond"]
    assert entry == [{"text": "<LOD", "value": measured[~is_low].min() / 2, "count": 8}]
    # The other way out, from there: rows that hold such a cell go.
    changed = said.mends[0].change.apply(propose_plan(profile_table(table_of(cells))))
    again = put(table_of(cells), changed)
    assert again.require().n_rows == N - 8
    assert "beyond a limit" not in again.sentence


def test_only_cells_of_rows_that_remain_are_counted():
    cells = ["<LOD" if i % 10 == 0 else str(v) for i, v in enumerate(values())]
    rows = [f"{cell};{'' if i in (0, 1, 20) else i * 0.37 % 1}" for i, cell in enumerate(cells)]
    table = read_table("\n".join(["v;x", *rows]).encode(), name="t.csv")
    plan = replace(propose_plan(profile_table(table)), missing=Missing.DROP)
    prepared = put(table, plan)
    assert prepared.require().n_rows == N - 3
    assert "6 values beyond a limit put below those measured" in prepared.sentence


def test_a_limit_stands_for_itself_where_it_lies_beyond_all_values():
    cells = ["<14,0", "<12", "> 500", *(str(v) for v in values()[3:])]
    table = table_of(cells, ",")
    column = put(table).require().values[:, 0]
    assert column[:3].tolist() == [14.0, 12.0, 500.0]
    assert found(put(table), "beyond-put").severity.value == "information"
    assert "below the smallest measured value and above the largest" in (
        found(put(table), "beyond-put").message
    )


def test_a_limit_among_measured_values_goes_below_them():
    measured = values()[2:]
    column = put(table_of(["<50", "<30", *map(str, measured)])).require().values[:, 0]
    assert column[:2].tolist() == [measured.min() / 2] * 2


def test_without_positive_values_there_is_room_below():
    measured = values()[1:] - 60
    column = put(table_of(["<LOD", *map(str, measured.round(3))])).require().values[:, 0]
    assert column[0] < column[1:].min()
    assert column[1:].min() - column[0] < 0.02 * np.ptp(column[1:])


def test_a_strict_plan_says_that_they_are_not_missing_at_random():
    table = table_of(["<LOD", "<LOD", *map(str, values()[2:])])
    (finding,) = prepare(table, Plan.strict(table.names)).errors
    assert finding.code == "beyond-limits"
    assert "2 cells of 80 say that the value lies below a limit ('<LOD')." in finding.message
    assert "not missing at random: to drop them is to drop the smallest ones" in finding.message
    first, second, _ = finding.mends
    plan = first.change.apply(Plan.strict(table.names))
    assert plan.beyond == ("v",)
    assert prepare(table, plan).require().n_rows == N
    plan = second.change.apply(Plan.strict(table.names))
    assert [f.code for f in prepare(table, plan).errors] == ["missing-values"]


def test_where_most_are_beyond_the_column_is_left_out_but_offered():
    cells = ["<LOD" if i % 3 else str(v) for i, v in enumerate(values())]
    table = table_of(cells)
    profile = profile_table(table)
    plan = propose_plan(profile)
    assert plan.columns[0].role is Role.IGNORE
    assert plan.beyond == ()
    assert profile.column("v").kind.value == "numbers and text"


def test_other_words_among_them_are_missing():
    table = table_of(["<LOD", "broken", *map(str, values()[2:])])
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    assert [marker.text for marker in plan.markers] == ["broken"]
    prepared = put(table, plan)
    assert prepared.require().n_rows == N - 1
    assert found(prepared, "beyond-put").count == 1


def test_the_plan_is_kept_as_plain_values():
    plan = propose_plan(profile_table(table_of(["<LOD", *map(str, values()[1:])])))
    assert plan.beyond == ("v",)
    kept = json.loads(json.dumps(plan.to_dict()))
    assert Plan.from_dict(kept) == plan
    del kept["beyond"]
    assert Plan.from_dict(kept).beyond == ()


def test_a_chosen_word_for_missing_values_wins():
    rows = [f"{c};{i * i % 11}" for i, c in enumerate(["<LOD", *map(str, values()[1:])])]
    content = "\n".join(["v;x", *rows]).encode()
    table = read_table(content, name="t.csv", options=ReadOptions(missing=("<lod",)))
    assert table.texts == {}
    assert table.missing(0).sum() == 1
