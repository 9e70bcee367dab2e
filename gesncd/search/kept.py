"""A measure of which only scores are left, for a run whose data are somewhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.graphs import Reorient
from gesncd.measures import MemoryCache, OnChunk, Query, ScoreCache
from gesncd.search.events import Event, PhaseEnded, Step


class MissingScoresError(RuntimeError):
    """A score was asked for that nobody kept.

    Parameters
    ----------
    n_missing
        How many of those asked for at once are missing.
    """

    def __init__(self, n_missing: int) -> None:
        what, were = (
            ("1 score is", "was") if n_missing == 1 else (f"{n_missing} scores are", "were")
        )
        super().__init__(f"{what} needed that {were} not kept and cannot be computed here.")
        self.n_missing = n_missing


class KeptScores:
    """A measure that knows its key and computes nothing: a cache must know the scores.

    Parameters
    ----------
    key
        The key of the measure that the scores are of.
    n_variables
        Number of variables.
    """

    name = "kept"
    symmetric = True

    def __init__(self, key: str, n_variables: int) -> None:
        self._key = key
        self._n_variables = n_variables

    @property
    def key(self) -> str:
        """That of the measure which computed the scores."""
        return self._key

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._n_variables

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Refuse: what the cache does not hold cannot be had.

        Raises
        ------
        MissingScoresError
            If anything is asked for.
        """
        if queries:
            raise MissingScoresError(len(set(queries)))
        return np.empty(0)


class KnownFirst:
    """A cache in front of another: scores that a run's events hold are found without it.

    Parameters
    ----------
    events
        Of the run.
    measure_key
        Its measure's key.
    behind
        Where other scores are looked up and kept; in memory by default.
    """

    def __init__(
        self, events: Iterable[Event], measure_key: str, behind: ScoreCache | None = None
    ) -> None:
        self._known = MemoryCache()
        self._behind: ScoreCache = MemoryCache() if behind is None else behind
        for query, score in scores_in(events):
            self._known.put(measure_key, [query], [score])

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        """Known scores, None where there is none."""
        found = self._known.get(measure_key, queries)
        lacking = [q for q, score in zip(queries, found, strict=True) if score is None]
        if lacking:
            others = dict(zip(lacking, self._behind.get(measure_key, lacking), strict=True))
            found = [
                others[q] if score is None else score
                for q, score in zip(queries, found, strict=True)
            ]
        return found

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        """Keep scores."""
        self._behind.put(measure_key, queries, scores)


def scores_in(events: Iterable[Event]) -> Iterable[tuple[Query, float]]:
    """Every score that events hold, by the canonical query of a symmetric measure."""
    for event in events:
        if not isinstance(event, Step | PhaseEnded):
            continue
        for candidate in event.candidates:
            operator = candidate.operator
            if isinstance(operator, Reorient):
                continue
            yield (
                Query.pair(operator.x, operator.y, candidate.conditioning).canonical,
                (candidate.score),
            )
        for pair in event.pair_scores:
            if pair.score is not None:
                yield Query.pair(pair.i, pair.j, pair.conditioning).canonical, pair.score
