"""Operators against brute force over equivalence classes, and against ges."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.graphs import (
    PDAG,
    Delete,
    EdgeKind,
    Insert,
    cpdag_of_dag,
    is_cpdag,
    topological_order,
)


def _subsets(items):
    return [c for k in range(len(items) + 1) for c in combinations(items, k)]


def _every_insert(n):
    """All Insert(x, y, T) that can be written down, sensible or not."""
    for x in range(n):
        for y in range(n):
            if x != y:
                for t in _subsets([v for v in range(n) if v not in (x, y)]):
                    yield Insert(x, y, t)


def _every_delete(n):
    for operator in _every_insert(n):
        yield Delete(operator.x, operator.y, operator.t)


def _with_one_more_arrow(dag: PDAG):
    for x in range(dag.n_nodes):
        for y in range(dag.n_nodes):
            if x != y and dag.kind(x, y) is EdgeKind.NONE:
                edges = [(e.source, e.target) for e in dag.edges()]
                larger = PDAG.from_edges(dag.n_nodes, [*edges, (x, y)])
                if topological_order(larger) is not None:
                    yield (x, y), larger


def _with_one_arrow_less(dag: PDAG):
    edges = [(e.source, e.target) for e in dag.edges()]
    for edge in edges:
        yield edge, PDAG.from_edges(dag.n_nodes, [e for e in edges if e != edge])


def _parents(dag: PDAG, node: int) -> frozenset[int]:
    return frozenset(i for i in range(dag.n_nodes) if dag.parents[node] >> i & 1)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_inserts_reach_exactly_the_classes_one_edge_addition_away(n, classes) -> None:
    for cpdag, dags in classes(n).items():
        expected = {
            (x, y, cpdag_of_dag(larger))
            for dag in dags
            for (x, y), larger in _with_one_more_arrow(dag)
        }
        valid = [op for op in _every_insert(n) if op.is_valid(cpdag)]
        reached = [(op.x, op.y, op.apply(cpdag)) for op in valid]
        assert set(reached) == expected
        assert len(reached) == len(set(reached)), "two operators on a pair lead to one class"


@pytest.mark.parametrize("n", [2, 3, 4])
def test_deletes_reach_exactly_the_classes_one_edge_removal_away(n, classes) -> None:
    for cpdag, dags in classes(n).items():
        expected = {
            (x, y, cpdag_of_dag(smaller))
            for dag in dags
            for (x, y), smaller in _with_one_arrow_less(dag)
        }
        reached = {(op.x, op.y, op.apply(cpdag)) for op in _every_delete(n) if op.is_valid(cpdag)}
        assert reached == expected


@pytest.mark.parametrize("n", [3, 4])
def test_conditioning_sets_are_parents_in_a_member_that_makes_the_step(n, classes) -> None:
    """An operator's score is T̂(X, Y | Pa_Y) in a DAG of the class (corollaries 16 and 18)."""
    for cpdag, dags in classes(n).items():
        inserted = {
            (x, y, cpdag_of_dag(larger), _parents(dag, y))
            for dag in dags
            for (x, y), larger in _with_one_more_arrow(dag)
        }
        deleted = {
            (x, y, cpdag_of_dag(smaller), _parents(smaller, y))
            for dag in dags
            for (x, y), smaller in _with_one_arrow_less(dag)
        }
        for operator in (*_every_insert(n), *_every_delete(n)):
            if operator.is_valid(cpdag):
                step = (
                    operator.x,
                    operator.y,
                    operator.apply(cpdag),
                    frozenset(operator.conditioning_set(cpdag)),
                )
                assert step in (inserted if isinstance(operator, Insert) else deleted)


def test_operators_equal_ges_on_random_cpdags(random_dag) -> None:
    import ges
    from ges import utils

    rng = np.random.default_rng(2)
    for _ in range(40):
        n = int(rng.integers(4, 9))
        cpdag = cpdag_of_dag(random_dag(n, rng.uniform(0.2, 0.6), rng))
        matrix = cpdag.to_matrix().astype(int)
        for operator in (*_some(_every_insert(n), rng), *_some(_every_delete(n), rng)):
            if operator.is_valid(cpdag):
                if isinstance(operator, Insert):
                    edited = ges.main.insert(operator.x, operator.y, set(operator.t), matrix)
                else:
                    edited = ges.main.delete(operator.x, operator.y, set(operator.h), matrix)
                expected = utils.pdag_to_cpdag(edited)
                assert (operator.apply(cpdag).to_matrix() == expected).all()


class _NoScore:
    def local_score(self, node, parents):
        return 0.0


def test_valid_operators_are_those_of_ges_on_random_cpdags(random_dag) -> None:
    import ges

    rng = np.random.default_rng(4)
    n_valid = 0
    for _ in range(30):
        n = int(rng.integers(5, 8))
        cpdag = cpdag_of_dag(random_dag(n, rng.uniform(0.2, 0.6), rng))
        matrix = cpdag.to_matrix().astype(int)
        expected = set()
        for x in range(n):
            for y in set(range(n)) - {x}:
                if not matrix[x, y] and not matrix[y, x]:
                    found = ges.main.score_valid_insert_operators(x, y, matrix, _NoScore())
                    expected |= {Insert(x, y, tuple(map(int, t))) for *_, t in found}
                elif matrix[x, y]:
                    found = ges.main.score_valid_delete_operators(x, y, matrix, _NoScore())
                    expected |= {Delete(x, y, tuple(map(int, h))) for *_, h in found}
        operators = (*_every_insert(n), *_every_delete(n))
        assert {each for each in operators if each.is_valid(cpdag)} == expected
        n_valid += len(expected)
    assert n_valid > 1000


def _some(operators, rng, share=0.3):
    return [operator for operator in operators if rng.random() < share]


def test_results_are_cpdags_on_larger_graphs(random_dag) -> None:
    rng = np.random.default_rng(3)
    for _ in range(25):
        cpdag = cpdag_of_dag(random_dag(7, rng.uniform(0.2, 0.7), rng))
        for operator in (*_some(_every_insert(7), rng, 0.1), *_some(_every_delete(7), rng, 0.1)):
            if operator.is_valid(cpdag):
                after = operator.apply(cpdag)
                assert is_cpdag(after)
                change = 1 if isinstance(operator, Insert) else -1
                assert after.n_edges == cpdag.n_edges + change


@given(st.integers(3, 9), st.integers(0, 2**32 - 1))
def test_a_random_walk_over_classes_never_leaves_them(n: int, seed: int) -> None:
    """Any sequence of valid operators goes from CPDAG to CPDAG, one edge at a time."""
    rng = np.random.default_rng(seed)
    cpdag = PDAG.empty(n)
    for _ in range(8):
        x, y = (int(v) for v in rng.choice(n, 2, replace=False))
        around = [v for v in range(n) if cpdag.neighbors[y] >> v & 1 and v != x]
        subset = tuple(v for v in around if rng.random() < 0.5)
        for operator in (Insert(x, y, subset), Delete(x, y, subset)):
            if operator.is_valid(cpdag):
                after = operator.apply(cpdag)
                assert is_cpdag(after)
                assert after.n_edges - cpdag.n_edges == (1 if isinstance(operator, Insert) else -1)
                joined = after.adjacent(x) >> y & 1
                assert joined == isinstance(operator, Insert)
                conditioning = operator.conditioning_set(cpdag)
                assert x not in conditioning
                assert y not in conditioning
                cpdag = after
                break
