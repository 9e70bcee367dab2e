"""The bookkeeping of one evaluation: repeated queries, scores, progress."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.measures.base import Chunk, OnChunk, Query


class Collector:
    """Scores of one call of ``evaluate``, filled in part by part.

    Equal queries, and with ``symmetric`` swapped ones, are asked once: ``unique``
    lists what has to be computed, in order of first appearance.

    Parameters
    ----------
    queries
        The queries as asked.
    n_variables
        Their indices must lie below it.
    symmetric
        Whether a query and its swap have one score.
    on_chunk
        Called by :meth:`put` and :meth:`add`.
    interval
        Seconds for which :meth:`add` gathers scores before it delivers them.

    Raises
    ------
    ValueError
        If a query names a variable that is not there.
    """

    def __init__(
        self,
        queries: Sequence[Query],
        n_variables: int,
        *,
        symmetric: bool,
        on_chunk: OnChunk | None = None,
        interval: float = 0.25,
    ) -> None:
        slots: dict[Query, list[int]] = {}
        for position, query in enumerate(queries):
            largest = max(max(query.x), max(query.y), max(query.z, default=-1))
            smallest = min(query.x[0], query.y[0], query.z[0] if query.z else 0)
            if largest >= n_variables or smallest < 0:
                raise ValueError(
                    f"{query} names a variable outside 0..{n_variables - 1}, "
                    "the variables of the data."
                )
            slots.setdefault(query.canonical if symmetric else query, []).append(position)
        self.unique: list[Query] = list(slots)
        self._positions = list(slots.values())
        self._on_chunk = on_chunk
        self._interval = interval
        self._delivered_at = time.monotonic()
        self._waiting: tuple[list[int], list[float]] = ([], [])
        self._done = 0
        self._scores = np.full(len(queries), np.nan)

    def put(self, unique_indices: Sequence[int], scores: Sequence[float]) -> None:
        """Take the scores of some unique queries and deliver them at once.

        Raises
        ------
        ArithmeticError
            If a score is not finite, which is an error in the measure.
        """
        places, values = [], []
        for index, score in zip(unique_indices, scores, strict=True):
            places.extend(self._positions[index])
            values.extend([float(score)] * len(self._positions[index]))
        if not places:
            return
        indices = np.array(places, dtype=np.intp)
        part = np.array(values)
        if not np.isfinite(part).all():
            raise ArithmeticError(
                "A measure produced a score that is not finite; this is an error in the measure."
            )
        self._scores[indices] = part
        self._done += len(places)
        self._delivered_at = time.monotonic()
        if self._on_chunk is not None:
            self._on_chunk(Chunk(indices, part, self._done, len(self._scores)))

    def add(self, unique_index: int, score: float) -> None:
        """Take one score; deliver the gathered ones when the interval has passed."""
        self._waiting[0].append(unique_index)
        self._waiting[1].append(score)
        if time.monotonic() - self._delivered_at >= self._interval:
            self.flush()

    def flush(self) -> None:
        """Deliver what :meth:`add` has gathered."""
        waiting, self._waiting = self._waiting, ([], [])
        self.put(*waiting)

    def result(self) -> NDArray[np.float64]:
        """All scores, in the order of the queries as asked, shape ``(len(queries),)``.

        Raises
        ------
        RuntimeError
            If scores are missing, which is an error in the measure.
        """
        self.flush()
        if self._done != len(self._scores):
            raise RuntimeError(f"{len(self._scores) - self._done} queries were left unanswered.")
        return self._scores
