"""Background tasks of the page: started, found again, watched and stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from components import state
from components.judge.case import Case
from components.runs_owner import admit_task, current_owner
from components.store import run_store
from components.text import markdown_text
from components.tune.tasks import going_on
from gesncd.runs.errors import StoreError
from gesncd.runs.records import RunState
from gesncd.runs.sharing import Sharing
from gesncd.runs.tasks import (
    PartResult,
    TaskRecord,
    create_task,
    launch_task,
    stop_task,
    task,
    task_parts,
    task_results,
    tasks,
    tend_tasks,
)

POLL_S: Final = 0.5
MOST_JOBS: Final = 20
"""Tasks that are looked through for what the page needs."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task with its parts and what has come of them.

    Parameters
    ----------
    record
        The task.
    parts
        What each part was given.
    results
        By part number, of the parts that are over.
    """

    record: TaskRecord
    parts: tuple[Mapping[str, Any], ...]
    results: Mapping[int, PartResult]


def jobs(case: Case, *kinds: str) -> list[Job]:
    """Tasks of some kinds on the data of the page's run, newest first.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    store = run_store()
    owner = current_owner() if Sharing.of() is not None else None
    sha256 = case.opened.record.dataset_sha256
    records = [
        record
        for kind in kinds
        for record in tasks(store, dataset_sha256=sha256, kind=kind, owner=owner)
    ]
    records.sort(key=lambda record: record.created, reverse=True)
    return [
        Job(record, tuple(task_parts(store, record.id)), task_results(store, record.id))
        for record in records[:MOST_JOBS]
    ]


def start_job(case: Case, kind: str, parts: Sequence[Mapping[str, Any]], title: str) -> str | None:
    """Have parts computed; None with a message on the page where that cannot be.

    A task that goes on and does the very same is taken for it: the button was pressed twice.
    """
    try:
        store = run_store()
        sha256 = case.opened.record.dataset_sha256
        known = going_on(store, sha256, kind, parts)
        if known is not None:
            return known
        owner = admit_task(store, sha256)
        task_id = create_task(store, sha256, kind, parts, owner=owner, title=title)
        launch_task(store, task_id)
    except StoreError as error:
        st.toast(markdown_text(str(error)), icon=":material/error:")
        return None
    return task_id


def watch(record: TaskRecord, key: str) -> None:
    """How far a task is, with Stop or Resume; the whole page runs again when it is over.

    The caller calls it in no fragment of its own.
    """
    st.fragment(_watch, run_every=POLL_S if record.is_live else None)(record.id, key)


def _watch(task_id: str, key: str) -> None:
    try:
        store = run_store()
        tend_tasks(store)
        record = task(store, task_id)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    seen_key = state.judge_seen_key(task_id)
    seen = st.session_state.get(seen_key)
    st.session_state[seen_key] = (record.n_done, record.is_live)
    if seen is not None and seen != (record.n_done, record.is_live):
        # New results, which the page shows outside this part.
        st.rerun()
    if record.state is RunState.FINISHED and not record.n_failed:
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    with left:
        text = record.progress_text
        if not record.is_live:
            text = f"{record.state.value}: {record.message or text}"
        elif record.state is RunState.STOPPING:
            text = f"stopping, {text}"
        st.progress(min(record.fraction, 1.0), markdown_text(text[0].upper() + text[1:]))
    with right:
        if record.is_live:
            st.button(
                "Stop",
                key=f"{key}-stop",
                icon=":material/stop:",
                on_click=_stop,
                args=(task_id,),
                disabled=record.state is RunState.STOPPING,
                width="stretch",
            )
        elif record.can_resume:
            st.button(
                "Resume",
                key=f"{key}-resume",
                icon=":material/play_arrow:",
                on_click=_resume,
                args=(task_id,),
                help="Does what is missing or failed; what is done is kept.",
                width="stretch",
            )


def _stop(task_id: str) -> None:
    try:
        stop_task(run_store(), task_id)
    except StoreError as error:
        st.toast(markdown_text(str(error)), icon=":material/error:")


def _resume(task_id: str) -> None:
    try:
        launch_task(run_store(), task_id)
    except StoreError as error:
        st.toast(markdown_text(str(error)), icon=":material/error:")
