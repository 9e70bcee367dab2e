"""Stability: how often each edge is found again on resamples or with other seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from components.graph_panel import choose_nodes, chosen_nodes
from components.graph_view import graph_view
from components.graph_view.build import view_data
from components.graph_view.paint import EdgePaint, GraphPaint, LegendEntry
from components.opened_run import OpenedRun
from components.settings.difference import differences, threshold_words
from components.store import run_store
from components.text import count, markdown_text, number, short_name
from components.tune import tasks
from components.tune.cells_form import cells_estimate
from components.tune.other_settings import show_differences
from components.tune.paint import LEAST_WIDTH, MOST_WIDTH
from components.tune.path_panel import Line
from components.tune.tables import show_csv
from gesncd.analysis import (
    BOOTSTRAP_MEASURES,
    SEEDLESS_MEASURES,
    Cell,
    ReplicateResult,
    Resampling,
    Stability,
    cell_of,
    edge_stability,
    false_edge_bound,
    plan_replicates,
    stable_graph,
    tau_sentence,
)
from gesncd.graphs import PDAG
from gesncd.runs.store.records import RunRecord
from gesncd.runs.tasks import TaskRecord, task_parts, task_results
from gesncd.runs.tasks.parts_stability import replicate_of_part, stability_parts
from gesncd.settings.run_settings import RunSettings

KIND: Final = "stability"
_GRAPH: Final = "tune-stability-graph"
_GRAPH_HEIGHT: Final = 560
_KINDS: Final = {
    Resampling.HALVES: "Half-samples",
    Resampling.SEEDS: "Other seeds",
    Resampling.BOOTSTRAP: "Bootstrap",
}
_KIND_TEXTS: Final = {
    Resampling.HALVES: "Each replicate searches one half of the rows, drawn without replacement; "
    "the next one searches the other half. Half the rows see less than all.",
    Resampling.SEEDS: "Each replicate searches all rows with another seed: what differs is the "
    "measure's own chance, not that of the data.",
    Resampling.BOOTSTRAP: "Each replicate draws as many rows as there are, with replacement.",
}
_AUTOMATIC, _FIXED = "Automatic for each sample", "Fixed at the line"
_SHARE: Final = 54
"""Pixels of a column of shares."""
_COLUMNS: Final = {
    "A": st.column_config.TextColumn(),
    "B": st.column_config.TextColumn(),
    "→": st.column_config.NumberColumn(
        format="%.2f", width=_SHARE, help="Share of replicates with A → B"
    ),
    "←": st.column_config.NumberColumn(
        format="%.2f", width=_SHARE, help="Share of replicates with A ← B"
    ),
    "—": st.column_config.NumberColumn(
        format="%.2f", width=_SHARE, help="Share with an undirected edge"
    ),
    "none": st.column_config.NumberColumn(
        format="%.2f", width=_SHARE, help="Share without an edge"
    ),
    "joined": st.column_config.NumberColumn(
        format="%.2f", width=_SHARE, help="Share with any edge"
    ),
    "replicates": st.column_config.NumberColumn(
        "n",
        width=40,
        help="Replicates that could tell: in the others a variable hardly varied",
    ),
}


def show_stability(opened: OpenedRun, settings: RunSettings, line: Line) -> None:
    """The form, the task, and the shares.

    Parameters
    ----------
    opened
        The run whose data are searched again.
    settings
        Its settings, with what is enforced now.
    line
        Tells where the line stands.
    """
    record = opened.record
    st.caption(
        "An edge that is found again on most resamples does not hang on a few rows. It may still "
        "be wrong: a mistake of the method is found again, too."
    )
    kinds = _allowed(settings.measure)
    how, many, threshold = st.columns([1.4, 0.8, 1.9])
    kind = how.segmented_control(
        "Replicates by",
        kinds,
        default=kinds[0],
        required=True,
        format_func=_KINDS.__getitem__,
        key=f"tune-stability-kind-{settings.measure}",
    )
    n = many.number_input(
        "Replicates",
        2,
        500,
        50,
        step=2,
        key="tune-stability-count",
        help="How many searches. More of them make the shares steadier.",
    )
    fixed = line() is not None and (
        threshold.segmented_control(
            "τ",
            [_AUTOMATIC, _FIXED],
            default=_AUTOMATIC if record.settings.tau is None else _FIXED,
            required=True,
            key="tune-stability-tau",
            help="Fewer rows have more noise: a τ found on all rows lets more false edges in.",
        )
        == _FIXED
    )
    st.caption(_KIND_TEXTS[kind])
    cell = cell_of(
        settings.measure, settings.networks, settings.depth, settings.width, settings.seed
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        # No callback: it would be given the settings of the page's last run, not these.
        if st.button("Run the replicates", key="tune-stability-run", type="primary"):
            _start(opened, settings, line() if fixed else None, kind, int(n))
        st.caption(markdown_text(_estimate(record, cell, kind, int(n))))
    found = tasks.fitting(record, KIND, partial(_differences, settings))
    if found is None:
        return
    tasks.watch_earlier(record, KIND, found.task, "Stability")
    there = _settings_of(task_parts(run_store(), found.task.id))
    show_differences(found.differs, threshold=threshold_words(there))
    tasks.watch(found.task, "Stability", show=partial(_show_found, opened))


def _settings_of(parts: tasks.Parts) -> RunSettings:
    """Those that all replicates of a task share."""
    return RunSettings.from_dict(parts[0]["settings"])


def _differences(settings: RunSettings, parts: tasks.Parts) -> tuple[str, ...]:
    return differences(_settings_of(parts), settings)


def _estimate(record: RunRecord, cell: Cell, kind: Resampling, n: int) -> str:
    share = 0.5 if kind is Resampling.HALVES else 1.0
    return cells_estimate(record, [cell], n, share_of_rows=share)


def _allowed(measure: str) -> list[Resampling]:
    kinds = [Resampling.HALVES]
    if measure not in SEEDLESS_MEASURES:
        kinds.append(Resampling.SEEDS)
    if measure in BOOTSTRAP_MEASURES:
        kinds.append(Resampling.BOOTSTRAP)
    return kinds


def _start(
    opened: OpenedRun, settings: RunSettings, tau: float | None, kind: Resampling, n: int
) -> None:
    plan = plan_replicates(kind, n, seed=settings.seed, measure=settings.measure)
    settings = replace(settings, tau=tau, global_score=False)
    title = f"Stability of {short_name(opened.record.title, 60)}"
    tasks.start(opened.record, KIND, stability_parts(settings, plan), title)


def _show_found(opened: OpenedRun, task: TaskRecord) -> None:
    stability = _stability(opened.record.n_variables, task)
    failed = [r.message for r in task_results(run_store(), task.id).values() if not r.ok]
    for message in dict.fromkeys(failed):
        st.warning(markdown_text(message))
    if not stability.n_replicates:
        return
    part = task_parts(run_store(), task.id)[0]
    resampling = replicate_of_part(part).resampling
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
    record = opened.record
    left, right = st.columns(2, gap="medium")
    with left:
        graph_view(
            view_data(
                record.names,
                graph,
                opened.positions,
                layout_id=opened.layout_id,
                stamp=f"{task.id}:{threshold}",
                focus=chosen_nodes(record.dataset_sha256),
                paint=shares_paint(stability, graph),
            ),
            key=_GRAPH,
            height=_GRAPH_HEIGHT,
            on_click=lambda nodes: choose_nodes(record.dataset_sha256, nodes),
            on_move=lambda places: None,
        )
    with right:
        for line in _lines(stability, threshold, graph, resampling, part, record.names):
            st.markdown(f"- {markdown_text(line)}")
        frame = shares_frame(stability, record.names)
        st.dataframe(
            frame,
            hide_index=True,
            key="tune-stability-table",
            height="auto" if len(frame) <= 10 else 360,
            column_config=_COLUMNS,
            alt="Shares of the replicates in which each pair is joined, and how",
        )
        show_csv(record, frame, "stability")
        st.caption("Pairs that no replicate joins are left out of the table.")


def _stability(n_nodes: int, task: TaskRecord) -> Stability:
    found = task_results(run_store(), task.id)
    return edge_stability(
        n_nodes, [ReplicateResult.from_dict(r.value) for r in found.values() if r.ok]
    )


def _lines(
    stability: Stability,
    threshold: float,
    graph: PDAG,
    resampling: Resampling,
    part: dict[str, object],
    names: Sequence[str],
) -> list[str]:
    settings = part["settings"]
    tau = settings.get("tau") if isinstance(settings, dict) else None
    lines = [
        f"{count(graph.n_edges, 'edge')} in at least {threshold:.0%} of "
        f"{count(stability.n_replicates, 'replicate')}; a replicate has "
        f"{number(stability.n_edges)} on average."
    ]
    if stability.taus is not None:
        lines.append(tau_sentence(tau, resampling, stability.taus))
    bound = false_edge_bound(stability, threshold) if resampling is Resampling.HALVES else None
    if bound is not None:
        lines.append(
            f"At most {number(bound)} of them are expected to be pairs that halves join no more "
            "often than an average pair, whatever the data."
        )
    silent = [
        f"{short_name(names[node])} in {times}"
        for node, times in enumerate(stability.left_out)
        if times
    ]
    if silent:
        lines.append(
            f"Nearly constant, and so without a say there: {', '.join(silent[:6])}"
            f"{' and more' if len(silent) > 6 else ''}."
        )
    return lines


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


def shares_frame(stability: Stability, names: Sequence[str]) -> pd.DataFrame:
    """One row a pair that is joined at least once, the most stable first."""
    ordered = sorted(stability.pairs.items(), key=lambda item: (-item[1].joined, item[0]))
    columns = ["A", "B", "→", "←", "—", "none", "joined", "replicates"]
    rows = [
        [
            names[i],
            names[j],
            shares.forward,
            shares.backward,
            shares.undirected,
            shares.none,
            shares.joined,
            shares.n,
        ]
        for (i, j), shares in ordered
    ]
    return pd.DataFrame(rows, columns=columns)
