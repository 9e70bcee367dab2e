"""What each step of the search takes, and where the phases stop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert
from gesncd.measures import Query
from gesncd.search import Finished, MeasureError, Phase, PhaseEnded, Started, Step, reframed_ges


class OneScore:
    """The same score for every query."""

    name = "one score"
    key = "one score"
    symmetric = True
    n_variables = 2

    def __init__(self, score):
        self._score = score

    def evaluate(self, queries, on_chunk=None):
        return np.full(len(queries), self._score)


class OneByOne:
    """The scores of another measure, asked for one at a time and from the last on."""

    symmetric = True

    def __init__(self, measure):
        self.name, self.key, self.n_variables = measure.name, measure.key, measure.n_variables
        self._measure = measure

    def evaluate(self, queries, on_chunk=None):
        scores = [self._measure.evaluate([query])[0] for query in reversed(queries)]
        return np.array(scores[::-1])


class TableScores:
    """Hand-written scores by query."""

    name = "table"
    key = "table"
    symmetric = True

    def __init__(self, n_variables, scores):
        self.n_variables = n_variables
        self._scores = {Query.pair(x, y, z): score for (x, y, *z), score in scores.items()}

    def evaluate(self, queries, on_chunk=None):
        return np.array([self._scores[query.canonical] for query in queries])


def test_the_winner_is_the_best_of_all_and_the_runner_up_leads_elsewhere(searches, taken):
    n_alike = 0
    for _, tau, events in searches:
        for before, step in taken(events):
            forward = step.phase is Phase.FORWARD
            assert isinstance(step.operator, Insert if forward else Delete)
            assert (step.score > tau) == forward
            best = step.candidates[0]
            assert (best.operator, best.score) == (step.operator, step.score)
            assert step.conditioning == step.operator.conditioning_set(before)
            assert step.cpdag == step.operator.apply(before)
            scores = [candidate.score for candidate in step.candidates]
            assert scores == sorted(scores, reverse=forward)
            assert len(step.candidates) == min(50, step.n_candidates)
            leads = [c for c in step.candidates if c.operator.apply(before) != step.cpdag]
            if leads:
                assert step.runner_up == leads[0]
                n_alike += leads[0] != step.candidates[1]
            else:
                assert step.runner_up is None or step.n_candidates > 50
    assert n_alike > 20, "the second best must lead to the same graph at times"


def test_each_phase_ends_where_its_best_does_not_pass(searches):
    for _, tau, events in searches:
        assert isinstance(events[0], Started)
        assert isinstance(events[-1], Finished)
        forward, backward = (e for e in events if isinstance(e, PhaseEnded))
        assert [forward.phase, backward.phase] == [Phase.FORWARD, Phase.BACKWARD]
        assert all(candidate.score <= tau for candidate in forward.candidates)
        assert all(candidate.score > tau for candidate in backward.candidates)


@pytest.mark.parametrize(
    ("score", "tau", "steps"),
    [
        (0.5, math.nextafter(0.5, 0), [Phase.FORWARD]),
        # A score equal to τ is independence, so nothing is joined.
        (0.5, 0.5, []),
        (0.5, math.nextafter(0.5, 1), []),
    ],
)
def test_a_score_equal_to_the_threshold_is_independence(score, tau, steps):
    events = list(reframed_ges(OneScore(score), tau, global_score=False))
    assert [e.phase for e in events if isinstance(e, Step)] == steps


@pytest.mark.parametrize(
    ("tau", "n_deleted"),
    [(math.nextafter(0.3, 0), 0), (0.3, 1), (math.nextafter(0.3, 1), 1)],
)
def test_backward_too(tau, n_deleted):
    # 0 — 1 — 2, then 0 — 2 given 1; given nothing 0 and 2 score 0.3, with 1 a collider.
    scores = {(0, 1): 0.9, (1, 2): 0.8, (0, 2, 1): 0.7, (0, 2): 0.3, (0, 1, 2): 0.9, (1, 2, 0): 0.8}
    events = list(reframed_ges(TableScores(3, scores), tau, global_score=False))
    steps = [event for event in events if isinstance(event, Step)]
    assert [step.operator for step in steps[3:]] == [Delete(0, 2, (1,))][:n_deleted]
    kept = PDAG.from_edges(3, undirected=[(0, 1), (0, 2), (1, 2)])
    parted = PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
    assert events[-1].cpdag == (parted if n_deleted else kept)


def test_events_do_not_depend_on_how_queries_are_batched(searches):
    for measure, tau, events in searches[:4]:
        found = tuple(reframed_ges(OneByOne(measure), tau, global_score=False))
        assert found == events


@pytest.mark.parametrize("score", [math.nan, math.inf])
def test_a_score_that_is_no_number_is_refused(score):
    with pytest.raises(MeasureError, match="a score must be a finite number"):
        list(reframed_ges(OneScore(score), 0.1))


def test_a_threshold_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="τ must be a finite number"):
        next(reframed_ges(OneScore(0.5), math.nan))


def test_pair_scores_tell_each_change_once(searches):
    n_known = n_ends = 0
    for _, _, events in searches:
        known = {}
        for event in events:
            if not isinstance(event, Step | PhaseEnded):
                continue
            for pair in event.pair_scores:
                now = (pair.score, pair.conditioning)
                # At the beginning of a phase nothing is known; then only what changed is told.
                assert known.get((pair.i, pair.j), (None, ())) != now
                known[pair.i, pair.j] = now
            offered = [score for score, _ in known.values() if score is not None]
            if event.candidates:
                best = max if event.phase is Phase.FORWARD else min
                assert best(offered) == event.candidates[0].score
            if isinstance(event, PhaseEnded):
                n_ends += 1
                n_known += len(event.pair_scores) < len(offered)
                known = {}
    assert n_ends == 24
    assert n_known > 12


def test_a_change_keeps_the_reason_of_the_arrow_that_was_there(searches, taken):
    afterwards = set()
    for _, _, events in searches:
        for _, step in taken(events):
            for change in step.changes:
                was_arrow = change.before in (EdgeKind.FORWARD, EdgeKind.BACKWARD)
                assert (change.previous is not None) == was_arrow
                if was_arrow:
                    afterwards.add(change.after)
    # Not only where a direction was withdrawn, but where the edge itself went.
    assert {EdgeKind.UNDIRECTED, EdgeKind.NONE} <= afterwards
