"""The queue: whenever there is room, the next waiting run gets its worker.

Whoever notices that there may be room calls :func:`gesncd.runs.workers.launch.tend`: the
page that asks for a run, the process that saw a worker end, a worker that ends
itself, and every visit of the list of runs. One transaction decides, so that two
of them never start one run, nor more runs than there is room for.
"""

from __future__ import annotations

import time

from gesncd.runs.machine.lock import is_held
from gesncd.runs.store.places import in_line, is_active
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.runs.store.run_rows import select_live, update_run
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.store import live_tasks


def claim_next(store: RunStore, max_running: int) -> str | None:
    """Take the next waiting run, for which the caller must now start a worker.

    Returns
    -------
    Its id; None if none waits or there is no room.
    """
    # Read first: most callers find nothing to do, and need not wait for a writer.
    if not in_line(store.live_runs()):
        return None
    with store.database.writing() as connection:
        live = select_live(connection)
        if sum(_has_worker(store, record) for record in live) >= max_running:
            return None
        order = in_line(live)
        if not order:
            return None
        now = time.time()
        update_run(connection, order[0].id, {"claimed": now, "heartbeat": now})
        return order[0].id


def _has_worker(store: RunStore, record: RunRecord) -> bool:
    """Whether a worker takes up room; a dead one's last heartbeat may still look fresh."""
    if not is_active(record):
        return False
    if record.state is RunState.QUEUED:
        return store.checked(record).state.is_live
    return is_held(store.home.lock(record.id))


def n_active(store: RunStore) -> int:
    """Runs and tasks that workers are at, or were started for; they share the processors."""
    return sum(map(is_active, store.live_runs())) + sum(map(is_active, live_tasks(store)))
