"""The graph as a page of its own, for download: pyvis, everything inside, no network needed."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from components.colours import LIGHT
from components.graph_view.build import FONT_SIZE, network
from gesncd.graphs.pdag import PDAG

_REMOTE = re.compile(
    r"<link[^>]*href=\"https?://[^>]*?>|<script[^>]*src=\"https?://[^>]*>\s*</script>", re.DOTALL
)
_EMPTY_HEADING = re.compile(r"<center>\s*<h1>\s*</h1>\s*</center>", re.DOTALL)
_STYLE = f"""<style>
body {{ margin: 0; padding: 20px 24px; font: 15px/1.5 system-ui, sans-serif; color: {LIGHT.ink}; }}
h1 {{ font-size: 20px; margin: 0 0 4px; }}
p {{ margin: 0 0 12px; color: {LIGHT.muted}; }}
#mynetwork {{ float: none !important; height: calc(100vh - 150px) !important; min-height: 360px; }}
.vis-tooltip {{ max-width: 320px; white-space: pre-wrap; }}
</style>"""
_LEGEND = "<p>→ directed edge &nbsp; — undirected edge: the data allow either direction</p>"


def graph_page(
    names: Sequence[str],
    graph: PDAG,
    positions: NDArray[np.float64],
    *,
    title: str,
    caption: str,
    scores: dict[tuple[int, int], float] | None = None,
) -> str:
    """A complete HTML document with the interactive graph.

    Parameters
    ----------
    names, graph, positions
        As for the graph view.
    title, caption
        Plain text above the graph; they are escaped here.
    scores
        Score of a pair (i, j), i < j, shown on hover.
    """
    net = network(names, graph, positions, scores=scores)
    _add_titles(net.nodes, names)
    net.set_options(json.dumps(_OPTIONS))
    page = _EMPTY_HEADING.sub("", _REMOTE.sub("", net.generate_html(local=False)))
    head = (
        f'<meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
        + _STYLE
    )
    intro = f"<h1>{html.escape(title)}</h1><p>{html.escape(caption)}</p>{_LEGEND}"
    page = page.replace("</head>", head + "</head>", 1)
    page = page.replace("<body>", "<body>" + intro, 1)
    return "<!doctype html>\n" + page


def _add_titles(nodes: list[dict[str, object]], names: Sequence[str]) -> None:
    """Full names as hover texts.

    Where any title holds "href", pyvis puts all titles into innerHTML instead of
    innerText, so then they are escaped.
    """
    as_html = any("href" in name for name in names)
    for node, name in zip(nodes, names, strict=True):
        node["title"] = html.escape(name) if as_html else name


_OPTIONS = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "selectConnectedEdges": False},
    "nodes": {
        "shapeProperties": {"borderRadius": 6},
        "margin": 9,
        "font": {"size": FONT_SIZE, "color": LIGHT.ink, "multi": False},
    },
    "edges": {"smooth": False, "width": 1.8, "arrows": {"to": {"scaleFactor": 0.75}}},
}
