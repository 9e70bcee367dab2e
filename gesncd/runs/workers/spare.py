"""A worker in reserve: it has loaded what a search needs, and waits for its run.

Loading takes seconds, which a person would otherwise wait for after Run. The app's
server keeps one such process. It hears of its run on its standard input, and ends
when that closes, which it does however the server ends. From its run on it is a
worker like any other, which outlives the server.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gesncd.runs.machine.capacity import whole_number
from gesncd.runs.machine.home import Home
from gesncd.runs.machine.spawn import start_spare
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.queue import n_active

SWITCH: Final = "GESNCD_SPARE_WORKER"
"""Environment variable; 0 where the memory of one more process is missing."""

_OURS: Final = "GESNCD_"


@dataclass(frozen=True, slots=True)
class Assignment:
    """A run for the process in reserve."""

    home: Path
    run_id: str


class Reserve:
    """At most one process that waits for a run; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._gave_up = False

    def keep_ready(self, store: RunStore) -> None:
        """Start a process unless one waits, one has died, or workers need the processors now.

        Raises
        ------
        gesncd.runs.errors.StoreError
            If the switch in the environment is not understood.
        """
        if not whole_number(os.environ, SWITCH, 1, least=0):
            return
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                # Where one cannot live, the next could not either.
                self._process, self._gave_up = None, True
            if self._process is not None or self._gave_up or n_active(store):
                return
            try:
                self._process = start_spare("gesncd.runs.workers.worker")
            except OSError:
                self._gave_up = True

    def take(self, home: Home, run_id: str) -> subprocess.Popen[bytes] | None:
        """Give a claimed run to the waiting process.

        Returns
        -------
        The process, now a worker; None if there is none, and one has to be started.
        """
        with self._lock:
            process, self._process = self._process, None
        if process is None or process.stdin is None:
            return None
        ours = {name: value for name, value in os.environ.items() if name.startswith(_OURS)}
        message = {"home": str(home.path), "run": run_id, "environment": ours}
        try:
            with process.stdin as line:
                line.write(json.dumps(message).encode("ascii") + b"\n")
        except OSError:
            process.kill()
            process.wait()
            return None
        return process

    def dismiss(self) -> None:
        """End the waiting process, if there is one."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


RESERVE: Final = Reserve()
"""That of this process; empty unless :meth:`Reserve.keep_ready` is called."""


def wait_for_run() -> Assignment | None:
    """In the waiting process: load the libraries, and wait; None if there is nothing to do.

    Environment and log become those of a worker that was started for the run.
    """
    # What cannot be loaded will fail the run, with a message in its log.
    with contextlib.suppress(Exception):
        _load_libraries()
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        return None
    message = json.loads(line)
    for name in [name for name in os.environ if name.startswith(_OURS)]:
        del os.environ[name]
    os.environ.update(message["environment"])
    assignment = Assignment(Path(message["home"]), message["run"])
    with Home(assignment.home).log(assignment.run_id).open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    return assignment


def _load_libraries() -> None:
    """Import what searches import, and have it make its first, slow, steps."""
    import numpy as np
    import pyarrow.parquet  # noqa: F401

    import gesncd.measures.rcd
    import gesncd.settings.run_search  # noqa: F401
    from gesncd.data import Dataset
    from gesncd.measures import Ncd, Query

    rows = np.random.default_rng(0).normal(size=(60, 3))
    Ncd(Dataset.from_array(rows), jobs=1).evaluate([Query.pair(0, 1, [2])])
