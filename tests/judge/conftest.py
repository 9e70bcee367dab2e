"""Every DAG and class on a few nodes, and linear-Gaussian effects in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from gesncd.graphs import PDAG, Marks, close_under_meek


@cache
def all_dags(n: int) -> tuple[PDAG, ...]:
    """Every labelled DAG on n nodes."""
    pairs = list(combinations(range(n), 2))
    found = []
    for kinds in product((0, 1, 2), repeat=len(pairs)):
        arrows = [
            pair if kind == 1 else pair[::-1]
            for pair, kind in zip(pairs, kinds, strict=True)
            if kind
        ]
        if nx.is_directed_acyclic_graph(nx.DiGraph(arrows)):
            found.append(PDAG.from_edges(n, directed=arrows))
    return tuple(found)


@cache
def classes(n: int) -> dict[PDAG, tuple[PDAG, ...]]:
    """CPDAG → its members, from skeletons and v-structures."""
    grouped = defaultdict(list)
    for dag in all_dags(n):
        matrix = dag.to_matrix()
        skeleton = tuple((matrix | matrix.T).ravel())
        colliders = tuple(
            (a, c, b)
            for a, b in combinations(range(n), 2)
            for c in range(n)
            if matrix[a, c] and matrix[b, c] and not matrix[a, b] and not matrix[b, a]
        )
        grouped[skeleton, colliders].append(dag)
    return {
        PDAG.from_matrix(np.bitwise_or.reduce([dag.to_matrix() for dag in group])): tuple(group)
        for group in grouped.values()
    }


def oriented_classes(n: int) -> Iterator[tuple[PDAG, tuple[PDAG, ...]]]:
    """Classes with one undirected edge directed by knowledge, and the members that are left."""
    for cpdag, group in classes(n).items():
        for a, b, directed in cpdag.edges():
            for source, target in [] if directed else [(a, b), (b, a)]:
                marks = Marks(cpdag)
                marks.orient(source, target)
                close_under_meek(marks, (source, target), with_rule_4=True)
                left = tuple(dag for dag in group if dag.parents[target] >> source & 1)
                yield marks.freeze(), left


def covariance(dag: PDAG, rng: np.random.Generator) -> tuple[NDArray, NDArray]:
    """Covariance and total effects (cause, effect) of a linear model with random weights."""
    n = dag.n_nodes
    weights = dag.to_matrix() * rng.uniform(0.5, 1.5, (n, n)) * rng.choice([-1, 1], (n, n))
    total = np.linalg.inv(np.eye(n) - weights)
    return total.T @ np.diag(rng.uniform(0.5, 2.0, n)) @ total, total


def regression(sigma: NDArray, cause: int, effect: int, given: tuple[int, ...]) -> float:
    """Coefficient of the cause in the regression of the effect on it and on others."""
    places = [cause, *given]
    return float(np.linalg.solve(sigma[np.ix_(places, places)], sigma[places, effect])[0])


@pytest.fixture(name="all_dags")
def _all_dags() -> Callable[[int], tuple[PDAG, ...]]:
    return all_dags


@pytest.fixture(name="classes")
def _classes() -> Callable[[int], dict[PDAG, tuple[PDAG, ...]]]:
    return classes


@pytest.fixture(name="oriented_classes")
def _oriented_classes() -> Callable[[int], Iterator[tuple[PDAG, tuple[PDAG, ...]]]]:
    return oriented_classes


@pytest.fixture(name="covariance")
def _covariance() -> Callable[[PDAG, np.random.Generator], tuple[NDArray, NDArray]]:
    return covariance


@pytest.fixture(name="regression")
def _regression() -> Callable[[NDArray, int, int, tuple[int, ...]], float]:
    return regression
