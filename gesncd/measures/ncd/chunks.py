"""How the queries of one evaluation are cut into chunks for processes to take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from gesncd.measures.ncd.column_query import ColumnQuery

_NEARLY_FULL = 0.75
"""Parts are cut to the limit only roughly; two are no chunk if one is nearly enough."""
_LONGEST_SECONDS = 0.6
"""Work beyond what is shared that stays together; progress and cancelling wait for it."""


def chunks(
    queries: Sequence[ColumnQuery],
    seconds: Sequence[float],
    set_seconds: float,
    *,
    limit: float,
    jobs: int,
) -> list[list[int]]:
    """Positions of queries, cut into chunks of one shape and about equal work.

    Queries that share a conditioning set stay together: a process that takes a part of
    them has to work out all that they share. With several processes they are parted only
    where there are fewer sets than processes, or where each part is as much work as what
    they share, or is long.

    Parameters
    ----------
    queries
        Those of one shape and conditioning set next to each other.
    seconds
        Estimated work of each, without what it shares with its conditioning set's others.
    set_seconds
        Estimated work that a conditioning set that isn't empty takes, once a process.
    limit
        A chunk is full when its work is about so much.
    jobs
        Number of processes.

    Returns
    -------
    Chunks that together hold each position once, in order.
    """
    groups = [
        list(group) for _, group in groupby(range(len(queries)), lambda i: _group(queries[i]))
    ]
    if not groups:
        return []
    fewest = -(-jobs // len(groups))
    found: list[list[int]] = []
    room = 0.0
    for group in groups:
        first = queries[group[0]]
        shared = set_seconds if first.z else 0.0
        own = sum(seconds[i] for i in group)
        least = max(limit, min(shared, _LONGEST_SECONDS)) if jobs > 1 else limit
        number = min(len(group), max(fewest, round(own / least)))
        for part in _parts(group, number):
            if room <= 0.0 or queries[found[-1][0]].shape != first.shape:
                found.append([])
                room = _NEARLY_FULL * limit
            found[-1].extend(part)
            room -= shared + sum(seconds[i] for i in part)
    return found


def _group(query: ColumnQuery) -> tuple[tuple[int, int], tuple[int, ...]]:
    return query.shape, query.z


def _parts(positions: list[int], number: int) -> list[list[int]]:
    """Positions in so many parts of equal length, as far as that goes."""
    edges = [len(positions) * k // number for k in range(number + 1)]
    return [positions[a:b] for a, b in pairwise(edges)]
