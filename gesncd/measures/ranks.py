"""Counts from which every kind of rank follows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def count_below(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many rows lie below, and at or below, each row of a column.

    The average rank of a row is half of their sum, plus a half. scipy.stats has ranks
    too, but importing it takes longer than a search on a small table.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``.

    Returns
    -------
    below, at_most
        Arrays of shape ``(n, c)``.
    """
    below = np.empty(values.shape, dtype=np.int64)
    at_most = np.empty(values.shape, dtype=np.int64)
    for column in range(values.shape[1]):
        ordered = np.sort(values[:, column])
        below[:, column] = np.searchsorted(ordered, values[:, column], side="left")
        at_most[:, column] = np.searchsorted(ordered, values[:, column], side="right")
    return below, at_most
