"""What a search finds where one of its assumptions fails: real searches on small data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from components.learn.examples import DrawnGraph, Places
from gesncd.data.dataset import Dataset
from gesncd.graphs import PDAG
from gesncd.measures import PartialCorrelation, Query
from gesncd.search import Finished, reframed_ges

Floats = NDArray[np.float64]
ALPHA = 0.001
"""Level of the automatic τ."""
N_WALKS = 1000
"""Pairs of random walks of which those that a search joins are counted."""
_TRIANGLE: Places = ((-85.0, 45.0), (0.0, -45.0), (85.0, 45.0))
_PAIR: Places = ((-85.0, 45.0), (85.0, 45.0))


@dataclass(frozen=True, slots=True)
class Failure:
    """An assumption that fails, and what the search makes of it.

    Parameters
    ----------
    truth
        How the data came about; what is not in the table may be a node too.
    found
        What a search finds in them.
    text
        What happened.
    remedy
        What to do about it.
    """

    truth: DrawnGraph
    found: DrawnGraph
    text: str
    remedy: str


@cache
def failures() -> tuple[Failure, ...]:
    """One failure for each of :data:`components.assumptions.ASSUMPTIONS`, in their order."""
    return (_hidden_cause(), _dependent_rows(), _loop(), _cancelling())


def _hidden_cause() -> Failure:
    def draw(rng: np.random.Generator) -> Floats:
        heat = rng.normal(size=1000)
        return np.column_stack([heat + 0.5 * rng.normal(size=1000) for _ in range(2)])

    names = ("Ice cream", "Sunburn")
    truth = DrawnGraph(
        (*names, "Heat\n(not in the table)"),
        (*_PAIR, (0.0, -45.0)),
        PDAG.from_edges(3, [(2, 0), (2, 1)]),
    )
    return Failure(
        truth,
        _found(names, _PAIR, draw, seed=0),
        "Heat sells ice cream and burns skin. It was not measured, so nothing in the table "
        "explains their dependence away, and they are joined.",
        "Measure what may act on several variables, or name the suspects when you report the "
        "graph.",
    )


def _walks(rng: np.random.Generator, n_walks: int) -> Floats:
    """Random walks of 300 rows, shape ``(300, n_walks)``."""
    return np.asarray(np.cumsum(rng.normal(size=(300, n_walks)), axis=0))


@cache
def n_walks_joined() -> int:
    """How many of :data:`N_WALKS` pairs of random walks score above the automatic τ."""
    measure = PartialCorrelation(Dataset.from_array(_walks(np.random.default_rng(0), 2 * N_WALKS)))
    scores = measure.evaluate([Query.pair(2 * k, 2 * k + 1) for k in range(N_WALKS)])
    return int((np.asarray(scores) > measure.null_quantile(ALPHA)).sum())


def _dependent_rows() -> Failure:
    def draw(rng: np.random.Generator) -> Floats:
        return _walks(rng, 2)

    names = ("Series one", "Series two")
    return Failure(
        DrawnGraph(names, _PAIR, PDAG.empty(2)),
        _found(names, _PAIR, draw, seed=2),
        "Two random walks that never met. Each row remembers the one before, so that 300 rows "
        "tell far less than 300 independent ones, and chance looks like dependence: of "
        f"{N_WALKS:,} such pairs, {n_walks_joined()} are joined.",
        "Take rows that are apart in time, differences between rows, or one row a subject. "
        "The page Data warns where it sees such rows.",
    )


def _loop() -> Failure:
    def draw(rng: np.random.Generator) -> Floats:
        effects = np.array([[0.0, 0.0, 0.7], [0.7, 0.0, 0.0], [0.0, 0.7, 0.0]])
        noise = rng.normal(size=(1000, 3))
        return np.asarray(np.linalg.solve(np.eye(3) - effects, noise.T).T)

    names = ("Sleep", "Mood", "Work")
    return Failure(
        DrawnGraph(names, _TRIANGLE, PDAG.from_edges(3, [(0, 1), (1, 2), (2, 0)])),
        _found(names, _TRIANGLE, draw, seed=0),
        "Sleep acts on mood, mood on work, and work on sleep again. The search knows graphs "
        "without loops only: it joins all three, and no graph in its class is the loop.",
        "Where time orders the variables, measure them at several times: sleep on Monday and "
        "sleep on Tuesday are two columns.",
    )


def _cancelling() -> Failure:
    def draw(rng: np.random.Generator) -> Floats:
        exercise = rng.normal(size=1000)
        hunger = exercise + 0.6 * rng.normal(size=1000)
        return np.column_stack([exercise, hunger, hunger - exercise + 0.6 * rng.normal(size=1000)])

    names = ("Exercise", "Hunger", "Weight")
    return Failure(
        DrawnGraph(names, _TRIANGLE, PDAG.from_edges(3, [(0, 1), (1, 2), (0, 2)])),
        _found(names, _TRIANGLE, draw, seed=0),
        "Exercise lowers weight directly and raises it by way of hunger, by exactly as much. "
        "The two look independent, so their edge is missing and an arrow points the wrong way.",
        "Exact cancelling is rare where nothing steers towards it. It is common in systems that "
        "keep something constant, such as a thermostat.",
    )


def _found(
    names: tuple[str, ...],
    places: Places,
    draw: Callable[[np.random.Generator], Floats],
    seed: int,
) -> DrawnGraph:
    dataset = Dataset.from_array(draw(np.random.default_rng(seed)), names)
    measure = PartialCorrelation(dataset)
    *_, last = reframed_ges(measure, measure.null_quantile(ALPHA), global_score=False)
    assert isinstance(last, Finished)
    return DrawnGraph(names, places, last.graph)
