"""Every DAG on a few nodes, sorted into equivalence classes by brute force."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
import pytest

from gesncd.graphs import PDAG


@cache
def all_dags(n: int) -> tuple[PDAG, ...]:
    """Every labelled DAG on n nodes: 1, 3, 25, 543 for n = 1..4."""
    pairs = list(combinations(range(n), 2))
    found = []
    for kinds in product((0, 1, 2), repeat=len(pairs)):
        arrows = [
            (i, j) if kind == 1 else (j, i)
            for (i, j), kind in zip(pairs, kinds, strict=True)
            if kind
        ]
        if any(
            all(order.index(a) < order.index(b) for a, b in arrows)
            for order in permutations(range(n))
        ):
            found.append(PDAG.from_edges(n, directed=arrows))
    return tuple(found)


def class_key(dag: PDAG) -> tuple[frozenset[frozenset[int]], frozenset[tuple[int, int, int]]]:
    """Skeleton and v-structures, straight from the definition."""
    matrix = dag.to_matrix()
    n = len(matrix)
    skeleton = frozenset(frozenset((i, j)) for i in range(n) for j in range(n) if matrix[i, j])
    colliders = frozenset(
        (a, c, b)
        for c in range(n)
        for a, b in combinations(range(n), 2)
        if matrix[a, c] and matrix[b, c] and frozenset((a, b)) not in skeleton
    )
    return skeleton, colliders


@cache
def classes(n: int) -> dict[PDAG, tuple[PDAG, ...]]:
    """CPDAG → member DAGs, the CPDAG read off the members: 2, 11, 185 classes for n = 2..4."""
    grouped = defaultdict(list)
    for dag in all_dags(n):
        grouped[class_key(dag)].append(dag)
    return {union_graph(group): tuple(group) for group in grouped.values()}


def union_graph(dags: list[PDAG]) -> PDAG:
    """Directed where all members agree, undirected where they do not."""
    return PDAG.from_matrix(np.bitwise_or.reduce([dag.to_matrix() for dag in dags]))


def random_dag(n: int, probability: float, rng: np.random.Generator) -> PDAG:
    order = rng.permutation(n)
    upper = np.triu(rng.random((n, n)) < probability, 1)
    matrix = np.zeros((n, n), dtype=int)
    matrix[np.ix_(order, order)] = upper
    return PDAG.from_matrix(matrix)


@pytest.fixture(name="all_dags")
def _all_dags() -> Callable[[int], tuple[PDAG, ...]]:
    return all_dags


@pytest.fixture(name="classes")
def _classes() -> Callable[[int], dict[PDAG, tuple[PDAG, ...]]]:
    return classes


@pytest.fixture(name="random_dag")
def _random_dag() -> Callable[[int, float, np.random.Generator], PDAG]:
    return random_dag
