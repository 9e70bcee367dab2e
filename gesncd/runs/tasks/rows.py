"""Rows of the tables of tasks and their parts, read and changed in a transaction."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from gesncd.runs.errors import StoreError, UnknownTaskError
from gesncd.runs.store.records import RunState
from gesncd.runs.store.run_rows import new_id
from gesncd.runs.tasks.records import PartResult, TaskRecord

_NEWEST: Final = 30
"""Parts that the present speed is told from."""

_SELECT = """
    SELECT tasks.*,
        (SELECT count(*) FROM task_parts WHERE task_id = tasks.id) AS n_parts,
        (SELECT count(finished) FROM task_parts WHERE task_id = tasks.id) AS n_done,
        (SELECT count(*) FROM task_parts
            WHERE task_id = tasks.id AND finished IS NOT NULL AND ok = 0) AS n_failed
    FROM tasks
"""


def insert_task(
    connection: sqlite3.Connection,
    dataset_sha256: str,
    kind: str,
    parts: Sequence[str],
    now: float,
    *,
    owner: str,
    title: str,
) -> str:
    """Add a queued task; its id."""
    task_id = new_id()
    connection.execute(
        "INSERT INTO tasks (id, dataset_sha256, kind, title, owner, state, created, queued, "
        "heartbeat) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (task_id, dataset_sha256, kind, title, owner, RunState.QUEUED.value, now, now, now),
    )
    connection.executemany(
        "INSERT INTO task_parts (task_id, number, part) VALUES (?, ?, ?)",
        [(task_id, number, part) for number, part in enumerate(parts)],
    )
    return task_id


def select_task(connection: sqlite3.Connection, task_id: str) -> TaskRecord:
    """One task as it is written, its state not yet checked against its worker.

    Raises
    ------
    UnknownTaskError
        If no task has this id.
    """
    row = connection.execute(f"{_SELECT} WHERE id = ?", (_searchable(task_id),)).fetchone()
    if row is None:
        raise _unknown(task_id)
    return _record(row)


def select_tasks(
    connection: sqlite3.Connection,
    *,
    dataset_sha256: str | None = None,
    kind: str | None = None,
    owner: str | None = None,
) -> list[TaskRecord]:
    """Tasks that can be read, newest first; what is None does not matter."""
    rows = connection.execute(
        f"{_SELECT} WHERE (:dataset IS NULL OR dataset_sha256 = :dataset) "
        "AND (:kind IS NULL OR kind = :kind) AND (:owner IS NULL OR owner = :owner) "
        "ORDER BY created DESC, rowid DESC",
        {"dataset": dataset_sha256, "kind": kind, "owner": owner},
    )
    return _readable(rows)


def select_live_tasks(connection: sqlite3.Connection) -> list[TaskRecord]:
    """Tasks that a worker is at or will be at, in the order in which they queued."""
    states = [state.value for state in RunState if state.is_live]
    marks = ",".join("?" * len(states))
    rows = connection.execute(f"{_SELECT} WHERE state IN ({marks}) ORDER BY queued, rowid", states)
    return _readable(rows)


def _readable(rows: Iterable[sqlite3.Row]) -> list[TaskRecord]:
    # One damaged task must neither hide the others nor hold up the queue.
    records = []
    for row in rows:
        with contextlib.suppress(StoreError):
            records.append(_record(row))
    return records


def update_task(
    connection: sqlite3.Connection, task_id: str, changes: Mapping[str, str | float | int | None]
) -> None:
    """Set columns of a task.

    Raises
    ------
    UnknownTaskError
        If no task has this id.
    """
    assignments = ", ".join(f"{column} = :{column}" for column in changes)
    changed = connection.execute(
        f"UPDATE tasks SET {assignments} WHERE id = :task_id",
        {**changes, "task_id": _searchable(task_id)},
    )
    if changed.rowcount == 0:
        raise _unknown(task_id)


def select_newest_seconds(
    connection: sqlite3.Connection, task_id: str, since: float
) -> list[float]:
    """How long the newest parts took that were over since a time."""
    rows = connection.execute(
        "SELECT seconds FROM task_parts WHERE task_id = ? AND finished >= ? "
        "ORDER BY finished DESC LIMIT ?",
        (task_id, since, _NEWEST),
    )
    return [row["seconds"] for row in rows]


def select_seconds(connection: sqlite3.Connection, task_id: str) -> dict[int, float]:
    """How long each part took that has a value, by number."""
    rows = connection.execute(
        "SELECT number, seconds FROM task_parts WHERE task_id = ? AND ok = 1", (task_id,)
    )
    return {row["number"]: row["seconds"] for row in rows}


def select_parts(
    connection: sqlite3.Connection, task_id: str, *, missing: bool = False
) -> dict[int, dict[str, Any]]:
    """Parts by number, all or those that have no value."""
    rows = connection.execute(
        "SELECT number, part FROM task_parts WHERE task_id = ? "
        "AND (NOT ? OR finished IS NULL OR ok = 0) ORDER BY number",
        (task_id, missing),
    )
    return {row["number"]: _parsed(task_id, row["number"], row["part"]) for row in rows}


def select_results(connection: sqlite3.Connection, task_id: str) -> dict[int, PartResult]:
    """Results by number, of the parts that are over."""
    rows = connection.execute(
        "SELECT number, ok, value, message, seconds FROM task_parts "
        "WHERE task_id = ? AND finished IS NOT NULL ORDER BY number",
        (task_id,),
    )
    return {
        row["number"]: PartResult(
            bool(row["ok"]),
            _parsed(task_id, row["number"], row["value"]) if row["ok"] else {},
            row["message"],
            row["seconds"],
        )
        for row in rows
    }


def select_first_failure(connection: sqlite3.Connection, task_id: str) -> tuple[int, str] | None:
    """Number and message of the first part that failed; None if none did."""
    row = connection.execute(
        "SELECT number, message FROM task_parts WHERE task_id = ? AND ok = 0 "
        "ORDER BY number LIMIT 1",
        (task_id,),
    ).fetchone()
    return None if row is None else (row["number"], row["message"])


def update_part(
    connection: sqlite3.Connection,
    task_id: str,
    number: int,
    *,
    value: str | None,
    message: str,
    seconds: float,
    now: float,
) -> None:
    """Keep what came of a part; it has failed where there is no value."""
    connection.execute(
        "UPDATE task_parts SET finished = ?, ok = ?, seconds = ?, message = ?, value = ? "
        "WHERE task_id = ? AND number = ?",
        (now, int(value is not None), seconds, message, value, task_id, number),
    )


def clear_failed_parts(connection: sqlite3.Connection, task_id: str) -> None:
    """Make the failed parts of a task such as have yet to be done."""
    connection.execute(
        "UPDATE task_parts SET finished = NULL, ok = NULL, seconds = NULL, message = '' "
        "WHERE task_id = ? AND ok = 0",
        (task_id,),
    )


def _parsed(task_id: str, number: int, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, TypeError) as error:
        raise StoreError(
            f"Part {number + 1} of the task {task_id} is damaged ({error})."
        ) from error
    if not isinstance(value, dict):
        raise StoreError(f"Part {number + 1} of the task {task_id} is damaged.")
    return value


def _searchable(task_id: str) -> str:
    # An id comes from an address line and may hold what SQLite cannot even look for.
    return task_id.encode("utf-8", "replace").decode("utf-8")


def _unknown(task_id: str) -> UnknownTaskError:
    shown = task_id if len(task_id) <= 60 else task_id[:60] + "…"
    return UnknownTaskError(f"There is no task {shown!r} here; it may have been deleted.")


def _record(row: sqlite3.Row) -> TaskRecord:
    started, ended = row["started"], row["ended"]
    elapsed = row["spent_s"]
    try:
        if started is not None:
            elapsed += max(0.0, (row["heartbeat"] if ended is None else ended) - started)
        state = RunState(row["state"])
    except (ValueError, TypeError) as error:
        raise StoreError(f"The task {row['id']} cannot be read: {error}") from error
    return TaskRecord(
        id=row["id"],
        kind=row["kind"],
        title=row["title"],
        dataset_sha256=row["dataset_sha256"],
        owner=row["owner"],
        state=state,
        message=row["message"],
        n_parts=row["n_parts"],
        n_done=row["n_done"],
        n_failed=row["n_failed"],
        created=row["created"],
        started=started,
        ended=ended,
        heartbeat=row["heartbeat"],
        elapsed_s=elapsed,
        processes=row["processes"],
        attempt=row["attempt"],
        stop_requested=bool(row["stop_requested"]),
        claimed=row["claimed"] is not None,
    )
