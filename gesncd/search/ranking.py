"""Scored operators in rank order, cheap to change a few pairs at a time."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heapreplace
from itertools import chain

Entry = tuple[float, int, int, int, tuple[int, ...], tuple[int, ...]]
"""Rank key of a scored operator: ±score, |Z|, x, y, sorted T or H; then sorted Z."""


class Ranking:
    """Entries by ordered pair, one row for each y, iterated in order across rows.

    At most steps only the first few entries are looked at, so that a row is sorted
    when its second entry is asked for, and not before.

    Parameters
    ----------
    n_nodes
        Number of rows.
    """

    def __init__(self, n_nodes: int) -> None:
        self._pairs: list[dict[int, list[Entry]]] = [{} for _ in range(n_nodes)]
        self._heads: list[Entry | None] = [None] * n_nodes
        self._counts = [0] * n_nodes
        self._sorted: list[list[Entry] | None] = [None] * n_nodes

    def __len__(self) -> int:
        return sum(self._counts)

    def set_pair(self, x: int, y: int, entries: list[Entry]) -> None:
        """Replace the entries of a pair; :meth:`close_row` must follow for its row."""
        if entries:
            self._pairs[y][x] = sorted(entries)
        else:
            self._pairs[y].pop(x, None)

    def close_row(self, y: int) -> None:
        """Take up what :meth:`set_pair` changed in a row."""
        rows = self._pairs[y].values()
        self._counts[y] = sum(map(len, rows))
        self._heads[y] = min((row[0] for row in rows), default=None)
        self._sorted[y] = None

    def best_of_pair(self, x: int, y: int) -> Entry | None:
        """The first entry of an ordered pair."""
        row = self._pairs[y].get(x)
        return row[0] if row else None

    def __iter__(self) -> Iterator[Entry]:
        heap = [(head, y, 0) for y, head in enumerate(self._heads) if head is not None]
        heapify(heap)
        while heap:
            entry, y, place = heap[0]
            yield entry
            row = self._sorted[y]
            if row is None:
                row = self._sorted[y] = sorted(chain.from_iterable(self._pairs[y].values()))
            if place + 1 < len(row):
                heapreplace(heap, (row[place + 1], y, place + 1))
            else:
                heappop(heap)
