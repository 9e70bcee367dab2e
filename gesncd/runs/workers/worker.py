"""The process that runs a search: ``python -m gesncd.runs.workers.worker --home FOLDER RUN_ID``.

It takes the run's lock, writes every event as it comes, and ends by itself. A run
that was taken up before is searched again from its cached scores, which is quick,
and every event is compared with the one kept: the search is deterministic, so that
a resumed run ends with the very events of one that was never interrupted.
"""

from __future__ import annotations

import os

from gesncd.processors import use_one_thread

use_one_thread(os.environ)  # before anything imports numpy

import argparse  # noqa: E402
import contextlib  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import traceback  # noqa: E402
from collections.abc import Callable, Sequence  # noqa: E402
from pathlib import Path  # noqa: E402
from types import FrameType  # noqa: E402

from gesncd.data import Dataset  # noqa: E402
from gesncd.measures import Cancelled, ConditionalDependence  # noqa: E402
from gesncd.runs.errors import StoreError  # noqa: E402
from gesncd.runs.machine.lock import RunLock  # noqa: E402
from gesncd.runs.store.database import WORKER_PATIENCE_S  # noqa: E402
from gesncd.runs.store.event_rows import event_text  # noqa: E402
from gesncd.runs.store.records import RunRecord, RunState  # noqa: E402
from gesncd.runs.store.run_store import RunStore  # noqa: E402
from gesncd.runs.store.score_cache import StoreCache  # noqa: E402
from gesncd.runs.workers.failures import append_to_log, failure_message  # noqa: E402
from gesncd.runs.workers.launch import tend  # noqa: E402
from gesncd.runs.workers.reporter import Reporter  # noqa: E402
from gesncd.runs.workers.shared_measure import sharing_processors  # noqa: E402
from gesncd.runs.workers.spare import wait_for_run  # noqa: E402
from gesncd.search.events import Finished  # noqa: E402
from gesncd.settings.on_data import noise_floor, resolve_tau  # noqa: E402
from gesncd.settings.run_settings import RunSettings  # noqa: E402
from gesncd.settings.versions import software_versions  # noqa: E402

BuildMeasure = Callable[[RunSettings, Dataset], ConditionalDependence]
"""Makes the measure of settings on data."""

_LOCK_PATIENCE_S = 10.0
"""A worker that has just said that its run is over may take a moment to end."""


def work(
    store: RunStore,
    run_id: str,
    build: BuildMeasure | None = None,
    end_process: Callable[[], None] | None = None,
) -> RunState:
    """Do a run to its end, whatever that is, and keep what came of it.

    Parameters
    ----------
    store
        Where the run lies.
    run_id
        The run.
    build
        Makes the measure of the run's settings; by default one that shares this
        machine's processors with the other runs.
    end_process
        Ends this process where a search does not answer to a stop in time; None
        where the process has other things to do.

    Returns
    -------
    The state it ended in; its present state where another worker is at it or
    nothing is left to do.

    Raises
    ------
    StoreError
        If the run is unknown, or even its failure cannot be kept.
    """
    lock = RunLock(store.home.lock(store.run(run_id).id))
    # Held open beyond the lock: closing waits for the disk, and a run that is resumed at once
    # has a worker that waits for the lock.
    with store.database.held_open():
        if not lock.acquire(_LOCK_PATIENCE_S):
            return store.run(run_id).state
        try:
            if store.run(run_id).state is RunState.FINISHED:
                return RunState.FINISHED
            return _work_locked(store, run_id, build or sharing_processors(store), end_process)
        finally:
            lock.release()


def _work_locked(
    store: RunStore,
    run_id: str,
    build: BuildMeasure,
    end_process: Callable[[], None] | None,
) -> RunState:
    try:
        settings = store.run(run_id).settings
        record = store.begin(run_id, software_versions(settings.measure))
        with Reporter(store, run_id, end_process) as reporter:
            _stop_on_sigterm(reporter)
            if record.stop_requested:
                reporter.stop()
            differs_from = _search(store, record, build, reporter)
    except Cancelled:
        store.finish(run_id, RunState.STOPPED)
        return RunState.STOPPED
    except Exception as error:
        log = store.home.log(run_id)
        append_to_log(log, traceback.format_exc())
        store.finish(run_id, RunState.FAILED, failure_message(error, log, "The search"))
        return RunState.FAILED
    message = ""
    if differs_from is not None:
        message = (
            f"From event {differs_from} on this result differs from what was found before the "
            "interruption; the software has changed since."
        )
    store.finish(run_id, RunState.FINISHED, message)
    return RunState.FINISHED


def _search(
    store: RunStore, record: RunRecord, build: BuildMeasure, reporter: Reporter
) -> int | None:
    """Run the search; position of the first event that differs from a former attempt's."""
    from gesncd.settings.calibration import calibrated
    from gesncd.settings.run_search import search_events

    # Stop may have been asked for before this process began.
    reporter.check()
    dataset = store.dataset(record.dataset_sha256)
    measure = build(record.settings, dataset)
    cache = StoreCache(store)
    measure = calibrated(
        record.settings,
        dataset,
        measure,
        build,
        cache=cache,
        on_progress=reporter.on_progress,
        on_key=lambda key: store.own_measure(key, record.dataset_sha256),
    )
    tau = resolve_tau(record.settings, measure)
    store.set_threshold(record.id, tau, noise_floor(record.settings, measure))
    store.own_measure(measure.key, record.dataset_sha256)
    reporter.check()
    kept = store.event_texts(record.id)
    differs_from: int | None = None
    events = search_events(
        record.settings,
        dataset,
        measure,
        tau,
        cache=cache,
        on_progress=reporter.on_progress,
    )
    for position, event in enumerate(events):
        is_last = isinstance(event, Finished)
        if is_last:
            # A run that holds its last event is finished, and neither stopped nor ended.
            reporter.end()
        if position < len(kept):
            if differs_from is None and kept[position] != event_text(event):
                differs_from = position
                store.truncate_events(record.id, position)
            if differs_from is None:
                continue
        store.append_events(record.id, [event])
        if not is_last:
            reporter.check()
    return differs_from


def _stop_on_sigterm(reporter: Reporter) -> None:
    def stop(signal_number: int, frame: FrameType | None) -> None:
        reporter.stop()

    try:
        signal.signal(signal.SIGTERM, stop)
    except ValueError:
        # Only a main thread may say what a signal does; elsewhere there is none to answer.
        return


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; 0 when the run finished or stopped, else 1."""
    parser = argparse.ArgumentParser(
        prog="python -m gesncd.runs.workers.worker", description=__doc__
    )
    parser.add_argument("--home", type=Path, help="folder of the run store")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--wait", action="store_true", help="hear of the run on standard input")
    what.add_argument("run_id", nargs="?")
    options = parser.parse_args(arguments)
    home, run_id = options.home, options.run_id
    if options.wait:
        assignment = wait_for_run()
        if assignment is None:
            return 0
        home, run_id = assignment.home, assignment.run_id
    try:
        store = RunStore.open(home, WORKER_PATIENCE_S)
        state = work(store, run_id, end_process=lambda: _end(store))
        tend(store)
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return int(state is RunState.FAILED)


def _end(store: RunStore) -> None:
    """Leave at once, as a killed process would: nothing that counts is in memory only."""
    with contextlib.suppress(StoreError):
        tend(store)
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
