"""Below the graph: the edges as a table and in words, and what the result rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from components import state
from components.assumptions import ASSUMPTIONS, READING
from components.directions import enforced_on, kept_apart
from components.export.edge_table import edge_frame, edge_lines, sorted_edges
from components.export.table_download import show_table_download
from components.graph_panel import choose_nodes
from components.name_columns import name_row_height, name_width, table_height
from components.text import markdown_text
from components.trace import Trace
from gesncd.graphs import PDAG
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.summary import early_end

_DIRECTION_WIDTH: Final = 250
"""Pixels: with two columns of long names, what is left beside the sidebar of a small screen."""
_COLUMN_CONFIG = {
    "Edge": st.column_config.TextColumn(
        width=45, help="→ directed; — undirected: the data allow either direction"
    ),
    "Score": st.column_config.NumberColumn(
        width=62, format="%.3g", help="Dependence given the conditioning set when it was added"
    ),
    "× noise floor": st.column_config.NumberColumn(
        "× floor",
        width=66,
        format="%.1f",
        help="Score divided by the noise floor, which is what noise reaches at level α",
    ),
    "Step": st.column_config.NumberColumn(width=50, help="Step that added the edge"),
    "Direction": st.column_config.TextColumn(
        width=_DIRECTION_WIDTH,
        help="Why the edge points as it does; Learn explains colliders and Meek's rules",
    ),
}


def show_edges(record: RunRecord, trace: Trace) -> None:
    """The newest graph's edges; a chosen row chooses its edge in the graph."""
    if trace.started is None:
        return
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    st.header("Edges", anchor=False)
    if graph.n_edges == 0:
        st.caption("No edges yet." if trace.finished is None else "The graph has no edges.")
        return
    told = (trace, graph, trace.n_steps, record.names, record.noise_floor)
    apart, enforced = kept_apart(record), enforced_on(record)
    frame = edge_frame(*told, apart=apart, enforced=enforced)
    row_height = name_row_height(record.names, [(_DIRECTION_WIDTH, frame["Direction"])])
    st.dataframe(
        frame,
        hide_index=True,
        key=state.EDGE_TABLE,
        height=table_height(len(frame), row_height),
        row_height=row_height,
        column_config=_COLUMN_CONFIG | _name_columns(record.names),
        placeholder="–",
        selection_mode="single-row",
        on_select=lambda: _choose_row(record, trace, graph),
        alt="The edges of the graph, one a row, strongest first",
    )
    if not record.state.is_live:
        show_table_download(frame, record.data_name, "edges", key="edges-csv")
    with st.expander("The graph in words"):
        lines = edge_lines(*told, apart=apart, enforced=enforced)
        unfinished = "" if record.state.is_live else early_end(record.state, trace.n_steps)
        if unfinished:
            st.markdown(markdown_text(unfinished))
        st.markdown("\n".join(f"- {markdown_text(line)}" for line in lines))


def _name_columns(names: Sequence[str]) -> dict[str, Any]:
    """Names come before figures: the two columns are as wide as the longest, within limits."""
    width = name_width(names)
    return {title: st.column_config.TextColumn(width=width) for title in ("Source", "Target")}


def _choose_row(record: RunRecord, trace: Trace, graph: PDAG) -> None:
    rows = st.session_state[state.EDGE_TABLE].selection.rows
    nodes: tuple[int, ...] = ()
    edges = sorted_edges(trace, graph, trace.n_steps, record.names)
    if rows and rows[0] < len(edges):
        edge = edges[rows[0]].edge
        nodes = (min(edge.source, edge.target), max(edge.source, edge.target))
    choose_nodes(record.dataset_sha256, nodes)


def show_reading_guide(alpha: float, expected: str) -> None:
    """What the graph means, and what it takes for granted.

    Parameters
    ----------
    alpha
        Level of the automatic threshold.
    expected
        What chance is expected to add; empty where the result above says so.
    """
    with st.expander("What this assumes, and how to read it"):
        reading = "\n".join(f"- {markdown_text(line)}" for line in READING)
        assumptions = "\n".join(f"- **{title}**: {text}" for title, text in ASSUMPTIONS)
        st.markdown(
            f"""
{reading}

The search takes for granted:

{assumptions}

**τ** is the score above which a pair counts as dependent. The automatic τ is the score that an
independent pair exceeds with probability α = {alpha:g}. {markdown_text(expected)}

**S_g**, the global score, is the dependence that the graph leaves unexplained: near 0 when the
data agree with the graph. **Score** in the table is the dependence at the step that added the
edge, given that step's conditioning set. A small multiple of the noise floor is a weak edge; an
arrow has no score of its own.
"""
        )
