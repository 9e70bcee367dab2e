"""From a graph, its names and positions to pyvis nodes and edges, and to the view's data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from pyvis.network import Network

from components.colours import DARK, LIGHT, Palette
from components.graph_view.paint import GraphPaint
from components.labels import SENTENCE_NAME, distinct_names, node_labels, shown_label
from components.layout import box_sizes
from components.neighbourhood import markov_blanket
from components.text import edge_text, graph_sentence
from gesncd.graphs.pdag import PDAG, EdgeKind
from gesncd.search.events import Phase
from gesncd.search.words import score_text

FONT_SIZE = 14
MIN_FONT_PIXELS = 12
"""Letters are no smaller than this where a graph is too large for its view."""
TIGHT_FONT_PIXELS = 9
"""Letters may be as small as this where the whole graph is seen then."""
MOST_SCALE = 1.15
"""A small graph is not enlarged beyond this."""

DEFAULT_WIDTH, LEAST_WIDTH, MOST_WIDTH = 1.8, 1.3, 4.6
"""Widths of lines in pixels at scale 1."""


Known = Literal["", "by", "follows", "either"]
"""How an arrow comes from knowledge; ``"either"`` where the two are not told apart."""

KNOWN_WORDS: Final[Mapping[Known, str]] = {
    "by": "directed by knowledge",
    "follows": "follows from knowledge",
    "either": "directed by, or following from, knowledge",
}


@dataclass(frozen=True, slots=True)
class KnowledgeMarks:
    """What background knowledge has to do with pairs of nodes (i, j), i < j.

    Parameters
    ----------
    required
        Pairs that must be joined.
    directed
        Pairs whose arrow comes from knowledge, or follows from it.
    forbidden
        (i, j, True) for pairs that must not be joined, and (i, j, False), in any
        order of i and j, where only i → j must not be.
    following
        Those of ``directed`` that only follow from knowledge; None where the two are
        not told apart.
    """

    required: frozenset[tuple[int, int]] = frozenset()
    directed: frozenset[tuple[int, int]] = frozenset()
    forbidden: tuple[tuple[int, int, bool], ...] = ()
    following: frozenset[tuple[int, int]] | None = None

    def known(self, pair: tuple[int, int]) -> Known:
        """How the arrow of a pair comes from knowledge; ``""`` where it does not."""
        if pair not in self.directed:
            return ""
        if self.following is None:
            return "either"
        return "follows" if pair in self.following else "by"

    def signs(self, pair: tuple[int, int], directed: bool) -> list[str]:
        """Signs on an edge; one that is required and so directed has the lock alone."""
        known = self.known(pair) if directed else ""
        if pair not in self.required:
            return [known] if known else []
        return ["lock", known] if known in ("follows", "either") else ["lock"]

    def remark(self, pair: tuple[int, int]) -> str:
        """What to add to the hover text of an edge."""
        parts = ["required by knowledge"] if pair in self.required else []
        parts += [words for kind, words in KNOWN_WORDS.items() if kind == self.known(pair)]
        return "".join(f"\n{part}" for part in parts)


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
    short = distinct_names(names, SENTENCE_NAME)
    net = Network(height="100%", width="100%", directed=True, cdn_resources="in_line")
    for node, label in enumerate(node_labels(tuple(names))):
        net.add_node(
            node,
            label=shown_label(label),
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
            title=edge_text(edge, short)
            + ("" if score is None else f", score {score_text(score)}"),
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
    fades: bool = True,
    scores: dict[tuple[int, int], float] | None = None,
    tau: float | None = None,
    knowledge: KnowledgeMarks | None = None,
    arrangements: dict[str, NDArray[np.float64]] | None = None,
    paint: GraphPaint | None = None,
    most_scale: float = MOST_SCALE,
    air: float = 0.0,
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
        One chosen node, a chosen pair, or none.
    fades
        Whether the rest of the graph fades beside what is chosen.
    scores
        Score of a pair (i, j), i < j: sets the width, and shown on hover and on demand.
    tau
        Where widths begin; without it all edges are equally wide.
    knowledge
        What knowledge requires, forbids and directs.
    arrangements
        Other positions by name, shape ``(d, 2)``, to be taken on request.
    paint
        What a page adds: colours, extra lines, a halo, a framed pattern.
    most_scale
        How much a small graph is enlarged at most to fill its view.
    air
        Room around the outermost boxes, in layout units, for what is drawn around boxes.
    """
    knowledge = knowledge or KnowledgeMarks()
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
    widths = edge_widths(graph, scores or {}, tau)
    edges = [
        {
            "id": e["id"],
            "from": e["from"],
            "to": e["to"],
            "directed": bool(e["arrows"]),
            "title": e["title"] + knowledge.remark(_pair(e)),
            "width": widths[_pair(e)],
            "score": score_text(scores[_pair(e)]) if scores and _pair(e) in scores else "",
            "known": knowledge.known(_pair(e)) if e["arrows"] else "",
            "locked": _pair(e) in knowledge.required,
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
        "fades": fades,
        "blankets": [list(markov_blanket(graph, node)) for node in range(graph.n_nodes)],
        "forbidden": [{"from": i, "to": j, "both": both} for i, j, both in knowledge.forbidden],
        "arrangements": {
            name: np.round(points, 1).tolist() for name, points in (arrangements or {}).items()
        }
        or None,
        "palettes": {"light": LIGHT.as_dict(), "dark": DARK.as_dict()},
        "font": {
            "size": FONT_SIZE,
            "least": MIN_FONT_PIXELS,
            "tight": TIGHT_FONT_PIXELS,
            "most": most_scale,
            "air": air,
        },
        "paint": (paint or GraphPaint()).as_data(),
        "summary": graph_sentence(graph, distinct_names(names, SENTENCE_NAME)),
    }


def edge_widths(
    graph: PDAG,
    scores: dict[tuple[int, int], float],
    tau: float | None,
) -> dict[tuple[int, int], float]:
    """Width of the line of each pair (i, j), i < j, by its score's place between τ and 1.

    The scale is logarithmic, as scores of real data spread over decades. Knowledge widens no
    line: an edge that is required may have no score at all, and a wide one would claim it.
    """
    widths = {}
    for edge in graph.edges():
        i, j = sorted((edge.source, edge.target))
        score, width = scores.get((i, j)), DEFAULT_WIDTH
        if score is not None and tau is not None and 0 < tau < 1:
            share = math.log(max(score, tau) / tau) / math.log(1 / tau)
            width = LEAST_WIDTH + (MOST_WIDTH - LEAST_WIDTH) * min(share, 1.0)
        widths[i, j] = round(width, 2)
    return widths


def _pair(edge: dict[str, Any]) -> tuple[int, int]:
    i, j = sorted((edge["from"], edge["to"]))
    return i, j


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
