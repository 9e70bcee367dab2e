"""Run against run: what they share, how far they are apart, and on which questions they differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import streamlit as st

from components import state
from components.colours import palette
from components.judge.case import Case
from components.judge.consensus import (
    comparison_text,
    consensus_paint,
    disagreement_frame,
    disagreement_text,
    holders,
    shares_frame,
    sorted_shares,
    told_words,
)
from components.judge.graph import COLUMNS, focus_pair, focused_pair, show_painted
from components.judge.run_choice import choose_others, comparable_runs, letters, run_line
from components.judge.shd_map import shd_figure, shd_frame
from components.judge.stated import stated_in
from components.judge.tables import show_download, show_table
from components.opened_run import cached_trace
from components.text import count, markdown_text, short_name, unbroken
from components.trace import Trace
from gesncd.graphs import PDAG
from gesncd.judge.many import Comparison, RunScores, compare_runs, disagreements, scores_of_events
from gesncd.judge.stated import Stated
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord

_PLOT_CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def show_runs_part(case: Case) -> None:
    """The choice of runs, their consensus, their distances and their disagreements."""
    try:
        others = comparable_runs(case.opened)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    if not others:
        st.markdown(
            "There is no second run of these data yet. Run them again on *Discover* with another "
            "measure, τ or seed: what two runs share does not hang on that choice."
        )
        return
    chosen = choose_others(others)
    if not chosen:
        st.markdown(
            "Choose runs of the same data to see what they share: other measures, thresholds, "
            "seeds or networks."
        )
        return
    records = [case.opened.record, *chosen]
    try:
        traces = [case.opened.trace, *(cached_trace(record) for record in chosen)]
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    graphs = [t.graph_at(t.n_steps, len(case.names)) for t in traces]
    stated = [stated_in(record, trace) for record, trace in zip(records, traces, strict=True)]
    names = letters(len(records))
    comparison = compare_runs([run_line(record) for record in records], graphs)
    left, right = st.columns(COLUMNS, gap="small")
    with left:
        st.markdown(f"**{markdown_text(comparison_text(comparison, names, stated))}**")
        if comparison.note:
            st.warning(markdown_text(comparison.note), icon=":material/sync_problem:")
        paint = consensus_paint(comparison, names, graphs)
        show_painted(case.opened, comparison.consensus, paint, own=case.graph)
    with right:
        _show_key(records, graphs, names)
        _show_distances(case, comparison, names)
        _show_pair(case, comparison, names, graphs, stated)
    _show_edges(case, comparison, names, graphs, stated)
    _show_disagreements(case, records, traces, names)


def _show_key(records: Sequence[RunRecord], graphs: Sequence[PDAG], names: Sequence[str]) -> None:
    lines = [
        f":small[**{letter}** {markdown_text(run_line(record))}: "
        f"{unbroken(*count(graph.n_edges, 'edge').split())}]"
        for letter, record, graph in zip(names, records, graphs, strict=True)
    ]
    st.markdown("  \n".join(lines))


def _show_distances(case: Case, comparison: Comparison, names: Sequence[str]) -> None:
    st.markdown(
        "**Structural Hamming distance**: pairs whose edge differs",
        help="0 means the same graph. Two graphs of 20 edges each that share none are 40 apart.",
    )
    st.plotly_chart(
        shd_figure(names, comparison.labels, comparison.shd, palette(st.context.theme.type)),
        theme=None,
        key="judge-shd",
        config=_PLOT_CONFIG,
        width="content",
        alt="Structural Hamming distance of each pair of runs; the table below has the numbers",
    )
    frame = shd_frame(names, comparison.shd)
    with st.expander("As a table"):
        st.table(frame, border="horizontal", hide_index=True, alt="Distances of runs")
        show_download(case.opened, frame, "distances")


def _show_pair(
    case: Case,
    comparison: Comparison,
    names: Sequence[str],
    graphs: Sequence[PDAG],
    stated: Sequence[Stated],
) -> None:
    ends = focused_pair(case.opened)
    if ends is None:
        return
    first, second = (short_name(case.names[node]) for node in ends)
    pair = next((each for each in comparison.pairs if (each.i, each.j) == ends), None)
    text = "no run joins them" if pair is None else holders(pair, names, graphs)
    told = "" if pair is None else told_words(pair, names, stated)
    if told:
        text += f". Set beforehand in {told}"
    st.markdown(f"**{markdown_text(f'{first}, {second}')}**: {markdown_text(text)}")


def _show_edges(
    case: Case,
    comparison: Comparison,
    names: Sequence[str],
    graphs: Sequence[PDAG],
    stated: Sequence[Stated],
) -> None:
    st.header("Edges", anchor=False)
    pairs = sorted_shares(comparison)
    if not pairs:
        st.caption("None of the runs has an edge.")
        return

    def chosen(row: int | None) -> None:
        pair = pairs[row] if row is not None and row < len(pairs) else None
        focus_pair(case.opened, None if pair is None else (pair.i, pair.j))

    show_table(
        case.opened,
        shares_frame(pairs, names, graphs, case.names, stated),
        key="run-edges",
        alt="Every pair that some run joins, and how each run joins it; what differs first",
        on_row=chosen,
    )


def _show_disagreements(
    case: Case, records: Sequence[RunRecord], traces: Sequence[Trace], names: Sequence[str]
) -> None:
    st.header("Questions answered differently", anchor=False)
    st.caption(
        "A search asks whether two variables depend on each other given others. Here are the "
        "questions that two runs both asked and decided differently, the clearest first. Known "
        "are the scores that a run keeps: of each step's best candidates and of each pair."
    )
    pairs = list(combinations(range(len(records)), 2))
    first, second = pairs[0]
    if len(pairs) > 1:
        labels = [f"{names[i]} and {names[j]}" for i, j in pairs]
        label = st.segmented_control(
            "Runs", labels, default=labels[0], required=True, key=state.JUDGE_TWO_RUNS
        )
        first, second = pairs[labels.index(label)] if label in labels else pairs[0]
    taus = records[first].tau, records[second].tau
    if taus[0] is None or taus[1] is None:
        st.caption("One of the two was stopped before its threshold was known.")
        return
    scores = [scores_of_events(traces[k].events) for k in (first, second)]
    found = disagreements(
        RunScores(names[first], taus[0], scores[0]), RunScores(names[second], taus[1], scores[1])
    )
    common = len(scores[0].keys() & scores[1].keys())
    st.markdown(
        markdown_text(
            disagreement_text(len(found), common, (names[first], names[second]), (taus[0], taus[1]))
        )
    )
    if not found:
        return

    def chosen(row: int | None) -> None:
        each = found[row] if row is not None and row < len(found) else None
        ends = None if each is None else sorted((each.query.x[0], each.query.y[0]))
        focus_pair(case.opened, None if ends is None else (ends[0], ends[1]))

    number_format = st.column_config.NumberColumn(format="%.3g")
    show_table(
        case.opened,
        disagreement_frame(found, case.names, names[first], names[second]),
        key="disagreements",
        alt="Questions that two runs answer differently, with both scores",
        columns={f"Score in {names[k]}": number_format for k in (first, second)},
        on_row=chosen,
    )
