"""Which rows of the data NCD computes with."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

LARGEST_N: Final = 10_000
"""More rows are drawn from, for the sake of time and of 1.5 GB of memory."""


def used_rows(n_rows: int, seed: int) -> NDArray[np.intp]:
    """Positions of the rows that are used, in their order: all, or as many as there may be.

    Parameters
    ----------
    n_rows
        Rows of the data.
    seed
        Of the settings; with the number of rows it decides which are drawn.
    """
    if n_rows <= LARGEST_N:
        return np.arange(n_rows)
    picked = np.random.default_rng([seed, n_rows]).choice(n_rows, LARGEST_N, replace=False)
    return np.sort(picked)
