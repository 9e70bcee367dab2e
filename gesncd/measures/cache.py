"""Score cache in memory."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.measures.base import Query


class MemoryCache:
    """Scores kept in dictionaries for the life of the object."""

    def __init__(self) -> None:
        self._scores: dict[str, dict[Query, float]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._scores.values()))

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        """Known scores, None where there is none."""
        known = self._scores.get(measure_key, {})
        return [known.get(query) for query in queries]

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        """Keep scores; see :meth:`gesncd.measures.base.ScoreCache.put`."""
        self._scores.setdefault(measure_key, {}).update(zip(queries, scores, strict=True))
