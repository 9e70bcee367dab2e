"""The line above the graph: what to do, how far the search is, or what was found."""

from __future__ import annotations

import time

import streamlit as st

from components import state
from components.data_source import LoadedData
from components.directions import enforced_on
from components.discover.run_control import resume_run, stop_run
from components.export.menu import show_export_menu
from components.names import run_texts
from components.sentences import result_sentence
from components.text import count, duration, duration_range, markdown_text, number
from components.trace import Trace
from gesncd.runs.store.records import RunProgress, RunRecord, RunState
from gesncd.runs.store.summary import early_end

_DIFFERS = "The settings differ from those of this result. Press Run to search with them."


def show_status(
    data: LoadedData,
    record: RunRecord | None,
    trace: Trace,
    settled: bool,
    *,
    differs: bool = False,
) -> None:
    """One row, with room for a headline of two lines, so that the graph below does not move.

    A message that is longer yet makes the row taller: nothing is cut off. ``differs`` says that
    the panel is set to something else than the run was searched with.
    """
    with st.container(key=state.STATUS_ROW):
        if record is None:
            _show_ready(data)
        elif record.state.is_live:
            _show_progress(record, trace)
        elif not settled:
            st.progress(1.0, text=f"The search is over; drawing step {trace.n_steps}.")
        else:
            _show_result(data, record, trace, differs)


def _show_ready(data: LoadedData) -> None:
    st.markdown(f"**{markdown_text(data.name)}**  \n{data.size_text}. Press Run to search.")


def _show_progress(record: RunRecord, trace: Trace) -> None:
    bar, action = st.columns([7, 1], vertical_alignment="center")
    share, text = progress_text(record, trace, time.time())
    bar.progress(share, text=markdown_text(text))
    stopping = record.state is RunState.STOPPING or record.stop_requested
    action.button(
        "Stopping" if stopping else "Stop",
        key="stop",
        disabled=stopping,
        help="End the search and keep what it has found.",
        on_click=stop_run,
        args=(record.id,),
        width="stretch",
    )


def progress_text(record: RunRecord, trace: Trace, now: float) -> tuple[float, str]:
    """Share done of the present batch, and the line that says so.

    The time left is that of the batch: how many steps a search needs is not
    known before it ends.
    """
    if record.waiting is not None:
        return 0.0, f"Queued: {record.waiting.sentence}"
    progress = record.progress
    if progress is None:
        waited = duration(max(0.0, now - record.created))
        return 0.0, f"Starting the search, {waited}"
    share = progress.done / progress.asked if progress.asked else 1.0
    found = count(trace.graph_at(trace.n_steps, record.n_variables).n_edges, "edge")
    spent = duration(max(1.0, record.worked_s(now)))
    return min(share, 1.0), f"{_batch_text(progress)} · {found} so far · {spent}"


def _batch_text(progress: RunProgress) -> str:
    if progress.purpose == "candidates":
        what = f"{progress.phase.capitalize()} phase, step {progress.step}"
    elif progress.purpose == "noise floor":
        what = "Noise floor, by permuted data"
    elif progress.purpose == "knowledge":
        what = "What the data say of background knowledge"
    else:
        what = f"{progress.phase.capitalize()} phase, S_g after step {progress.step}"
    parts = [what, f"{progress.done:,} of {progress.asked:,} queries"]
    if progress.rate:
        parts.append(f"{number(progress.rate)} a second")
    left = progress.remaining_s
    if left is not None and left >= 1:
        # The rate of the last seconds is no promise: later queries may be slower.
        of_what = "" if progress.purpose == "noise floor" else " in this step"
        parts.append(f"{duration_range(0.7 * left, 1.5 * left)} left{of_what}")
    return " · ".join(parts)


def _show_result(data: LoadedData, record: RunRecord, trace: Trace, differs: bool) -> None:
    can_resume = record.state.can_resume
    text, action = st.columns([3, 1] if can_resume else [4.6, 1], vertical_alignment="center")
    with text:
        lines = [_headline(record, trace), f":small[:gray[{_settings_text(record)}]]"]
        against = against_text(trace)
        if against:
            lines.append(f":small[:orange[:material/warning: {against}]]")
        directed = directed_at_the_end_text(record, trace)
        if directed:
            lines.append(f":small[:material/info: {directed}]")
        if differs:
            lines.append(f":small[:material/info: {_DIFFERS}]")
        st.markdown("  \n".join(lines))
    with action, st.container(horizontal=True, horizontal_alignment="right"):
        if can_resume:
            st.button(
                "Resume",
                key="resume",
                help="Go on where the search ended; scores already computed are used again.",
                on_click=resume_run,
                args=(record.id, record.attempt),
            )
        if trace.started is not None:
            show_export_menu(data, record, trace)


def _headline(record: RunRecord, trace: Trace) -> str:
    parts = []
    unfinished = early_end(record.state, trace.n_steps)
    if unfinished:
        parts.append(unfinished)
        if record.message and record.state is not RunState.STOPPED:
            parts.append(record.message)
    if trace.n_steps or record.state is RunState.FINISHED:
        graph = trace.graph_at(trace.n_steps, record.n_variables)
        tau = record.tau if record.tau is not None else 0.0
        enforced = enforced_on(record)
        sentence = result_sentence(
            trace, graph, trace.n_steps, tau, record.noise_floor, enforced=enforced
        )
        parts.append(sentence + ".")
    return f"**{markdown_text(' '.join(parts))}**"


def directed_at_the_end_text(record: RunRecord, trace: Trace) -> str:
    """That the graph of a search that ended early is directed by knowledge; empty elsewhere.

    Whoever resumes the search sees the same step without these directions.
    """
    if record.state is RunState.FINISHED or trace.ending is None or not trace.ending.changes:
        return ""
    edges = count(len(trace.ending.changes), "edge")
    return (
        f"Knowledge, and what follows from it, directs {edges} of this last graph: the graph after "
        "an earlier step, or while a search goes on, is drawn without that."
    )


def against_text(trace: Trace) -> str:
    """That the data speak against knowledge, and where it is told; empty where they do not."""
    held = () if trace.finished is None else trace.finished.held
    # That a measure does not see a stated edge is no evidence against it.
    apart = sum(not each.joined for each in held)
    if not apart:
        return ""
    pairs = count(apart, "pair")
    return (
        f"The data speak against background knowledge on {pairs}: see How far to trust it, below."
    )


def _settings_text(record: RunRecord) -> str:
    parts = [record.data_name, *run_texts(record)]
    if record.duration_s is not None:
        parts.append(duration(record.duration_s))
    return markdown_text(" · ".join(parts))
