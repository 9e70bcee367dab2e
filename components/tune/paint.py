"""How long each edge lasts along the τ-path, as the graph shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from components.graph_view.paint import EdgePaint, GraphPaint, LegendEntry
from components.text import tau_number
from gesncd.analysis.persistence import Persistence
from gesncd.graphs import PDAG
from gesncd.search.plateaus import TauPath
from gesncd.words import percent

FLEETING: Final = 0.2
"""Edges that are there for a smaller share of the path are drawn dashed and grey."""
LEAST_WIDTH: Final = 1.2
MOST_WIDTH: Final = 3.8
"""Pixels at scale 1, for edges that last for nothing and for all of the path."""
MOST_LABELS: Final = 24
"""A graph with more edges is drawn without numbers on them."""


def persistence_paint(
    path: TauPath, graph: PDAG, lasting: Mapping[tuple[int, int], Persistence]
) -> GraphPaint:
    """Paint of a graph of the path: width and a number for how long each edge lasts.

    Parameters
    ----------
    path
        The graphs of all τ.
    graph
        The one that is shown.
    lasting
        From :func:`gesncd.analysis.persistence.persistence`.
    """
    pairs = [(min(e.source, e.target), max(e.source, e.target)) for e in graph.edges()]
    edges = pair_paints(path, pairs, lasting)
    if len(pairs) > MOST_LABELS:
        edges = {pair: replace(paint, label="") for pair, paint in edges.items()}
    return GraphPaint(
        edges=edges,
        legend=(
            LegendEntry("directed", arrow=True),
            LegendEntry("undirected"),
            LegendEntry("lasts longer", wide=True),
            LegendEntry("lasts under a fifth of the path", ink="muted", dashed=True),
        ),
    )


def pair_paints(
    path: TauPath,
    pairs: Iterable[tuple[int, int]],
    lasting: Mapping[tuple[int, int], Persistence],
) -> dict[tuple[int, int], EdgePaint]:
    """Paint of pairs (i, j), i < j, which no τ changes; see :func:`persistence_paint`."""
    edges = {}
    for pair in pairs:
        known = lasting.get(pair)
        # An edge of the floor's own graph may last for no stretch that can be told.
        share = 0.0 if known is None else known.joined
        fleeting = share < FLEETING
        edges[pair] = EdgePaint(
            ink="muted" if fleeting else "ink",
            dashed=fleeting,
            width=round(LEAST_WIDTH + (MOST_WIDTH - LEAST_WIDTH) * share, 2),
            label=percent(share),
            remark=_remark(path, pair, share, known),
        )
    return edges


def _remark(path: TauPath, pair: tuple[int, int], share: float, known: Persistence | None) -> str:
    spans = []
    for low, high in path.edge_intervals(*pair).joined:
        until = f"to {tau_number(high)}" if high < float("inf") else "on"
        spans.append(f"{tau_number(low)} {until}" if until != "on" else f"{tau_number(low)} on")
    text = f"joined for τ {', '.join(spans[:3])}"
    end = path.plateaus[-1].tau_low
    if end > path.tau_floor:
        text += (
            f"\n{percent(share)} of the path from τ {tau_number(path.tau_floor)} to "
            f"{tau_number(end)}, its last breakpoint"
        )
    if known is not None and known.joined:
        directed = max(known.forward, known.backward)
        text += f"\ndirected one way for {percent(directed / known.joined)} of that"
    return text
