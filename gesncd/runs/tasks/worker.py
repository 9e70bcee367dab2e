"""The process that does a task: ``python -m gesncd.runs.tasks.worker --home FOLDER TASK_ID``.

It takes the task's lock, has the parts that have no value done in other processes,
writes each result as it comes, and ends by itself.
"""

from __future__ import annotations

import os

from gesncd.processors import use_one_thread

use_one_thread(os.environ)  # before anything imports numpy; the parts' processes inherit it

import argparse  # noqa: E402
import contextlib  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import traceback  # noqa: E402
from collections.abc import Iterator, Mapping, Sequence  # noqa: E402
from pathlib import Path  # noqa: E402
from types import FrameType  # noqa: E402
from typing import Final  # noqa: E402

from gesncd.measures import Cancelled  # noqa: E402
from gesncd.runs.errors import StoreError, UnknownTaskError  # noqa: E402
from gesncd.runs.machine.capacity import Capacity  # noqa: E402
from gesncd.runs.machine.lock import RunLock  # noqa: E402
from gesncd.runs.store.database import WORKER_PATIENCE_S  # noqa: E402
from gesncd.runs.store.records import HEARTBEAT_EVERY_S, RunState  # noqa: E402
from gesncd.runs.store.run_store import RunStore  # noqa: E402
from gesncd.runs.tasks.engine_parts import EnginePool, pool_for  # noqa: E402
from gesncd.runs.tasks.kinds import KINDS, Kind  # noqa: E402
from gesncd.runs.tasks.launch import tend_tasks  # noqa: E402
from gesncd.runs.tasks.pool import Pool, Unable  # noqa: E402
from gesncd.runs.tasks.process import Job  # noqa: E402
from gesncd.runs.tasks.records import Outcome  # noqa: E402
from gesncd.runs.tasks.rows import select_first_failure, select_parts  # noqa: E402
from gesncd.runs.tasks.store import task  # noqa: E402
from gesncd.runs.tasks.writing import (  # noqa: E402
    beat_task,
    begin_task,
    finish_task,
    keep_outcome,
    task_stop_requested,
)
from gesncd.runs.workers.failures import append_to_log, failure_message  # noqa: E402
from gesncd.runs.workers.queue import n_active  # noqa: E402
from gesncd.settings.versions import software_versions  # noqa: E402

_LOCK_PATIENCE_S: Final = 10.0
"""A worker that has just said that its task is over may take a moment to end."""
_LISTEN_EVERY_S: Final = 0.25
_NICENESS: Final = 10
"""Searches and pages, which somebody waits for, come first where processors are short."""


def work_task(
    store: RunStore,
    task_id: str,
    *,
    kinds: Mapping[str, Kind] = KINDS,
    jobs: int | None = None,
) -> RunState:
    """Do the parts of a task that have no value, and keep what came of them.

    Parameters
    ----------
    store
        Where the task lies.
    task_id
        The task.
    kinds
        The kinds there are.
    jobs
        Number of processes; by default a share of this machine's processors.

    Returns
    -------
    The state it ended in; its present state where another worker is at it or
    nothing is left to do.

    Raises
    ------
    StoreError
        If the task is unknown, or even its failure cannot be kept.
    """
    lock = RunLock(store.home.lock(task(store, task_id).id))
    # Held open beyond the lock: closing waits for the disk, and a task that is resumed at once
    # has a worker that waits for the lock.
    with store.database.held_open():
        if not lock.acquire(_LOCK_PATIENCE_S):
            return task(store, task_id).state
        try:
            record = task(store, task_id)
            if record.state is RunState.FINISHED and not record.can_resume:
                return record.state
            return _Work(store, task_id, kinds, jobs).do()
        finally:
            lock.release()


class _Work:
    """One attempt at a task, by the process that holds its lock."""

    def __init__(
        self, store: RunStore, task_id: str, kinds: Mapping[str, Kind], jobs: int | None
    ) -> None:
        self._store, self._task_id = store, task_id
        self._kinds, self._jobs = kinds, jobs
        self._log = store.home.log(task_id)
        self._stop = False
        self._mixed = False
        self._share = 1
        self._listened = self._beaten = -float("inf")
        self._pool: Pool | EnginePool | None = None

    def do(self) -> RunState:
        """Do it to its end, whatever that is."""
        try:
            with self._stopping_on_sigterm():
                self._do_parts()
        except Cancelled:
            # The last parts may have ended while they were asked to stop.
            if task(self._store, self._task_id).n_left > 0:
                return self._finish(RunState.STOPPED)
        except Unable as error:
            append_to_log(self._log, error.details)
            return self._finish(RunState.FAILED, str(error))
        except Exception as error:
            append_to_log(self._log, traceback.format_exc())
            message = failure_message(error, self._log, "The computation")
            return self._finish(RunState.FAILED, message)
        return self._end()

    def _do_parts(self) -> None:
        record, self._mixed = begin_task(self._store, self._task_id, software_versions("ncd"))
        self._stop = self._stop or record.stop_requested
        kind = self._kinds.get(record.kind)
        if kind is None:
            raise Unable(
                f"There is no kind of task {record.kind!r} here; a newer release may have "
                "made this one. Update gesncd, then resume it."
            )
        with self._store.database.reading() as connection:
            parts = select_parts(connection, self._task_id, missing=True)
        job = Job(self._store.home.path, record.dataset_sha256, kind.function, self._log)
        self._pool = pool_for(self._store, job, kind, self._keep)
        self._pool.run(parts, lambda: self._share, self._tick)

    def _keep(self, number: int, outcome: Outcome) -> None:
        if outcome.details:
            append_to_log(self._log, f"Part {number + 1}:\n{outcome.details}")
        keep_outcome(self._store, self._task_id, number, outcome, self._n_processes())

    def _n_processes(self) -> int:
        return 0 if self._pool is None else self._pool.n_processes

    def _tick(self) -> None:
        """Listen for a stop, beat, and see how much room there is, each when it is time."""
        now = time.monotonic()
        try:
            if now - self._listened >= _LISTEN_EVERY_S:
                self._listened = now
                self._stop = self._stop or task_stop_requested(self._store, self._task_id)
            if not self._stop and now - self._beaten >= HEARTBEAT_EVERY_S:
                self._beaten = now
                self._share = self._jobs or Capacity.of().share(n_active(self._store))
                beat_task(self._store, self._task_id, self._n_processes())
        except UnknownTaskError:
            # The task was deleted under its worker.
            self._stop = True
        except StoreError:
            # A busy or full disk: the next result that is kept meets it.
            pass
        if self._stop:
            raise Cancelled

    def _end(self) -> RunState:
        record = task(self._store, self._task_id)
        with self._store.database.reading() as connection:
            failure = select_first_failure(connection, self._task_id)
        sentences = []
        if failure is not None:
            number, why = failure
            if record.n_failed == record.n_parts:
                return self._finish(RunState.FAILED, f"Every part failed. The first: {why}")
            sentences.append(
                f"{record.n_failed} of {record.n_parts} parts failed. Part {number + 1}: {why}"
            )
        if self._mixed:
            sentences.append("Some parts were computed by other versions of the software.")
        return self._finish(RunState.FINISHED, " ".join(sentences))

    def _finish(self, state: RunState, message: str = "") -> RunState:
        finish_task(self._store, self._task_id, state, message)
        return state

    @contextlib.contextmanager
    def _stopping_on_sigterm(self) -> Iterator[None]:
        def stop(signal_number: int, frame: FrameType | None) -> None:
            self._stop = True

        try:
            before = signal.signal(signal.SIGTERM, stop)
        except ValueError:
            # Only a main thread may say what a signal does; elsewhere there is none to answer.
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; 0 when the task finished or stopped, else 1."""
    parser = argparse.ArgumentParser(prog="python -m gesncd.runs.tasks.worker", description=__doc__)
    parser.add_argument("--home", type=Path, help="folder of the run store")
    parser.add_argument("task_id")
    options = parser.parse_args(arguments)
    _give_way()
    try:
        store = RunStore.open(options.home, WORKER_PATIENCE_S)
        state = work_task(store, options.task_id)
        tend_tasks(store)
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return int(state is RunState.FAILED)


def _give_way() -> None:
    """Leave the processors to others who want them; the parts' processes inherit this."""
    if sys.platform != "win32":
        # Set, not added to: a task's worker may start the next one.
        niceness = max(_NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, niceness)


if __name__ == "__main__":
    sys.exit(main())
