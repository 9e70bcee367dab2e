"""Nearest neighbours with ties broken at random, for measures built on them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from gesncd.measures.brute_force import clear_neighbours

_TIE = 1.0 + 1e-13
_MEMO_BYTES = 64 * 2**20
_TREE_POINTS = 800
"""Of so many points times √2 to the power of their dimension, and more, a tree is faster."""


def nearest_neighbours(
    points: NDArray[np.float64],
    generator: np.random.Generator,
    *,
    distinct: bool | None = None,
) -> NDArray[np.intp]:
    """Index of each point's nearest other point, by Euclidean distance.

    Points at the same smallest distance (up to rounding) are equally likely to
    be picked. A point is never its own neighbour; its exact duplicates are its
    nearest neighbours.

    Parameters
    ----------
    points
        Array of shape ``(n, k)``, n ≥ 2, k ≥ 1.
    generator
        Source of the two uniform numbers that each point's choice takes.
    distinct
        True where it is known that some column has no ties; None to find out.

    Returns
    -------
    Array of shape ``(n,)``.

    Raises
    ------
    ValueError
        If there are fewer than two points.
    """
    n = len(points)
    if n < 2:
        raise ValueError("A nearest neighbour needs at least two points.")
    which, member = generator.random(n), generator.random(n)
    if distinct is None:
        distinct = any(_has_no_ties(column) for column in points.T)
    if distinct:
        # One column without ties rules duplicates out, much faster than comparing rows.
        return _nearest_groups(points, np.ones(n, dtype=np.intp), np.arange(n), which)
    groups, inverse = np.unique(points, axis=0, return_inverse=True)
    group = inverse.reshape(n)
    sizes = np.bincount(group)
    by_group = np.argsort(group, kind="stable")
    starts = np.cumsum(sizes) - sizes
    place = np.empty(n, dtype=np.intp)
    place[by_group] = np.arange(n) - starts[group[by_group]]

    # Among the duplicates of a point: any of the others, cyclically after itself.
    size = sizes[group]
    offset = 1 + np.floor(member * np.maximum(size - 1, 1)).astype(np.intp)
    chosen = starts[group] + (place + offset) % size
    alone = np.flatnonzero(size == 1)
    if alone.size:
        target = _nearest_groups(groups, sizes, group[alone], which[alone])
        within = np.floor(member[alone] * sizes[target]).astype(np.intp)
        chosen[alone] = starts[target] + within
    neighbours: NDArray[np.intp] = by_group[chosen]
    return neighbours


def _has_no_ties(column: NDArray[np.float64]) -> bool:
    ordered = np.sort(column)
    return bool((ordered[1:] != ordered[:-1]).all())


def _nearest_groups(
    distinct: NDArray[np.float64],
    sizes: NDArray[np.intp],
    asked: NDArray[np.intp],
    uniform: NDArray[np.float64],
) -> NDArray[np.intp]:
    """Nearest other distinct point of some distinct points, ties weighted by their sizes."""
    n, dimension = distinct.shape
    # In one dimension most nearest points of ranks are tied.
    if dimension > 1 and n < _TREE_POINTS * 2.0 ** (dimension / 2) and 2 * len(asked) > n:
        result = clear_neighbours(distinct)[asked]
        open_rows = np.flatnonzero(result < 0)
    else:
        result = np.empty(len(asked), dtype=np.intp)
        open_rows = np.arange(len(asked))
    if not open_rows.size:
        return result
    tree = cKDTree(distinct, leafsize=16, balanced_tree=False, compact_nodes=False)
    k = 4 if dimension == 1 else 3
    while open_rows.size:
        k = min(k, n)
        found = tree.query(distinct[asked[open_rows]], k=k)
        # Distinct points lie apart, so the first one found is the point itself.
        distances, indices = np.asarray(found[0])[:, 1:], np.asarray(found[1])[:, 1:]
        unsettled = distances[:, -1] <= distances[:, 0] * _TIE
        settled = ~unsettled if k < n else np.ones(len(open_rows), dtype=bool)
        rows, distances, indices = open_rows[settled], distances[settled], indices[settled]
        if indices.shape[1] == 2 and k < n:
            # The second is no nearest point, so that there is nothing to draw.
            result[rows] = indices[:, 0]
        else:
            result[rows] = _drawn(distances, indices, sizes, uniform[rows])
        open_rows = open_rows[~settled]
        k *= 2
    return result


def _drawn(
    distances: NDArray[np.float64],
    indices: NDArray[np.intp],
    sizes: NDArray[np.intp],
    uniform: NDArray[np.float64],
) -> NDArray[np.intp]:
    """One of the nearest points in each row, which are sorted by distance."""
    tied = distances <= distances[:, :1] * _TIE
    weights = np.cumsum(np.where(tied, sizes[indices], 0), axis=1)
    mark = uniform * weights[:, -1]
    drawn: NDArray[np.intp] = indices[np.arange(len(mark)), (weights <= mark[:, None]).sum(axis=1)]
    return drawn


class NeighbourFinder:
    """Nearest neighbours of rows in sets of columns, found once a set.

    A set's neighbours are a pure function of the columns' values, the seed and
    the set. The most recent ones are kept in memory, up to a fixed size.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``.
    seed
        Not negative.
    """

    def __init__(self, values: NDArray[np.float64], seed: int) -> None:
        self._values = values
        self._seed = seed
        self._distinct = [_has_no_ties(column) for column in values.T]
        self._known: OrderedDict[tuple[int, ...], NDArray[np.int32]] = OrderedDict()
        self._capacity = max(4, _MEMO_BYTES // (4 * max(1, len(values))))

    def of(self, columns: Sequence[int]) -> NDArray[np.int32]:
        """Nearest neighbours of all rows in some columns, shape ``(n,)``."""
        key = tuple(sorted(columns))
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
            return found
        generator = np.random.default_rng([self._seed, *(column + 1 for column in key)])
        found = nearest_neighbours(
            self._values[:, key],
            generator,
            distinct=any(self._distinct[column] for column in key),
        ).astype(np.int32)
        self._known[key] = found
        if len(self._known) > self._capacity:
            self._known.popitem(last=False)
        return found
