"""Positions drawn together so that a graph is seen whole in a small view, names still readable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from components.graph_view.build import FONT_SIZE, MIN_FONT_PIXELS
from components.layout import box_sizes

Floats = NDArray[np.float64]
_FACTORS = tuple(np.arange(1.0, 0.5, -0.05))
_AIR = 10.0
"""Least distance between two boxes, in layout units."""


def fitted(positions: Floats, names: Sequence[str], width: float, height: float) -> Floats:
    """Positions scaled down until the graph fits, or until boxes would meet.

    Parameters
    ----------
    positions
        Shape ``(d, 2)``.
    names
        The nodes' names, which set the sizes of their boxes.
    width, height
        Pixels of the view.

    Returns
    -------
    Array of shape ``(d, 2)``; the positions themselves where they fit.
    """
    scale = MIN_FONT_PIXELS / FONT_SIZE
    room = np.array([width, height]) / scale
    boxes = box_sizes(names)
    best = positions
    for factor in _FACTORS:
        points = positions * factor
        if _overlap(points, boxes):
            break
        best = points
        low, high = (points - boxes / 2).min(axis=0), (points + boxes / 2).max(axis=0)
        if (high - low <= room).all():
            break
    return best


def _overlap(points: Floats, boxes: Floats) -> bool:
    apart = np.abs(points[:, None] - points[None]) - (boxes[:, None] + boxes[None]) / 2 - _AIR
    meets = (apart < 0).all(axis=2)
    return bool(meets[np.triu_indices(len(points), 1)].any())
