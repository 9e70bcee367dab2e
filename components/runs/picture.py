"""A small picture of a run's graph, the nodes where every page has them."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from components.colours import Palette
from components.runs.picture_labels import place_labels
from components.text import count, html_text, short_name
from gesncd.export.labels import xml_text
from gesncd.graphs.pdag import PDAG

WIDTH, HEIGHT = 230, 150
_MARGIN: Final = np.array([30.0, 20.0])
_BASELINE: Final = 3.8
"""From the middle of a line of letters down to what they stand on."""
_MOST_NAMED: Final = 30
"""Names that are listed in words."""
_HEAD: Final = 5.0


def graph_picture(
    names: Sequence[str], graph: PDAG, positions: NDArray[np.float64], colours: Palette
) -> str:
    """The graph as an SVG document.

    Parameters
    ----------
    names
        One name a node; any text, it is escaped.
    graph
        Directed edges get an arrowhead.
    positions
        Shape ``(d, 2)``, in any units; they are fitted to the picture.
    colours
        Those of the theme.
    """
    points = _fitted(positions)
    radius = 3.0 if graph.n_nodes <= 30 else 1.8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="11" text-anchor="middle">'
    ]
    for source, target, directed in graph.edges():
        parts.append(_line(points[source], points[target], directed, radius, colours.ink))
    for name, (x, y) in zip(names, points, strict=True):
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colours.accent}">'
            f"<title>{html_text(xml_text(short_name(name, 80)))}</title></circle>"
        )
    for label in place_labels(names, points, lines_of(graph, points), (WIDTH, HEIGHT)):
        parts.append(
            f'<text x="{label.x:.1f}" y="{label.y + _BASELINE:.1f}" fill="{colours.muted}">'
            f"{html_text(xml_text(label.text))}</text>"
        )
    return "".join([*parts, "</svg>"])


def lines_of(graph: PDAG, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the edges run, shape ``(m, 2, 2)``."""
    ends = [(edge.source, edge.target) for edge in graph.edges()]
    return points[np.array(ends, dtype=np.int64).reshape(-1, 2)]


def picture_html(svg: str, names: Sequence[str], graph: PDAG) -> str:
    """The picture as an image, in which no script can run, with words for who cannot see it.

    The words, and what appears on hover, name the variables that the picture has no room for.
    """
    content = base64.b64encode(svg.encode("utf-8")).decode("ascii")
    said = html_text(xml_text(_described(names, graph)))
    return (
        f'<img src="data:image/svg+xml;base64,{content}" alt="{said}" title="{said}" '
        f'width="{WIDTH}" height="{HEIGHT}" style="max-width:100%;height:auto">'
    )


def _described(names: Sequence[str], graph: PDAG) -> str:
    said = f"Graph of {count(graph.n_nodes, 'variable')} with {count(graph.n_edges, 'edge')}"
    listed = [short_name(name, 80) for name in names[:_MOST_NAMED]]
    left = len(names) - len(listed)
    return f"{said}: {', '.join(listed)}{f' and {left} more' if left else ''}"


def _fitted(positions: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = positions.min(axis=0), positions.max(axis=0)
    room = np.array([WIDTH, HEIGHT]) - 2 * _MARGIN
    spread = np.maximum(high - low, 1e-9)
    # One scale for both axes, so that the picture has the shape of the large one.
    scale = min(room / spread) if len(positions) > 1 else 1.0
    centred = (positions - (low + high) / 2) * scale
    fitted: NDArray[np.float64] = centred + np.array([WIDTH, HEIGHT + 4]) / 2
    return fitted


def _line(
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    directed: bool,
    radius: float,
    colour: str,
) -> str:
    along = end - start
    length = float(np.hypot(*along))
    unit = along / max(length, 1e-9)
    tip = end - radius * unit
    line = (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{tip[0]:.1f}" y2="{tip[1]:.1f}" '
        f'stroke="{colour}" stroke-width="1"/>'
    )
    if not directed:
        return line
    normal = np.array([-unit[1], unit[0]])
    base = tip - _HEAD * unit
    corners = (tip, base + 0.4 * _HEAD * normal, base - 0.4 * _HEAD * normal)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'{line}<polygon points="{points}" fill="{colour}"/>'
