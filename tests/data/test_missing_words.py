"""Words such as "n.d.": missing by default, and asked about."""

from dataclasses import replace

import numpy as np
import pytest

from gesncd.data import (
    Missing,
    Plan,
    prepare,
    profile_table,
    propose_plan,
    read_table,
    read_tables,
    settle_plan,
)
from gesncd.data.missing_words import may_say_low, says_missing

N = 60


def content(word, *, n_of_six=1):
    rng = np.random.default_rng(2)
    rows = [
        f"{word if i % 6 < n_of_six else format(rng.uniform(1, 9), '.4f')};{x:.4f};{y:.4f}"
        for i, (x, y) in enumerate(rng.normal(size=(N, 2)))
    ]
    return "\n".join(["v;x;y", *rows]).encode()


def table_of(word, **options):
    return read_table(content(word, **options), name="t.csv")


def found(prepared, code):
    return [f for f in prepared.findings if f.code == code]


def usual(table):
    return usual_from(table, propose_plan(profile_table(table)))


def usual_from(table, plan):
    return settle_plan(table, plan, profile_table(table))


@pytest.mark.parametrize("word", ["n.d.", "ND", "n. d.", "n/d"])
def test_what_may_mean_not_detected_is_asked_in_sight_and_missing_meanwhile(word):
    assert says_missing(word)
    assert may_say_low(word)
    table = table_of(word)
    plan = usual(table)
    prepared = prepare(table, plan)
    assert prepared.require().n_rows == N - 10
    (question,) = found(prepared, "unclear-missing")
    assert question.severity.value == "warning"
    assert question.message.startswith(
        f"Column 'v', lines 2, 8, 14, 20, 26 and 5 more: '{word}' is taken as missing."
    )
    below, missing = question.mends
    put = prepare(table, below.change.apply(plan))
    column = put.require().values[:, 0]
    assert len(column) == N
    assert set(column[::6]) == {np.delete(column, np.s_[::6]).min() / 2}
    assert not found(put, "unclear-missing")
    assert found(put, "beyond-put")[0].count == 10
    # The way back from there, and a plain answer, end the question.
    for answer in (found(put, "beyond-put")[0].mends[0], missing):
        answered = prepare(table, answer.change.apply(below.change.apply(plan)))
        assert answered.require().n_rows == N - 10
        assert not found(answered, "unclear-missing")


@pytest.mark.parametrize("word", ["n.v.", "k. A.", "not determined", "not tested", "unknown"])
def test_what_means_missing_is_not_asked(word):
    prepared = prepare(table_of(word), usual(table_of(word)))
    assert not found(prepared, "unclear-missing")
    assert prepared.require().n_rows == N - 10


@pytest.mark.parametrize("word", ["u.d.l.", "b.d.l.", "BLQ", "bdl", "below LOD", "not detected"])
def test_what_means_below_a_limit_is_put_there_by_the_usual_mend(word):
    table = table_of(word)
    assert [f.code for f in prepare(table, Plan.strict(table.names)).errors] == ["beyond-limits"]
    assert prepare(table, usual(table)).require().n_rows == N


def test_they_are_missing_also_where_they_are_the_most():
    table = table_of("n.d.", n_of_six=4)
    assert table.texts == {}
    assert table.missing(0).sum() > N / 2


def test_of_several_files():
    tables = read_tables([(content("n.d."), "a.csv"), (content("ND"), "b.csv")])
    plan = Plan.strict(tables.names)
    (question,) = found(prepare(tables, plan), "unclear-missing")
    assert "'n.d.' and 'ND' is taken" in question.message
    put = prepare(tables, question.mends[0].change.apply(plan))
    assert put.require().n_rows == 2 * N


def test_the_question_and_its_answer_are_kept_apart_from_other_columns():
    table = table_of("n.d.")
    plan = Plan.strict(table.names)
    (question,) = found(prepare(table, plan), "unclear-missing")
    answered = question.mends[1].change.apply(plan)
    assert answered.missing is Missing.REFUSE
    assert [m.columns for m in answered.markers] == [("v",)]


def test_what_is_put_below_is_not_said_to_be_missing():
    table = table_of("n.d.")
    plan = usual(table)
    (said,) = found(prepare(table, plan), "missing-words")
    assert said.columns == ("v",)
    put = found(prepare(table, plan), "unclear-missing")[0].mends[0].change.apply(plan)
    prepared = prepare(table, put)
    assert found(prepared, "missing-words") == []
    assert len(found(prepared, "beyond-put")) == 1


def test_other_words_of_the_column_stay_missing():
    text = content("n.d.").decode().replace("n.d.", "k.A.", 1)
    table = read_table(text.encode(), name="t.csv")
    plan = usual(table)
    put = found(prepare(table, plan), "unclear-missing")[0].mends[0].change.apply(plan)
    (said,) = found(prepare(table, put), "missing-words")
    assert said.message.startswith("Taken as missing: 'k.A.' in 'v' (1 cell)")
    assert [mend.label for mend in said.mends] == ["Take it as text"]


@pytest.fixture
def beside_a_limit():
    """Of 60 cells 10 say "n.d." and 10 "<LOD", the others lie between 1 and 9."""
    rng = np.random.default_rng(6)
    first = {0: "n.d.", 1: "<LOD"}
    rows = [
        f"{first.get(i % 6) or format(rng.uniform(1, 9), '.4f')};{x:.4f};{y:.4f}"
        for i, (x, y) in enumerate(rng.normal(size=(N, 2)))
    ]
    return read_table("\n".join(["v;x;y", *rows]).encode(), name="t.csv")


def test_beside_cells_below_a_limit_it_is_missing_and_asked_about_after_them(beside_a_limit):
    table = beside_a_limit
    assert table.texts[0].values == ("<LOD",)
    assert table.words[0].values == ("n.d.",)
    unmended = prepare(table, replace(propose_plan(profile_table(table)), beyond=()))
    assert found(unmended, "beyond-limits")[0].count == 10
    assert not found(unmended, "unclear-missing")
    plan = usual(table)
    prepared = prepare(table, plan)
    # The plan that is proposed puts "<LOD" below, and leaves "n.d." missing.
    column = prepared.require().values[:, 0]
    smallest = np.nanmin(table.numbers[:, 0])
    assert len(column) == N - 10
    assert (column == smallest / 2).sum() == 10
    (question,) = found(prepared, "unclear-missing")
    assert question.count == 10
    below, missing = question.mends
    assert below.label == "Put them below the smallest value of 'v' too"
    put = prepare(table, below.change.apply(plan))
    column = put.require().values[:, 0]
    assert len(column) == N
    assert (column == smallest / 2).sum() == 20
    assert not found(put, "unclear-missing")
    assert "'n.d.'" in found(put, "beyond-put")[0].message
    left = prepare(table, missing.change.apply(plan))
    assert left.require().n_rows == N - 10
    assert not found(left, "unclear-missing")
    back = found(put, "beyond-put")[0].mends[0].change.apply(below.change.apply(plan))
    assert prepare(table, back).require().n_rows == N - 20


def test_with_the_limit_missing_too_it_can_still_lie_below(beside_a_limit):
    table = beside_a_limit
    plan = replace(propose_plan(profile_table(table)), beyond=())
    (question,) = found(prepare(table, plan), "beyond-limits")
    plan = usual_from(table, question.mends[1].change.apply(plan))
    (question,) = found(prepare(table, plan), "unclear-missing")
    put = prepare(table, question.mends[0].change.apply(plan))
    column = put.require().values[:, 0]
    assert len(column) == N - 10
    assert (column == np.nanmin(table.numbers[:, 0]) / 2).sum() == 10


def test_a_plan_with_such_an_answer_survives_its_record(beside_a_limit):
    plan = usual(beside_a_limit)
    (question,) = found(prepare(beside_a_limit, plan), "unclear-missing")
    plan = question.mends[0].change.apply(plan)
    assert Plan.from_dict(plan.to_dict()) == plan
