"""Two runs side by side: edges that both have, and where they differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

from components.export.table_download import show_table_download
from components.runs.facts import facts_text, picture_of, started_text, summary_of
from components.text import count, markdown_text, short_name
from gesncd.analysis.statements import Statement, statements_of
from gesncd.analysis.typed_knowledge import come_first
from gesncd.export.named import NamedEdge
from gesncd.runs.differences import GraphDifference, graph_difference
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore

_MOST_STATEMENTS: Final = 6
"""Statements of a run that are told; the others are counted."""
_EDGE = {True: "→", False: "—"}


def show_comparison(store: RunStore, first: RunRecord, second: RunRecord) -> None:
    """The comparison of two runs, the older one first."""
    with st.container(border=True, key="comparison"):
        st.header("Comparison", anchor=False)
        for column, letter, record in zip(st.columns(2), "AB", (first, second), strict=True):
            with column:
                st.markdown(f"**{letter}: {markdown_text(short_name(record.title, 60))}**")
                facts = f"{started_text(record)} · {facts_text(record, summary_of(store, record))}"
                st.caption(markdown_text(facts))
                html = picture_of(store, record)
                if html is not None:
                    st.html(html)
        for line in stated_differently(first, second):
            st.markdown(markdown_text(line))
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


def stated_differently(first: RunRecord, second: RunRecord) -> list[str]:
    """The background knowledge that only one of two runs was searched with, a line a run."""
    said = [_statements(record) for record in (first, second)]
    lines = []
    for letter, own, other in (("A", said[0], said[1]), ("B", said[1], said[0])):
        only = [text for key, text in own.items() if key not in other]
        if only:
            shown = "; ".join(only[:_MOST_STATEMENTS])
            more = len(only) - _MOST_STATEMENTS
            rest = f"; and {more} more" if more > 0 else ""
            lines.append(f"Background knowledge only in {letter}: {shown}{rest}.")
    return lines


def _statements(record: RunRecord) -> dict[Statement | tuple[str, ...], str]:
    """What a run's knowledge states, each in words; what comes first as it was said."""
    knowledge = record.settings.knowledge
    first = come_first(knowledge, record.names)
    found: dict[Statement | tuple[str, ...], str] = {}
    if first:
        listed = ", ".join(short_name(name, 30) for name in first)
        found[tuple(sorted(first))] = f"{listed} {'comes' if len(first) == 1 else 'come'} first"
        knowledge = replace(knowledge, tiers=(), closed_tiers=())
    return found | {each: each.text for each in statements_of(knowledge)}


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
