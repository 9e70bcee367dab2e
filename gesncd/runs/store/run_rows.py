"""Rows of the table of runs: making, reading and changing them in a transaction."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Final

from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.store.records import DamagedRun, RunProgress, RunRecord, RunState
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings

_NUMBERS: Final = (
    *("tau", "noise_floor", "created", "started", "ended", "heartbeat", "attempt", "spent_s"),
)
_TEXTS: Final = ("message", "data_name", "name", "note", "owner")
_SELECT: Final = """
    SELECT runs.*, datasets.n_rows, datasets.names,
        (SELECT coalesce(max(position), -1) FROM events WHERE run_id = runs.id) AS last_event
    FROM runs JOIN datasets ON datasets.sha256 = runs.dataset_sha256
"""


def insert_run(
    connection: sqlite3.Connection,
    dataset_sha256: str,
    source_sha256: str | None,
    data_name: str,
    settings: RunSettings,
    now: float,
    owner: str = "",
    preparation: Mapping[str, Any] | None = None,
) -> str:
    """Add a queued run; its id."""
    run_id = new_id()
    connection.execute(
        "INSERT INTO runs (id, dataset_sha256, source_sha256, data_name, settings, state, "
        "created, heartbeat, queued, owner, preparation) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run_id,
            dataset_sha256,
            source_sha256,
            data_name,
            json.dumps(settings.to_dict()),
            RunState.QUEUED.value,
            now,
            now,
            now,
            owner,
            json.dumps(preparation),
        ),
    )
    return run_id


def insert_columns(
    connection: sqlite3.Connection, columns: Mapping[str, str | float | int | None]
) -> None:
    """Add a run of which every column is known."""
    connection.execute(
        f"INSERT INTO runs ({', '.join(columns)}) "
        f"VALUES ({', '.join(f':{column}' for column in columns)})",
        columns,
    )


def select_run(connection: sqlite3.Connection, run_id: str) -> RunRecord:
    """One run as it is written, its state not yet checked against its worker.

    Raises
    ------
    UnknownRunError
        If no run has this id.
    """
    row = connection.execute(f"{_SELECT} WHERE runs.id = ?", (_searchable(run_id),)).fetchone()
    if row is None:
        raise _unknown(run_id)
    return _record(row)


def select_runs(connection: sqlite3.Connection, owner: str | None = None) -> list[RunRecord]:
    """All runs that can be read, or those of one owner, newest first."""
    return _readable(_rows(connection, owner))[0]


def select_damaged(connection: sqlite3.Connection, owner: str | None = None) -> list[DamagedRun]:
    """All runs that cannot be read, or those of one owner, newest first."""
    return _readable(_rows(connection, owner))[1]


def select_belongings(connection: sqlite3.Connection, run_id: str) -> tuple[str, str]:
    """Hash of a run's data, and its owner; also of a run that cannot be read.

    Raises
    ------
    UnknownRunError
        If no run has this id.
    """
    row = connection.execute(
        "SELECT dataset_sha256, owner FROM runs WHERE id = ?", (_searchable(run_id),)
    ).fetchone()
    if row is None:
        raise _unknown(run_id)
    return row["dataset_sha256"], row["owner"]


def _rows(connection: sqlite3.Connection, owner: str | None) -> sqlite3.Cursor:
    return connection.execute(
        f"{_SELECT} WHERE :owner IS NULL OR runs.owner = :owner "
        "ORDER BY runs.created DESC, runs.rowid DESC",
        {"owner": owner},
    )


def _readable(rows: Iterable[sqlite3.Row]) -> tuple[list[RunRecord], list[DamagedRun]]:
    # One damaged run must neither hide the others nor hold up the queue.
    records, damaged = [], []
    for row in rows:
        try:
            records.append(_record(row))
        except StoreError as error:
            title = f"{row['name'] or row['data_name']}"
            damaged.append(DamagedRun(row["id"], title, str(error)))
    return records, damaged


def select_live(connection: sqlite3.Connection) -> list[RunRecord]:
    """Runs that a worker is at or will be at, in the order in which they queued."""
    states = [state.value for state in RunState if state.is_live]
    rows = connection.execute(
        f"{_SELECT} WHERE runs.state IN ({','.join('?' * len(states))}) "
        "ORDER BY runs.queued, runs.rowid",
        states,
    )
    return _readable(rows)[0]


def update_run(
    connection: sqlite3.Connection, run_id: str, changes: Mapping[str, str | float | int | None]
) -> None:
    """Set columns of a run.

    Raises
    ------
    UnknownRunError
        If no run has this id.
    """
    assignments = ", ".join(f"{column} = :{column}" for column in changes)
    changed = connection.execute(
        f"UPDATE runs SET {assignments} WHERE id = :run_id",
        {**changes, "run_id": _searchable(run_id)},
    )
    if changed.rowcount == 0:
        raise _unknown(run_id)


def _searchable(run_id: str) -> str:
    # An id comes from an address line and may hold what SQLite cannot even look for.
    return run_id.encode("utf-8", "replace").decode("utf-8")


def _unknown(run_id: str) -> UnknownRunError:
    shown = run_id if len(run_id) <= 60 else run_id[:60] + "…"
    return UnknownRunError(f"There is no run {shown!r} here; it may have been deleted.")


def new_id() -> str:
    """An id for a run that nobody can guess."""
    # An id that starts with "-" would read as an option on a command line.
    while not (run_id := secrets.token_urlsafe(16))[0].isalnum():
        continue
    return run_id


def _check(row: sqlite3.Row) -> None:
    """Refuse what only a change to the file can have put there, and no page could show."""
    for column in _NUMBERS:
        if not isinstance(row[column], int | float | None):
            raise ValueError(f"{column} is no number")
    for column in _TEXTS:
        if not isinstance(row[column], str):
            raise ValueError(f"{column} is no text")


def _names(text: str) -> tuple[str, ...]:
    names = json.loads(text)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("the names of its variables are no list of texts")
    return tuple(names)


def _record(row: sqlite3.Row) -> RunRecord:
    try:
        _check(row)
        settings = RunSettings.from_dict(json.loads(row["settings"]))
        progress = None
        if row["phase"] is not None:
            progress = RunProgress(
                phase=row["phase"],
                step=row["step"],
                purpose=row["purpose"],
                done=row["done"],
                asked=row["asked"],
                rate=row["rate"],
            )
        return RunRecord(
            id=row["id"],
            state=RunState(row["state"]),
            message=row["message"],
            settings=settings,
            tau=row["tau"],
            noise_floor=row["noise_floor"],
            data_name=row["data_name"],
            dataset_sha256=row["dataset_sha256"],
            source_sha256=row["source_sha256"],
            n_rows=row["n_rows"],
            names=_names(row["names"]),
            versions=json.loads(row["versions"]),
            created=row["created"],
            started=row["started"],
            ended=row["ended"],
            heartbeat=row["heartbeat"],
            progress=progress,
            last_event=row["last_event"],
            stop_requested=bool(row["stop_requested"]),
            attempt=row["attempt"],
            name=row["name"],
            note=row["note"],
            pinned=bool(row["pinned"]),
            owner=row["owner"],
            preparation=json.loads(row["preparation"]),
            claimed=row["claimed"] is not None,
            spent_s=row["spent_s"],
        )
    except (SettingsError, ValueError, TypeError) as error:
        is_garbled = isinstance(error, json.JSONDecodeError)
        why = "what is kept of it is damaged" if is_garbled else str(error).rstrip(".")
        raise StoreError(f"The run {row['id']} cannot be read: {why.rstrip('.')}.") from error
