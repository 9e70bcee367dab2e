"""Graphs and searches that the tests of the replay's parts draw on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

from gesncd.data.dataset import Dataset
from gesncd.graphs import PDAG, cpdag_of_dag
from gesncd.measures import PartialCorrelation
from gesncd.search import Event, Started, Step, reframed_ges


def random_matrix(n: int, share: float, rng: np.random.Generator) -> np.ndarray:
    order = rng.permutation(n)
    matrix = np.zeros((n, n), dtype=int)
    matrix[np.ix_(order, order)] = np.triu(rng.random((n, n)) < share, 1)
    return matrix


def linear_data(matrix: np.ndarray, n_rows: int, rng: np.random.Generator) -> Dataset:
    """A linear model on a graph whose nodes may be in any order."""
    d = len(matrix)
    weights = np.where(matrix, rng.uniform(0.5, 1.3, (d, d)), 0.0)
    noise = rng.normal(size=(n_rows, d))
    return Dataset.from_array(noise @ np.linalg.inv(np.eye(d) - weights))


@pytest.fixture(scope="session")
def random_cpdags() -> Callable[[int, int], Iterator[PDAG]]:
    def make(n: int, count: int) -> Iterator[PDAG]:
        rng = np.random.default_rng(100 * n + count)
        for _ in range(count):
            yield cpdag_of_dag(PDAG.from_matrix(random_matrix(n, 0.4, rng)))

    return make


@cache
def _searches() -> tuple[tuple[PartialCorrelation, float, tuple[Event, ...]], ...]:
    found = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        data = linear_data(random_matrix(7, 0.4, rng), 300, rng)
        measure = PartialCorrelation(data)
        tau = measure.null_quantile(0.01)
        events = tuple(reframed_ges(measure, tau, global_score=False))
        found.append((measure, tau, events))
    return tuple(found)


@pytest.fixture(scope="session")
def searches():
    """Twelve searches with many marks: the measure, τ, and all events."""
    return _searches()


@pytest.fixture(scope="session")
def taken() -> Callable[[tuple[Event, ...]], list[tuple[PDAG, Step]]]:
    """Each step of a search with the graph before it."""

    def pairs(events: tuple[Event, ...]) -> list[tuple[PDAG, Step]]:
        graph = next(e.cpdag for e in events if isinstance(e, Started))
        found = []
        for event in events:
            if isinstance(event, Step):
                found.append((graph, event))
                graph = event.cpdag
        return found

    return pairs
