"""Nearest neighbours from all distances at once, where the answer is beyond doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BLOCK_ENTRIES = 2**18
"""Distances held at once: one megabyte, which stays in the caches."""
_UNIT = 2.0**-24
"""Relative rounding error of single precision."""


def clear_neighbours(points: NDArray[np.float64]) -> NDArray[np.intp]:
    """Each point's nearest other point where single precision tells it from the second.

    One matrix product has all distances of a block of points. That costs O(n²k), but so
    little for each that trees, which see most points too in many dimensions, are slower.

    For points a, b in k dimensions, shifted and scaled as one, and N the largest norm,
    |b|² − 2ab has an error of at most (k + 5)·2⁻²⁴ (|a| + N)² in single precision,
    whatever the order of its sums. A nearest point is clear if the second lies further by
    more than twice that.

    Parameters
    ----------
    points
        Array of shape ``(n, k)``, n ≥ 2, k ≥ 1.

    Returns
    -------
    Array of shape ``(n,)``, −1 where the nearest point is not clear. Where most are not, the
    search ends early, and the rest are −1.
    """
    n, k = points.shape
    nearest = np.full(n, -1, dtype=np.intp)
    with np.errstate(over="ignore", invalid="ignore"):
        shifted = points - points.mean(axis=0)
        scale = np.abs(shifted).max()
    if not 0.0 < scale < np.inf:
        return nearest
    scaled = (shifted / scale).astype(np.float32)
    squares = np.square(scaled, dtype=np.float64).sum(axis=1)
    norms = np.sqrt(squares)
    # A little more than the bound, for the rounding in double precision here and in a tree.
    doubt = 2.0 * (k + 8) * _UNIT * (norms + norms.max()) ** 2
    left = np.column_stack([-2.0 * scaled, np.ones(n, dtype=np.float32)])
    right = np.vstack([scaled.T, squares.astype(np.float32)])
    size = max(16, _BLOCK_ENTRIES // n)
    whole_block = np.empty((min(size, n), n), dtype=np.float32)
    for start in range(0, n, size):
        rows = slice(start, min(start + size, n))
        count = rows.stop - start
        distances = np.matmul(left[rows], right, out=whole_block[:count])
        each = np.arange(count)
        distances[each, start + each] = np.inf
        first = distances.argmin(axis=1)
        least = distances[each, first].astype(np.float64)
        distances[each, first] = np.inf
        clear = distances.min(axis=1) - least > doubt[rows]
        nearest[rows] = np.where(clear, first, -1)
        if 2 * int(clear.sum()) < count:
            break
    return nearest
