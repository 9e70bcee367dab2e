"""What a task's worker, its only writer, tells the store."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

from gesncd.runs.store.dataset_store import storable
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.records import Outcome, TaskRecord
from gesncd.runs.tasks.rows import select_task, update_part, update_task


def begin_task(
    store: RunStore, task_id: str, versions: Mapping[str, str]
) -> tuple[TaskRecord, bool]:
    """Mark a task as taken up by the calling worker, which holds its lock.

    Returns
    -------
    record
        The task.
    mixed
        Whether it has parts that other versions of the software computed.
    """
    now = time.time()
    text = json.dumps(dict(versions), sort_keys=True)
    with store.database.writing() as connection:
        record = select_task(connection, task_id)
        before = connection.execute(
            "SELECT versions FROM tasks WHERE id = ?", (task_id,)
        ).fetchone()["versions"]
        # Only another launch takes a stop back, however late the worker comes.
        state = RunState.STOPPING if record.stop_requested else RunState.RUNNING
        update_task(
            connection,
            task_id,
            {
                "state": state.value,
                "attempt": record.attempt + 1,
                "claimed": now,
                "versions": text,
                # A worker that was killed left its attempt open.
                "spent_s": record.elapsed_s,
                "started": now,
                "ended": None,
                "heartbeat": now,
                "message": "",
                "processes": 0,
            },
        )
        return select_task(connection, task_id), record.n_ok > 0 and before != text


def beat_task(store: RunStore, task_id: str, processes: int) -> None:
    """Show that the worker lives, and how many processes it uses."""
    with store.database.writing() as connection:
        update_task(connection, task_id, {"heartbeat": time.time(), "processes": processes})


def task_stop_requested(store: RunStore, task_id: str) -> bool:
    """Whether Stop was asked for; a worker reads this often, so it reads little."""
    with store.database.reading() as connection:
        row = connection.execute(
            "SELECT stop_requested FROM tasks WHERE id = ?", (task_id,)
        ).fetchone()
    # A task that was deleted has nobody left to work for.
    return row is None or bool(row["stop_requested"])


def keep_outcome(
    store: RunStore, task_id: str, number: int, outcome: Outcome, processes: int
) -> None:
    """Keep what came of a part, in one transaction."""
    now = time.time()
    with store.database.writing() as connection:
        update_part(
            connection,
            task_id,
            number,
            value=outcome.value,
            message=storable(outcome.message),
            seconds=outcome.seconds,
            now=now,
        )
        update_task(connection, task_id, {"heartbeat": now, "processes": processes})


def finish_task(store: RunStore, task_id: str, state: RunState, message: str = "") -> None:
    """Mark a task as over.

    Raises
    ------
    ValueError
        If the state is one in which a worker goes on.
    """
    if state.is_live:
        raise ValueError(f"A task does not end as {state.value}.")
    now = time.time()
    with store.database.writing() as connection:
        update_task(
            connection,
            task_id,
            {
                "state": state.value,
                "message": storable(message),
                "ended": now,
                "heartbeat": now,
                "processes": 0,
            },
        )
