"""A measure whose queries are answered by the workers of an engine."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gesncd.data import Dataset
from gesncd.engine.costs import LEAST_S, Costs, Pieces
from gesncd.engine.errors import EngineError
from gesncd.engine.protocol import Engine, Lost
from gesncd.measures import ConditionalDependence, NullCalibrated, OnChunk, Query
from gesncd.measures.collector import Collector

_MOST_MEASURES: Final = 4
"""Measures that a worker keeps; each holds what it has made of the data."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a worker makes the measure.

    Parameters
    ----------
    build
        Makes it of the data. It travels by name: a function of a module, or a
        :func:`functools.partial` of one.
    key
        The key that it must come out with. A worker with other software, other data or
        another kind of device makes a measure with another key, and is refused.
    """

    build: Callable[[Dataset], ConditionalDependence]
    key: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A piece of an evaluation on its way: queries, and their places among all."""

    recipe: Recipe
    places: tuple[int, ...]
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Scores of a piece, and the seconds that they took."""

    scores: tuple[float, ...]
    seconds: float


_measures: OrderedDict[str, ConditionalDependence] = OrderedDict()
"""Measures of this worker process, by key."""


def answer(dataset: Dataset, asked: Asked) -> Answer:
    """Score a piece, in a worker."""
    measure = _measure(dataset, asked.recipe)
    began = time.perf_counter()
    scores = measure.evaluate(asked.queries)
    return Answer(tuple(float(score) for score in scores), time.perf_counter() - began)


def _measure(dataset: Dataset, recipe: Recipe) -> ConditionalDependence:
    found = _measures.get(recipe.key)
    if found is None:
        found = recipe.build(dataset)
        if found.key != recipe.key:
            raise EngineError(
                f"A worker's measure {found.name!r} is not the one that was asked for: its "
                "algorithm, its data or its kind of device differ. Install the same release of "
                "gesncd on the workers."
            )
        _measures[recipe.key] = found
    _measures.move_to_end(recipe.key)
    while len(_measures) > _MOST_MEASURES:
        _measures.popitem(last=False)
    return found


class EngineMeasure:
    """A measure that sends its queries to workers; its scores are those of the measure here.

    Each query has its own seed and depends on nothing but itself, so that neither the
    pieces nor the workers change a score. Batches too small for a journey are answered
    here. How large a piece is follows from what queries took before.

    Parameters
    ----------
    here
        The same measure in this process.
    recipe
        How a worker makes it.
    dataset
        Its data.
    engine
        Who answers.
    answers_here
        Whether small batches can be answered in this process. It may lack a device that
        the workers have.
    """

    def __init__(
        self,
        here: ConditionalDependence,
        recipe: Recipe,
        dataset: Dataset,
        engine: Engine,
        *,
        answers_here: bool = True,
    ) -> None:
        self._here, self._recipe = here, recipe
        self._dataset, self._engine = dataset, engine
        self._answers_here = answers_here
        self._costs = Costs()

    @property
    def name(self) -> str:
        """That of the measure."""
        return self._here.name

    @property
    def key(self) -> str:
        """That of the measure; who answers is no part of it."""
        return self._here.key

    @property
    def symmetric(self) -> bool:
        """Whether the measure is."""
        return self._here.symmetric

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._here.n_variables

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries; see :class:`~gesncd.measures.base.ConditionalDependence`.

        Raises
        ------
        EngineError
            If the workers are gone, or differ from this process.
        """
        expected = self._costs.total(queries)
        if self._answers_here and expected is not None and expected < LEAST_S:
            return self._here.evaluate(queries, on_chunk)
        collector = Collector(
            queries, self.n_variables, symmetric=self.symmetric, on_chunk=on_chunk
        )
        pieces = Pieces(collector.unique, self._costs, self._engine.n_workers())

        def next_piece() -> Asked | None:
            places = pieces.take()
            if places is None:
                return None
            return Asked(self._recipe, places, tuple(collector.unique[i] for i in places))

        answers = self._engine.run(answer, self._dataset, next_piece, ahead=2)
        with closing(answers):
            for asked, found in answers:
                if isinstance(found, Lost):
                    raise EngineError(found.message)
                self._costs.learn(asked.queries, found.seconds)
                collector.put(asked.places, found.scores)
        return collector.result()


class _Calibrated(EngineMeasure):
    """As :class:`EngineMeasure`, of a measure that knows its noise."""

    def null_quantile(self, alpha: float) -> float:
        """Score that a conditionally independent pair exceeds with probability alpha."""
        assert isinstance(self._here, NullCalibrated)
        return self._here.null_quantile(alpha)


def on_engine(
    here: ConditionalDependence,
    build: Callable[[Dataset], ConditionalDependence],
    dataset: Dataset,
    engine: Engine,
    *,
    answers_here: bool = True,
) -> EngineMeasure:
    """A measure answered by the workers of an engine, which knows its noise if it did before.

    Parameters
    ----------
    here
        The measure in this process.
    build
        Makes it of the data, in a worker; see :class:`Recipe`.
    dataset
        Its data.
    engine
        Who answers.
    answers_here
        Whether small batches can be answered in this process.
    """
    made = _Calibrated if isinstance(here, NullCalibrated) else EngineMeasure
    recipe = Recipe(build, here.key)
    return made(here, recipe, dataset, engine, answers_here=answers_here)
