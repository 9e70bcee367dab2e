"""Identify an effect: whether the graph tells it, by which adjustment, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components import state
from components.graph_view.paint import EdgePaint, GraphPaint, LegendEntry
from components.judge.case import Case
from components.judge.dowhy_part import show_dowhy
from components.judge.graph import COLUMNS, show_painted
from components.judge.tables import show_download
from components.scene import forget_choice
from components.text import markdown_text, set_text, short_name
from gesncd.graphs import PDAG
from gesncd.judge.effects import Effect, Identification, PossibleParents, effect_of

_VERDICTS = {
    Identification.NONE: "**Identified: there is no effect in this graph.**",
    Identification.ADJUSTMENT: ":green[:material/check:] **Identified by adjustment.**",
    Identification.NOT_IDENTIFIED: ":orange[:material/close:] **Not identified by this graph.**",
}
_PLAIN = (LegendEntry("directed", arrow=True), LegendEntry("undirected"))


def show_effect_part(case: Case) -> None:
    """The choice of cause and effect, the verdict, the sets, and code for dowhy."""
    names = case.names
    if len(names) < 2:
        st.info("It takes two variables to ask for an effect.")
        return
    st.markdown(
        "If somebody set the cause to another value, would the effect change, and can these data "
        "tell by how much? That holds as far as the graph is right. Numbers are left to *dowhy*."
    )
    pair = _choose_pair(names, case.opened.record.dataset_sha256)
    found = None
    try:
        if pair is not None:
            found = effect_of(case.graph, *pair, names)
    except ValueError as error:
        st.info(markdown_text(str(error)), icon=":material/block:")
        return
    left, right = st.columns(COLUMNS, gap="small")
    with left:
        paint = GraphPaint(legend=_PLAIN) if found is None else effect_paint(case.graph, found)
        show_painted(case.opened, case.graph, paint, own=case.graph)
    if found is None:
        right.markdown("Choose a cause and an effect above.")
        return
    with right:
        _show_verdict(case, found)
    show_dowhy(case, found)


def _choose_pair(names: Sequence[str], data: str) -> tuple[int, int] | None:
    """A cause and an effect, kept by the hash of their data; None until both are chosen."""
    left, right = st.columns(2)
    cause_key, effect_key = f"{state.JUDGE_CAUSE}:{data}", f"{state.JUDGE_EFFECT}:{data}"
    known = st.session_state.get(state.JUDGE_PAIRS, {})
    # A widget that is not drawn forgets its value.
    for key, node in zip((cause_key, effect_key), known.get(data, (None, None)), strict=True):
        if key not in st.session_state:
            st.session_state[key] = node
    nodes = list(range(len(names)))
    cause = left.selectbox(
        "Cause",
        nodes,
        index=None,
        placeholder="Choose a cause",
        format_func=lambda node: short_name(names[node], 60),
        key=cause_key,
        on_change=forget_choice,
    )
    effect = right.selectbox(
        "Effect",
        # The cause, too: a list that loses an entry while it is open has another under the hand.
        nodes,
        index=None,
        placeholder="Choose an effect",
        format_func=lambda node: short_name(names[node], 60),
        key=effect_key,
        on_change=forget_choice,
    )
    st.session_state[state.JUDGE_PAIRS] = {**known, data: (cause, effect)}
    if cause is not None and cause == effect:
        st.info("Choose two different variables.", icon=":material/block:")
        return None
    return None if cause is None or effect is None else (cause, effect)


def effect_paint(graph: PDAG, found: Effect) -> GraphPaint:
    """The cause and the effect framed, and the path that leaves it open dotted."""
    return GraphPaint(
        pattern=(found.cause, found.effect),
        pattern_text="cause and effect",
        path=found.blocking_path,
        edges={
            (min(found.cause, node), max(found.cause, node)): EdgePaint(
                "accent", width=2.4, remark="is undirected, and touches the cause"
            )
            for node in range(graph.n_nodes)
            if graph.neighbors[found.cause] >> node & 1
        },
        legend=_legend(graph, found),
    )


def _legend(graph: PDAG, found: Effect) -> tuple[LegendEntry, ...]:
    entries = [*_PLAIN]
    if graph.neighbors[found.cause]:
        entries.append(LegendEntry("undirected at the cause", ink="accent"))
    if found.blocking_path:
        entries.append(LegendEntry("dotted: why it stays open", ink="accent", dashed=True))
    return tuple(entries)


def adjustment_text(found: Effect, names: Sequence[str]) -> str:
    """The one set that serves all members, in words; empty where there is none."""
    if found.adjustment is None:
        return ""
    if not found.adjustment:
        return "No adjustment is needed: the plain regression of the effect on the cause is enough."
    chosen = set_text(found.adjustment, names)
    if found.empty_is_valid:
        return (
            f"No adjustment is needed; adjusting for {chosen} makes a linear estimate more precise."
        )
    return f"Adjust for {chosen}."


def parents_frame(found: Effect, names: Sequence[str]) -> pd.DataFrame:
    """One row a possible set of parents of the cause, each a possible adjustment."""
    return pd.DataFrame(
        [
            {
                "Parents of the cause": set_text(each.parents, names) if each.parents else "none",
                "Effect then": _effect_then(each),
            }
            for each in found.parent_sets
        ],
        columns=["Parents of the cause", "Effect then"],
    )


def _effect_then(case: PossibleParents) -> str:
    if case.effect_is_parent:
        return "zero (reversed)"
    if not case.causes:
        return "zero (no path)"
    return "a valid adjustment" if case.parents else "nothing to adjust for"


def _show_verdict(case: Case, found: Effect) -> None:
    st.markdown(_VERDICTS[found.identification])
    st.markdown(markdown_text(found.reason))
    text = adjustment_text(found, case.names)
    if text:
        st.markdown(markdown_text(text))
    if found.identification is Identification.NOT_IDENTIFIED:
        st.markdown(
            "The graph stands for a class of graphs that the data cannot tell apart, and they "
            "differ here. Each row is one possibility; the true effect is one of these. An "
            "experiment, or knowledge of one direction, would settle it."
        )
    if found.too_many:
        st.caption(
            "The cause has too many edges without direction to list the possible adjustments."
        )
        return
    frame = parents_frame(found, case.names)
    st.markdown(
        "**Possible adjustment sets**: the parents of the cause, in each way that the class "
        "allows. Each is valid in the graphs that have it."
    )
    st.dataframe(
        frame,
        hide_index=True,
        key="judge-parents",
        # Long names leave room for what follows from them.
        column_config={
            "Parents of the cause": st.column_config.TextColumn(width=135),
            "Effect then": st.column_config.TextColumn(width=140),
        },
        alt="Possible adjustment sets",
    )
    show_download(case.opened, frame, "adjustments")
    with st.expander("What identified means"):
        st.markdown(
            "Adjusting for a set means comparing rows that are alike in it, so that what remains "
            "between cause and effect is the effect. One set is valid in every graph of the "
            "class when each path that may lead from the cause to the effect starts with an "
            "arrow that all of them share. If it starts with an edge without direction, some "
            "graphs of the class take it for a cause and others for an effect, and they give "
            "different answers."
        )
