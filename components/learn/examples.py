"""What the pictures of the method show: small graphs, and real searches on small data.

Everything is computed by the package itself from fixed seeds, in well under a second, so that
a picture cannot say anything that the product does not do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.graphs import PDAG
from gesncd.graphs.equivalence import cpdag_of_dag, members
from gesncd.lessons import Lesson, lesson
from gesncd.measures import PartialCorrelation, Query
from gesncd.search import Event, GlobalScore, Phase, Step

Floats = NDArray[np.float64]
Places = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class DrawnGraph:
    """A graph with names and places of its nodes, y downwards."""

    names: tuple[str, ...]
    places: Places
    graph: PDAG


@dataclass(frozen=True, eq=False, slots=True)
class Cloud:
    """Two columns of numbers to be drawn against each other, and their score.

    Parameters
    ----------
    title, across, up
        Heading, and what the two axes are.
    x, y
        Shape ``(n,)`` each.
    score
        Squared correlation of the two.
    """

    title: str
    across: str
    up: str
    x: Floats
    y: Floats
    score: float


@dataclass(frozen=True, eq=False, slots=True)
class NullScores:
    """Scores of pairs that have nothing to do with each other, and the automatic τ.

    Parameters
    ----------
    scores
        Shape ``(n_pairs,)``.
    tau
        The automatic τ at α = 0.001 for as many rows.
    n_rows
        Rows of each pair.
    """

    scores: Floats
    tau: float
    n_rows: int

    @property
    def n_above(self) -> int:
        """How many pairs score above τ."""
        return int((self.scores > self.tau).sum())


def taught(lesson_id: str) -> Lesson:
    """A lesson of Replay, whose data and names the pictures share."""
    found = lesson(lesson_id)
    assert found is not None, lesson_id
    return found


@cache
def searched(lesson_id: str, variant: int = 0) -> tuple[Event, ...]:
    """The search of a lesson with partial correlation, from start to end."""
    return taught(lesson_id).search(variant)


def steps(events: Sequence[Event], phase: Phase | None = None) -> tuple[Step, ...]:
    """Steps of a search, or of one of its phases."""
    return tuple(e for e in events if isinstance(e, Step) and phase in (None, e.phase))


def global_scores(events: Sequence[Event]) -> tuple[float, ...]:
    """S_g of the empty graph and after each step."""
    return tuple(e.value for e in events if isinstance(e, GlobalScore))


def drawn(lesson_id: str, graph: PDAG) -> DrawnGraph:
    """A graph over the variables of a lesson."""
    found = taught(lesson_id)
    return DrawnGraph(found.names, found.places, graph)


def truth(lesson_id: str) -> DrawnGraph:
    """The true graph of a lesson."""
    return drawn(lesson_id, PDAG.from_matrix(taught(lesson_id).truth()))


CHAIN = PDAG.from_edges(3, [(0, 1), (1, 2)])
"""Sport → Health → Mood."""
COLLIDER = PDAG.from_edges(3, [(0, 2), (1, 2)])
"""Talent → Fame ← Luck."""


@cache
def chain_class() -> tuple[PDAG, tuple[PDAG, ...]]:
    """The class of the chain, and every DAG in it."""
    cpdag = cpdag_of_dag(CHAIN)
    return cpdag, tuple(members(cpdag))


@cache
def dependence_clouds() -> tuple[Cloud, Cloud]:
    """Sport against mood, and what is left of both once health is known."""
    dataset = taught("chain-and-fork").dataset()
    sport, health, mood = dataset.values.T
    plain, given = PartialCorrelation(dataset).evaluate([Query.pair(0, 2), Query.pair(0, 2, (1,))])
    return (
        Cloud("Sport and mood", "Sport", "Mood", sport, mood, float(plain)),
        Cloud(
            "What health leaves of them",
            "Sport, less its prediction",
            "Mood, less its prediction",
            _residual(sport, health),
            _residual(mood, health),
            float(given),
        ),
    )


def _residual(y: Floats, z: Floats) -> Floats:
    """What a straight line in z leaves of y."""
    slope, height = np.polyfit(z, y, 1)
    left: Floats = y - slope * z - height
    return left


@cache
def null_scores(n_sets: int = 10, n_pairs: int = 100, n_rows: int = 200) -> NullScores:
    """Scores of unrelated Gaussian pairs, and the threshold that noise seldom exceeds."""
    rng = np.random.default_rng(3)
    measures = [
        PartialCorrelation(Dataset.from_array(rng.normal(size=(n_rows, 2 * n_pairs))))
        for _ in range(n_sets)
    ]
    pairs = [Query.pair(2 * k, 2 * k + 1) for k in range(n_pairs)]
    scores = np.concatenate([measure.evaluate(pairs) for measure in measures])
    return NullScores(scores, measures[0].null_quantile(0.001), n_rows)


READ_NAMES = ("Age", "Talent", "Luck", "Fame", "Fans")
READ_DAG = PDAG.from_edges(5, [(0, 1), (1, 3), (2, 3), (3, 4)])
READ_PLACES: Places = ((-210.0, -55.0), (-70.0, -55.0), (-70.0, 60.0), (75.0, 0.0), (205.0, 0.0))


def graph_to_read() -> DrawnGraph:
    """A CPDAG with an undirected edge, a collider, and an arrow that follows from it."""
    return DrawnGraph(READ_NAMES, READ_PLACES, cpdag_of_dag(READ_DAG))
