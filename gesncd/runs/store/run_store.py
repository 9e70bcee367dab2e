"""The run store: data sets, runs, their events, and scores, under one folder.

The worker is the only writer of a run's events; pages read, and ask for a stop.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gesncd.runs.errors import StoreError
from gesncd.runs.store.dataset_store import storable
from gesncd.runs.store.event_store import EventStore
from gesncd.runs.store.liveness import has_vanished, is_left
from gesncd.runs.store.places import is_waiting, place_of
from gesncd.runs.store.records import DamagedRun, RunProgress, RunRecord, RunState
from gesncd.runs.store.run_rows import (
    insert_run,
    select_damaged,
    select_live,
    select_run,
    select_runs,
    update_run,
)
from gesncd.settings.run_settings import RunSettings

NAME_LIMIT: Final = 120
NOTE_LIMIT: Final = 4000

GONE: Final = "The process that ran the search vanished. Resume goes on where it ended."


class RunStore(EventStore):
    """Everything about runs that outlives a page, their data and scores; see ``open``.

    An object may be used from any thread, and several processes may have the
    same folder open.
    """

    def create_run(
        self,
        dataset_sha256: str,
        data_name: str,
        settings: RunSettings,
        *,
        owner: str = "",
        preparation: Mapping[str, Any] | None = None,
    ) -> str:
        """Add a run, queued; :func:`gesncd.runs.workers.launch.launch` sees to its worker.

        Parameters
        ----------
        dataset_sha256
            The data set, added before.
        data_name
            What people call the data.
        settings
            Everything else that the result depends on.
        owner
            Who asks for it; see :mod:`gesncd.runs.sharing`.
        preparation
            What was done to the file before, the record of
            :class:`gesncd.data.Prepared`; plain JSON values.

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
                storable(data_name),
                settings,
                time.time(),
                owner,
                preparation,
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
            live = select_live(connection) if is_waiting(record) else []
        return self._placed(self.checked(record), live)

    def runs(self, owner: str | None = None) -> list[RunRecord]:
        """All runs, or those of one owner, newest first."""
        with self.database.reading() as connection:
            records = select_runs(connection, owner)
            live = select_live(connection) if any(map(is_waiting, records)) else []
        return [self._placed(self.checked(record), live) for record in records]

    def damaged_runs(self, owner: str | None = None) -> list[DamagedRun]:
        """Runs that are not in :meth:`runs` because they cannot be read, all or an owner's."""
        with self.database.reading() as connection:
            return select_damaged(connection, owner)

    def live_runs(self) -> list[RunRecord]:
        """Runs that go on or wait, in the order in which they were asked for."""
        with self.database.reading() as connection:
            records = select_live(connection)
        return [record for record in map(self.checked, records) if record.state.is_live]

    def label(
        self,
        run_id: str,
        *,
        name: str | None = None,
        note: str | None = None,
        pinned: bool | None = None,
    ) -> None:
        """Change what a person says about a run; what is None stays.

        Raises
        ------
        StoreError
            If no run has this id, or a text is too long.
        """
        changes: dict[str, str | float | int | None] = {}
        for column, text, limit in (("name", name, NAME_LIMIT), ("note", note, NOTE_LIMIT)):
            if text is not None:
                if len(text) > limit:
                    raise StoreError(f"A run's {column} has at most {limit} characters.")
                changes[column] = storable(text.strip())
        if pinned is not None:
            changes["pinned"] = int(pinned)
        if changes:
            with self.database.writing() as connection:
                update_run(connection, run_id, changes)

    def request_stop(self, run_id: str) -> None:
        """Ask a run to stop, keeping what it found; harmless when it is over."""
        with self.database.writing() as connection:
            record = select_run(connection, run_id)
            if not record.state.is_live:
                return
            changes: dict[str, str | float | int | None] = {"stop_requested": 1}
            if is_left(record, self.home.lock(record.id)):
                # There is no worker that could answer.
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
        """Put a run that ended early into the queue again.

        Raises
        ------
        StoreError
            If it is finished, or a worker is at it.
        """
        with self.database.writing() as connection:
            record = self.checked(select_run(connection, run_id))
            if record.state is RunState.FINISHED:
                raise StoreError("The run is finished; there is nothing left to do.")
            if record.state is RunState.QUEUED:
                return
            if record.state.is_live:
                raise StoreError("The run is still going on.")
            now = time.time()
            update_run(
                connection,
                run_id,
                {
                    "state": RunState.QUEUED.value,
                    "queued": now,
                    "claimed": None,
                    "stop_requested": 0,
                    "heartbeat": now,
                    "spent_s": record.all_attempts_s,
                    "started": None,
                    "ended": None,
                    "message": "",
                },
            )

    # --- the worker's side -------------------------------------------------------------

    def begin(self, run_id: str, versions: Mapping[str, str]) -> RunRecord:
        """Mark a run as taken up by the calling worker, which holds its lock.

        A stop that was asked for holds, however late the worker comes: only
        :meth:`requeue` takes it back.
        """
        now = time.time()
        with self.database.writing() as connection:
            record = select_run(connection, run_id)
            state = RunState.STOPPING if record.stop_requested else RunState.RUNNING
            update_run(
                connection,
                run_id,
                {
                    "state": state.value,
                    "attempt": record.attempt + 1,
                    "claimed": now,
                    "versions": json.dumps(dict(versions)),
                    "spent_s": record.all_attempts_s,
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
                    "message": storable(message),
                    "ended": now,
                    "heartbeat": now,
                },
            )

    # --- what the file cannot know -----------------------------------------------------

    def _placed(self, record: RunRecord, live: Sequence[RunRecord]) -> RunRecord:
        if not is_waiting(record):
            return record
        return replace(record, waiting=place_of(record.id, [self.checked(each) for each in live]))

    def checked(self, record: RunRecord) -> RunRecord:
        """The record, shown as interrupted where no worker is left."""
        if not has_vanished(record, self.home.lock(record.id)):
            return record
        return replace(record, state=RunState.INTERRUPTED, message=GONE)
