"""Tasks in the run store: asking for one, looking at it, stopping it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gesncd.runs.errors import StoreError
from gesncd.runs.store.dataset_store import storable
from gesncd.runs.store.liveness import has_vanished, is_left
from gesncd.runs.store.places import in_line, is_active, is_waiting
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import NAME_LIMIT, RunStore
from gesncd.runs.tasks.kinds import KINDS, Kind
from gesncd.runs.tasks.plain_json import plain_text
from gesncd.runs.tasks.records import PartResult, TaskRecord, likely_remaining
from gesncd.runs.tasks.rows import (
    clear_failed_parts,
    insert_task,
    select_live_tasks,
    select_newest_seconds,
    select_parts,
    select_results,
    select_seconds,
    select_task,
    select_tasks,
    update_task,
)

MOST_PARTS: Final = 20_000
"""Parts that a task may have."""

VANISHED: Final = (
    "The process that computed this vanished. Resume goes on where it ended; nothing "
    "that was done is done again."
)


def create_task(
    store: RunStore,
    dataset_sha256: str,
    kind: str,
    parts: Sequence[Mapping[str, Any]],
    *,
    owner: str = "",
    title: str = "",
    kinds: Mapping[str, Kind] = KINDS,
) -> str:
    """Add a task, queued; :func:`gesncd.runs.tasks.launch.launch_task` has it done.

    Parameters
    ----------
    store
        Where the data set is.
    dataset_sha256
        The data that every part works on, added before.
    kind
        What is computed, a name of :data:`gesncd.runs.tasks.kinds.KINDS`.
    parts
        What each part's function is given: mappings of plain JSON values.
    owner
        Who asks for it; see :mod:`gesncd.runs.sharing`.
    title
        What people call it.
    kinds
        The kinds there are.

    Returns
    -------
    The task's id.

    Raises
    ------
    StoreError
        If there is no such data set or kind, no part, or a part that is no plain JSON.
    """
    if kind not in kinds:
        raise StoreError(f"There is no kind of task {kind!r}; known are {', '.join(kinds)}.")
    if not 1 <= len(parts) <= MOST_PARTS:
        raise StoreError(f"A task has 1 to {MOST_PARTS} parts, not {len(parts)}.")
    if len(title) > NAME_LIMIT:
        raise StoreError(f"A task's title has at most {NAME_LIMIT} characters.")
    try:
        texts = [plain_text(part, f"part {number}") for number, part in enumerate(parts)]
    except ValueError as error:
        raise StoreError(f"The task cannot be kept: {error}") from error
    with store.database.writing() as connection:
        known = connection.execute("SELECT 1 FROM datasets WHERE sha256 = ?", (dataset_sha256,))
        if known.fetchone() is None:
            raise StoreError(f"There is no data set {dataset_sha256!r} here; add it first.")
        return insert_task(
            connection,
            dataset_sha256,
            kind,
            texts,
            time.time(),
            owner=owner,
            title=storable(title.strip()),
        )


def task(store: RunStore, task_id: str) -> TaskRecord:
    """One task, with its progress.

    Raises
    ------
    UnknownTaskError
        If no task has this id.
    """
    with store.database.reading() as connection:
        record = select_task(connection, task_id)
        live = select_live_tasks(connection) if is_waiting(record) else []
        seconds = _newest_seconds(connection, record)
    return _shown(store, record, live, seconds)


def tasks(
    store: RunStore,
    *,
    dataset_sha256: str | None = None,
    kind: str | None = None,
    owner: str | None = None,
) -> list[TaskRecord]:
    """Tasks, newest first: all, or those on some data, of a kind, or of an owner.

    Parameters
    ----------
    store
        Where they are kept.
    dataset_sha256, kind, owner
        What they must have in common; None for any.
    """
    with store.database.reading() as connection:
        records = select_tasks(connection, dataset_sha256=dataset_sha256, kind=kind, owner=owner)
        live = select_live_tasks(connection) if any(map(is_waiting, records)) else []
        seconds = {record.id: _newest_seconds(connection, record) for record in records}
    return [_shown(store, record, live, seconds[record.id]) for record in records]


def live_tasks(store: RunStore) -> list[TaskRecord]:
    """Tasks that go on or wait, in the order in which they were asked for."""
    with store.database.reading() as connection:
        records = select_live_tasks(connection)
    checked = (checked_task(store, record) for record in records)
    return [record for record in checked if record.is_live]


def task_parts(store: RunStore, task_id: str) -> list[dict[str, Any]]:
    """The parts of a task as they were given, in order."""
    with store.database.reading() as connection:
        select_task(connection, task_id)
        return list(select_parts(connection, task_id).values())


def task_seconds(store: RunStore, task_id: str) -> dict[int, float]:
    """How long each part took that has a value, by part number; the values are not read."""
    with store.database.reading() as connection:
        select_task(connection, task_id)
        return select_seconds(connection, task_id)


def task_results(store: RunStore, task_id: str) -> dict[int, PartResult]:
    """Results of the parts that are over, by part number, in order.

    Raises
    ------
    UnknownTaskError
        If no task has this id.
    StoreError
        If a result is damaged.
    """
    with store.database.reading() as connection:
        select_task(connection, task_id)
        return select_results(connection, task_id)


def stop_task(store: RunStore, task_id: str) -> None:
    """Ask a task to stop, keeping the parts that are done; harmless when it is over."""
    with store.database.writing() as connection:
        record = select_task(connection, task_id)
        if not record.is_live:
            return
        changes: dict[str, str | float | int | None] = {"stop_requested": 1}
        if is_left(record, store.home.lock(record.id)):
            # There is no worker that could answer.
            changes |= {"state": RunState.STOPPED.value, "ended": time.time()}
        else:
            changes["state"] = RunState.STOPPING.value
        update_task(connection, task_id, changes)


def requeue_task(store: RunStore, task_id: str) -> None:
    """Put a task that has parts to do into the queue again, its failed parts with it.

    Raises
    ------
    StoreError
        If every part has a value, or a worker is at it.
    """
    with store.database.writing() as connection:
        record = checked_task(store, select_task(connection, task_id))
        if record.state is RunState.QUEUED:
            return
        if record.is_live:
            raise StoreError("The task is still going on.")
        if not record.can_resume:
            raise StoreError("The task is finished; there is nothing left to do.")
        now = time.time()
        clear_failed_parts(connection, task_id)
        update_task(
            connection,
            task_id,
            {
                "state": RunState.QUEUED.value,
                "queued": now,
                "claimed": None,
                "stop_requested": 0,
                "spent_s": record.elapsed_s,
                "started": None,
                "ended": None,
                "heartbeat": now,
                "message": "",
            },
        )


def checked_task(store: RunStore, record: TaskRecord) -> TaskRecord:
    """The record, shown as interrupted where no worker is left."""
    if not has_vanished(record, store.home.lock(record.id)):
        return record
    return replace(record, state=RunState.INTERRUPTED, message=VANISHED)


def _newest_seconds(connection: Any, record: TaskRecord) -> list[float]:
    if record.state is not RunState.RUNNING or record.started is None:
        return []
    return select_newest_seconds(connection, record.id, record.started)


def _behind(record: TaskRecord, live: Sequence[TaskRecord], before: Sequence[TaskRecord]) -> str:
    """Title of the owner's own task that this one waits for; of others nothing is told.

    The last of those that wait before it, else the one at work that began last.
    """
    at_work = [each for each in live if is_active(each)]
    own = [each for each in (*at_work, *before) if each.owner == record.owner and each.title]
    return own[-1].title if own else ""


def _shown(
    store: RunStore, record: TaskRecord, live: Sequence[TaskRecord], seconds: Sequence[float]
) -> TaskRecord:
    if is_waiting(record):
        checked = [checked_task(store, other) for other in live]
        order = in_line(checked)
        ids = [each.id for each in order]
        if record.id not in ids:
            return record
        ahead = ids.index(record.id)
        return replace(record, ahead=ahead, behind=_behind(record, checked, order[:ahead]))
    record = checked_task(store, record)
    if record.state is not RunState.RUNNING or record.started is None:
        return record
    mean = sum(seconds) / len(seconds) if seconds else 0.0
    return replace(
        record,
        elapsed_s=record.elapsed_s + max(0.0, time.time() - record.heartbeat),
        rate=60.0 * record.processes / mean if mean > 0 else None,
        remaining_s=likely_remaining(seconds, record.n_left, record.processes),
    )
