"""What the replicates found: which edges of the run failed, the stable graph, and the shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from components.graph_panel import choose_nodes, chosen_nodes
from components.graph_view import graph_view
from components.graph_view.build import view_data
from components.knowledge_marks import compiled, knowledge_marks, marks_of
from components.name_columns import name_row_height, table_height
from components.opened_run import OpenedRun
from components.store import run_store
from components.text import count, markdown_text, number, short_name
from components.tune.stability_table import (
    set_arrows,
    shares_columns,
    shares_frame,
    shares_paint,
)
from components.tune.tables import file_name, show_csv
from gesncd.analysis import (
    ReplicateResult,
    Resampling,
    Stability,
    edge_stability,
    false_edge_bound,
    stable_graph,
    tau_sentence,
)
from gesncd.analysis.stability_of_graph import GraphStability, Return, graph_stability
from gesncd.analysis.stability_sentences import bound_sentence, graph_stability_sentences
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.runs.store.records import RunRecord
from gesncd.runs.tasks import TaskRecord, task_parts, task_results
from gesncd.runs.tasks.parts_stability import replicate_of_part
from gesncd.settings.run_settings import RunSettings
from gesncd.words import percent

_GRAPH: Final = "tune-stability-graph"
_GRAPH_HEIGHT: Final = 560
_MOST_SILENT: Final = 6


def show_stability_found(opened: OpenedRun, task: TaskRecord) -> None:
    """All that is known so far.

    Parameters
    ----------
    opened
        The run whose edges are looked up.
    task
        Its replicates.
    """
    record = opened.record
    results = task_results(run_store(), task.id)
    part = task_parts(run_store(), task.id)[0]
    names = tuple(record.names)
    knowledge = RunSettings.from_dict(part["settings"]).knowledge
    stability = edge_stability(
        record.n_variables,
        [ReplicateResult.from_dict(each.value) for each in results.values() if each.ok],
        _constraints(knowledge, names),
    )
    for message in dict.fromkeys(each.message for each in results.values() if not each.ok):
        st.warning(markdown_text(message))
    if not stability.n_replicates:
        return
    resampling = replicate_of_part(part).resampling
    graph_of_run = opened.trace.graph_at(opened.trace.n_steps, record.n_variables)
    given = _constraints(record.settings.knowledge, names)
    marks = marks_of(record, opened.trace, opened.trace.n_steps)
    own = graph_stability(graph_of_run, stability, given, marks.following or ())
    _show_own(own, resampling, record.names)
    threshold = st.slider(
        "An edge is drawn from a share of",
        0.55,
        1.0,
        0.75,
        0.05,
        key="tune-stability-threshold",
        help="Above one half, so that both directions of an edge cannot count as stable.",
    )
    graph = stable_graph(stability, threshold)
    left, right = st.columns([1.3, 1], gap="medium")
    with left:
        graph_view(
            view_data(
                record.names,
                graph,
                opened.positions,
                layout_id=opened.layout_id,
                stamp=f"{task.id}:{threshold}",
                focus=chosen_nodes(record.dataset_sha256),
                knowledge=knowledge_marks(
                    knowledge, names, set_arrows(stability, graph), frozenset()
                ),
                paint=shares_paint(stability, graph),
            ),
            key=_GRAPH,
            picture=file_name(record, "stable_graph"),
            height=_GRAPH_HEIGHT,
            on_click=lambda nodes: choose_nodes(record.dataset_sha256, nodes),
            on_move=lambda places: None,
        )
    with right:
        lines = stability_lines(stability, threshold, graph, resampling, part, record.names)
        st.markdown("\n".join(f"- {markdown_text(line)}" for line in lines))
    _show_shares(record, shares_frame(stability, own, record.names))


def _constraints(knowledge: Knowledge, names: tuple[str, ...]) -> Constraints | None:
    return None if knowledge.is_empty else compiled(knowledge, names)


def _show_shares(record: RunRecord, frame: pd.DataFrame) -> None:
    """The table, over the whole width: beside the graph half of its columns were out of sight."""
    row_height = name_row_height(record.names)
    st.dataframe(
        frame,
        hide_index=True,
        key="tune-stability-table",
        height=table_height(len(frame), row_height),
        row_height=row_height,
        column_config=shares_columns(record.names),
        alt="Shares of the replicates in which each pair is joined, and how",
    )
    show_csv(record, frame, "stability")
    st.caption(
        "Every edge of your run is in the table. Other pairs that no replicate joins are not."
    )


def _show_own(own: GraphStability, resampling: Resampling, names: Sequence[str]) -> None:
    """First of all what became of the run's own edges, as that may refute them."""
    first, *others = graph_stability_sentences(
        own,
        lambda node: short_name(names[node], 30),
        replicates="halves" if resampling is Resampling.HALVES else "replicates",
    )
    sign = ":material/rule:" if own.that(Return.NONE) else ":material/check:"
    bullets = "".join(f"\n- {markdown_text(each)}" for each in others)
    with st.container(border=True):
        st.markdown(f"{sign} **{markdown_text(first)}**\n{bullets}")


def stability_lines(
    stability: Stability,
    threshold: float,
    graph: PDAG,
    resampling: Resampling,
    part: Mapping[str, Any],
    names: Sequence[str],
) -> list[str]:
    """Sentences on the stable graph.

    Parameters
    ----------
    stability, threshold, graph
        The shares, the share asked for, and the graph of those that reach it.
    resampling, part
        How replicates differ, and one of their parts.
    names
        The variables.
    """
    n_edges = stability.n_open_edges(graph)
    beside = graph.n_edges - n_edges
    lines = [
        f"{count(n_edges, 'edge')} in at least {percent(threshold)} of "
        f"{count(stability.n_replicates, 'replicate')}; a replicate has "
        f"{number(stability.n_edges)} on average."
        + (f" {count(beside, 'edge')} set beforehand not counted." if beside else "")
    ]
    if stability.taus is not None:
        lines.append(tau_sentence(part["settings"].get("tau"), resampling, stability.taus))
    bound = false_edge_bound(stability, threshold) if resampling is Resampling.HALVES else None
    if bound is not None:
        lines.append(bound_sentence(bound, n_edges))
    silent = [
        f"{short_name(names[node])} in {times}"
        for node, times in enumerate(stability.left_out)
        if times
    ]
    if silent:
        lines.append(
            f"Nearly constant, and so without a say there: {', '.join(silent[:_MOST_SILENT])}"
            f"{' and more' if len(silent) > _MOST_SILENT else ''}."
        )
    return lines
