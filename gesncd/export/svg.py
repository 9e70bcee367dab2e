"""A graph as an SVG picture, drawn from positions alone."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gesncd.export.labels import xml_text
from gesncd.export.routes import Floats, bends_of, between_boxes, curve, pair_of
from gesncd.graphs import PDAG, Edge

_MARGIN = 16.0
_FONT_SIZE = 14.0
_LINE = 17.0
_HEAD, _HALF_HEAD = 11.0, 4.6
_DIAMOND = 6.0
"""Half the width of a diamond."""
_LOCK = 8.0
"""Radius of the ground of a lock."""
_SHARES = np.array([0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8])
"""Where signs may stand on a line, as shares of it, the best first."""


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """Colours, and what else distinguishes edges.

    Parameters
    ----------
    background, ink, muted, fill
        Page, text and edges, outline of boxes, inside of boxes.
    widths
        Width of the line of a pair (i, j), i < j; 1.8 where it is not given.
    locked
        Pairs (i, j), i < j, that knowledge requires: drawn with a lock.
    known
        Pairs (i, j), i < j, whose arrow knowledge gives itself: drawn with a full diamond, but
        for those with a lock, which says as much.
    following
        Pairs (i, j), i < j, whose arrow follows from those: drawn with an empty diamond.
    margin
        Air around the outermost boxes; edges that bend around one need some.
    """

    background: str = "#ffffff"
    ink: str = "#22272d"
    muted: str = "#5d6670"
    fill: str = "#f6f7f8"
    widths: Mapping[tuple[int, int], float] = field(default_factory=dict)
    locked: frozenset[tuple[int, int]] = frozenset()
    known: frozenset[tuple[int, int]] = frozenset()
    following: frozenset[tuple[int, int]] = frozenset()
    margin: float = 2.5 * _MARGIN


def graph_svg(
    labels: Sequence[str],
    graph: PDAG,
    positions: NDArray[np.float64],
    sizes: NDArray[np.float64],
    *,
    title: str,
    description: str,
    style: PictureStyle = PictureStyle(),
) -> str:
    """The graph as a complete SVG document.

    Parameters
    ----------
    labels
        What to write into the boxes; line breaks begin a new line.
    graph
        A directed edge has one arrowhead, an undirected one none.
    positions, sizes
        Centres, and widths and heights, of the boxes, shape ``(d, 2)``, y downwards.
    title, description
        Read out by screen readers; plain text.
    style
        Colours and marks.

    Raises
    ------
    ValueError
        If the parts do not have one entry a node.
    """
    d = graph.n_nodes
    if len(labels) != d or positions.shape != (d, 2) or sizes.shape != (d, 2):
        raise ValueError(f"A graph of {d} nodes needs as many labels, positions and sizes.")
    low, high = _bounds(positions, sizes, style.margin)
    width, height = high - low
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{low[0]:.1f} {low[1]:.1f} {width:.1f} {height:.1f}" role="img" '
        f'font-family="Source Sans Pro, Helvetica, Arial, sans-serif" font-size="{_FONT_SIZE:g}">',
        f"<title>{_text(title)}</title><desc>{_text(description)}</desc>",
        f'<rect x="{low[0]:.1f}" y="{low[1]:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{style.background}"/>',
    ]
    bends = bends_of(graph.edges(), positions, sizes)
    ends = {
        pair_of(edge): between_boxes(
            edge.source, edge.target, bends[pair_of(edge)], positions, sizes
        )
        for edge in graph.edges()
    }
    drawn = [_edge(edge, ends[pair_of(edge)], positions, sizes, style) for edge in graph.edges()]
    # No line goes through a sign.
    parts += [line for line, _ in drawn] + [signs for _, signs in drawn if signs]
    parts += [_box(label, positions[node], sizes[node], style) for node, label in enumerate(labels)]
    hidden = [
        _hidden_parts(edge, ends[pair_of(edge)], positions, sizes, style) for edge in graph.edges()
    ]
    parts += [dashes for dashes in hidden if dashes]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bounds(positions: Floats, sizes: Floats, margin: float) -> tuple[Floats, Floats]:
    if not len(positions):
        return np.zeros(2), np.full(2, 2 * _MARGIN)
    low = (positions - sizes / 2).min(axis=0) - margin
    high = (positions + sizes / 2).max(axis=0) + margin
    return low, high


def _edge(
    edge: Edge,
    ends: tuple[Floats, Floats, Floats],
    positions: Floats,
    sizes: Floats,
    style: PictureStyle,
) -> tuple[str, str]:
    """The line with its head, and the signs on it; ``ends`` has its start, middle and end."""
    pair = pair_of(edge)
    width = style.widths.get(pair, 1.8)
    start, middle, end = ends
    head, signs_end = "", end
    if edge.directed:
        along = end - middle
        along = along / max(float(np.hypot(*along)), 1e-9)
        across = np.array([-along[1], along[0]])
        scale = 1 + max(0.0, width - 1.8) / 4
        signs_end = base = end - _HEAD * scale * along
        corners = [end, base + _HALF_HEAD * scale * across, base - _HALF_HEAD * scale * across]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        head = f'<polygon points="{points}" fill="{style.ink}"/>'
        end = end - 0.8 * _HEAD * scale * along
    line = (
        f'<path d="M{_point(start)} Q{_point(middle)} {_point(end)}" fill="none" '
        f'stroke="{style.ink}" stroke-width="{width:.2f}"/>'
    )
    signs = ""
    shares = _free_shares(edge, curve(start, middle, signs_end, _SHARES), positions, sizes)
    is_locked = pair in style.locked
    has_diamond = edge.directed and pair in (style.known - style.locked) | style.following
    lock, diamond = _apart(shares) if is_locked and has_diamond else (shares[0], shares[0])
    if is_locked:
        signs += _lock(lock, style)
    if has_diamond:
        signs += _diamond(diamond, pair in style.known, style)
    return line + head, signs


def _apart(points: Sequence[Floats]) -> tuple[Floats, Floats]:
    """The first two points at which neither sign covers the other, else the farthest two."""
    pairs = list(combinations(points, 2))
    gaps = [float(np.hypot(*(b - a))) for a, b in pairs]
    wide = [k for k, gap in enumerate(gaps) if gap >= _LOCK + _DIAMOND]
    return pairs[wide[0] if wide else int(np.argmax(gaps))]


def _hidden_parts(
    edge: Edge,
    ends: tuple[Floats, Floats, Floats],
    positions: Floats,
    sizes: Floats,
    style: PictureStyle,
) -> str:
    """Dashes through the boxes that hide an edge: where it comes out, it would pass for theirs."""
    points = curve(*ends, np.linspace(0.0, 1.0, 201))
    others = [node for node in range(len(sizes)) if node not in (edge.source, edge.target)]
    middles = (points[1:] + points[:-1]) / 2
    inside = np.all(np.abs(middles[:, None] - positions[others]) < sizes[others] / 2, axis=2)
    hidden = np.flatnonzero(inside.any(axis=1))
    runs = np.split(hidden, np.flatnonzero(np.diff(hidden) > 1) + 1)
    lines = " ".join(
        f"M{_point(points[run[0]])} L" + " ".join(_point(point) for point in points[run + 1])
        for run in runs
        if len(run)
    )
    if not lines:
        return ""
    return (
        f'<path d="{lines}" fill="none" stroke="{style.ink}" stroke-opacity="0.75" '
        'stroke-width="1.6" stroke-dasharray="4 3"/>'
    )


def _free_shares(edge: Edge, points: Floats, positions: Floats, sizes: Floats) -> list[Floats]:
    """Those of an edge's points that are best seen, the middle one first.

    Boxes are drawn over edges, and may cover points of one that cannot bend around them.
    """
    others = [node for node in range(len(sizes)) if node not in (edge.source, edge.target)]
    reach = sizes[others] / 2 + _DIAMOND
    inside = np.all(np.abs(points[:, None] - positions[others]) < reach, axis=2)
    covered = inside.any(axis=1)
    order = np.argsort(covered, kind="stable")
    return [points[k] for k in order]


def _diamond(at: Floats, full: bool, style: PictureStyle) -> str:
    x, y = at
    words = "directed by knowledge" if full else "follows from knowledge"
    corners = " L".join(
        f"{x + _DIAMOND * across:.1f} {y + _DIAMOND * down:.1f}"
        for across, down in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )
    shape = f'<path d="M{corners} Z"'
    return (
        f'{shape} fill="{style.background}" stroke="{style.background}" stroke-width="4"/>'
        f'{shape} fill="{style.ink if full else style.background}" stroke="{style.ink}" '
        f'stroke-width="1.6"><title>{words}</title></path>'
    )


def _lock(at: Floats, style: PictureStyle) -> str:
    x, y = at
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_LOCK:g}" fill="{style.background}"/>'
        f'<path d="M{x - 3:.1f} {y - 1:.1f} v-2 a3 3 0 0 1 6 0 v2" fill="none" '
        f'stroke="{style.ink}" stroke-width="1.5"/>'
        f'<rect x="{x - 5:.1f}" y="{y - 1:.1f}" width="10" height="7" rx="1" fill="{style.ink}"/>'
    )


def _box(label: str, centre: Floats, size: Floats, style: PictureStyle) -> str:
    (x, y), (width, height) = centre, size
    lines = label.split("\n")
    first = y - _LINE * (len(lines) - 1) / 2 + 0.35 * _FONT_SIZE
    spans = "".join(
        f'<tspan x="{x:.1f}" y="{first + _LINE * k:.1f}">{_text(line)}</tspan>'
        for k, line in enumerate(lines)
    )
    return (
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="6" fill="{style.fill}" stroke="{style.muted}"/>'
        f'<text text-anchor="middle" fill="{style.ink}">{spans}</text>'
    )


def _point(point: Floats) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _text(text: str) -> str:
    return html.escape(xml_text(text))
