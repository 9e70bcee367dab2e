"""A look inside an RCD score: each row's nearest neighbours, and what each row adds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import Query
from gesncd.measures.neighbours import NeighbourFinder
from gesncd.measures.ranks import count_below


@dataclass(frozen=True, slots=True, eq=False)
class RcdPicture:
    """One direction of a score, T̂(Y, X | Z), for single columns X and Y.

    Parameters
    ----------
    score
        T̂.
    with_x, without_x
        Nearest neighbour of each row in (X, Z) and in Z, shape ``(n,)``; the second is
        None where Z is empty.
    rank
        R_i, how many rows have a Y at or below row i's, shape ``(n,)``.
    numerator, denominator
        What T̂ is the ratio of.
    """

    score: float
    with_x: NDArray[np.int32]
    without_x: NDArray[np.int32] | None
    rank: NDArray[np.int64]
    numerator: int
    denominator: int


def look_inside(
    dataset: Dataset, query: Query, *, ranks: bool = True, seed: int = 0
) -> tuple[RcdPicture, RcdPicture]:
    """Both directions of a query, (Y given X) and (X given Y); a symmetric RCD is their mean.

    Parameters
    ----------
    dataset, ranks, seed
        Those of :class:`~gesncd.measures.rcd.Rcd`.
    query
        Two variables of one column each, given any others.

    Raises
    ------
    ValueError
        If X or Y is a vector.
    """
    # The measure asks in canonical order.
    query = query.canonical
    x, y, z = (
        [column for node in nodes for column in dataset.variables[node].columns]
        for nodes in (query.x, query.y, query.z)
    )
    if len(x) != 1 or len(y) != 1:
        raise ValueError("The picture of nearest neighbours is for variables of one column.")
    below, at_most = count_below(dataset.values)
    searched = (below + at_most + 1).astype(np.float64) if ranks else dataset.values
    finder = NeighbourFinder(searched, seed)
    at_least = len(dataset.values) - below
    return (
        _directed(finder, at_most, at_least, x, y[0], z),
        _directed(finder, at_most, at_least, y, x[0], z),
    )


def _directed(
    finder: NeighbourFinder,
    at_most: NDArray[np.int64],
    at_least: NDArray[np.int64],
    x: list[int],
    y: int,
    z: list[int],
) -> RcdPicture:
    n, r = len(at_most), at_most[:, y]
    with_x = finder.of(x + z)
    shared = int(np.minimum(r, r[with_x]).sum())
    without_x = None
    if z:
        without_x = finder.of(z)
        base = int(np.minimum(r, r[without_x]).sum())
        numerator, denominator = shared - base, int(r.sum()) - base
    else:
        least = at_least[:, y]
        numerator = n * shared - int((least**2).sum())
        denominator = int((least * (n - least)).sum())
    score = numerator / denominator if denominator else 0.0
    return RcdPicture(score, with_x, without_x, r, numerator, denominator)
