"""Connections to the SQLite file: one a batch of work, never shared."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from gesncd.runs.errors import StoreError
from gesncd.runs.store.schema import migrate

PAGE_PATIENCE_S: Final = 15.0
"""How long a page waits for another program that writes, before it says so."""
WORKER_PATIENCE_S: Final = 600.0
"""How long a worker does: it has nothing better to do, and hours of work to lose."""
_RETRY_S: Final = 0.02
_LEAST_FREE: Final = 64 * 1024


class Database:
    """The SQLite file of a run store, in WAL mode.

    Every transaction opens its own connection and closes it, so that any thread
    and any process may use one object at any time.

    Parameters
    ----------
    path
        The file; it is made, or brought to the newest version.
    patience_s
        How long to wait for another program that has it locked.

    Raises
    ------
    StoreError
        If the file cannot be opened or written, is damaged or too new.
    """

    def __init__(self, path: Path, patience_s: float = PAGE_PATIENCE_S) -> None:
        self.path = path
        self._patience_s = patience_s
        with self._translated(), closing(self._connect()) as connection:
            self._log_ahead(connection)
            migrate(connection)

    def _log_ahead(self, connection: sqlite3.Connection) -> None:
        """Have a new file write ahead: readers never wait for the worker, and see the last commit.

        Where several open it at once, SQLite refuses all but one without any patience here.
        """
        until = time.monotonic() + self._patience_s
        while True:
            try:
                if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                    connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() > until:
                    raise
            time.sleep(_RETRY_S)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one consistent state of the database."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection whose changes are kept all together, or not at all."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def held_open(self) -> Iterator[None]:
        """Keep the file open over many transactions.

        Closing the last connection copies the write-ahead log into the database
        and waits for the disk; a worker that writes often holds one open instead.
        """
        with self._translated():
            connection = self._connect()
        try:
            yield
        finally:
            connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._translated(), closing(self._connect()) as connection:
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled the transaction back already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self._patience_s, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            connection.text_factory = _text
            connection.execute("PRAGMA foreign_keys = ON")
            # In WAL mode this loses no commit to a killed process, and at worst the
            # newest ones to a power cut, which a resumed run computes again.
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(_message(error, self.path)) from error


def _text(content: bytes) -> str:
    # One damaged text must not make the rows around it unreadable.
    return content.decode("utf-8", "replace")


def _is_busy(error: sqlite3.Error) -> bool:
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _message(error: sqlite3.Error, path: Path) -> str:
    # A primary code: extended ones, such as SQLITE_IOERR_WRITE, carry it in their low byte.
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    # Where not even a log can be begun, SQLite speaks of input and output in general.
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return f"The disk is full; {path} cannot grow. Nothing saved earlier is lost."
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return (
            f"The run store {path} is damaged or is no database. Move it away to begin a new "
            "one, or put a copy in its place."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return (
            f"The run store {path} cannot be opened for writing. Check the folder's "
            "permissions, or set GESNCD_HOME to another folder."
        )
    if _is_busy(error):
        return f"The run store {path} is in use by another program; try again in a moment."
    return f"The run store {path} failed: {error}."


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_FREE
    except OSError:
        return False
