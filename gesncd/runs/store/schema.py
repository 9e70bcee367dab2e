"""Tables of the run store, and how an older database becomes the newest.

A release that changes a table, or adds a setting that older releases would
refuse, appends a migration; migrations already released never change.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from typing import Final

from gesncd.runs.errors import StoreError

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE datasets (
            sha256 TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            source_sha256 TEXT,
            n_rows INTEGER NOT NULL,
            names TEXT NOT NULL,
            added REAL NOT NULL
        )
        """,
        """
        CREATE TABLE runs (
            id TEXT PRIMARY KEY,
            dataset_sha256 TEXT NOT NULL REFERENCES datasets (sha256),
            source_sha256 TEXT,
            data_name TEXT NOT NULL,
            settings TEXT NOT NULL,
            state TEXT NOT NULL,
            attempt INTEGER NOT NULL DEFAULT 0,
            stop_requested INTEGER NOT NULL DEFAULT 0,
            tau REAL,
            noise_floor REAL,
            versions TEXT NOT NULL DEFAULT '{}',
            created REAL NOT NULL,
            started REAL,
            ended REAL,
            heartbeat REAL NOT NULL,
            message TEXT NOT NULL DEFAULT '',
            phase TEXT,
            step INTEGER,
            purpose TEXT,
            done INTEGER,
            asked INTEGER,
            rate REAL
        )
        """,
        "CREATE INDEX runs_by_time ON runs (created)",
        """
        CREATE TABLE events (
            run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (run_id, position)
        )
        """,
        """
        CREATE TABLE measures (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE
        )
        """,
        """
        CREATE TABLE scores (
            measure INTEGER NOT NULL REFERENCES measures (id) ON DELETE CASCADE,
            query TEXT NOT NULL,
            score REAL NOT NULL,
            PRIMARY KEY (measure, query)
        ) WITHOUT ROWID
        """,
    ),
    (
        # What a person says about a run.
        "ALTER TABLE runs ADD COLUMN name TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE runs ADD COLUMN note TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE runs ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE runs ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX runs_by_owner ON runs (owner, created)",
        # What was done to the file before the search, as JSON.
        "ALTER TABLE runs ADD COLUMN preparation TEXT NOT NULL DEFAULT 'null'",
        # The queue: since when a run waits, and when a worker was started for it.
        "ALTER TABLE runs ADD COLUMN queued REAL NOT NULL DEFAULT 0",
        "ALTER TABLE runs ADD COLUMN claimed REAL",
        # Before, a worker was started at once for every run.
        "UPDATE runs SET queued = created, claimed = heartbeat",
        # Where the nodes lie, so that a run without its data can be drawn.
        "ALTER TABLE datasets ADD COLUMN layout TEXT",
        # Scores of a data set that is deleted go with it.
        "ALTER TABLE measures ADD COLUMN dataset_sha256 TEXT",
    ),
    (
        # Long computations made of independent parts.
        """
        CREATE TABLE tasks (
            id TEXT PRIMARY KEY,
            dataset_sha256 TEXT NOT NULL REFERENCES datasets (sha256),
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            owner TEXT NOT NULL,
            state TEXT NOT NULL,
            message TEXT NOT NULL DEFAULT '',
            attempt INTEGER NOT NULL DEFAULT 0,
            stop_requested INTEGER NOT NULL DEFAULT 0,
            versions TEXT NOT NULL DEFAULT '{}',
            created REAL NOT NULL,
            queued REAL NOT NULL,
            claimed REAL,
            started REAL,
            ended REAL,
            heartbeat REAL NOT NULL,
            spent_s REAL NOT NULL DEFAULT 0,
            processes INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX tasks_by_data ON tasks (dataset_sha256, created)",
        "CREATE INDEX tasks_by_owner ON tasks (owner, created)",
        # A part without a time has yet to be done; ok is 1 or 0 for one that is over.
        """
        CREATE TABLE task_parts (
            task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            finished REAL,
            ok INTEGER,
            seconds REAL,
            message TEXT NOT NULL DEFAULT '',
            part TEXT NOT NULL,
            value TEXT,
            PRIMARY KEY (task_id, number)
        )
        """,
        # Covers what progress is told from, so that long results are not read for it.
        "CREATE INDEX task_parts_by_time ON task_parts (task_id, finished, ok, seconds)",
    ),
    (
        # What is set for the app as a whole, and not for a run.
        """
        CREATE TABLE app_settings (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL,
            changed REAL NOT NULL
        )
        """,
    ),
    (
        # What a person said of a data set, as JSON; it goes with the data.
        """
        CREATE TABLE statements (
            dataset_sha256 TEXT NOT NULL REFERENCES datasets (sha256) ON DELETE CASCADE,
            owner TEXT NOT NULL,
            body TEXT NOT NULL,
            changed REAL NOT NULL,
            PRIMARY KEY (dataset_sha256, owner)
        )
        """,
    ),
    (
        # Graphs that a person takes for the true one of a data set, as their files are.
        """
        CREATE TABLE truths (
            dataset_sha256 TEXT NOT NULL REFERENCES datasets (sha256) ON DELETE CASCADE,
            owner TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            name TEXT NOT NULL,
            content BLOB NOT NULL,
            added REAL NOT NULL,
            PRIMARY KEY (dataset_sha256, owner, sha256)
        )
        """,
    ),
    (
        # Seconds of work before the present attempt of a run.
        "ALTER TABLE runs ADD COLUMN spent_s REAL NOT NULL DEFAULT 0",
    ),
)
"""Statements of each version, oldest first; version k is reached by the first k entries."""


def migrate(
    connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS
) -> None:
    """Bring a database to the newest version, in one transaction.

    Raises
    ------
    StoreError
        If the database was written by a newer release.
    """
    if _is_newest(connection, len(migrations)):
        # Whoever only looks need not wait for a program that writes.
        return
    # BEGIN IMMEDIATE comes first: of two processes that open a new folder at
    # once, the second must see the tables that the first has made.
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_version "
            "(version INTEGER PRIMARY KEY, applied REAL NOT NULL)"
        )
        version = schema_version(connection)
        if version > len(migrations):
            raise StoreError(
                f"The run store is of version {version}, made by a newer release; this one "
                f"reads up to {len(migrations)}. Update gesncd, or set GESNCD_HOME to another "
                "folder."
            )
        for number, statements in enumerate(migrations[version:], start=version + 1):
            for statement in statements:
                connection.execute(statement)
            connection.execute("INSERT INTO schema_version VALUES (?, ?)", (number, time.time()))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _is_newest(connection: sqlite3.Connection, newest: int) -> bool:
    known = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'"
    ).fetchone()
    return known is not None and schema_version(connection) == newest


def schema_version(connection: sqlite3.Connection) -> int:
    """Version of a database that has its version table; 0 when nothing was applied."""
    row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    return int(row[0] or 0)
