"""The run store: data sets, runs, their events, and scores, under one folder.

The worker is the only writer of a run's events; pages read, and ask for a stop.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from gesncd.data import Dataset
from gesncd.measures import Query
from gesncd.runs.database import Database
from gesncd.runs.dataset_files import read_dataset, write_dataset
from gesncd.runs.errors import StoreError
from gesncd.runs.event_rows import (
    count_events,
    delete_events,
    insert_events,
    parse_events,
    select_texts,
)
from gesncd.runs.home import Home, prepare_home
from gesncd.runs.lock import is_held
from gesncd.runs.records import (
    STALE_AFTER_S,
    START_WITHIN_S,
    RunProgress,
    RunRecord,
    RunState,
)
from gesncd.runs.run_rows import insert_run, select_run, select_runs, update_run
from gesncd.runs.score_rows import insert_scores, select_scores
from gesncd.runs.settings import RunSettings
from gesncd.search.events import Event

_GONE: Final = "The process that ran the search vanished. Resume goes on where it ended."


class RunStore:
    """Everything about runs that outlives a page; see :meth:`open`.

    An object may be used from any thread, and several processes may have the
    same folder open.
    """

    def __init__(self, home: Home, database: Database) -> None:
        self.home = home
        self.database = database

    @classmethod
    def open(cls, home: Path | None = None) -> RunStore:
        """Open the store of a folder, making it if need be.

        Parameters
        ----------
        home
            The folder; else the environment variable ``GESNCD_HOME``, else the
            platform's folder for user data.

        Raises
        ------
        StoreError
            If the folder cannot be used, or its database is damaged or too new.
        """
        prepared = prepare_home(home)
        return cls(prepared, Database(prepared.database))

    # --- data sets ---------------------------------------------------------------------

    def add_dataset(self, dataset: Dataset, name: str) -> str:
        """Keep a data set; harmless if it is there already.

        Returns
        -------
        Its SHA-256, by which everything else names it.
        """
        sha256 = dataset.sha256
        path = self.home.dataset(sha256)
        if not path.exists():
            write_dataset(dataset, path)
        with self.database.writing() as connection:
            # The newest file with these very data is the one a person has at hand.
            connection.execute(
                "INSERT INTO datasets (sha256, name, source_sha256, n_rows, names, added) "
                "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET "
                "name = excluded.name, source_sha256 = excluded.source_sha256",
                (
                    sha256,
                    _storable(name),
                    dataset.source_sha256,
                    dataset.n_rows,
                    json.dumps(dataset.names),
                    time.time(),
                ),
            )
        return sha256

    def dataset(self, sha256: str) -> Dataset:
        """Read a data set and check its hash.

        Raises
        ------
        StoreError
            If there is none, or it is damaged.
        """
        with self.database.reading() as connection:
            row = connection.execute(
                "SELECT source_sha256 FROM datasets WHERE sha256 = ?", (sha256,)
            ).fetchone()
        if row is None:
            raise StoreError(f"There is no data set {sha256!r} here; add the data first.")
        return read_dataset(self.home.dataset(sha256), sha256, row["source_sha256"])

    # --- runs --------------------------------------------------------------------------

    def create_run(self, dataset_sha256: str, data_name: str, settings: RunSettings) -> str:
        """Add a run, queued; :func:`gesncd.runs.launch.launch` starts its worker.

        Returns
        -------
        The run's id.

        Raises
        ------
        StoreError
            If there is no such data set.
        """
        with self.database.writing() as connection:
            row = connection.execute(
                "SELECT source_sha256 FROM datasets WHERE sha256 = ?", (dataset_sha256,)
            ).fetchone()
            if row is None:
                raise StoreError(f"There is no data set {dataset_sha256!r} here; add it first.")
            return insert_run(
                connection,
                dataset_sha256,
                row["source_sha256"],
                _storable(data_name),
                settings,
                time.time(),
            )

    def run(self, run_id: str) -> RunRecord:
        """One run.

        Raises
        ------
        UnknownRunError
            If no run has this id.
        """
        with self.database.reading() as connection:
            record = select_run(connection, run_id)
        return self._checked(record)

    def runs(self) -> list[RunRecord]:
        """All runs, newest first."""
        with self.database.reading() as connection:
            records = select_runs(connection)
        return [self._checked(record) for record in records]

    def request_stop(self, run_id: str) -> None:
        """Ask a run to stop, keeping what it found; harmless when it is over."""
        with self.database.writing() as connection:
            record = select_run(connection, run_id)
            if not record.state.is_live:
                return
            changes: dict[str, str | float | int | None] = {"stop_requested": 1}
            if self._checked(record).state is RunState.INTERRUPTED:
                # No worker is left that could answer.
                changes |= {"state": RunState.STOPPED.value, "ended": time.time()}
            else:
                changes["state"] = RunState.STOPPING.value
            update_run(connection, run_id, changes)

    def stop_requested(self, run_id: str) -> bool:
        """Whether Stop was asked for; a worker reads this often, so it reads little."""
        with self.database.reading() as connection:
            row = connection.execute(
                "SELECT stop_requested FROM runs WHERE id = ?", (run_id,)
            ).fetchone()
        # A run that was deleted has nobody left to work for.
        return row is None or bool(row["stop_requested"])

    def requeue(self, run_id: str) -> None:
        """Make a run that ended early ready for another worker.

        Raises
        ------
        StoreError
            If it is finished, or a worker is at it.
        """
        with self.database.writing() as connection:
            record = self._checked(select_run(connection, run_id))
            if record.state is RunState.FINISHED:
                raise StoreError("The run is finished; there is nothing left to do.")
            if record.state is RunState.QUEUED:
                update_run(connection, run_id, {"heartbeat": time.time()})
                return
            if record.state.is_live:
                raise StoreError("The run is still going on.")
            update_run(
                connection,
                run_id,
                {
                    "state": RunState.QUEUED.value,
                    "stop_requested": 0,
                    "heartbeat": time.time(),
                    "ended": None,
                    "message": "",
                },
            )

    # --- the worker's side -------------------------------------------------------------

    def begin(self, run_id: str, versions: Mapping[str, str]) -> RunRecord:
        """Mark a run as taken up by the calling worker, which holds its lock."""
        now = time.time()
        with self.database.writing() as connection:
            record = select_run(connection, run_id)
            stopping = record.stop_requested and record.state.is_live
            update_run(
                connection,
                run_id,
                {
                    "state": (RunState.STOPPING if stopping else RunState.RUNNING).value,
                    "stop_requested": int(stopping),
                    "attempt": record.attempt + 1,
                    "versions": json.dumps(dict(versions)),
                    "started": now,
                    "ended": None,
                    "heartbeat": now,
                    "message": "",
                    "phase": None,
                },
            )
            return select_run(connection, run_id)

    def set_threshold(self, run_id: str, tau: float, noise_floor: float | None) -> None:
        """Keep the threshold in use and the score that noise reaches."""
        with self.database.writing() as connection:
            update_run(connection, run_id, {"tau": tau, "noise_floor": noise_floor})

    def set_progress(self, run_id: str, progress: RunProgress) -> None:
        """Keep how far the present batch is."""
        with self.database.writing() as connection:
            update_run(
                connection,
                run_id,
                {
                    "phase": progress.phase,
                    "step": progress.step,
                    "purpose": progress.purpose,
                    "done": progress.done,
                    "asked": progress.asked,
                    "rate": progress.rate,
                    "heartbeat": time.time(),
                },
            )

    def beat(self, run_id: str) -> None:
        """Show that the worker lives."""
        with self.database.writing() as connection:
            update_run(connection, run_id, {"heartbeat": time.time()})

    def append_events(self, run_id: str, events: Sequence[Event]) -> None:
        """Add events after the last, all of them or none."""
        with self.database.writing() as connection:
            insert_events(connection, run_id, events)

    def truncate_events(self, run_id: str, start: int) -> None:
        """Remove the events from a position on."""
        with self.database.writing() as connection:
            delete_events(connection, run_id, start)

    def finish(self, run_id: str, state: RunState, message: str = "") -> None:
        """Mark a run as over.

        Raises
        ------
        ValueError
            If the state is one in which a worker goes on.
        """
        if state.is_live:
            raise ValueError(f"A run does not end as {state.value}.")
        now = time.time()
        with self.database.writing() as connection:
            update_run(
                connection,
                run_id,
                {
                    "state": state.value,
                    "message": _storable(message),
                    "ended": now,
                    "heartbeat": now,
                },
            )

    # --- events ------------------------------------------------------------------------

    def events(self, run_id: str, start: int = 0) -> list[Event]:
        """Events of a run from a position on, in order.

        Raises
        ------
        UnknownRunError
            If no run has this id.
        StoreError
            If an event is damaged.
        """
        return parse_events(run_id, self.event_texts(run_id, start))

    def event_texts(self, run_id: str, start: int = 0) -> list[str]:
        """The same events as the JSON texts they are kept as."""
        with self.database.reading() as connection:
            select_run(connection, run_id)
            return select_texts(connection, run_id, start)

    def n_events(self, run_id: str) -> int:
        """Number of events of a run."""
        with self.database.reading() as connection:
            return count_events(connection, run_id)

    # --- scores ------------------------------------------------------------------------

    def scores(self, measure_key: str, queries: Sequence[Query]) -> dict[Query, float]:
        """Scores of those queries that any run has computed."""
        with self.database.reading() as connection:
            return select_scores(connection, measure_key, queries)

    def add_scores(
        self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]
    ) -> None:
        """Keep scores for every run, in one transaction."""
        with self.database.writing() as connection:
            insert_scores(connection, measure_key, queries, scores)

    # --- what the file cannot know -----------------------------------------------------

    def _checked(self, record: RunRecord) -> RunRecord:
        """The record, shown as interrupted where no worker is left."""
        if not record.state.is_live:
            return record
        patience = START_WITHIN_S if record.state is RunState.QUEUED else STALE_AFTER_S
        # Only a stale heartbeat makes it worth asking for the lock; a worker that
        # has just ended wrote its last state before it let the lock go.
        if time.time() - record.heartbeat < patience or is_held(self.home.lock(record.id)):
            return record
        return replace(record, state=RunState.INTERRUPTED, message=_GONE)


def _storable(text: str) -> str:
    """The text with what UTF-8 cannot hold written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
