"""The shares of stability as a table and as paint of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from components.graph_view.paint import EdgePaint, GraphPaint, LegendEntry
from components.name_columns import name_width
from components.tune.paint import LEAST_WIDTH, MOST_WIDTH
from gesncd.analysis import Stability
from gesncd.analysis.stability_of_graph import GraphStability
from gesncd.graphs import PDAG

_SHARE, _NUMBER = 50, 40
"""Pixels of the columns."""
OWN: Final = "in your run"
SET: Final = "set beforehand"


def _share(help_text: str, label: str | None = None, width: int = _SHARE) -> Any:
    return st.column_config.NumberColumn(label, format="%.2f", width=width, help=help_text)


SHARES_COLUMNS: Final = {
    "A": st.column_config.TextColumn(),
    "B": st.column_config.TextColumn(),
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
    SET: st.column_config.TextColumn(
        width=134,
        help="What background knowledge sets: an edge that comes back in any case, a direction "
        "that cannot turn where the pair is joined; it is not counted. "
        "After run: what it set in your run and not in the replicates; that is not counted either",
    ),
}


def shares_columns(names: Sequence[str]) -> dict[str, Any]:
    """How the columns are shown; those of names are as wide as these names need."""
    name = st.column_config.TextColumn(width=name_width(names))
    return {**SHARES_COLUMNS, "A": name, "B": name}


def shares_frame(stability: Stability, own: GraphStability, names: Sequence[str]) -> pd.DataFrame:
    """One row a pair, the most stable first.

    Pairs are those joined at least once, and those of the run's own edges, whatever their
    share: an edge that failed must not vanish. What knowledge sets, in
    the replicates or in the run only, has a column of its own where there is any.
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
        row = [names[i], names[j], shares.joined, marks.get((i, j), ""), *ways, shares.n]
        alone = own.given_alone(i, j)
        words = (stability.set_beforehand(i, j), alone and f"run: {alone.replace(' and ', ', ')}")
        rows.append([*row, "; ".join(filter(None, words))])
    # A sum of shares has a last digit of its own, as 0.8999999999999999 in the file.
    frame = pd.DataFrame(rows, columns=list(SHARES_COLUMNS)).round(6)
    return frame if frame[SET].any() else frame.drop(columns=SET)


def set_arrows(stability: Stability, graph: PDAG) -> frozenset[tuple[int, int]]:
    """Pairs (i, j), i < j, whose arrow was set beforehand.

    An arrow that follows from knowledge in some replicates has its share, as others have.
    """
    return frozenset(
        (min(edge.source, edge.target), max(edge.source, edge.target))
        for edge in graph.edges()
        if edge.directed and stability.sets_direction(edge.source, edge.target)
    )


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
