"""A look inside a squared partial correlation: the residuals it is the correlation of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import Query

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LinearPicture:
    """Residuals of two single columns after linear least squares on Z.

    Parameters
    ----------
    score
        Their squared correlation.
    x, y
        The residuals, centred, shape ``(n,)``.
    """

    score: float
    x: Floats
    y: Floats


def look_inside(dataset: Dataset, query: Query) -> LinearPicture:
    """Recompute the residuals behind a score of two single columns.

    Raises
    ------
    ValueError
        If X or Y spans several columns.
    """
    columns = [dataset.columns_of(nodes) for nodes in (query.x, query.y, query.z)]
    x, y, z = (part - part.mean(axis=0) for part in columns)
    if x.shape[1] != 1 or y.shape[1] != 1:
        raise ValueError("The picture of residuals is for variables of one column.")
    if z.shape[1]:
        both = np.hstack([x, y])
        both = both - z @ np.linalg.lstsq(z, both, rcond=None)[0]
        x, y = both[:, :1], both[:, 1:]
    r, s = x[:, 0], y[:, 0]
    spread = float(np.sqrt((r @ r) * (s @ s)))
    return LinearPicture(float(r @ s / spread) ** 2 if spread > 0.0 else 0.0, r, s)
