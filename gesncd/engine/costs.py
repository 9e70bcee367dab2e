"""Pieces of about equal work, by what queries of their kind took before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gesncd.measures import Query

PIECE_S: Final = 0.5
"""Work of a piece where there is plenty; progress and Stop are as fine as that."""
LEAST_S: Final = 0.05
"""Less work than that is not worth a journey."""
_FIRST_QUERIES: Final = 4
"""Size of a piece while nothing is known."""
_MEMORY: Final = 0.5
"""Weight of what was known before against a new measurement."""

Kind = tuple[int, int]
"""Variables on both sides of a query, and in its conditioning set."""


class Costs:
    """Seconds a query, learnt from the pieces that came back."""

    def __init__(self) -> None:
        self._seconds: dict[Kind, float] = {}

    def learn(self, queries: Sequence[Query], seconds: float) -> None:
        """Take note of what queries of one kind took together."""
        kind = kind_of(queries[0])
        each = seconds / len(queries)
        before = self._seconds.get(kind, each)
        self._seconds[kind] = _MEMORY * before + (1.0 - _MEMORY) * each

    def of(self, query: Query) -> float | None:
        """Seconds that a query is expected to take; None where nothing is known yet."""
        kind = kind_of(query)
        if not self._seconds:
            return None
        nearest = min(self._seconds, key=lambda k: (abs(k[0] - kind[0]), abs(k[1] - kind[1]), k))
        return self._seconds[nearest]

    def total(self, queries: Iterable[Query]) -> float | None:
        """Seconds that queries are expected to take; None where nothing is known yet."""
        by_kind: dict[Kind, float] = {}
        total = 0.0
        for query in queries:
            kind = kind_of(query)
            if kind not in by_kind:
                seconds = self.of(query)
                if seconds is None:
                    return None
                by_kind[kind] = seconds
            total += by_kind[kind]
        return total


class Pieces:
    """Hands out queries in pieces, those that share a conditioning set together.

    Parameters
    ----------
    queries
        What is to be handed out.
    costs
        What is known; more may be learnt between two pieces.
    n_workers
        Near the end pieces get smaller, so that the workers end together.
    """

    def __init__(self, queries: Sequence[Query], costs: Costs, n_workers: int) -> None:
        self._queries = queries
        self._costs = costs
        self._n_workers = n_workers
        order = range(len(queries))
        self._order = sorted(order, key=lambda i: (kind_of(queries[i]), queries[i].z, i))
        self._next = 0

    def take(self) -> tuple[int, ...] | None:
        """Places of the next piece, all of one kind; None when there are no more."""
        if self._next == len(self._order):
            return None
        start = self._next
        kind = kind_of(self._queries[self._order[start]])
        each = self._costs.of(self._queries[self._order[start]])
        stop = start + _FIRST_QUERIES
        if each is not None:
            rest = (len(self._order) - start) * each
            work = max(LEAST_S, min(PIECE_S, rest / (2 * self._n_workers)))
            stop = start + max(1, int(work / max(each, 1e-9)))
        while self._next < min(stop, len(self._order)):
            if kind_of(self._queries[self._order[self._next]]) != kind:
                break
            self._next += 1
        return tuple(self._order[start : self._next])


def kind_of(query: Query) -> Kind:
    """What the cost of a query mostly depends on, besides the data."""
    return len(query.x) + len(query.y), len(query.z)
