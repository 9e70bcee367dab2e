"""The table of claims, the summary of it, and the measures beside each other."""

import numpy as np
import pytest

from components.replay.against_truth import comparison_row, oracle_sentence
from components.replay.claims_table import (
    claim_rows,
    claims_frame,
    left_of,
    n_wrong_steps,
    truth_summary,
)
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.graphs import PDAG, shd
from gesncd.knowledge import Constraints, Knowledge
from gesncd.lessons import lesson
from gesncd.measures import PartialCorrelation
from gesncd.search import PhaseEnded, Step, reframed_ges
from gesncd.search.claims import TrueGraph


def told(lesson_id, variant=0):
    each = lesson(lesson_id)
    truth = TrueGraph.of(each.truth(variant))
    trace = Trace.of(each.search(variant))
    rows = claim_rows(trace, truth, each.names)
    return trace, truth, rows, claims_frame(rows)


@pytest.fixture(scope="module")
def wrong():
    """Searches of small samples, most of which end elsewhere than the truth."""
    found = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        matrix = np.triu(rng.random((6, 6)) < 0.5, 1).astype(int)
        weights = np.where(matrix, rng.uniform(0.2, 0.8, (6, 6)), 0.0)
        data = Dataset.from_array(rng.normal(size=(80, 6)) @ np.linalg.inv(np.eye(6) - weights))
        measure = PartialCorrelation(data)
        search = reframed_ges(measure, measure.null_quantile(0.05), global_score=False)
        found.append((Trace.of(search), TrueGraph.of(matrix), data.names))
    return found


def test_the_lesson_on_the_backward_phase():
    trace, truth, rows, frame = told("backward-phase")
    assert list(frame["Step"]) == ["1", "2", "3", "4", "5", "6"]
    assert list(frame["Verdict"]) == ["✓ true"] * 3 + ["≠ search's doing"] + ["✓ true"] * 2
    # Growth → Sun follows from a true claim, and the truth has Sun → Growth.
    assert frame["Arrows"][2] == "✓ 2 true, ✕ 1 contradicted"
    assert frame["Arrows"][3] == "≠ 1 no edge"
    assert [row.event for row in rows] == list(trace.steps)
    assert truth_summary(trace, truth) == [
        "This is the true class: no edge and no direction differs.",
        "6 of 6 steps claim what is true.",
        "1 of the true ones leads away from the true graph all the same: the search's doing.",
        "Of 6 arrows that steps made on the way, 3 are not in the true class.",
    ]
    row = comparison_row("x", trace, truth)
    assert (row["SHD"], row["F1"], row["Wrong steps"], row["Wrong stops"]) == (0, 1.0, "0 of 6", 0)


def test_a_link_that_the_measure_cannot_see_is_a_claim_that_fails():
    trace, truth, rows, frame = told("beyond-linear")
    assert list(frame["Step"]) == ["1", "forward end"]
    assert list(frame["Verdict"]) == ["✓ true", "✕ estimate's error"]
    assert isinstance(rows[1].event, PhaseEnded)
    assert truth_summary(trace, truth) == [
        "Wrong: 1 edge missing (SHD 1). Right: 1 of 2 true edges, none too many, none directed "
        "or left open otherwise.",
        "1 of 1 step claims what is true.",
        "The forward phase stopped with 1 pair apart that the true graph joins, scored at or "
        "below τ: the estimate errs, or τ is too high.",
    ]


def test_too_small_a_tau_is_told_at_the_end_of_the_backward_phase():
    trace, truth, _, frame = told("tau", 2)
    assert list(frame["Step"])[-2:] == ["backward end"] * 2
    said = " ".join(truth_summary(trace, truth))
    assert said.startswith(
        "Wrong: 2 edges too many, 1 edge directed or left open otherwise (SHD 3). Right: 2 of 3 "
        "true edges, none missing."
    )
    assert "3 of 5 steps claim what is true; the other 2 are errors of the estimate." in said
    assert "The backward phase stopped with 2 pairs joined that the true graph parts" in said


def test_every_difference_in_the_skeleton_has_a_row_and_none_goes_untold(wrong):
    n_different = 0
    for trace, truth, names in wrong:
        row = comparison_row("x", trace, truth)
        graph = trace.finished.graph
        assert row["Missing"] + row["Too many"] + row["Directions"] == row["SHD"]
        assert row["SHD"] == shd(graph, truth.cpdag)
        first = truth_summary(trace, truth)[0]
        if row["SHD"] == 0:
            assert first.startswith("This is the true class")
            continue
        n_different += 1
        assert f"(SHD {row['SHD']}). Right: " in first
        rows = claim_rows(trace, truth, names)
        faults = [each for each in rows if each.verdict[0] in "✕≠–"]
        ends = [each for each in faults if isinstance(each.event, PhaseEnded)]
        # An edge is missing because a phase stopped, or because a step parted it wrongly.
        parted = [e for e in faults if isinstance(e.event, Step) and "indep" in e.claim]
        assert len(ends) + len(parted) >= row["Missing"] + row["Too many"]
        assert len(ends) == len(left_of(trace, truth))
        if row["Missing"] or row["Too many"]:
            assert faults
        assert n_wrong_steps(trace, truth) == sum(
            each.verdict == "✕ estimate's error" for each in rows if isinstance(each.event, Step)
        )
    assert n_different > 10


def test_directions_from_knowledge_are_no_errors():
    names = ("A", "B")
    matrix = np.array([[0, 1], [0, 0]])
    rng = np.random.default_rng(1)
    a = rng.normal(size=400)
    data = Dataset.from_array(np.column_stack([a, a + rng.normal(size=400)]), names)
    known = Constraints.of(Knowledge(required=(("A", "B"),)), names)
    measure = PartialCorrelation(data)
    search = reframed_ges(measure, 0.05, global_score=False, knowledge=known)
    trace, truth = Trace.of(search), TrueGraph.of(matrix)
    assert comparison_row("x", trace, truth)["SHD"] == 1
    under = truth.under(known)
    assert under.target == PDAG.from_edges(2, directed=[(0, 1)])
    assert comparison_row("x", trace, under)["SHD"] == 0
    # Knowledge that is false does not make the truth so.
    false = Constraints.of(Knowledge(required=(("B", "A"),)), names)
    assert truth.under(false).target == truth.cpdag
    # Of a class nobody knows which member is the true one.
    as_class = TrueGraph.of(truth.cpdag.to_matrix())
    assert as_class.under(false).target == PDAG.from_edges(2, directed=[(1, 0)])
    assert under.under(None).target == truth.cpdag


def test_what_is_said_of_the_oracle_depends_on_where_it_ends():
    assert "ends in the true class" in oracle_sentence(reaches=True)
    assert "Knowledge or limits of this run keep it from the true class" in oracle_sentence(
        reaches=False
    )
