"""Which columns are exact linear combinations of others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Variable

Floats = NDArray[np.float64]

MOST_SETS = 20
"""Largest number of sets that are named."""

_EXACT = 1e-7
_ROWS = 4000
_WEIGHT = 1e-6


def standardised(values: Floats) -> Floats:
    """Columns with mean 0 and norm 1, shape as given; a constant column is 0."""
    centred = values - values.mean(axis=0)
    largest = np.abs(centred).max(axis=0)
    centred /= np.where(largest > 0, largest, 1.0)
    norms = np.linalg.norm(centred, axis=0)
    centred /= np.where(norms > 0, norms, 1.0)
    result: Floats = centred
    return result


def spread_rows(n: int, most: int) -> NDArray[np.int64]:
    """At most so many row indices, evenly spread over n rows."""
    if n <= most:
        return np.arange(n)
    return np.linspace(0, n - 1, most).astype(np.int64)


def independent_columns(values: Floats, columns: Sequence[int]) -> list[int]:
    """Those of some columns, ascending, that span all of them up to a constant."""
    kept, _, _ = _pivoted(values, columns)
    return sorted(kept)


def columns_between(values: Floats, variables: Sequence[Variable]) -> list[int]:
    """Columns that can tell whether variables give each other.

    Parameters
    ----------
    values
        Shape ``(n, c)``.
    variables
        The variables over these columns.

    Returns
    -------
    Columns that vary, ascending, without those that others of the same variable give: these do
    no harm. None where there are fewer than two, or more than n − 2, which are always dependent.
    """
    n_rows, n_columns = values.shape
    varying = {j for j in range(n_columns) if n_rows and np.ptp(values[:, j]) > 0}
    if len(varying) < 2 or n_rows < 3:
        return []
    kept: list[int] = []
    for variable in variables:
        own = [j for j in variable.columns if j in varying]
        if 1 < len(own) < n_rows - 1:
            own = independent_columns(values, own)
        kept += own
    return sorted(kept) if len(kept) <= n_rows - 2 else []


def dependent_sets(values: Floats, columns: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Columns that others and a constant give exactly.

    A QR decomposition with column pivoting of the standardised columns; where
    the diagonal of R falls below 1e-7, the column is a combination of those
    before it, and the coefficients say of which. Each set is confirmed on all
    rows.

    Parameters
    ----------
    values
        Shape ``(n, c)``.
    columns
        The columns to look at: none constant, fewer than rows.

    Returns
    -------
    Pairs of a column and those that give it, at most :data:`MOST_SETS`.
    """
    kept, rest, weights = _pivoted(values, columns)
    sets: list[tuple[int, tuple[int, ...]]] = []
    for k, column in enumerate(rest):
        used = np.abs(weights[:, k]) > _WEIGHT
        others = sorted(kept[i] for i in np.flatnonzero(used))
        if others and are_combined(values, column, others):
            sets.append((column, tuple(others)))
        if len(sets) == MOST_SETS:
            break
    return sorted(sets)


def _pivoted(values: Floats, columns: Sequence[int]) -> tuple[list[int], list[int], Floats]:
    """Independent columns, the others, and the weights that give these of those."""
    from scipy.linalg import qr, solve_triangular

    rows = spread_rows(len(values), max(_ROWS, 2 * len(columns)))
    scaled = standardised(values[np.ix_(rows, np.array(columns))])
    r, order = qr(scaled, mode="r", pivoting=True)
    diagonal = np.abs(np.diag(r))
    rank = int((diagonal > _EXACT).sum())
    weights = solve_triangular(r[:rank, :rank], r[:rank, rank:])
    kept, rest = ([int(columns[i]) for i in part] for part in (order[:rank], order[rank:]))
    return kept, rest, np.asarray(weights)


def are_combined(values: Floats, column: int, others: Sequence[int]) -> bool:
    """Whether others and a constant give a column exactly."""
    scaled = standardised(values[:, [column, *others]])
    weights, *_ = np.linalg.lstsq(scaled[:, 1:], scaled[:, 0], rcond=None)
    return float(np.linalg.norm(scaled[:, 0] - scaled[:, 1:] @ weights)) < _EXACT
