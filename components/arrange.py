"""Positions on request: in layers, causes above effects, or in a circle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from components.layout import AIR, box_sizes, circle
from gesncd.graphs import PDAG, first_member
from gesncd.graphs.bits import nodes_in

_SWEEPS = 8
_LAYER_GAP = 70.0


@lru_cache(maxsize=16)
def layered(names: tuple[str, ...], graph: PDAG) -> NDArray[np.float64]:
    """Positions in layers, shape ``(d, 2)``, centred on 0; read-only.

    An arrow always leads down. Undirected edges are taken as in the class' first
    member. Within layers, variables are sorted by the mean place of what they are
    joined to (barycentres; Sugiyama, Tagawa & Toda 1981).
    """
    dag = first_member(graph)
    layers = _layers(dag)
    order = {node: float(k) for layer in layers for k, node in enumerate(layer)}
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            layer.sort(key=lambda node: (_barycentre(dag, node, order), order[node]))
            for k, node in enumerate(layer):
                order[node] = k - (len(layer) - 1) / 2
    points = _places(layers, box_sizes(names))
    points.flags.writeable = False
    return points


@lru_cache(maxsize=16)
def in_circle(names: tuple[str, ...]) -> NDArray[np.float64]:
    """Positions on an ellipse, shape ``(d, 2)``; read-only."""
    points = circle(names)
    points.flags.writeable = False
    return points


def _layers(dag: PDAG) -> list[list[int]]:
    """Nodes by the length of the longest path that leads to them; lone ones come last."""
    depth: dict[int, int] = {}

    def settle(node: int) -> int:
        stack = [node]
        while stack:
            top = stack[-1]
            waiting = [p for p in nodes_in(dag.parents[top]) if p not in depth]
            if waiting:
                stack.extend(waiting)
                continue
            depth[top] = max((depth[p] + 1 for p in nodes_in(dag.parents[top])), default=0)
            stack.pop()
        return depth[node]

    joined = [node for node in range(dag.n_nodes) if dag.adjacent(node)]
    lone = [node for node in range(dag.n_nodes) if not dag.adjacent(node)]
    layers: list[list[int]] = [[] for _ in range(max(map(settle, joined), default=-1) + 1)]
    for node in joined:
        layers[depth[node]].append(node)
    return [*layers, lone] if lone else layers


def _barycentre(dag: PDAG, node: int, order: dict[int, float]) -> float:
    around = list(nodes_in(dag.adjacent(node)))
    return sum(order[other] for other in around) / len(around) if around else order[node]


def _places(layers: Sequence[Sequence[int]], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    points = np.zeros((len(sizes), 2))
    widest = _row_width(sizes)
    top = 0.0
    for layer in layers:
        for row in _rows(layer, sizes, widest):
            height = sizes[row, 1].max()
            widths = sizes[row, 0] + AIR
            left = np.cumsum(widths) - widths
            points[row, 0] = left + widths / 2 - widths.sum() / 2
            points[row, 1] = top + height / 2
            top += height + _LAYER_GAP
    if len(points):
        points[:, 1] -= (points[:, 1].max() + points[:, 1].min()) / 2
    return np.round(points, 1)


def _row_width(sizes: NDArray[np.float64]) -> float:
    """Where a layer is broken into several rows: a square's side, but at least a screen's."""
    area = float(((sizes[:, 0] + AIR) * (sizes[:, 1] + _LAYER_GAP)).sum())
    return max(760.0, 1.4 * area**0.5)


def _rows(layer: Sequence[int], sizes: NDArray[np.float64], widest: float) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0.0
    for node in layer:
        width = float(sizes[node, 0]) + AIR
        if rows[-1] and used + width > widest:
            rows.append([])
            used = 0.0
        rows[-1].append(node)
        used += width
    return rows
