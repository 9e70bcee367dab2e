"""Operators that background knowledge rules out are told, all of them and no others."""

from itertools import combinations

import numpy as np
import pytest

from gesncd.data import Dataset
from gesncd.graphs import PDAG, Delete, Insert, cpdag_of_dag, topological_order
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import PartialCorrelation, Query
from gesncd.search import Started, Step, reframed_ges
from gesncd.search.events import Phase, PhaseEnded
from gesncd.search.step_sentences import (
    barred_sentence,
    left_aside_sentence,
    outlook_sentence,
    passed_over_sentence,
)

N = 5


def subsets(mask):
    nodes = list(nodes_in(mask))
    return [s for size in range(len(nodes) + 1) for s in combinations(nodes, size)]


def every_valid_operator(graph, phase, known):
    for x in range(N):
        for y in range(N):
            na = graph.neighbors[y] & graph.adjacent(x)
            if phase is Phase.FORWARD and (known.may_join(y) & ~graph.adjacent(y)) >> x & 1:
                free = graph.neighbors[y] & ~graph.adjacent(x)
                made = [Insert(x, y, t) for t in subsets(free)]
            elif phase is Phase.BACKWARD and (
                ((graph.parents[y] | graph.neighbors[y]) & known.may_part(y)) >> x & 1
            ):
                made = [Delete(x, y, h) for h in subsets(na)]
            else:
                made = []
            yield from (operator for operator in made if operator.is_valid(graph))


def has_a_member_within(graph, known):
    """By brute force over every way to direct the open edges."""
    open_edges = [(e.source, e.target) for e in graph.edges() if not e.directed]
    arrows = [(e.source, e.target) for e in graph.edges() if e.directed]
    for turns in range(2 ** len(open_edges)):
        directed = [(b, a) if turns >> k & 1 else (a, b) for k, (a, b) in enumerate(open_edges)]
        member = [*arrows, *directed]
        if any(arrow in known.barred for arrow in member):
            continue
        dag = PDAG.from_edges(N, directed=member)
        if topological_order(dag) is not None and cpdag_of_dag(dag) == graph:
            return True
    return False


@pytest.fixture(scope="module")
def told():
    """Graph before, event, knowledge and measure, of searches that know some directions."""
    found = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        matrix = np.triu(rng.random((N, N)) < 0.6, 1).astype(int)
        arrows = [tuple(map(int, pair)) for pair in np.argwhere(matrix)]
        names = tuple(f"X{k}" for k in range(N))
        picked = rng.choice(len(arrows), size=min(3, len(arrows)), replace=False)
        # Two that are true, and one that is turned around.
        stated = [arrows[k] for k in picked]
        stated[-1] = stated[-1][::-1]
        try:
            known = Constraints.of(
                Knowledge(forbidden=tuple((names[b], names[a]) for a, b in stated)), names
            )
        except ValueError:
            continue
        weights = np.where(matrix, rng.uniform(0.5, 1.3, (N, N)), 0.0)
        rows = rng.normal(size=(300, N)) @ np.linalg.inv(np.eye(N) - weights)
        measure = PartialCorrelation(Dataset.from_array(rows))
        tau = measure.null_quantile(0.01)
        before = None
        for event in reframed_ges(measure, tau, global_score=False, knowledge=known):
            if isinstance(event, Step | PhaseEnded):
                found.append((before, event, known, measure, tau))
            if isinstance(event, Started | Step):
                before = event.cpdag
    return found


def test_what_is_barred_is_valid_and_has_no_member_within_knowledge_and_the_rest_has(told):
    n_barred = n_arrows = 0
    for before, event, known, measure, _ in told:
        valid = set(every_valid_operator(before, event.phase, known))
        assert len(valid) == event.n_candidates == len(event.candidates) + len(event.barred)
        barred = {each.candidate.operator: each for each in event.barred}
        assert barred.keys() | {each.operator for each in event.candidates} == valid
        for operator in valid:
            graph = operator.apply(before)
            assert (operator in barred) != has_a_member_within(graph, known)
        signed = [each.candidate.score for each in event.barred]
        assert signed == sorted(signed, reverse=event.phase is Phase.FORWARD)
        for operator, each in barred.items():
            n_barred += 1
            candidate = each.candidate
            assert candidate.conditioning == operator.conditioning_set(before)
            query = Query((operator.x,), (operator.y,), candidate.conditioning)
            assert candidate.score == measure.evaluate([query])[0]
            if each.arrow is not None:
                n_arrows += 1
                assert each.arrow in known.barred
                assert operator.apply(before).parents[each.arrow[1]] >> each.arrow[0] & 1
    assert n_barred > 30
    assert 10 < n_arrows <= n_barred


def test_sentences_tell_how_many_are_ruled_out_and_which_would_have_come_first(told):
    n_first = 0
    names = tuple(f"X{k}" for k in range(N))
    for _, event, _, _, tau in told:
        if not event.barred:
            assert barred_sentence(event) == passed_over_sentence(event, tau, names) == ""
            continue
        assert barred_sentence(event).startswith(f"{len(event.barred)} of them would go against")
        if isinstance(event, Step):
            assert "Of those that background knowledge allows, it takes" in outlook_sentence(
                event, 0
            )
        best = event.barred[0].candidate
        bound = event.score if isinstance(event, Step) else tau
        forward = event.phase is Phase.FORWARD
        first = best.score > bound if forward else best.score < bound
        assert bool(passed_over_sentence(event, tau, names)) == first
        n_first += first
    assert n_first > 5


def test_pairs_whose_operators_are_not_counted_are_told_with_their_number():
    names = ("a", "b", "c")
    rows = np.random.default_rng(1).normal(size=(200, 3))
    rows[:, 1] += 3 * rows[:, 0]
    rows[:, 2] += rows[:, 1]
    measure = PartialCorrelation(Dataset.from_array(rows, names))
    for knowledge, n_offered, said in (
        (Knowledge(not_adjacent=(("a", "b"),)), 4, "1 pair"),
        (Knowledge(tiers=(("a", "b"), ("c",)), closed_tiers=(0,)), None, "1 pair"),
        (Knowledge(not_adjacent=(("a", "b"), ("b", "c"))), 2, "2 pairs"),
    ):
        known = Constraints.of(knowledge, names)
        events = reframed_ges(measure, 0.05, global_score=False, knowledge=known)
        step = next(event for event in events if isinstance(event, Step))
        if n_offered is not None:
            assert step.n_candidates == n_offered
        assert left_aside_sentence(Phase.FORWARD, known) == (
            f"Operators on {said} that background knowledge keeps apart are not among them."
        )
        assert left_aside_sentence(Phase.BACKWARD, known) == ""
    required = Constraints.of(Knowledge(required=(("a", "b"),)), names)
    assert left_aside_sentence(Phase.FORWARD, required) == ""
    assert left_aside_sentence(Phase.BACKWARD, required) == (
        "Operators on 1 pair that background knowledge keeps together are not among them."
    )
    assert left_aside_sentence(Phase.FORWARD, None) == ""
