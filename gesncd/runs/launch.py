"""Starting a run's worker as a process of its own, which outlives the page."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import gesncd
from gesncd.runs.errors import StoreError
from gesncd.runs.records import RunState
from gesncd.runs.store import RunStore
from gesncd.runs.threads import use_one_thread


def launch(store: RunStore, run_id: str) -> int:
    """Start the worker of a queued run, or of one that ended early.

    A run that was stopped, failed or was interrupted goes on where it ended.

    Returns
    -------
    The worker's process id.

    Raises
    ------
    StoreError
        If the run is finished or going on, or the process cannot be started.
    """
    store.requeue(run_id)
    log = store.home.log(run_id)
    try:
        with log.open("ab") as output:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "gesncd.runs.worker",
                    "--home",
                    str(store.home.path),
                    "--",
                    run_id,
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=_import_folder(),
                env=_environment(),
                start_new_session=True,
            )
    except OSError as error:
        message = f"The search's process could not be started ({error})."
        store.finish(run_id, RunState.FAILED, message)
        raise StoreError(message) from error
    # A child that nobody waits for stays in the process table until we end.
    threading.Thread(target=_see_off, args=(store, run_id, process), daemon=True).start()
    return process.pid


def _see_off(store: RunStore, run_id: str, process: subprocess.Popen[bytes]) -> None:
    """Wait for a worker to end, and say so where it could not even begin."""
    status = process.wait()
    if status <= 0:
        # It ended in order, or was killed: then its run is shown as interrupted.
        return
    try:
        if store.run(run_id).state is RunState.QUEUED:
            store.finish(
                run_id,
                RunState.FAILED,
                f"The search's process ended at once with status {status}; "
                f"its log is {store.home.log(run_id)}.",
            )
    except StoreError:
        # Deleted meanwhile, or the disk is full: the page shows it as interrupted.
        return


def _import_folder() -> Path:
    return Path(gesncd.__file__).resolve().parent.parent


def _environment() -> dict[str, str]:
    environment = dict(os.environ)
    use_one_thread(environment)
    paths = [str(_import_folder()), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return environment
