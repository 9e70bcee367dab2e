"""The shares of stability as a table and as paint of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from components.graph_view.paint import EdgePaint, GraphPaint, LegendEntry
from components.tune.paint import LEAST_WIDTH, MOST_WIDTH
from gesncd.analysis import Stability
from gesncd.analysis.stability_of_graph import GraphStability
from gesncd.graphs import PDAG

_NAME, _SHARE, _NUMBER = 96, 54, 40
"""Pixels of the columns."""
OWN: Final = "in your run"


def _share(help_text: str, label: str | None = None, width: int = _SHARE) -> Any:
    return st.column_config.NumberColumn(label, format="%.2f", width=width, help=help_text)


SHARES_COLUMNS: Final = {
    "A": st.column_config.TextColumn(width=_NAME),
    "B": st.column_config.TextColumn(width=_NAME),
    # Beside the names: the others are read only for what is joined.
    "joined": _share("Share of replicates with any edge between A and B", width=62),
    OWN: st.column_config.TextColumn(
        width=84, help="How your run joins A and B; empty where it does not"
    ),
    "→": _share("Share of replicates with A → B"),
    "←": _share("Share of replicates with A ← B"),
    "—": _share("Share with an undirected edge"),
    "none": _share("Share without an edge"),
    "replicates": st.column_config.NumberColumn(
        "n",
        width=_NUMBER,
        help="Replicates that could tell: in the others a variable hardly varied",
    ),
}


def shares_frame(stability: Stability, own: GraphStability, names: Sequence[str]) -> pd.DataFrame:
    """One row a pair, the most stable first.

    Pairs are those joined at least once, and those of the run's own edges, whatever their
    share: an edge that failed must not vanish.
    """
    marks = {
        edge.pair: "—" if not edge.directed else "→" if edge.source < edge.target else "←"
        for edge in own.edges
    }
    ordered = sorted(
        {*stability.pairs, *marks}, key=lambda pair: (-stability.shares(*pair).joined, pair)
    )
    rows = []
    for i, j in ordered:
        shares = stability.shares(i, j)
        ways = (shares.forward, shares.backward, shares.undirected, shares.none)
        rows.append([names[i], names[j], shares.joined, marks.get((i, j), ""), *ways, shares.n])
    return pd.DataFrame(rows, columns=list(SHARES_COLUMNS))


def shares_paint(stability: Stability, graph: PDAG) -> GraphPaint:
    """Widths and numbers of the edges: shares of the replicates."""
    edges = {}
    for edge in graph.edges():
        pair = (min(edge.source, edge.target), max(edge.source, edge.target))
        shares = stability.shares(edge.source, edge.target)
        share = shares.forward if edge.directed else shares.joined
        edges[pair] = EdgePaint(
            width=round(LEAST_WIDTH + (MOST_WIDTH - LEAST_WIDTH) * share, 2),
            label=f"{share:.2f}",
            remark=f"→ {shares.forward:.2f}, ← {shares.backward:.2f}, "
            f"— {shares.undirected:.2f}, none {shares.none:.2f}",
        )
    return GraphPaint(
        edges=edges,
        legend=(
            LegendEntry("directed: this direction alone reaches the share", arrow=True),
            LegendEntry("joined, in either way"),
            LegendEntry("larger share", wide=True),
        ),
    )
