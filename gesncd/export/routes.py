"""The lines that edges follow between boxes: straight, or bent around a third box."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS: Final = (
    *(0.14, 0.17, 0.2, 0.24, 0.28, 0.32, 0.36, 0.4, 0.45, 0.5, 0.55, 0.6),
    *(0.65, 0.72, 0.8, 0.9, 1.0),
)
BENDS: Final = (0.0, *(sign * step for step in _STEPS for sign in (1, -1)))
"""Bends that are tried, in this order; the graph view in the browser tries the same."""
_CLEARANCE: Final = 4.0
_MARGIN: Final = 40.0
"""How far a bend may lead out of what all boxes span: there is no more air in a picture."""
_POINTS: Final = 120
_MORE: Final = 0.2
"""A bend that is so much larger may be taken so as not to run into the line to another box."""
_LEAST_ANGLE, _FAR = 0.14, 90.0
"""Two lines are told apart if their directions differ so much, this far from the box they share."""


def control_point(start: Floats, end: Floats, bend: float) -> Floats:
    """Middle point of the quadratic Bézier curve from start to end with a bend.

    A positive bend is vis-network's ``curvedCW`` of that roundness, a negative one
    ``curvedCCW``.
    """
    if bend == 0:
        return (start + end) / 2
    reach = 0.5 + abs(bend) / 2
    angle = math.atan2(start[1] - end[1], end[0] - start[0]) + (0.5 + bend / 2) * math.pi
    length = float(np.hypot(*(end - start)))
    return start + reach * length * np.array([math.sin(angle), math.cos(angle)])


def curve(start: Floats, middle: Floats, end: Floats, t: Floats) -> Floats:
    """Points of a quadratic Bézier curve, shape ``(k, 2)``, at parameters t of shape ``(k,)``."""
    s = t[:, None]
    points: Floats = (1 - s) ** 2 * start + 2 * s * (1 - s) * middle + s**2 * end
    return points


def bend_around(source: int, target: int, positions: Floats, sizes: Floats) -> float:
    """A small bend of the edge of two boxes that crosses the fewest other boxes.

    Of bends that are about as small, it is one that runs into the fewest straight lines from its
    boxes to others, as two edges would be taken for one there.

    It is that of the line from the lower of the two nodes to the higher one, wherever its head
    is: a bend is not symmetric.

    Parameters
    ----------
    source, target
        The two nodes, in any order.
    positions, sizes
        Centres, and widths and heights, of all boxes, shape ``(d, 2)``.
    """
    low, high = sorted((source, target))
    others = [node for node in range(len(positions)) if node not in (low, high)]
    centres, half = positions[others], sizes[others] / 2
    left_top = (positions - sizes / 2).min(axis=0) - _MARGIN
    right_bottom = (positions + sizes / 2).max(axis=0) + _MARGIN
    best, fewest = 0.0, (len(others) + 1, 0, 0)
    first: float | None = None
    t = (np.arange(_POINTS) + 0.5) / _POINTS
    for bend in BENDS:
        if first is not None and abs(bend) > abs(first) + _MORE:
            break
        middle = control_point(positions[low], positions[high], bend)
        path = curve(positions[low], middle, positions[high], t)
        if ((path < left_top) | (path > right_bottom)).any():
            continue
        gaps = np.max(np.abs(path[:, None] - centres[None]) - half[None], axis=2)
        nearest = gaps.min(axis=0, initial=np.inf)
        # To run behind one box is worse than to come close to several.
        hits = int((nearest < 0).sum()), int((nearest < _CLEARANCE).sum())
        merged = 0
        if bend:  # A straight line has no choice.
            merged = _merged_lines(path, positions[low], centres)
            merged += _merged_lines(path[::-1], positions[high], centres)
        if (*hits, merged) < fewest:
            best, fewest = bend, (*hits, merged)
        if hits == (0, 0) and first is None:
            first = bend
        if hits == (0, 0) and merged == 0:
            break
    return best


def _merged_lines(path: Floats, box: Floats, others: Floats) -> int:
    """How many straight lines from a box to others begin as one with a path from it."""
    out = path[np.hypot(*(path - box).T) > _FAR]
    if not len(out):
        return 0
    ways = np.vstack([out[:1], others[np.hypot(*(others - box).T) > _FAR]]) - box
    angles = np.arctan2(ways[:, 1], ways[:, 0])
    between = np.abs(angles[1:] - angles[0])
    return int((np.minimum(between, 2 * np.pi - between) < _LEAST_ANGLE).sum())


def between_boxes(
    source: int, target: int, bend: float, positions: Floats, sizes: Floats
) -> tuple[Floats, Floats, Floats]:
    """Start, middle and end of the part of an edge's curve that lies outside its two boxes.

    Parameters
    ----------
    source, target
        Where it begins and ends.
    bend
        From the lower of the two nodes to the higher one; see :func:`bend_around`.
    positions, sizes
        Centres, and widths and heights, of all boxes, shape ``(d, 2)``.
    """
    start, end = positions[source], positions[target]
    low, high = sorted((source, target))
    middle = control_point(positions[low], positions[high], bend)
    t = np.linspace(0.0, 1.0, 401)
    path = curve(start, middle, end, t)
    leaves = (np.abs(path - start) <= sizes[source] / 2).all(axis=1)
    enters = (np.abs(path - end) <= sizes[target] / 2).all(axis=1)
    first = float(t[np.flatnonzero(leaves).max(initial=0)])
    last = float(t[np.flatnonzero(enters).min(initial=len(t) - 1)])
    if last <= first:
        first, last = 0.0, 1.0
    return _cut(start, middle, end, first, last)


def _cut(
    start: Floats, middle: Floats, end: Floats, first: float, last: float
) -> tuple[Floats, Floats, Floats]:
    """The part of a quadratic Bézier curve between two parameters (blossoming)."""

    def blossom(u: float, v: float) -> Floats:
        value: Floats = (
            (1 - u) * (1 - v) * start + (u * (1 - v) + v * (1 - u)) * middle + u * v * end
        )
        return value

    return blossom(first, first), blossom(first, last), blossom(last, last)
