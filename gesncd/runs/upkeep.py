"""Deleting runs and tasks with all that belongs to them, and clearing what a crash left.

Data are kept as long as a run or a task is on them. A task's results are about data
that its owner works on: they go with the last run that this person had on the data, and
so do the statements that this person made about them, and the true graphs given for them.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.machine.lock import RunLock
from gesncd.runs.store.liveness import is_overdue
from gesncd.runs.store.places import is_active, is_waiting
from gesncd.runs.store.run_rows import select_belongings, select_run
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.rows import select_task, select_tasks
from gesncd.runs.tasks.store import checked_task, task

_GOES_ON: Final = "The run is still going on. Stop it first, then delete it."
_GRACE_S: Final = 3600.0
"""A file or data set that nothing is on is left alone so long: its run may be in the making."""


def delete_run(store: RunStore, run_id: str) -> None:
    """Delete a run with its events, log and lock, and its data if nothing else is on them.

    A damaged run, which cannot be read, is deleted like any other. Was it the last run of its
    owner on these data, that person's tasks on them go too, but for those that still go on.

    Raises
    ------
    UnknownRunError
        If no run has this id.
    StoreError
        If it is still going on.
    """
    with store.database.reading() as connection:
        select_belongings(connection, run_id)
    lock = RunLock(store.home.lock(run_id))
    # The lock keeps a worker from beginning while its run is being deleted.
    if not lock.acquire(patience_s=0.5):
        raise StoreError(_GOES_ON)
    try:
        with store.database.writing() as connection:
            sha256, owner = select_belongings(connection, run_id)
            if _awaits_worker(connection, run_id):
                raise StoreError(_GOES_ON)
            connection.execute("DELETE FROM runs WHERE id = ?", (run_id,))
            gone = _delete_tasks_without_run(store, connection, sha256, owner)
            _forget_unused_dataset(connection, sha256)
        for work_id in (run_id, *gone):
            _unlink(store.home.log(work_id))
            _unlink(store.home.lock(work_id))
        _unlink_unknown(store, [store.home.dataset(sha256)])
    finally:
        lock.release()


def _awaits_worker(connection: sqlite3.Connection, run_id: str) -> bool:
    """Whether a worker that was started has yet to take the run's lock, which the caller has."""
    try:
        record = select_run(connection, run_id)
    except UnknownRunError:
        raise
    except StoreError:
        # Of a run that cannot be read the lock tells enough.
        return False
    return is_active(record) and not is_overdue(record)


def delete_task(store: RunStore, task_id: str) -> None:
    """Delete a task with its results, log and lock, and its data if nothing else is on them.

    Raises
    ------
    UnknownTaskError
        If no task has this id.
    StoreError
        If it is still going on.
    """
    record = task(store, task_id)
    lock = RunLock(store.home.lock(record.id))
    waits = is_waiting(record)
    if (record.is_live and not waits) or not lock.acquire(patience_s=0.5):
        raise StoreError("The task is still going on. Stop it first, then delete it.")
    try:
        with store.database.writing() as connection:
            sha256 = select_task(connection, record.id).dataset_sha256
            connection.execute("DELETE FROM tasks WHERE id = ?", (record.id,))
            _forget_unused_dataset(connection, sha256)
        _unlink(store.home.log(record.id))
        _unlink(store.home.lock(record.id))
        _unlink_unknown(store, [store.home.dataset(sha256)])
    finally:
        lock.release()


def sweep(store: RunStore, now: float | None = None) -> list[Path]:
    """Remove files and data sets that no run or task needs, an hour after they were last touched.

    Parameters
    ----------
    store
        The store.
    now
        Seconds since 1970; the clock's by default.

    Returns
    -------
    The files removed.
    """
    before = (time.time() if now is None else now) - _GRACE_S
    with store.database.writing() as connection:
        for row in connection.execute(
            "SELECT sha256 FROM datasets WHERE added < ?", (before,)
        ).fetchall():
            _forget_unused_dataset(connection, row["sha256"])
    folders = (store.home.datasets, store.home.locks, store.home.logs)
    old = [path for folder in folders for path in folder.iterdir() if _is_older(path, before)]
    return _unlink_unknown(store, sorted(old))


def _delete_tasks_without_run(
    store: RunStore, connection: sqlite3.Connection, sha256: str, owner: str
) -> list[str]:
    """Delete an owner's tasks on data on which this owner has no run; the ids of the tasks.

    What this person said of the data goes, too, and what was taken for their true graph.
    """
    kept = connection.execute(
        "SELECT 1 FROM runs WHERE dataset_sha256 = ? AND owner = ? LIMIT 1", (sha256, owner)
    ).fetchone()
    if kept is not None:
        return []
    for table in ("statements", "truths"):
        connection.execute(
            f"DELETE FROM {table} WHERE dataset_sha256 = ? AND owner = ?", (sha256, owner)
        )
    records = select_tasks(connection, dataset_sha256=sha256, owner=owner)
    live = {record.id for record in records if checked_task(store, record).is_live}
    # Asked for by themselves, so that damaged ones go too.
    rows = connection.execute(
        "SELECT id FROM tasks WHERE dataset_sha256 = ? AND owner = ?", (sha256, owner)
    )
    over = [row["id"] for row in rows if row["id"] not in live]
    connection.executemany("DELETE FROM tasks WHERE id = ?", [(task_id,) for task_id in over])
    return over


def _forget_unused_dataset(connection: sqlite3.Connection, sha256: str) -> None:
    used = connection.execute(
        "SELECT 1 FROM runs WHERE dataset_sha256 = :sha256 "
        "UNION ALL SELECT 1 FROM tasks WHERE dataset_sha256 = :sha256 LIMIT 1",
        {"sha256": sha256},
    ).fetchone()
    if used is None:
        connection.execute("DELETE FROM measures WHERE dataset_sha256 = ?", (sha256,))
        connection.execute("DELETE FROM datasets WHERE sha256 = ?", (sha256,))


def _unlink_unknown(store: RunStore, paths: Sequence[Path]) -> list[Path]:
    """Remove those of some files that the database does not know; the files removed.

    This is a transaction of its own, which changes no row and so cannot fail after
    files are gone; nobody else can add the same data in between.
    """
    if not paths:
        return []
    with store.database.writing() as connection:
        known = {
            store.home.dataset(row[0]) for row in connection.execute("SELECT sha256 FROM datasets")
        }
        for (work_id,) in connection.execute("SELECT id FROM runs UNION SELECT id FROM tasks"):
            known |= {store.home.lock(work_id), store.home.log(work_id)}
        return [path for path in paths if path not in known and _unlink(path)]


def _is_older(path: Path, before: float) -> bool:
    with contextlib.suppress(OSError):
        return path.is_file() and path.stat().st_mtime < before
    return False


def _unlink(path: Path) -> bool:
    """Remove a file; False where that cannot be: then the next sweep tries again."""
    try:
        path.unlink()
    except OSError:
        return False
    return True
