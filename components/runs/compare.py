"""Two runs side by side: edges that both have, and where they differ."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.export.table_download import show_table_download
from components.runs.facts import facts_text, picture_of, summary_of
from components.text import count, markdown_text, short_name
from gesncd.export.named import NamedEdge
from gesncd.runs.differences import GraphDifference, graph_difference
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore

_EDGE = {True: "→", False: "—"}


def show_comparison(store: RunStore, first: RunRecord, second: RunRecord) -> None:
    """The comparison of two runs, the older one first."""
    with st.container(border=True, key="comparison"):
        st.header("Comparison", anchor=False)
        for column, letter, record in zip(st.columns(2), "AB", (first, second), strict=True):
            with column:
                st.markdown(f"**{letter}: {markdown_text(short_name(record.title, 60))}**")
                st.caption(markdown_text(facts_text(record, summary_of(store, record))))
                html = picture_of(store, record)
                if html is not None:
                    st.html(html)
        graphs = [summary_of(store, record).graph for record in (first, second)]
        if graphs[0] is None or graphs[1] is None:
            st.info("One of them has no graph yet.")
            return
        difference = graph_difference(first.names, graphs[0], second.names, graphs[1])
        st.markdown(markdown_text(comparison_sentence(difference)))
        frame = difference_frame(difference)
        if len(frame):
            st.dataframe(
                frame,
                hide_index=True,
                key="comparison-edges",
                alt="The edges of the two runs, those that differ first",
            )
            show_table_download(frame, first.data_name, "comparison", key="comparison-csv")


def comparison_sentence(difference: GraphDifference) -> str:
    """What agrees and what differs, in numbers."""
    if not difference.in_common:
        return "The two runs have no variable in common."
    parts = [
        f"{count(len(difference.shared), 'edge')} the same",
        f"{len(difference.turned)} directed differently",
        f"{len(difference.only_first)} only in A",
        f"{len(difference.only_second)} only in B",
    ]
    text = f"{', '.join(parts)}; structural Hamming distance {difference.shd}."
    if difference.left_out:
        names = ", ".join(short_name(name, 30) for name in difference.left_out[:5])
        more = " and more" if len(difference.left_out) > 5 else ""
        text += f" Not compared, because only one run has them: {names}{more}."
    return text


def difference_frame(difference: GraphDifference) -> pd.DataFrame:
    """One row a pair that differs, then those that agree."""
    rows = [(_differently(one, other), one, other) for one, other in difference.turned]
    rows += [("only in A", edge, None) for edge in difference.only_first]
    rows += [("only in B", None, edge) for edge in difference.only_second]
    rows += [("same", edge, edge) for edge in difference.shared]
    return pd.DataFrame(
        [{"In A": _edge_text(one), "In B": _edge_text(two), "": kind} for kind, one, two in rows]
    )


def _differently(one: NamedEdge, other: NamedEdge) -> str:
    """How two runs join a pair otherwise; between an edge and an arrow nothing is turned."""
    if one.directed and other.directed:
        return "turned"
    return "directed only in A" if one.directed else "directed only in B"


def _edge_text(edge: NamedEdge | None) -> str:
    if edge is None:
        return "none"
    return f"{short_name(edge.source)} {_EDGE[edge.directed]} {short_name(edge.target)}"
