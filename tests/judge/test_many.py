"""Runs beside each other: shares, consensus, distances, and queries they disagree on."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.graphs import PDAG, EdgeKind, shd
from gesncd.judge import RunScores, compare_runs, disagreements, scores_of_events
from gesncd.measures import PartialCorrelation, Query
from gesncd.search import Finished, PhaseEnded, reframed_ges
from gesncd.simulate import random_dag, simulate

FIRST = PDAG.from_edges(4, directed=[(0, 1), (2, 3)], undirected=[(1, 2)])
SECOND = PDAG.from_edges(4, directed=[(0, 1), (3, 2)])
THIRD = PDAG.from_edges(4, directed=[(0, 1), (2, 3), (0, 3)], undirected=[(1, 2)])


def test_three_runs_by_hand():
    found = compare_runs("abc", [FIRST, SECOND, THIRD])
    assert found.shared == PDAG.from_edges(4, directed=[(0, 1)])
    assert found.consensus == PDAG.from_edges(4, directed=[(0, 1), (2, 3)], undirected=[(1, 2)])
    assert found.note == ""
    shares = {(p.i, p.j): p for p in found.pairs}
    assert list(shares) == [(0, 1), (0, 3), (1, 2), (2, 3)]
    assert (shares[2, 3].forward, shares[2, 3].backward) == (2, 1)
    assert shares[0, 1].unanimous
    assert not shares[2, 3].unanimous
    assert shares[0, 3].consensus is EdgeKind.NONE
    graphs = [FIRST, SECOND, THIRD]
    assert found.shd == tuple(tuple(shd(a, b) for b in graphs) for a in graphs)
    assert found.shd[0] == (0, 2, 1)


def test_half_of_the_runs_is_no_majority():
    found = compare_runs("ab", [FIRST, SECOND])
    # Both join 2 and 3 but in opposite directions; one of two joins 1 and 2.
    assert found.consensus == PDAG.from_edges(4, directed=[(0, 1)], undirected=[(2, 3)])


def test_a_consensus_with_a_cycle_says_so():
    arrows = [(0, 1), (1, 2), (2, 0)]
    graphs = [
        PDAG.from_edges(3, directed=[a for a in arrows if a != missing]) for missing in arrows
    ]
    assert "cycle" in compare_runs("abc", graphs).note


@pytest.mark.parametrize("count", [1, 7])
def test_too_few_or_too_many(count):
    with pytest.raises(ValueError, match="2 to 6"):
        compare_runs("abcdefg"[:count], [FIRST] * count)


def test_other_variables_are_refused():
    with pytest.raises(ValueError, match="different variables"):
        compare_runs("ab", [FIRST, PDAG.empty(3)])


def test_disagreements_by_hand():
    one, two, three = Query.pair(0, 1), Query.pair(0, 2, [1]), Query.pair(1, 2)
    first = RunScores("a", 0.1, {one: 0.5, two: 0.05, three: 0.11})
    # A query's swap is the same question, and a score equal to τ is independence.
    second = RunScores("b", 0.01, {one.swapped: 0.002, two: 0.01, three: 0.01})
    found = disagreements(first, second)
    assert [each.query for each in found] == [one, three]
    assert found[0].dependent_in_first
    assert (found[0].first_score, found[0].second_score) == (0.5, 0.002)
    assert (found[0].first_tau, found[0].second_tau) == (0.1, 0.01)
    turned = disagreements(second, first)
    assert [each.query for each in turned] == [one, three]
    assert not turned[0].dependent_in_first


def test_scores_of_events_are_those_of_the_measure():
    rng = np.random.default_rng(0)
    dataset = simulate("linear", random_dag(6, 2.0, rng), 300, rng)
    measure = PartialCorrelation(dataset)
    events = list(reframed_ges(measure, 0.02, global_score=False))
    scores = scores_of_events(events)
    queries = list(scores)
    assert np.allclose(measure.evaluate(queries), [scores[query] for query in queries])
    # The first step of a phase holds every pair.
    assert {(q.x[0], q.y[0]) for q in queries} == {
        (i, j) for i in range(6) for j in range(i + 1, 6)
    }
    assert any(isinstance(event, PhaseEnded) for event in events)
    assert isinstance(events[-1], Finished)
