"""Counts from which every kind of rank follows, and how noisy a measure made of them is."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

RCD_NOISE: Final = 1.07
"""Standard deviation of √n·T̂ of a symmetric RCD under independence given continuous Z.

It is here because scipy, which RCD needs, is slow to import for those that need the number only.
"""


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
