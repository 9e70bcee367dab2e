"""With d-separation as the measure the search must find every true class exactly."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pytest

from gesncd.graphs import PDAG, cpdag_of_dag
from gesncd.measures.oracle import DSeparationOracle
from gesncd.search import Finished, GlobalScore, Step, reframed_ges


def _dags(n):
    pairs = list(combinations(range(n), 2))
    for kinds in product((0, 1, 2), repeat=len(pairs)):
        matrix = np.zeros((n, n), dtype=int)
        for (i, j), kind in zip(pairs, kinds, strict=True):
            if kind == 1:
                matrix[i, j] = 1
            elif kind == 2:
                matrix[j, i] = 1
        if any(not np.tril(matrix[np.ix_(p, p)]).any() for p in permutations(range(n))):
            yield matrix


def _found(matrix, *, graded=False, **options):
    oracle = DSeparationOracle(matrix, graded=graded)
    events = list(reframed_ges(oracle, oracle.null_quantile(0.001), **options))
    assert isinstance(events[-1], Finished)
    return events


@pytest.mark.parametrize("graded", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_dag_on_up_to_four_nodes(n, graded) -> None:
    count = 0
    for matrix in _dags(n):
        events = _found(matrix, graded=graded)
        assert events[-1].cpdag == cpdag_of_dag(PDAG.from_matrix(matrix))
        # The true class satisfies its Markov condition.
        assert next(e.value for e in reversed(events) if isinstance(e, GlobalScore)) == 0.0
        count += 1
    assert count == {1: 1, 2: 3, 3: 25, 4: 543}[n]


def test_five_hundred_random_dags_of_five_to_twelve_nodes() -> None:
    rng = np.random.default_rng(0)
    for trial in range(500):
        n = int(rng.integers(5, 13))
        # A plain oracle of a dense graph joins everything, and then there are 2^(n - 2)
        # ways to part each pair: complete graphs are tried up to nine nodes only.
        graded = trial % 2 == 0
        densest = n - 1 if n < 10 else 5
        degree = rng.uniform(0.5, densest if graded else min(densest, 3))
        matrix = _random_dag(n, degree, rng)
        events = _found(matrix, graded=graded, global_score=False)
        assert events[-1].cpdag == cpdag_of_dag(PDAG.from_matrix(matrix))


def test_fifty_sparse_nodes() -> None:
    rng = np.random.default_rng(1)
    for _ in range(3):
        matrix = _random_dag(50, 2.0, rng)
        events = _found(matrix, graded=True, global_score=False)
        assert events[-1].cpdag == cpdag_of_dag(PDAG.from_matrix(matrix))
        assert sum(isinstance(event, Step) for event in events) >= matrix.sum()


def _random_dag(n, degree, rng):
    order = rng.permutation(n)
    matrix = np.zeros((n, n), dtype=int)
    matrix[np.ix_(order, order)] = np.triu(rng.random((n, n)) < degree / (n - 1), 1)
    return matrix
