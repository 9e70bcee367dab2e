"""A background task on a page: started, found again, watched, stopped and resumed.

Every page that has something computed in the background does it with these, so that it looks
and is worded alike everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import streamlit as st

from components.polling import rerun_page
from components.runs.owner import admit_task, current_owner
from components.store import run_store
from components.text import duration, markdown_text
from gesncd.runs.errors import StoreError
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks import (
    TaskRecord,
    create_task,
    launch_task,
    stop_task,
    task_parts,
    tasks,
    tend_tasks,
)
from gesncd.runs.tasks import task as look

POLL_S: Final = 1.0
_ENDINGS: Final = {
    RunState.STOPPED: "Stopped; what was done is kept.",
    RunState.FAILED: "It failed.",
    RunState.INTERRUPTED: "It was interrupted.",
}


def start_task(
    dataset_sha256: str, kind: str, parts: Sequence[Mapping[str, Any]], title: str
) -> str | None:
    """Have parts computed on a data set; None, with a message, where that cannot be.

    A task that goes on and does the very same is taken for it: the button was pressed twice.

    Parameters
    ----------
    dataset_sha256, kind, parts, title
        As for :func:`gesncd.runs.tasks.create_task`.
    """
    try:
        store = run_store()
        known = _going_on(store, dataset_sha256, kind, parts)
        if known is not None:
            return known
        owner = admit_task(store, dataset_sha256)
        task_id = create_task(store, dataset_sha256, kind, parts, owner=owner, title=title)
        launch_task(store, task_id)
    except StoreError as error:
        _tell(error)
        return None
    return task_id


def own_tasks(store: RunStore, dataset_sha256: str, kind: str) -> list[TaskRecord]:
    """Tasks of a kind on a data set, and of whoever is at the page, newest first."""
    owner = current_owner() if Sharing.of() is not None else None
    return tasks(store, dataset_sha256=dataset_sha256, kind=kind, owner=owner)


def _going_on(
    store: RunStore, dataset_sha256: str, kind: str, parts: Sequence[Mapping[str, Any]]
) -> str | None:
    """Id of a task that does the very same for whoever is at the page; None without one.

    A page shows the newest task only: a twin before it would go on unseen.
    """
    asked = json.loads(json.dumps([dict(part) for part in parts], default=str))
    for each in own_tasks(store, dataset_sha256, kind):
        goes_on = each.is_live and not each.stop_requested and each.n_parts == len(asked)
        if goes_on and task_parts(store, each.id) == asked:
            return each.id
    return None


def watch(
    task: TaskRecord,
    what: str,
    *,
    key: str,
    note: str = "",
    show: Callable[[TaskRecord], None] | None = None,
) -> None:
    """Show how far a task is, and what it has found, for as long as it goes on.

    The caller calls it in no fragment that has a timer of its own.

    Parameters
    ----------
    task
        The task.
    what
        What is computed, such as "τ-path".
    key
        Begins the buttons' keys.
    note
        What to say beside; an estimate for instance.
    show
        Shows what was found so far. Without it the whole page is shown anew when a part
        is done; when the task ends, it always is.
    """
    view = st.fragment(_watch, run_every=POLL_S if task.is_live else None)
    view(task.id, task.n_done, task.is_live, what, key, note, show)


def _watch(
    task_id: str,
    n_done: int,
    was_live: bool,
    what: str,
    key: str,
    note: str,
    show: Callable[[TaskRecord], None] | None,
) -> None:
    try:
        store = run_store()
        tend_tasks(store)
        task = look(store, task_id)
        if was_live != task.is_live or (show is None and task.n_done != n_done):
            rerun_page()
        _show_progress(task, what, key, note)
        if show is not None:
            show(task)
    except StoreError as error:
        st.error(markdown_text(str(error)))


def _show_progress(task: TaskRecord, what: str, key: str, note: str) -> None:
    """One row: how far it is with Stop, or how it ended with Resume."""
    bar, action = st.columns([6, 1], vertical_alignment="center")
    words = f"{what}: {task.progress_text}"
    if task.is_live:
        spent = f", {duration(task.elapsed_s)} so far" if task.elapsed_s >= 1 else ""
        bar.progress(min(task.fraction, 1.0), text=markdown_text(f"{words}{spent}. {note}".strip()))
        stopping = task.state is RunState.STOPPING or task.stop_requested
        action.button(
            "Stopping" if stopping else "Stop",
            key=f"{key}-stop",
            disabled=stopping,
            help="End it and keep what is done.",
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
        key=f"{key}-resume",
        help="Do what is missing or failed; what was done is kept.",
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
