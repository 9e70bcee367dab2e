"""Gaussian kernels as a few columns: the incomplete Cholesky decomposition.

A Gram matrix K of n rows is approximated by G Gᵀ with G of shape (n, m), pivot by pivot,
until what is left is small (Fine and Scheinberg, JMLR 2 (2001); Bach and Jordan 2002).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WIDTH = 2.0
"""Kernel width in median distances."""
TOLERANCE = 1e-6
"""Largest mean of the diagonal that the columns may leave unexplained."""
LARGEST_RANK = 200
"""Most columns."""
_SAMPLE = 1000


def scaled_columns(columns: Floats) -> Floats | None:
    """Columns of one variable in units of the kernel width; None where it is constant.

    Parameters
    ----------
    columns
        Shape ``(n, q)``.
    """
    n = len(columns)
    # An even subset of the rows is enough for a median, and is the same each time.
    rows = columns[np.linspace(0, n - 1, min(n, _SAMPLE)).astype(int)]
    squared = np.square(rows[:, None, :] - rows[None, :, :]).sum(axis=2)
    distances = np.sqrt(squared[np.triu_indices(len(rows), 1)])
    positive = distances[distances > 0]
    if not positive.size:
        return None
    median = float(np.median(distances))
    # Where most rows are equal the median distance is 0.
    scaled: Floats = columns / (WIDTH * (median if median > 0 else float(np.median(positive))))
    return scaled


def kernel_columns(scaled: Floats) -> Floats:
    """Centred columns G with G Gᵀ ≈ the centred Gram matrix of exp(−‖a − b‖² / 2).

    Parameters
    ----------
    scaled
        Shape ``(n, q)``, in units of the kernel width.

    Returns
    -------
    Shape ``(n, m)``, each column of mean 0.
    """
    n = len(scaled)
    left = np.ones(n)
    columns = np.empty((n, min(n, LARGEST_RANK)))
    rank = 0
    while rank < columns.shape[1] and left.mean() > TOLERANCE:
        pivot = int(np.argmax(left))
        kernel = np.exp(-0.5 * np.square(scaled - scaled[pivot]).sum(axis=1))
        kernel -= columns[:, :rank] @ columns[pivot, :rank]
        columns[:, rank] = kernel / np.sqrt(left[pivot])
        left = np.maximum(left - np.square(columns[:, rank]), 0.0)
        rank += 1
    found: Floats = columns[:, :rank]
    centred: Floats = found - found.mean(axis=0)
    return centred
