"""Scores for the search: asked of the cache first, and of the measure in one batch."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gesncd.measures import Chunk, ConditionalDependence, MemoryCache, Query, ScoreCache
from gesncd.search.events import Phase
from gesncd.search.progress import OnProgress, Progress, Purpose


class MeasureError(RuntimeError):
    """A measure broke its contract; the message names measure and query."""


class Scorer:
    """A measure behind a cache, counting the distinct queries it was asked.

    Parameters
    ----------
    measure
        The measure of conditional dependence.
    cache
        Where scores are looked up and kept; in memory by default.
    on_progress
        Called as scores come in.

    Raises
    ------
    TypeError
        If a class was given in place of a measure.
    """

    def __init__(
        self,
        measure: ConditionalDependence,
        cache: ScoreCache | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        if isinstance(measure, type):
            raise TypeError(f"Give a measure, {measure.__name__}(data), not the class itself.")
        self.measure = measure
        self._cache = MemoryCache() if cache is None else cache
        self._on_progress = on_progress
        self._known: dict[Query, float] = {}

    @property
    def n_queries(self) -> int:
        """Distinct queries answered so far."""
        return len(self._known)

    def canonical(self, query: Query) -> Query:
        """The query under which a score is kept."""
        return query.canonical if self.measure.symmetric else query

    def __getitem__(self, query: Query) -> float:
        """Score of a query that was answered before."""
        return self._known[self.canonical(query)]

    def answered(self) -> Iterable[tuple[Query, float]]:
        """Every query answered so far, as it is kept, with its score."""
        return self._known.items()

    def answer(
        self, queries: Iterable[Query], *, phase: Phase, step: int, purpose: Purpose
    ) -> None:
        """Make the scores of some queries known, computing only what the cache lacks.

        Parameters
        ----------
        queries
            Any queries, repeated ones as well.
        phase, step, purpose
            What they are asked for, for those who watch the progress.

        Raises
        ------
        MeasureError
            If the measure returns a score that is not finite, or not one a query.
        Cancelled
            From the progress callback; finished parts are in the cache.
        """
        wanted = dict.fromkeys(map(self.canonical, queries))
        new = [query for query in wanted if query not in self._known]
        if not new:
            return
        key = self.measure.key
        lacking = []
        for query, score in zip(new, self._cache.get(key, new), strict=True):
            if score is None:
                lacking.append(query)
            else:
                self._known[query] = score
        if not lacking:
            return

        def keep(chunk: Chunk) -> None:
            part = [lacking[i] for i in chunk.indices]
            scores = [self._checked(q, float(s)) for q, s in zip(part, chunk.scores, strict=True)]
            self._cache.put(key, part, scores)
            self._known.update(zip(part, scores, strict=True))
            if self._on_progress is not None:
                self._on_progress(Progress(phase, step, purpose, chunk.done, chunk.asked))

        if self._on_progress is not None:
            self._on_progress(Progress(phase, step, purpose, 0, len(lacking)))
        returned = self.measure.evaluate(lacking, keep)
        if np.shape(returned) != (len(lacking),):
            raise MeasureError(
                f"The measure {self.measure.name!r} returned scores of shape "
                f"{np.shape(returned)} for {len(lacking)} queries; it must return one a query."
            )
        # A simple measure of a user's own may never call back.
        rest = [i for i, query in enumerate(lacking) if query not in self._known]
        if rest:
            part = [lacking[i] for i in rest]
            scores = [self._checked(lacking[i], float(returned[i])) for i in rest]
            self._cache.put(key, part, scores)
            self._known.update(zip(part, scores, strict=True))

    def _checked(self, query: Query, score: float) -> float:
        if not -float("inf") < score < float("inf"):
            raise MeasureError(
                f"The measure {self.measure.name!r} returned {score} for {query}; "
                "a score must be a finite number."
            )
        return score
