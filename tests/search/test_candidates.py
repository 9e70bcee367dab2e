"""The incremental candidate table against one made afresh, and against brute force."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from gesncd.graphs import PDAG, Delete, Insert, Reorient, cpdag_of_dag
from gesncd.graphs.bits import mask_of
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import Query
from gesncd.search.candidates import CandidateTable
from gesncd.search.events import Candidate, Phase
from gesncd.search.options import Limits, cliques_within


def _score(query: Query) -> float:
    digest = hashlib.blake2b(repr(query).encode(), digest_size=4).digest()
    return round(int.from_bytes(digest) / 2**32, 1)  # many ties


def _random_cpdag(rng: np.random.Generator, n: int) -> PDAG:
    order = rng.permutation(n)
    matrix = np.zeros((n, n), dtype=int)
    matrix[np.ix_(order, order)] = np.triu(rng.random((n, n)) < rng.uniform(0.1, 0.6), 1)
    return cpdag_of_dag(PDAG.from_matrix(matrix))


def _subsets(items):
    return [c for k in range(len(items) + 1) for c in combinations(items, k)]


def _every_candidate(cpdag: PDAG, phase: Phase, limits: Limits):
    """All valid operators with their rank keys, straight from the definitions."""
    sign = -1 if phase is Phase.FORWARD else 1
    n = cpdag.n_nodes
    for x in range(n):
        for y in range(n):
            for subset in _subsets([v for v in range(n) if v not in (x, y)]) if x != y else ():
                operator = (Insert if phase is Phase.FORWARD else Delete)(x, y, subset)
                if operator.is_valid(cpdag):
                    z = operator.conditioning_set(cpdag)
                    if limits.allow(mask_of(subset), mask_of(z)):
                        yield (sign * _score(Query.pair(x, y, z)), len(z), x, y, subset), operator


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("limits", [Limits(), Limits(max_subset=1, max_conditioning=2)])
def test_ranks_equal_brute_force(phase: Phase, limits: Limits) -> None:
    rng = np.random.default_rng(0)
    for _ in range(30):
        cpdag = _random_cpdag(rng, int(rng.integers(2, 7)))
        table = CandidateTable(cpdag.n_nodes, phase, limits)
        table.move_to(cpdag)
        table.score(_score)
        expected = sorted(_every_candidate(cpdag, phase, limits))
        assert [c.operator for c in table.ranked()] == [operator for _, operator in expected]
        assert len(table) == len(expected)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("limits", [Limits(), Limits(1), Limits(2, 1), Limits(None, 0)])
def test_a_moved_table_equals_a_fresh_one(phase: Phase, known: bool, limits: Limits) -> None:
    rng = np.random.default_rng(1)
    for _ in range(12):
        n = int(rng.integers(4, 10))
        names = [f"V{i}" for i in range(n)]
        some = Knowledge(not_adjacent=(("V0", "V1"),), tiers=(tuple(names[:3]), tuple(names[3:])))
        knowledge = Constraints.of(some, names) if known else None
        cpdag = knowledge.start if knowledge and phase is Phase.FORWARD else _random_cpdag(rng, n)
        table = CandidateTable(n, phase, limits, knowledge)
        best_of_pairs: dict[tuple[int, int], object] = {}
        for _step in range(12):
            queries = set(table.move_to(cpdag))
            for pair in table.score(lambda q, known=queries: _asked(q, known)):
                best_of_pairs[pair.i, pair.j] = pair
            fresh = CandidateTable(n, phase, limits, knowledge)
            fresh.move_to(cpdag)
            scores = {(p.i, p.j): p for p in fresh.score(_score)}
            ranked = list(table.ranked())
            # Only a table that saw the way knows which classes a turn would lead back to.
            assert _without_turns(ranked) == _without_turns(fresh.ranked())
            if knowledge is None or phase is Phase.BACKWARD:
                assert ranked == _without_turns(ranked)
            assert {k: p for k, p in best_of_pairs.items() if p.score is not None} == scores
            if not ranked:
                break
            cpdag = ranked[int(rng.integers(min(3, len(ranked))))].operator.apply(cpdag)


def _without_turns(candidates: Iterable[Candidate]) -> list[Candidate]:
    return [each for each in candidates if not isinstance(each.operator, Reorient)]


def _asked(query: Query, known: set[Query]) -> float:
    assert query in known, "a score is used that move_to did not ask for"
    return _score(query)


def test_cliques_within_lists_each_clique_once() -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        graph = _random_cpdag(rng, 7)
        base = mask_of([0]) if rng.random() < 0.5 else 0
        pool = mask_of([1, 2, 4, 6])
        found = list(cliques_within(graph, pool, base))
        expected = {
            mask_of(s)
            for s in _subsets([1, 2, 4, 6])
            if all(
                graph.adjacent(a) >> b & 1 for a, b in combinations([*s, *([0] if base else [])], 2)
            )
        }
        assert found[0] == 0
        assert len(found) == len(set(found))
        assert set(found) == expected


def test_ties_with_reorientations_go_by_the_same_rules():
    # 0 — 1 — 2 with 0 and 2 kept apart: turning 1 into a collider has the score of all others.
    knowledge = Constraints.of(Knowledge(not_adjacent=(("A", "C"),)), "ABCDE")
    table = CandidateTable(5, Phase.FORWARD, knowledge=knowledge)
    table.move_to(PDAG.from_edges(5, undirected=[(0, 1), (1, 2)]))
    table.score(lambda query: 0.1 if query == Query.pair(0, 2) else 0.5)
    ranked = list(table.ranked())
    keys = [(-c.score, len(c.conditioning), c.operator.x, c.operator.y) for c in ranked]
    places = [place for place, c in enumerate(ranked) if isinstance(c.operator, Reorient)]
    assert keys == sorted(keys)
    # Those given nothing come first, then it and others given one variable.
    assert places
    assert 0 < min(places) < max(places) < len(ranked) - 1


def test_a_turn_that_explains_no_more_is_not_offered():
    knowledge = Constraints.of(Knowledge(not_adjacent=(("A", "C"),)), "ABC")
    chain = PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    for parted, n_turns in ((0.5, 0), (0.6, 0), (0.4, 1)):
        table = CandidateTable(3, Phase.FORWARD, knowledge=knowledge)
        table.move_to(chain)
        table.score(lambda query, parted=parted: 0.5 if query.z else parted)
        turned = {candidate.operator.apply(chain) for candidate in table.ranked()}
        assert len(turned) == n_turns
        assert turned <= {PDAG.from_edges(3, directed=[(0, 1), (2, 1)])}
