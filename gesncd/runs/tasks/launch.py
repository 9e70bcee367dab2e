"""Starting tasks' workers, in the tasks' own line."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from typing import Final

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.machine.lock import is_held
from gesncd.runs.machine.spawn import start_worker
from gesncd.runs.store.places import in_line, is_active
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.records import TaskRecord
from gesncd.runs.tasks.rows import select_live_tasks, select_task, update_task
from gesncd.runs.tasks.store import VANISHED, checked_task, live_tasks, requeue_task
from gesncd.runs.tasks.writing import finish_task

_WORKER: Final = "gesncd.runs.tasks.worker"


def launch_task(store: RunStore, task_id: str) -> int | None:
    """Have a queued task done, or one that ended early, as soon as there is room.

    Only parts that have no value are done: those that are missing and those that failed.

    Returns
    -------
    The worker's process id; None if the task waits for its turn.

    Raises
    ------
    StoreError
        If every part has a value, or the task is going on, or the process cannot be
        started.
    """
    requeue_task(store, task_id)
    return tend_tasks(store).get(task_id)


def tend_tasks(store: RunStore, capacity: Capacity | None = None) -> dict[str, int]:
    """Start workers for waiting tasks while there is room.

    Returns
    -------
    Process ids of the workers by task.

    Raises
    ------
    StoreError
        If a process cannot be started; its task is then marked as failed.
    """
    limits = Capacity.of() if capacity is None else capacity
    started: dict[str, int] = {}
    while (task_id := claim_next_task(store, limits.max_tasks)) is not None:
        started[task_id] = _start(store, task_id)
    return started


def claim_next_task(store: RunStore, most: int) -> str | None:
    """Take the next waiting task, for which the caller must now start a worker.

    Returns
    -------
    Its id; None if none waits or there is no room.
    """
    # Read first: most callers find nothing to do, and need not wait for a writer.
    if not in_line(live_tasks(store)):
        return None
    with store.database.writing() as connection:
        live = select_live_tasks(connection)
        if sum(_has_worker(store, record) for record in live) >= most:
            return None
        order = in_line(live)
        if not order:
            return None
        now = time.time()
        update_task(connection, order[0].id, {"claimed": now, "heartbeat": now})
        return order[0].id


def _has_worker(store: RunStore, record: TaskRecord) -> bool:
    """Whether a worker takes up room; a dead one's last heartbeat may still look fresh."""
    if not is_active(record):
        return False
    if record.state is RunState.QUEUED:
        return checked_task(store, record).is_live
    return is_held(store.home.lock(record.id))


def _start(store: RunStore, task_id: str) -> int:
    before = _attempt(store, task_id)
    try:
        process = start_worker(_WORKER, store.home, task_id)
    except OSError as error:
        message = f"The task's process could not be started ({error})."
        finish_task(store, task_id, RunState.FAILED, message)
        raise StoreError(message) from error
    # A child that nobody waits for stays in the process table until we end.
    threading.Thread(target=_see_off, args=(store, task_id, process, before), daemon=True).start()
    return process.pid


def _attempt(store: RunStore, task_id: str) -> int:
    with store.database.reading() as connection:
        return select_task(connection, task_id).attempt


def _see_off(store: RunStore, task_id: str, process: subprocess.Popen[bytes], before: int) -> None:
    """Wait for a worker to end, say so where it could not even begin, and start the next.

    ``before`` is the task's number of attempts when the worker was started.
    """
    status = process.wait()
    # Deleted meanwhile, or the disk is full: then a stale heartbeat tells it later.
    with contextlib.suppress(StoreError):
        _mark_end(store, task_id, status, before)
    with contextlib.suppress(StoreError):
        tend_tasks(store)


def _mark_end(store: RunStore, task_id: str, status: int, before: int) -> None:
    with store.database.reading() as connection:
        record = select_task(connection, task_id)
    state = record.state
    if state is RunState.QUEUED and record.attempt > before:
        # This worker did begin: the task was queued again since, for another one.
        return
    if status > 0 and state is RunState.QUEUED:
        finish_task(
            store,
            task_id,
            RunState.FAILED,
            f"The task's process ended at once with status {status}; "
            f"its log is {store.home.log(task_id)}.",
        )
    elif status < 0 and state.is_live and not is_held(store.home.lock(task_id)):
        finish_task(store, task_id, RunState.INTERRUPTED, VANISHED)
