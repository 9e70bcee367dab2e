"""A first pass over many variables: which pairs are worth asking about at all.

Each variable keeps the partners to which it is tied most strongly, by itself and given
nothing, in ranks or in any other way. A pair that neither of the two keeps is never
offered to the search. That is a shortcut with a price: a cause that shows only together
with another one, as in an exclusive or, or whose ways cancel, may be left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gesncd.data import Dataset
from gesncd.measures.ranks import RCD_NOISE, count_below

MOST_ROWS = 5000
"""Rows that are looked at, evenly spaced; a first pass needs no more."""


def candidate_partners(dataset: Dataset, n_partners: int, *, seed: int = 0) -> tuple[int, ...]:
    """The pairs that a screened search may join.

    Parameters
    ----------
    dataset
        The data.
    n_partners
        Partners that each variable keeps, at least 1. It may have more, which keep it.
    seed
        Of the tie-breaking among nearest neighbours.

    Returns
    -------
    Masks by node; bit i of ``partners[j]`` is bit j of ``partners[i]``.
    """
    return strongest_partners(marginal_strengths(dataset, seed=seed), n_partners)


def marginal_strengths(dataset: Dataset, *, seed: int = 0) -> NDArray[np.float64]:
    """How far each pair is from independence, in standard deviations of the noise.

    The larger of two: √n times the rank correlation, which is quick to see what rises or
    falls, and √n·T̂ of RCD with nothing given, in its better direction, over its noise,
    which sees the rest. Of variables with several columns the best pair of columns counts.

    Parameters
    ----------
    dataset
        The data; of many rows evenly spaced ones are taken.
    seed
        Of RCD's tie-breaking.

    Returns
    -------
    Symmetric array of shape ``(d, d)``, 0 on the diagonal.
    """
    values = dataset.values
    if len(values) > MOST_ROWS:
        values = values[np.linspace(0, len(values) - 1, MOST_ROWS).round().astype(np.int64)]
    below, at_most = count_below(values)
    by_column = np.maximum(_rank_strengths(below + at_most), _rcd_strengths(below, at_most, seed))
    groups = [list(variable.columns) for variable in dataset.variables]
    strengths = np.zeros((len(groups), len(groups)))
    for i, ours in enumerate(groups):
        for j in range(i):
            strengths[i, j] = strengths[j, i] = by_column[np.ix_(ours, groups[j])].max()
    return strengths


def _rank_strengths(ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    centred = ranks - ranks.mean(axis=0)
    norms = np.linalg.norm(centred, axis=0)
    centred /= np.where(norms > 0.0, norms, 1.0)
    strengths: NDArray[np.float64] = np.sqrt(len(ranks)) * np.abs(centred.T @ centred)
    return strengths


def _rcd_strengths(
    below: NDArray[np.int64], at_most: NDArray[np.int64], seed: int
) -> NDArray[np.float64]:
    """√n·T̂(Y, X | ∅) over its noise for all columns at once, the better direction of two."""
    # Imported here: scipy takes longer than a search on a small table.
    from gesncd.measures.neighbours import NeighbourFinder

    n, c = at_most.shape
    finder = NeighbourFinder((below + at_most + 1).astype(np.float64), seed)
    at_least = n - below
    squares = (at_least**2).sum(axis=0)
    scale = (at_least * below).sum(axis=0)
    scores = np.zeros((c, c))
    for x in range(c):
        shared = np.minimum(at_most, at_most[finder.of([x])]).sum(axis=0)
        scores[x] = np.where(scale > 0, (n * shared - squares) / np.maximum(scale, 1), 0.0)
    strengths: NDArray[np.float64] = np.sqrt(n) * np.maximum(scores, scores.T) / RCD_NOISE
    return strengths


def strongest_partners(strengths: NDArray[np.float64], n_partners: int) -> tuple[int, ...]:
    """Pairs of which at least one counts the other among its strongest.

    Parameters
    ----------
    strengths
        Symmetric array of shape ``(d, d)``.
    n_partners
        Partners that each keeps, at least 1; of equal ones the first.

    Returns
    -------
    Masks by node, symmetric.

    Raises
    ------
    ValueError
        If no partner is to be kept.
    """
    if n_partners < 1:
        raise ValueError(f"A variable keeps at least one partner, not {n_partners}.")
    d = len(strengths)
    partners = [0] * d
    for i in range(d):
        order = sorted((j for j in range(d) if j != i), key=lambda j: (-strengths[i, j], j))
        for j in order[:n_partners]:
            partners[i] |= 1 << j
            partners[j] |= 1 << i
    return tuple(partners)
