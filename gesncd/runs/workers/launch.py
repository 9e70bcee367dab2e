"""Which waiting run is worked off next, and what is done when its worker ends.

The policy: the queue, how many may run at once, failures in the store. How a process is
started at all is :mod:`gesncd.runs.machine.spawn`.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
from typing import Final

from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.machine.lock import is_held
from gesncd.runs.machine.spawn import start_worker
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import GONE, RunStore
from gesncd.runs.tasks.launch import tend_tasks
from gesncd.runs.workers.queue import claim_next
from gesncd.runs.workers.spare import RESERVE

_WORKER: Final = "gesncd.runs.workers.worker"


def launch(store: RunStore, run_id: str) -> int | None:
    """Have a queued run done, or one that ended early, as soon as there is room.

    A run that was stopped, failed or was interrupted goes on where it ended.

    Returns
    -------
    The worker's process id; None if the run waits for its turn.

    Raises
    ------
    StoreError
        If the run is finished or going on, or the process cannot be started.
    """
    store.requeue(run_id)
    return tend(store).get(run_id)


def tend(store: RunStore, capacity: Capacity | None = None) -> dict[str, int]:
    """Start workers for waiting runs while there is room, and for waiting tasks.

    Returns
    -------
    Process ids of the workers by run.

    Raises
    ------
    StoreError
        If a process cannot be started; its run is then marked as failed.
    """
    limits = Capacity.of() if capacity is None else capacity
    started: dict[str, int] = {}
    while (run_id := claim_next(store, limits.max_running)) is not None:
        started[run_id] = _start(store, run_id)
    tend_tasks(store, limits)
    return started


def _start(store: RunStore, run_id: str) -> int:
    before = store.run(run_id).attempt
    try:
        process = RESERVE.take(store.home, run_id)
        if process is None:
            process = start_worker(_WORKER, store.home, run_id)
    except OSError as error:
        message = f"The search's process could not be started ({error})."
        store.finish(run_id, RunState.FAILED, message)
        raise StoreError(message) from error
    # A child that nobody waits for stays in the process table until we end.
    threading.Thread(target=_see_off, args=(store, run_id, process, before), daemon=True).start()
    return process.pid


def _see_off(store: RunStore, run_id: str, process: subprocess.Popen[bytes], before: int) -> None:
    """Wait for a worker to end, say so where it could not even begin, and start the next.

    ``before`` is the run's number of attempts when the worker was started.
    """
    status = process.wait()
    # Deleted meanwhile, or the disk is full: then a stale heartbeat tells it later.
    with contextlib.suppress(StoreError):
        _mark_end(store, run_id, status, before)
    # An orderly worker has done so itself; a killed one could not. If this fails, the
    # next visit of the list of runs tries again.
    with contextlib.suppress(StoreError):
        tend(store)


def _mark_end(store: RunStore, run_id: str, status: int, before: int) -> None:
    run = store.run(run_id)
    state = run.state
    if state is RunState.QUEUED and run.attempt > before:
        # This worker did begin: the run was queued again since, for another one.
        return
    if status > 0 and state is RunState.QUEUED:
        store.finish(
            run_id,
            RunState.FAILED,
            f"The search's process ended at once with status {status}; "
            f"its log is {store.home.log(run_id)}.",
        )
    elif status < 0 and state.is_live and not is_held(store.home.lock(run_id)):
        store.finish(run_id, RunState.INTERRUPTED, GONE)
