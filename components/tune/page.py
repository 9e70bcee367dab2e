"""The Tune page's parts in order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from components import state
from components.graph_view import load_vis
from components.judge.run_choice import is_unreadable
from components.names import MEASURE_NAMES, settings_texts, threshold_text
from components.opened_run import OpenedRun, choose_run
from components.router import DISCOVER
from components.settings.estimate import estimate_s, expected_rate, like_runs
from components.store import recent_runs
from components.text import (
    about,
    count,
    duration,
    duration_range,
    markdown_text,
    short_name,
)
from components.tune import tasks
from components.tune.grid_part import show_grid
from components.tune.path_panel import bring_graphs, line_tau, show_path, show_proposal
from components.tune.path_shown import shown_path
from components.tune.path_work import KIND, PathAsked, automatic_tau, quick_path, task_path
from components.tune.rehearsal_part import show_rehearsal
from components.tune.said import enforced_knowledge, held_out, said_of
from components.tune.said_panel import show_said
from components.tune.stability_part import show_stability
from components.tune.use import show_use
from gesncd.data import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.store.statements import Said
from gesncd.runs.tasks import TaskRecord
from gesncd.runs.tasks.parts_tau_path import tau_path_parts
from gesncd.search.plateaus import TauPath

_FLOORS: Final = {0.1: "a tenth of the {}", 1 / 3: "a third of the {}", 1.0: "the {}"}
_SECTIONS: Final = {"grid": "Grid", "rehearsal": "Rehearsal", "stability": "Stability"}
_PATH_TEXT: Final = (
    "Drag the line, or move it with the arrow keys; Page Up and Page Down go to the next graph. "
    "A number on an edge is how much of the path it lasts for, from the left end to the last "
    "breakpoint, on the log scale of τ."
)
_TIMES_A_SEARCH: Final = (1.0, 4.0)
"""How much longer a path takes than a search: it goes on to denser graphs."""


def show_tune() -> None:
    """The whole page."""
    opened = choose_run()
    if opened is None:
        st.title("Tune", anchor=False)
        if is_unreadable():
            return
        st.info(
            "No run yet. Search some data on Discover first; then come back to find its τ with "
            "evidence."
        )
        st.page_link(DISCOVER, label="Go to Discover", icon=":material/hub:")
        return
    try:
        _show(opened)
    except StoreError as error:
        st.error(markdown_text(str(error)))
    load_vis()


def _show(opened: OpenedRun) -> None:
    record = opened.record
    said = said_of(record)
    if record.state.is_live:
        _show_head(opened, said)
        st.info(
            "The search is still going on. Tuning begins when it is over, as its scores serve "
            "the path, too.",
            icon=":material/hourglass_top:",
        )
        return
    with st.sidebar:
        share = _choose_floor(automatic_tau(record))
    asked = PathAsked.of(record, enforced_knowledge(said), share)
    _show_head(opened, said)
    if opened.dataset is None:
        st.info(
            "The data of this run are not on this machine, as it came in a capsule without them. "
            "Tuning needs them: open a capsule with its data on Runs, or search the data again "
            "on Discover.",
            icon=":material/database_off:",
        )
        return
    task = tasks.ending_with(record, KIND, _last_part(asked))
    path = _path(opened.dataset, asked, task)
    is_whole = path is not None and path.tau_floor <= asked.tau_floor * (1 + 1e-9)
    if not is_whole:
        _show_computing(opened, asked, task)
    tasks.watch_earlier(record, KIND, task, "τ-path")
    shown = None
    if path is not None:
        shown = shown_path(opened, asked, path, said)
        show_path(opened, asked, shown)
        notes = [*path.notes, *([] if is_whole else ["Smaller τ are still to come."])]
        st.caption(markdown_text(" ".join([*notes, _PATH_TEXT])))
    left, right = st.columns([1.2, 1], gap="large")
    with left:
        show_said(record)
    if shown is not None:
        with right:
            st.header("What follows", anchor=False)
            show_proposal(record, shown)
            show_use(
                record,
                asked.settings,
                shown.path,
                automatic_tau(record),
                partial(line_tau, opened, shown.path),
            )
    _show_section(opened, opened.dataset, asked, path)
    if shown is not None:
        bring_graphs(shown)


def _show_section(
    opened: OpenedRun, dataset: Dataset, asked: PathAsked, path: TauPath | None
) -> None:
    section = st.segmented_control(
        "Under the path",
        list(_SECTIONS),
        default="grid",
        required=True,
        format_func=_SECTIONS.__getitem__,
        key=state.TUNE_SECTION,
        bind="query-params",
        label_visibility="collapsed",
    )
    show = st.fragment(_show_part)
    show(section, opened, dataset, asked, path)


def _show_part(
    section: str, opened: OpenedRun, dataset: Dataset, asked: PathAsked, path: TauPath | None
) -> None:
    record, settings = opened.record, asked.settings

    def line() -> float | None:
        # It may have moved since this part was shown.
        return None if path is None else line_tau(opened, path)

    if section == "stability":
        show_stability(opened, settings, line)
    elif section == "rehearsal":
        graph = opened.trace.graph_at(opened.trace.n_steps, record.n_variables)
        if path is not None:
            graph = path.at(line_tau(opened, path)).graph
        show_rehearsal(opened, dataset, settings, graph)
    else:
        show_grid(opened, settings, line, held_out(said_of(record), record.names).counted)


def _choose_floor(tau_auto: float | None) -> float:
    word = "automatic τ" if tau_auto is not None else "run's τ"
    return float(
        st.selectbox(
            "The path begins at",
            list(_FLOORS),
            format_func=lambda share: _FLOORS[share].format(word),
            key=state.TUNE_FLOOR,
            help="The lower it begins, the denser the graphs that must be scored.",
        )
    )


def _show_head(opened: OpenedRun, said: tuple[Said, ...]) -> None:
    record = opened.record
    # What is enforced here need not be what the run knew.
    settings = replace(record.settings, knowledge=Knowledge())
    parts = [MEASURE_NAMES[settings.measure], threshold_text(record), *settings_texts(settings)]
    enforced = sum(each.enforced for each in said)
    if enforced:
        parts.append(count(enforced, "statement") + " enforced")
    size = f"{count(record.n_variables, 'variable')}, {count(record.n_rows, 'row')}"
    # Columns would break the title in two on a narrow page.
    head = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    head.title("Tune", anchor=False, width="content")
    head.markdown(
        f"**{markdown_text(short_name(record.title, 60))}**, {size}  \n"
        f":gray[{markdown_text(' · '.join(parts))}]",
        width="content",
    )


def _last_part(asked: PathAsked) -> dict[str, Any]:
    return tau_path_parts(asked.settings, asked.tau_floor)[-1]


def _path(dataset: Dataset, asked: PathAsked, task: TaskRecord | None) -> TauPath | None:
    """The path as far down as it is known."""
    found = None if task is None else task_path(task)
    if found is not None and found.tau_floor <= asked.tau_floor * (1 + 1e-9):
        return found
    return quick_path(asked, dataset) or found


def _show_computing(opened: OpenedRun, asked: PathAsked, task: TaskRecord | None) -> None:
    record = opened.record
    if task is not None and (task.is_live or task.can_resume):
        tasks.watch(task, "τ-path", "" if task.n_done else _estimate_text(opened, asked))
        return
    with st.container(border=True):
        st.markdown(
            "The **τ-path** holds the graph of every threshold: τ enters no score, so one "
            "computation serves all. For these settings it is not known yet."
        )
        if st.button("Compute the τ-path", type="primary", key="tune-compute"):
            parts = tau_path_parts(asked.settings, asked.tau_floor)
            tasks.start(record, KIND, parts, f"τ-path of {short_name(record.title, 60)}")
            st.rerun()
        st.caption(markdown_text(_estimate_text(opened, asked)))


def _estimate_text(opened: OpenedRun, asked: PathAsked) -> str:
    record = opened.record
    like = like_runs(recent_runs(), asked.settings, record.dataset_sha256)
    rate = expected_rate(recent_runs(), asked.settings, record.n_rows)
    low, high = estimate_s(rate, record.n_variables) if like is None else like.span
    # A run of NCD uses all processors, a path one.
    alone = Capacity.of().share(1) if asked.settings.measure == "ncd" else 1
    span = duration_range(_TIMES_A_SEARCH[0] * low, _TIMES_A_SEARCH[1] * alone * high)
    basis = "a rough guess"
    if like is not None:
        basis = f"judging by a search of these data that took {duration(like.last)}"
    return f"{about(span).capitalize()}, {basis}; what earlier runs scored is used again."
