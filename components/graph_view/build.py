"""From a graph, its names and positions to pyvis nodes and edges, and to the view's data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyvis.network import Network

from components.colours import DARK, LIGHT, Palette
from components.layout import box_sizes
from components.text import count, edge_text, number, wrap_name
from gesncd.graphs.pdag import PDAG, EdgeKind
from gesncd.search.events import Phase

FONT_SIZE = 14
MIN_FONT_PIXELS = 12
"""The view is never zoomed out below this on its own."""


@dataclass(frozen=True, slots=True)
class EdgeChange:
    """How the edge between i and j (i < j) differs from the graph shown before."""

    i: int
    j: int
    before: EdgeKind
    after: EdgeKind
    phase: Phase

    @property
    def kind(self) -> str:
        """``"added"``, ``"removed"`` or ``"reoriented"``."""
        if self.before is EdgeKind.NONE:
            return "added"
        return "removed" if self.after is EdgeKind.NONE else "reoriented"


def edge_id(i: int, j: int) -> str:
    """The same id for a pair whichever way its edge points."""
    return f"{min(i, j)}-{max(i, j)}"


def network(
    names: Sequence[str],
    graph: PDAG,
    positions: NDArray[np.float64],
    colours: Palette = LIGHT,
    scores: dict[tuple[int, int], float] | None = None,
) -> Network:
    """The graph as a pyvis network with fixed positions.

    A directed edge has one arrowhead, an undirected one none; pyvis would drop
    one direction of a pair in its undirected mode, so the network is directed
    and an undirected edge carries no arrow.
    """
    net = Network(height="100%", width="100%", directed=True, cdn_resources="in_line")
    for node, name in enumerate(names):
        net.add_node(
            node,
            label=wrap_name(name),
            shape="box",
            x=float(positions[node, 0]),
            y=float(positions[node, 1]),
            physics=False,
            color={"background": colours.background, "border": colours.muted},
        )
    for edge in graph.edges():
        i, j = sorted((edge.source, edge.target))
        score = (scores or {}).get((i, j))
        net.add_edge(
            edge.source,
            edge.target,
            id=edge_id(i, j),
            arrows="to" if edge.directed else "",
            color=colours.ink,
            title=edge_text(edge, names) + ("" if score is None else f", score {number(score)}"),
        )
    return net


def view_data(
    names: Sequence[str],
    graph: PDAG,
    positions: NDArray[np.float64],
    *,
    layout_id: str,
    stamp: str,
    changes: Iterable[EdgeChange] = (),
    hold: bool = False,
    focus: tuple[int, ...] = (),
    scores: dict[tuple[int, int], float] | None = None,
) -> dict[str, Any]:
    """What the browser needs to show a graph, as plain data.

    Parameters
    ----------
    layout_id
        Names the set of positions; dragged positions are remembered under it.
    stamp
        Changes are marked once for each new stamp, not at every poll.
    changes
        Edges to mark as just added, removed or re-oriented.
    hold
        Keep the marks for as long as this graph is shown, instead of two seconds.
    focus
        Two nodes whose edge is selected, or none.
    scores
        Score of a pair (i, j), i < j, shown on hover.
    """
    net = network(names, graph, positions, scores=scores)
    nodes = [
        {
            "id": n["id"],
            "label": n["label"],
            "name": names[n["id"]],
            "x": n["x"],
            "y": n["y"],
            "w": float(size[0]),
            "h": float(size[1]),
        }
        for n, size in zip(net.nodes, box_sizes(names), strict=True)
    ]
    edges = [
        {
            "id": e["id"],
            "from": e["from"],
            "to": e["to"],
            "directed": bool(e["arrows"]),
            "title": e["title"],
        }
        for e in net.edges
    ]
    marks = [_mark(change) for change in changes]
    return {
        "nodes": nodes,
        "edges": edges,
        "changes": marks,
        "layout": layout_id,
        "stamp": stamp,
        "hold": hold,
        "focus": list(focus),
        "palettes": {"light": LIGHT.as_dict(), "dark": DARK.as_dict()},
        "font": {"size": FONT_SIZE, "least": MIN_FONT_PIXELS},
        "summary": _summary(names, graph),
    }


def _mark(change: EdgeChange) -> dict[str, Any]:
    # Direction as it was: a removed edge is drawn once more while it fades.
    turned = change.before is EdgeKind.BACKWARD
    return {
        "id": edge_id(change.i, change.j),
        "from": change.j if turned else change.i,
        "to": change.i if turned else change.j,
        "directed": change.before in (EdgeKind.FORWARD, EdgeKind.BACKWARD),
        "change": change.kind,
        "phase": change.phase.value,
    }


def _summary(names: Sequence[str], graph: PDAG) -> str:
    """The graph in words, for screen readers."""
    edges = [edge_text(edge, names) for edge in graph.edges()]
    head = f"Graph of {count(len(names), 'variable')} with {count(len(edges), 'edge')}"
    return head + (": " + "; ".join(edges) if edges else "") + "."
