"""The lines that edges follow between boxes: straight, or bent around a third box."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gesncd.graphs import Edge

Floats = NDArray[np.float64]
Pair = tuple[int, int]

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
_MUCH_MORE: Final = 0.5
_LEAST_ANGLE, _FAR = 0.14, 90.0
"""Two lines are told apart if their directions differ so much, this far from the box they share."""
_AS_ONE: Final = ((15.0, 6.0), (50.0, 10.0))
"""Two lines come to a box as one if, so far out of it, they are nearer to each other than that."""
_FINE: Final = 240


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
    best, fewest = 0.0, (len(positions), 0, 0)
    first: float | None = None
    for bend in BENDS:
        if first is not None and abs(bend) > abs(first) + _MORE:
            break
        cost = _cost(low, high, bend, positions, sizes)
        if cost is None:
            continue
        if cost < fewest:
            best, fewest = bend, cost
        if cost[:2] == (0, 0) and first is None:
            first = bend
        if cost == (0, 0, 0):
            break
    return best


def bends_of(edges: Iterable[Edge], positions: Floats, sizes: Floats) -> dict[Pair, float]:
    """The bend of each edge of a graph, so that no line seems to have the head of another.

    Where two lines come to a box as one and only one of them has a head there, an arrow is read
    that is none. Then an edge that bends takes another way, as good around the boxes; in all
    other cases its bend is that of :func:`bend_around`, which knows of no edges and is the same
    in every graph over these boxes.

    Parameters
    ----------
    edges
        All edges that are drawn.
    positions, sizes
        As for :func:`bend_around`.

    Returns
    -------
    By pair, the lower node first.
    """
    drawn = {pair_of(edge): edge for edge in edges}
    bends = {pair: bend_around(*pair, positions, sizes) for pair in sorted(drawn)}
    # One after the other, so that two do not get out of each other's way to meet again.
    for pair in bends:
        bends[pair] = _apart_from(pair, drawn, bends, positions, sizes)
    return bends


def pair_of(edge: Edge) -> Pair:
    """The two nodes of an edge, the lower first."""
    return min(edge.source, edge.target), max(edge.source, edge.target)


def _apart_from(
    pair: Pair,
    drawn: Mapping[Pair, Edge],
    bends: Mapping[Pair, float],
    positions: Floats,
    sizes: Floats,
) -> float:
    """The bend of one of the edges drawn, where the others have the bends that are given."""
    bend = bends[pair]
    if not bend:  # A straight line has no choice.
        return bend
    others = {
        node: [
            _path(*other, bends[other], positions, from_node=node)
            for other, edge in drawn.items()
            if node in other
            and other != pair
            and _has_head(edge, node) != _has_head(drawn[pair], node)
        ]
        for node in pair
    }

    def n_false_heads(tried: float) -> int:
        paths = {node: _path(*pair, tried, positions, from_node=node) for node in pair}
        return sum(
            _come_as_one(paths[node], other, positions[node], sizes[node])
            for node in pair
            for other in others[node]
        )

    fewest = n_false_heads(bend)
    if not fewest:
        return bend
    plain_cost = _cost(*pair, bend, positions, sizes)
    assert plain_cost is not None
    best, least = bend, (fewest, plain_cost[2])
    for tried in BENDS:
        if abs(tried) > abs(bend) + _MUCH_MORE:
            break
        cost = _cost(*pair, tried, positions, sizes)
        if tried and cost is not None and cost[:2] <= plain_cost[:2]:
            found = n_false_heads(tried), cost[2]
            if found < least:
                best, least = tried, found
    return best


def _has_head(edge: Edge, node: int) -> bool:
    return edge.directed and edge.target == node


def _path(low: int, high: int, bend: float, positions: Floats, *, from_node: int) -> Floats:
    middle = control_point(positions[low], positions[high], bend)
    t = (np.arange(_FINE) + 0.5) / _FINE
    path = curve(positions[low], middle, positions[high], t)
    return path if from_node == low else path[::-1]


def _come_as_one(path: Floats, other: Floats, box: Floats, size: Floats) -> bool:
    """Whether two paths out of a box are as near each other as a head is wide, and stay so."""
    outside = (np.abs(path - box) > size / 2).any(axis=1)
    if not outside.any():
        return False
    out = path[int(outside.argmax()) :]
    for far, near in _AS_ONE:
        beyond = out[np.hypot(*(out - out[0]).T) >= far]
        if len(beyond) and np.hypot(*(other - beyond[0]).T).min() >= near:
            return False
    return True


def _cost(
    low: int, high: int, bend: float, positions: Floats, sizes: Floats
) -> tuple[int, int, int] | None:
    """Boxes run behind, boxes come close to, lines run into; None for a bend out of the picture."""
    others = [node for node in range(len(positions)) if node not in (low, high)]
    centres, half = positions[others], sizes[others] / 2
    left_top = (positions - sizes / 2).min(axis=0) - _MARGIN
    right_bottom = (positions + sizes / 2).max(axis=0) + _MARGIN
    middle = control_point(positions[low], positions[high], bend)
    t = (np.arange(_POINTS) + 0.5) / _POINTS
    path = curve(positions[low], middle, positions[high], t)
    if ((path < left_top) | (path > right_bottom)).any():
        return None
    gaps = np.max(np.abs(path[:, None] - centres[None]) - half[None], axis=2)
    nearest = gaps.min(axis=0, initial=np.inf)
    merged = 0
    if bend:  # A straight line has no choice.
        merged = _merged_lines(path, positions[low], centres)
        merged += _merged_lines(path[::-1], positions[high], centres)
    # To run behind one box is worse than to come close to several.
    return int((nearest < 0).sum()), int((nearest < _CLEARANCE).sum()), merged


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
