"""Correlation matrices, and their factors: what the linear measures stand on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def correlation_matrix(values: Floats) -> Floats:
    """Correlations of columns, shape (c, c); a constant column has zeros, also with itself."""
    centred = values - values.mean(axis=0)
    centred[:, values.max(axis=0) == values.min(axis=0)] = 0.0
    # Two steps, so that neither huge nor tiny units overflow when squared.
    largest = np.abs(centred).max(axis=0)
    centred /= np.where(largest > 0.0, largest, 1.0)
    norms = np.linalg.norm(centred, axis=0)
    centred /= np.where(norms > 0.0, norms, 1.0)
    correlation: Floats = centred.T @ centred
    correlation = np.clip((correlation + correlation.T) / 2.0, -1.0, 1.0)
    np.fill_diagonal(correlation, (norms > 0.0).astype(np.float64))
    return correlation


def cholesky_factors(stack: Floats) -> Floats:
    """Lower Cholesky factors, shape (k, c, c); NaN where a matrix has none."""
    try:
        return np.linalg.cholesky(stack).astype(np.float64, copy=False)
    except np.linalg.LinAlgError:
        if len(stack) == 1:
            return np.full_like(stack, np.nan)
        middle = len(stack) // 2
        return np.concatenate([cholesky_factors(stack[:middle]), cholesky_factors(stack[middle:])])
