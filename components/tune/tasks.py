"""Background tasks of the page: starting, finding, watching, stopping and resuming one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import streamlit as st

from components.runs_owner import admit_task, current_owner
from components.store import run_store
from components.text import duration, markdown_text
from gesncd.runs.errors import StoreError
from gesncd.runs.records import RunRecord, RunState
from gesncd.runs.sharing import Sharing
from gesncd.runs.store import RunStore
from gesncd.runs.tasks import (
    TaskRecord,
    create_task,
    launch_task,
    stop_task,
    task_parts,
    tasks,
)
from gesncd.runs.tasks import task as look

POLL_S: Final = 1.0
_ENDINGS: Final = {
    RunState.STOPPED: "Stopped; what was done is kept.",
    RunState.FAILED: "It failed.",
    RunState.INTERRUPTED: "It was interrupted.",
}


def start(record: RunRecord, kind: str, parts: Sequence[Mapping[str, Any]], title: str) -> None:
    """Add a task on a run's data and have it done; not twice where one is pressed twice."""
    try:
        store = run_store()
        if going_on(store, record.dataset_sha256, kind, parts) is not None:
            return
        owner = admit_task(store, record.dataset_sha256)
        task_id = create_task(store, record.dataset_sha256, kind, parts, owner=owner, title=title)
        launch_task(store, task_id)
    except StoreError as error:
        _tell(error)


def going_on(
    store: RunStore, dataset_sha256: str, kind: str, parts: Sequence[Mapping[str, Any]]
) -> str | None:
    """Id of a task that does the very same for whoever is at the page; None without one.

    A page shows the newest task only: a twin before it would go on unseen.
    """
    owner = current_owner() if Sharing.of() is not None else None
    asked = json.loads(json.dumps([dict(part) for part in parts], default=str))
    for each in tasks(store, dataset_sha256=dataset_sha256, kind=kind, owner=owner):
        goes_on = each.is_live and not each.stop_requested and each.n_parts == len(asked)
        if goes_on and task_parts(store, each.id) == asked:
            return each.id
    return None


def newest(
    record: RunRecord, kind: str, last_part: Mapping[str, Any] | None = None
) -> TaskRecord | None:
    """The newest task of a kind on a run's data, and of whoever is at the page.

    Parameters
    ----------
    record, kind
        The run, and the kind.
    last_part
        Only a task with this last part; None for any.
    """
    store = run_store()
    owner = current_owner() if Sharing.of() is not None else None
    for each in tasks(store, dataset_sha256=record.dataset_sha256, kind=kind, owner=owner):
        if last_part is None or task_parts(store, each.id)[-1] == last_part:
            return each
    return None


def show_progress(task: TaskRecord, what: str, note: str = "") -> None:
    """One row: how far it is with Stop, or how it ended with Resume.

    Parameters
    ----------
    task
        The task.
    what
        What is computed, such as "the τ-path".
    note
        What to say beside; an estimate for instance.
    """
    bar, action = st.columns([6, 1], vertical_alignment="center")
    words = f"{what}: {task.progress_text}"
    spent = f", {duration(task.elapsed_s)} so far" if task.elapsed_s >= 1 else ""
    if task.is_live:
        bar.progress(task.fraction, text=markdown_text(f"{words}{spent}. {note}".strip()))
        stopping = task.state is RunState.STOPPING or task.stop_requested
        action.button(
            "Stopping" if stopping else "Stop",
            key=f"tune-stop-{task.id}",
            disabled=stopping,
            on_click=_stop,
            args=(task.id,),
            width="stretch",
        )
        return
    if not task.can_resume:
        return
    ending = _ENDINGS.get(task.state, "")
    message = task.message if task.state is not RunState.STOPPED else ""
    show = bar.warning if task.state is RunState.FAILED else bar.info
    show(markdown_text(" ".join(filter(None, (f"{words}.", ending, message)))))
    action.button(
        "Resume",
        key=f"tune-resume-{task.id}",
        help="Do what is missing; what was done is kept.",
        on_click=_resume,
        args=(task.id,),
        width="stretch",
    )


def _stop(task_id: str) -> None:
    try:
        stop_task(run_store(), task_id)
    except StoreError as error:
        _tell(error)


def _resume(task_id: str) -> None:
    try:
        launch_task(run_store(), task_id)
    except StoreError as error:
        _tell(error)


def _tell(error: StoreError) -> None:
    st.toast(markdown_text(str(error)), icon=":material/error:", duration="long")


def watch(
    task: TaskRecord,
    what: str,
    note: str = "",
    show: Callable[[TaskRecord], None] | None = None,
) -> None:
    """Show how far a task is, and what it has found, for as long as it goes on.

    Parameters
    ----------
    task, what, note
        As for :func:`show_progress`.
    show
        Shows what was found so far. Without it the whole page is shown anew when a part
        is done; when the task ends, it always is.
    """
    view = st.fragment(_watch, run_every=POLL_S if task.is_live else None)
    view(task.id, task.n_done, task.is_live, what, note, show)


def watch_earlier(record: RunRecord, kind: str, shown: TaskRecord | None, what: str) -> None:
    """Rows for tasks that go on unseen behind a newer one, so that they can be stopped.

    Parameters
    ----------
    record, kind
        The run, and the kind.
    shown
        The task that the page shows; None for none.
    what
        As for :func:`show_progress`.
    """
    owner = current_owner() if Sharing.of() is not None else None
    for each in tasks(run_store(), dataset_sha256=record.dataset_sha256, kind=kind, owner=owner):
        if each.is_live and (shown is None or each.id != shown.id):
            watch(each, f"{what}, begun with other settings", show=lambda task: None)


def _watch(
    task_id: str,
    n_done: int,
    was_live: bool,
    what: str,
    note: str,
    show: Callable[[TaskRecord], None] | None,
) -> None:
    try:
        task = look(run_store(), task_id)
        if was_live != task.is_live or (show is None and task.n_done != n_done):
            st.rerun()
        show_progress(task, what, note)
        if show is not None:
            show(task)
    except StoreError as error:
        st.error(markdown_text(str(error)))
