"""One position per variable and data set, the same across steps, runs and pages.

The layout is read from the data alone, before any search: variables that depend
on each other strongly are placed near each other. It is deterministic.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import minimum_spanning_tree, shortest_path
from scipy.stats import rankdata

from components.labels import node_labels
from gesncd.data.dataset import Dataset

Floats = NDArray[np.float64]

ASPECT = 1.25
"""Width over height of the area that a graph is spread over."""
AIR, LITTLE_AIR = 40.0, 26.0
"""Wished-for distance between boxes, and that where names are long."""
_LONG = 110.0
"""Mean width of boxes from which on names count as long."""
_MANY = 30
"""Number of boxes from which on they fill a screen."""
CHARACTER, LINE, PAD_X, PAD_Y = 7.6, 17.0, 24.0, 16.0
"""Size of a node's box in layout units, which are pixels at scale 1."""


def dependence(dataset: Dataset) -> Floats:
    """How strongly each pair of variables depends on each other, shape ``(d, d)``, in [0, 1].

    The largest absolute rank correlation among (X, Y), (|X − median|, Y),
    (X, |Y − median|) and (|X − median|, |Y − median|), so that a symmetric
    effect such as Y = X² is seen too. A picture's guide, not a test.
    """
    values = dataset.values
    folded = np.abs(values - np.median(values, axis=0))
    ranks = rankdata(np.hstack([values, folded]), axis=0)
    ranks -= ranks.mean(axis=0)
    norms = np.linalg.norm(ranks, axis=0)
    ranks /= np.where(norms > 0, norms, 1.0)
    n_columns = values.shape[1]
    by_column = np.abs(ranks.T @ ranks).reshape(2, n_columns, 2, n_columns).max(axis=(0, 2))
    result = np.empty((dataset.n_variables, dataset.n_variables))
    for i, one in enumerate(dataset.variables):
        for j, other in enumerate(dataset.variables):
            result[i, j] = by_column[np.ix_(one.columns, other.columns)].max()
    np.fill_diagonal(result, 1.0)
    return np.clip(result, 0.0, 1.0)


def box_sizes(names: Sequence[str]) -> Floats:
    """Width and height of each node's box, shape ``(d, 2)``."""
    sizes = []
    for label in node_labels(tuple(names)):
        lines = label.split("\n")
        width = CHARACTER * max(map(_columns, lines)) + PAD_X
        sizes.append((width, LINE * len(lines) + PAD_Y))
    return np.array(sizes, dtype=np.float64).reshape(-1, 2)


def _columns(text: str) -> int:
    """Characters, those of East Asian scripts counted twice as they are twice as wide."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def circle(names: Sequence[str]) -> Floats:
    """Positions on an ellipse, shape ``(d, 2)``, in the order of the variables."""
    d = len(names)
    if d < 2:
        return np.zeros((d, 2))
    angles = 2 * np.pi * np.arange(d) / d - np.pi / 2
    points = np.column_stack([ASPECT * np.cos(angles), np.sin(angles)])
    return _fit_to_boxes(points, box_sizes(names), np.zeros((0, 2), dtype=np.int64))


def positions(dataset: Dataset) -> Floats:
    """Positions from the dependences of the data, shape ``(d, 2)``, centred on 0.

    Stress majorization (Gansner, Koren & North 2004) on the path lengths of a
    sparse graph: the strongest spanning tree and each variable's two strongest
    partners. Then boxes are pushed apart, and away from the likely edges.
    """
    d = dataset.n_variables
    if d < 4:
        return circle(dataset.names)
    strength = dependence(dataset)
    likely = _likely_pairs(strength)
    distances = _path_lengths(strength, likely)
    points = _wide(_majorize(_start(distances), distances))
    return _fit_to_boxes(points, box_sizes(dataset.names), likely)


def _likely_pairs(strength: Floats) -> NDArray[np.int64]:
    """Pairs of the strongest spanning tree and of each node's two strongest partners."""
    d = strength.shape[0]
    cost = 1.001 - strength
    np.fill_diagonal(cost, 0.0)
    tree = minimum_spanning_tree(cost).tocoo()
    tree_pairs = np.sort(np.column_stack([tree.row, tree.col]), axis=1)
    pairs = {(int(i), int(j)) for i, j in tree_pairs}
    for i in range(d):
        # Stable, so that equally strong partners keep the order of the variables.
        ranked = np.argsort(-strength[i], kind="stable")
        partners = [int(j) for j in ranked if j != i][:2]
        pairs |= {(min(i, j), max(i, j)) for j in partners}
    return np.array(sorted(pairs), dtype=np.int64)


def _path_lengths(strength: Floats, pairs: NDArray[np.int64]) -> Floats:
    lengths = np.zeros_like(strength)
    for i, j in pairs:
        lengths[i, j] = lengths[j, i] = 1.0 + 0.6 * (1.0 - strength[i, j])
    paths: Floats = shortest_path(lengths, directed=False)
    return paths


def _start(distances: Floats) -> Floats:
    """Classical scaling, with a small fixed tilt so that no two points coincide."""
    d = distances.shape[0]
    centring = np.eye(d) - 1.0 / d
    values, vectors = np.linalg.eigh(-0.5 * centring @ distances**2 @ centring)
    vectors = vectors[:, ::-1][:, :2]
    # An eigenvector's sign is arbitrary: its largest entry shall be positive.
    largest = np.abs(vectors).argmax(axis=0)
    vectors = vectors * np.where(vectors[largest, [0, 1]] < 0, -1.0, 1.0)
    tilt = 0.05 * np.column_stack([np.cos(np.arange(d) * 2.4), np.sin(np.arange(d) * 2.4)])
    start: Floats = vectors * np.sqrt(np.maximum(values[::-1][:2], 0.0)) + tilt
    return start


def _majorize(points: Floats, distances: Floats, rounds: int = 300) -> Floats:
    """Points whose distances agree with the wanted ones, each weighed by 1 / distance²."""
    d = points.shape[0]
    weights = 1.0 / (distances + np.eye(d)) ** 2
    np.fill_diagonal(weights, 0.0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    for _ in range(rounds):
        gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
        ratios = np.divide(weights * distances, gaps, out=np.zeros_like(gaps), where=gaps > 1e-9)
        step = inverse @ ((np.diag(ratios.sum(axis=1)) - ratios) @ points)
        moved = np.abs(step - points).max()
        points = step
        if moved < 1e-6:
            break
    return points


def _wide(points: Floats) -> Floats:
    """Turn the cloud so that its longest axis lies flat."""
    points = points - points.mean(axis=0)
    _, vectors = np.linalg.eigh(points.T @ points)
    axes = vectors[:, ::-1]
    largest = np.abs(axes).argmax(axis=0)
    axes = axes * np.where(axes[largest, [0, 1]] < 0, -1.0, 1.0)
    turned: Floats = points @ axes
    return turned


def _fit_to_boxes(points: Floats, sizes: Floats, likely: NDArray[np.int64]) -> Floats:
    """Spread the cloud over an area that its boxes need, then push apart what overlaps."""
    area = _area(sizes)
    spread = points.max(axis=0) - points.min(axis=0)
    points = points * (area - sizes.max(axis=0)) / np.maximum(spread, 1e-9)
    points = points - (points.max(axis=0) + points.min(axis=0)) / 2
    air, _ = _spacing(sizes)
    room = sizes + air
    for _ in range(200):
        shift = _box_pushes(points, room) + 0.5 * _edge_pushes(points, sizes, likely)
        points = _inside(points + 0.5 * shift, sizes, area)
        if np.abs(shift).max() < 0.25:
            break
    points = _parted(points, sizes, area)
    centred: Floats = points - (points.max(axis=0) + points.min(axis=0)) / 2
    return np.round(centred, 1)


def _parted(points: Floats, sizes: Floats, area: Floats) -> Floats:
    """Points with boxes apart: overlapping names are worse than a crossed box.

    The area keeps its shape, which is that of the view, and grows only where it must.
    """
    air, _ = _spacing(sizes)
    for growth in range(60):
        within = area * (1.0 + 0.02 * growth)
        # Flat boxes part sooner up and down; now and then they try sideways, where there is room.
        sideways = 1.0 if growth % 2 else 3.0
        for _ in range(40):
            shift = _box_pushes(points, sizes + air / 2, sideways)
            if np.abs(shift).max(initial=0.0) < 0.25:
                return points
            points = _inside(points + 0.5 * shift, sizes, within)
        points = points * 1.02
    for _ in range(400):
        points = points + 0.5 * _box_pushes(points, sizes + air / 2)
    return points


def _area(sizes: Floats) -> Floats:
    """Width and height to spread over: few boxes get air, many stay on one screen."""
    air, share = _spacing(sizes)
    room = sizes + air
    boxes = float((room[:, 0] * room[:, 1]).sum())
    least = min(100_000.0 * len(sizes) ** 0.45, 330_000.0)
    height = math.sqrt(max(share * boxes, least) / ASPECT)
    return np.array([ASPECT * height, height])


def _spacing(sizes: Floats) -> tuple[float, float]:
    """Distance between boxes, and area to spread over as a multiple of what boxes need.

    Long or many names fill a screen by themselves: then it is better to see them all.
    """
    crowded = sizes[:, 0].mean() > _LONG or len(sizes) > _MANY
    return (LITTLE_AIR, 1.0) if crowded else (AIR, 1.3)


def _inside(points: Floats, sizes: Floats, area: Floats) -> Floats:
    limit = np.maximum((area - sizes) / 2, 0.0)
    clipped: Floats = np.clip(points, -limit, limit)
    return clipped


def _box_pushes(points: Floats, room: Floats, sideways: float = 1.0) -> Floats:
    """Moves that part overlapping boxes along the axis of the smaller overlap.

    ``sideways`` above 1 prefers moves to the left and right.
    """
    gaps = points[:, None] - points[None]
    overlap = (room[:, None] + room[None]) / 2 - np.abs(gaps)
    touching = (overlap > 0).all(axis=2) & ~np.eye(len(points), dtype=bool)
    flat = overlap[..., 0] < overlap[..., 1] * ASPECT * sideways
    order = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None])
    signs = np.where(gaps == 0, order[..., None], np.sign(gaps))
    moves = np.zeros_like(points)
    moves[:, 0] = np.where(touching & flat, signs[..., 0] * overlap[..., 0] / 2, 0).sum(axis=1)
    moves[:, 1] = np.where(touching & ~flat, signs[..., 1] * overlap[..., 1] / 2, 0).sum(axis=1)
    return moves


def _edge_pushes(points: Floats, sizes: Floats, pairs: NDArray[np.int64]) -> Floats:
    """Moves that take boxes off the straight line between two other likely partners."""
    if len(pairs) == 0:
        return np.zeros_like(points)
    along = points[pairs[:, 1]] - points[pairs[:, 0]]
    length = np.linalg.norm(along, axis=1)[:, None]
    along = along / np.maximum(length, 1e-9)
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    relative = points[None] - points[pairs[:, 0], None]
    position = np.einsum("enk,ek->en", relative, along)
    offset = np.einsum("enk,ek->en", relative, normal)
    reach = np.abs(normal) @ sizes.T / 2 + 12.0
    near = (position > 0) & (position < length) & (np.abs(offset) < reach)
    near[np.arange(len(pairs))[:, None], pairs] = False
    pushes = np.where(near, (reach - np.abs(offset)) * np.where(offset < 0, -1.0, 1.0), 0.0)
    moves: Floats = pushes.T @ normal
    return moves
