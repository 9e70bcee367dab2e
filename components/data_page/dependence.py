"""Dependence of each pair of variables: rank correlation and RCD."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesncd.data import Dataset
from gesncd.measures import Query
from gesncd.measures.ranks import count_below
from gesncd.measures.rcd import Rcd

MOST_ROWS = 2000
"""Rows used; of more, a seeded sample."""

MOST_VARIABLES = 60
"""Variables shown; the first ones of more."""


@dataclass(frozen=True, eq=False, slots=True)
class Dependence:
    """Pairwise dependence of d variables.

    Parameters
    ----------
    names
        The variables.
    rank_correlation
        Shape ``(d, d)``: Spearman's ρ; its size where a variable has several
        columns, of the pair of columns where it is largest.
    rcd
        Shape ``(d, d)``: the average of T̂(Y, X) and T̂(X, Y), nothing given.
    n_rows
        Rows it was computed from.
    one_column
        Which variables have a single column, shape ``(d,)``: only between these does
        ρ have a sign. The sign of one category's column says nothing on the variable.
    """

    names: tuple[str, ...]
    rank_correlation: NDArray[np.float64]
    rcd: NDArray[np.float64]
    n_rows: int
    one_column: NDArray[np.bool_]

    @property
    def signed(self) -> NDArray[np.bool_]:
        """For which pairs the sign of ρ means something, shape ``(d, d)``."""
        return np.logical_and.outer(self.one_column, self.one_column)


def dependence(dataset: Dataset, seed: int = 0) -> Dependence:
    """Compute both measures for each pair.

    Cost: O(d² n + d n log n).
    """
    rows = sampled_rows(dataset.n_rows, MOST_ROWS, seed)
    variables = dataset.variables[:MOST_VARIABLES]
    sample = Dataset(dataset.values[rows], variables)
    d = sample.n_variables
    pairs = [(i, j) for i in range(d) for j in range(i + 1, d)]
    scores = Rcd(sample, seed=seed).evaluate([Query((i,), (j,), ()) for i, j in pairs])
    columns = rank_correlations(sample.values)
    rho, rcd = np.eye(d), np.eye(d)
    for (i, j), score in zip(pairs, scores, strict=True):
        block = columns[np.ix_(variables[i].columns, variables[j].columns)].ravel()
        size = float(np.abs(block).max())
        rho[i, j] = rho[j, i] = float(block[0]) if len(block) == 1 else size
        rcd[i, j] = rcd[j, i] = score
    single = np.array([variable.size == 1 for variable in variables])
    return Dependence(sample.names, rho, rcd, sample.n_rows, single)


def rank_correlations(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Spearman's ρ of the columns, shape ``(c, c)``; 0 where a column is constant."""
    ranks = average_ranks(values)
    centred = ranks - ranks.mean(axis=0)
    norms = np.sqrt((centred**2).sum(axis=0))
    safe = np.where(norms > 0, norms, 1.0)
    return np.asarray(centred.T @ centred / np.outer(safe, safe))


def average_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1 on, ties sharing their average, by column."""
    below, at_most = count_below(values)
    return (below + at_most + 1) / 2.0


def sampled_rows(n_rows: int, most: int, seed: int) -> NDArray[np.int64]:
    """All rows, or a random choice of so many, in their order."""
    if n_rows <= most:
        return np.arange(n_rows)
    chosen: NDArray[np.int64] = np.random.default_rng(seed).choice(n_rows, most, replace=False)
    return np.sort(chosen)
