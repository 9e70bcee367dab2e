"""The store's scores as the cache of a search."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.measures import MemoryCache, Query
from gesncd.runs.store.run_store import RunStore


class StoreCache:
    """Scores in the run store, so that no run computes what another has; in memory first.

    Parameters
    ----------
    store
        The store to read from and to write to.
    """

    def __init__(self, store: RunStore) -> None:
        self._store = store
        self._memory = MemoryCache()

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        """Known scores, None where there is none."""
        known = self._memory.get(measure_key, queries)
        lacking = list(
            dict.fromkeys(
                query for query, score in zip(queries, known, strict=True) if score is None
            )
        )
        if not lacking:
            return known
        found = self._store.scores(measure_key, lacking)
        self._memory.put(measure_key, list(found), list(found.values()))
        return [
            found.get(query) if score is None else score
            for query, score in zip(queries, known, strict=True)
        ]

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        """Keep scores, committed when this returns."""
        if not queries:
            return
        self._store.add_scores(measure_key, queries, scores)
        self._memory.put(measure_key, queries, [float(score) for score in scores])
