"""The page's background tasks: those on a run's data, and which of them to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from components import background_task
from components.store import run_store
from gesncd.runs.store.records import RunRecord
from gesncd.runs.tasks import TaskRecord, task_parts

Parts = Sequence[Mapping[str, Any]]
_MOST_LOOKED_AT: Final = 20
"""Tasks that are looked through for one that fits."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """The task to show.

    Parameters
    ----------
    task
        The task.
    differs
        What it was computed with that differs from the page's settings, in words; empty
        where nothing does.
    """

    task: TaskRecord
    differs: tuple[str, ...] = ()


def start(record: RunRecord, kind: str, parts: Parts, title: str) -> None:
    """Add a task on a run's data and have it done; not twice where one is pressed twice."""
    background_task.start_task(record.dataset_sha256, kind, parts, title)


def ending_with(record: RunRecord, kind: str, last_part: Mapping[str, Any]) -> TaskRecord | None:
    """The newest task of a kind on a run's data with this last part; None without one."""
    store = run_store()
    for each in background_task.own_tasks(store, record.dataset_sha256, kind):
        if task_parts(store, each.id)[-1] == last_part:
            return each
    return None


def fitting(
    record: RunRecord, kind: str, differs: Callable[[Parts], tuple[str, ...]]
) -> Fitting | None:
    """The newest task that was computed with the page's settings, else the newest of all.

    Runs of the same data share their tasks, and not their settings: what another run's
    settings gave must not be taken for this one's.

    Parameters
    ----------
    record, kind
        The run, and the kind.
    differs
        Tells in words what the parts of a task were computed with instead of the page's
        settings; nothing where they are the same.
    """
    store = run_store()
    newest: Fitting | None = None
    for each in background_task.own_tasks(store, record.dataset_sha256, kind)[:_MOST_LOOKED_AT]:
        found = Fitting(each, differs(task_parts(store, each.id)))
        if not found.differs:
            return found
        newest = newest or found
    return newest


def all_fitting(
    record: RunRecord, kind: str, differs: Callable[[Parts], tuple[str, ...]]
) -> list[TaskRecord]:
    """All tasks that were computed with the run's settings, newest first; see :func:`fitting`."""
    store = run_store()
    known = background_task.own_tasks(store, record.dataset_sha256, kind)[:_MOST_LOOKED_AT]
    return [each for each in known if not differs(task_parts(store, each.id))]


def goes_on(found: Fitting | None) -> bool:
    """Whether a task is shown that goes on: its row then tells the time that is left."""
    return found is not None and found.task.is_live


def watch(
    task: TaskRecord,
    what: str,
    note: str = "",
    show: Callable[[TaskRecord], None] | None = None,
) -> None:
    """Show how far a task is; see :func:`components.background_task.watch`."""
    background_task.watch(task, what, key=f"tune-{task.id}", note=note, show=show)


def watch_earlier(record: RunRecord, kind: str, shown: TaskRecord | None, what: str) -> None:
    """Rows for tasks that go on unseen beside the one shown, so that they can be stopped.

    Parameters
    ----------
    record, kind
        The run, and the kind.
    shown
        The task that the page shows; None for none.
    what
        As for :func:`watch`.
    """
    for each in background_task.own_tasks(run_store(), record.dataset_sha256, kind):
        if each.is_live and (shown is None or each.id != shown.id):
            watch(each, f"{what}, begun with other settings", show=lambda task: None)
