"""How a page paints a graph beyond its edges: colours, halos, extra lines, a pattern.

Every meaning has a word in the legend and a shape, dash or label besides its colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from gesncd.graphs import PDAG, EdgeKind

Ink = Literal["ink", "muted", "accent", "forward", "backward", "satisfied", "violated"]
"""Name of a colour of the palette, which is light or dark as the page is."""

INKS: Final[Mapping[str, str]] = {
    "ink": "ink",
    "muted": "muted",
    "accent": "accent",
    "forward": "forward",
    "backward": "backward",
    # As the house has it: green is met and red is broken, in every place.
    "satisfied": "forward",
    "violated": "backward",
}


@dataclass(frozen=True, slots=True)
class EdgePaint:
    """How one edge of the graph is drawn.

    Parameters
    ----------
    ink
        Its colour.
    dashed
        Whether the line is dashed.
    width
        Pixels at scale 1; None for the width that its score gives it.
    label
        Written on the line; a few characters.
    remark
        Added to the hover text.
    """

    ink: Ink = "ink"
    dashed: bool = False
    width: float | None = None
    label: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ExtraEdge:
    """A line between two nodes that the graph does not join, such as a missing edge.

    Parameters
    ----------
    i, j
        Its ends, i < j.
    kind
        Read from i to j; not ``NONE``.
    paint
        How it is drawn.
    """

    i: int
    j: int
    kind: EdgeKind
    paint: EdgePaint


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One entry of the legend under the graph."""

    text: str
    ink: Ink = "ink"
    dashed: bool = False
    wide: bool = False
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class GraphPaint:
    """What a page adds to a graph.

    Parameters
    ----------
    edges
        Paint of pairs (i, j), i < j; others are drawn as ever.
    extra
        Lines besides the graph's own edges.
    halo
        A graph drawn under this one as faint wide lines, such as the truth.
    halo_text
        What the halo is, for the legend.
    pattern
        Nodes to be framed, such as those of a Meek rule.
    pattern_edges
        Pairs (i, j), i < j, to be framed likewise, such as the edges of a rule's pattern.
    pattern_text
        What the frame is, for the legend.
    path
        Nodes in order along which a dotted trail is drawn, such as an open path.
    legend
        Entries instead of the default ones; None for those.
    room_for
        Signs of knowledge that may come: the legend keeps their room, so that nothing moves.
    room_for_frame
        Likewise what a frame may be; empty where none comes.
    """

    edges: Mapping[tuple[int, int], EdgePaint] = field(default_factory=dict)
    extra: tuple[ExtraEdge, ...] = ()
    halo: PDAG | None = None
    halo_text: str = "class of the true graph"
    pattern: tuple[int, ...] = ()
    pattern_edges: tuple[tuple[int, int], ...] = ()
    pattern_text: str = "reason for the arrows"
    path: tuple[int, ...] = ()
    legend: tuple[LegendEntry, ...] | None = None
    room_for: tuple[str, ...] = ()
    room_for_frame: str = ""

    def as_data(self) -> dict[str, Any]:
        """Plain values for the browser."""
        return {
            "edges": {f"{i}-{j}": _paint(paint) for (i, j), paint in self.edges.items()},
            "extra": [_extra(edge) for edge in self.extra],
            "halo": None if self.halo is None else _halo(self.halo),
            "haloText": self.halo_text,
            "pattern": list(self.pattern),
            "patternEdges": [list(pair) for pair in self.pattern_edges],
            "patternText": self.pattern_text,
            "path": list(self.path),
            "legend": None if self.legend is None else [_entry(entry) for entry in self.legend],
            "roomFor": list(self.room_for),
            "roomForFrame": self.room_for_frame,
        }


def _paint(paint: EdgePaint) -> dict[str, Any]:
    return {
        "ink": INKS[paint.ink],
        "dashed": paint.dashed,
        "width": paint.width,
        "label": paint.label,
        "remark": paint.remark,
    }


def _extra(edge: ExtraEdge) -> dict[str, Any]:
    turned = edge.kind is EdgeKind.BACKWARD
    return {
        "from": edge.j if turned else edge.i,
        "to": edge.i if turned else edge.j,
        "directed": edge.kind is not EdgeKind.UNDIRECTED,
        **_paint(edge.paint),
    }


def _halo(graph: PDAG) -> list[dict[str, Any]]:
    return [
        {"from": edge.source, "to": edge.target, "directed": edge.directed}
        for edge in graph.edges()
    ]


def _entry(entry: LegendEntry) -> dict[str, Any]:
    return {
        "text": entry.text,
        "ink": INKS[entry.ink],
        "dashed": entry.dashed,
        "wide": entry.wide,
        "arrow": entry.arrow,
    }
