"""The graph as a page of its own, for download: pyvis, everything inside, no network needed."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.colours import LIGHT
from components.graph_view import marks_source
from components.graph_view.build import (
    FONT_SIZE,
    KnowledgeMarks,
    network,
)
from components.knowledge_marks import knowledge_legend
from components.layout import box_sizes
from gesncd.export.routes import bends_of
from gesncd.graphs.pdag import PDAG

_REMOTE = re.compile(
    r"<link[^>]*href=\"https?://[^>]*?>|<script[^>]*src=\"https?://[^>]*>\s*</script>", re.DOTALL
)
_EMPTY_HEADING = re.compile(r"<center>\s*<h1>\s*</h1>\s*</center>", re.DOTALL)
_WIDTH, _SCALE = 1.8, 0.75
"""Of lines, in pixels, and of the heads of arrows."""
_STYLE = f"""<style>
body {{ margin: 0; padding: 20px 24px; font: 15px/1.5 system-ui, sans-serif; color: {LIGHT.ink}; }}
h1 {{ font-size: 20px; margin: 0 0 4px; }}
p {{ margin: 0 0 12px; color: {LIGHT.muted}; }}
#mynetwork {{ float: none !important; height: calc(100vh - 150px) !important; min-height: 360px; }}
.vis-tooltip {{ max-width: 320px; white-space: pre-wrap; }}
</style>"""
_LEGEND = "→ directed edge &nbsp; — undirected edge: the data allow either direction"
# As the graph view draws them; pyvis leaves its data and its network as globals.
_MARKS = """<script>
%s
const held = (box) => ({
  x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2,
  w: (box.right - box.left) / 2, h: (box.bottom - box.top) / 2,
});
network.on("afterDrawing", (pen) => {
  const at = network.getPositions();
  const boxes = Object.fromEntries(
    nodes.getIds().map((id) => [id, held(network.getBoundingBox(id))]),
  );
  const lines = edges.get().map((edge) => {
    const points = curve(at[edge.from], at[edge.to], edge.bend, 120);
    const isBack = edge.arrows === "from";
    return {
      id: edge.id, points: isBack ? points.reverse() : points,
      from: boxes[isBack ? edge.to : edge.from], to: boxes[isBack ? edge.from : edge.to],
      head: edge.arrows ? headLength(%s, %s) : 0, colour: edge.color, signs: edge.signs,
    };
  });
  drawHiddenParts(pen, lines, Object.values(boxes));
  const laid = layEdgeMarks(lines, Object.values(boxes));
  drawEdgeMarks(pen, laid, %s);
});
network.redraw();
</script>"""


def graph_page(
    names: Sequence[str],
    graph: PDAG,
    positions: NDArray[np.float64],
    *,
    title: str,
    caption: str,
    unfinished: str = "",
    scores: dict[tuple[int, int], float] | None = None,
    knowledge: KnowledgeMarks | None = None,
) -> str:
    """A complete HTML document with the interactive graph.

    Parameters
    ----------
    names, graph, positions
        As for the graph view.
    title, caption
        Plain text above the graph; they are escaped here.
    unfinished
        What became of a search that has not come to its end; empty where it has.
    scores
        Score of a pair (i, j), i < j, shown on hover.
    knowledge
        What knowledge requires and directs.
    """
    knowledge = knowledge or KnowledgeMarks()
    net = network(names, graph, positions, scores=scores)
    _add_titles(net.nodes, names)
    _mark(net.edges, graph, names, positions, knowledge)
    net.set_options(json.dumps(_OPTIONS))
    page = _EMPTY_HEADING.sub("", _REMOTE.sub("", net.generate_html(local=False)))
    head = (
        f'<meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
        + _STYLE
    )
    legend = " &nbsp; ".join([_LEGEND, *knowledge_legend(graph, knowledge)])
    first = f"<p><strong>{html.escape(unfinished)}</strong></p>" if unfinished else ""
    intro = f"<h1>{html.escape(title)}</h1>{first}<p>{html.escape(caption)}</p><p>{legend}</p>"
    page = page.replace("</head>", head + "</head>", 1)
    page = page.replace("<body>", "<body>" + intro, 1)
    page = page.replace(
        "</body>", _MARKS % (marks_source(), _SCALE, _WIDTH, _look()) + "</body>", 1
    )
    return "<!doctype html>\n" + page


def _mark(
    edges: list[dict[str, Any]],
    graph: PDAG,
    names: Sequence[str],
    positions: NDArray[np.float64],
    knowledge: KnowledgeMarks,
) -> None:
    """Signs of knowledge, and a way around boxes that would hide an edge."""
    bends = bends_of(graph.edges(), positions, box_sizes(names))
    for edge in edges:
        source, target = edge["from"], edge["to"]
        pair = (min(source, target), max(source, target))
        edge["signs"] = knowledge.signs(pair, bool(edge["arrows"]))
        edge["title"] += knowledge.remark(pair)
        edge["bend"] = bend = bends[pair]
        # Bends are from the lower node to the higher one, wherever the head is.
        edge["from"], edge["to"] = pair
        if edge["arrows"] and source > target:
            edge["arrows"] = "from"
        if bend:
            kind = "curvedCW" if bend > 0 else "curvedCCW"
            edge["smooth"] = {"enabled": True, "type": kind, "roundness": abs(bend)}


def _look() -> str:
    colours = {name: getattr(LIGHT, name) for name in ("background", "ink", "muted")}
    return json.dumps({**colours, "face": "sans-serif", "size": FONT_SIZE})


def _add_titles(nodes: list[dict[str, object]], names: Sequence[str]) -> None:
    """Full names as hover texts.

    Where any title holds "href", pyvis puts all titles into innerHTML instead of
    innerText, so then they are escaped.
    """
    as_html = any("href" in name for name in names)
    for node, name in zip(nodes, names, strict=True):
        node["title"] = html.escape(name) if as_html else name


_HEADS = {end: {"scaleFactor": _SCALE} for end in ("to", "from")}
_OPTIONS = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "selectConnectedEdges": False},
    "nodes": {
        "shapeProperties": {"borderRadius": 6},
        "margin": 9,
        "font": {"size": FONT_SIZE, "color": LIGHT.ink, "multi": False},
    },
    "edges": {"smooth": False, "width": _WIDTH, "arrows": _HEADS},
}
