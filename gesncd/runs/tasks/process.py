"""A process that does parts, one after the other, and its handle in the worker.

The processes are spawned one by one, and not a pool's: one that dies, or is ended
because its part takes too long, takes nothing but its part with it.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from gesncd.data import Dataset
from gesncd.measures import Cancelled
from gesncd.runs.store.database import WORKER_PATIENCE_S
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.context import PartContext
from gesncd.runs.tasks.plain_json import plain_text
from gesncd.runs.tasks.records import Outcome
from gesncd.runs.workers.failures import failure_message

RunPart = Callable[[Dataset, Mapping[str, Any], PartContext], Mapping[str, Any]]
"""Does a part; see :mod:`gesncd.runs.tasks.kinds`."""

_READY: Final = "ready"
_STOP: Final = "stop"
_END_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Unusable:
    """The process cannot do any part: no data, or no function."""

    message: str
    details: str


@dataclass(frozen=True, slots=True)
class Job:
    """What a process needs to know to do the parts of a task."""

    home: Path
    dataset_sha256: str
    function: str
    log: Path


class PartProcess:
    """A process that does one part at a time; it starts at once.

    Parameters
    ----------
    job
        What it does.
    """

    def __init__(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        # A daemonic process has no pool of its own, and is ended with us at the latest.
        self._process = context.Process(target=serve, args=(job, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.is_ready = False
        self.number: int | None = None
        self.began = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether it is at a part."""
        return self.number is not None

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self._process.is_alive()

    @property
    def end_text(self) -> str:
        """For people: how the process ended."""
        code = self._process.exitcode
        if code is None or code >= 0:
            return f"with status {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = str(-code)
        return f"by the signal {name}"

    def give(self, number: int, part: Mapping[str, Any]) -> None:
        """Have a part done by a process that is ready and not busy."""
        self.number, self.began = number, time.monotonic()
        # Where it has just died, the caller sees that next.
        with contextlib.suppress(OSError):
            self.connection.send(dict(part))

    def receive(self) -> Outcome | Unusable | None:
        """What the process has to say, None where that is nothing or only that it is ready.

        Raises
        ------
        TypeError
            If the process says something that is no outcome.
        """
        try:
            if not self.connection.poll():
                return None
            message = self.connection.recv()
        except (EOFError, OSError):
            return None
        if message == _READY:
            self.is_ready = True
            return None
        if not isinstance(message, Outcome | Unusable):
            raise TypeError(f"A part's process says {message!r:.60}.")
        return message

    def ask_to_stop(self) -> None:
        """Have :meth:`PartContext.check` raise in the process."""
        with contextlib.suppress(OSError):
            self.connection.send(_STOP)

    def end(self) -> None:
        """End the process, whatever it is doing, and those that it started."""
        _kill_group(self._process.pid)
        self._process.kill()
        self._process.join(_END_S)
        self.connection.close()


def serve(job: Job, connection: Connection) -> None:
    """Do parts as they come, in a process of its own, until the worker ends or says so."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        store = RunStore.open(job.home, WORKER_PATIENCE_S)
        dataset = store.dataset(job.dataset_sha256)
        run_part = load_function(job.function)
    except Exception as error:
        message = failure_message(error, job.log, "The process that computes")
        connection.send(Unusable(message, traceback.format_exc()))
        return
    with store.database.held_open(), contextlib.suppress(EOFError, OSError):
        connection.send(_READY)
        while isinstance(part := connection.recv(), dict):
            # The worker sends nothing while a part is done, unless it shall stop.
            context = PartContext(store, job.dataset_sha256, connection.poll)
            connection.send(outcome_of(run_part, dataset, part, context, job.log))


def outcome_of(
    run_part: RunPart, dataset: Dataset, part: Mapping[str, Any], context: PartContext, log: Path
) -> Outcome:
    """Do a part, and say what came of it, whatever that is."""
    began = time.perf_counter()
    try:
        value = plain_text(run_part(dataset, part, context), "result")
    except Cancelled:
        return Outcome(None, seconds=time.perf_counter() - began, cancelled=True)
    except (Exception, SystemExit) as error:
        message = failure_message(error, log, "This part")
        seconds = time.perf_counter() - began
        return Outcome(None, message, traceback.format_exc(), seconds)
    return Outcome(value, seconds=time.perf_counter() - began)


def load_function(name: str) -> RunPart:
    """The function ``module:function``.

    Raises
    ------
    ImportError, AttributeError
        If there is none.
    """
    module, _, function = name.partition(":")
    found: RunPart = getattr(importlib.import_module(module), function)
    return found


def _end_with_parent() -> None:
    """End this process when the worker is gone; a killed one can't tell it to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _kill_group(os.getpid())
        os._exit(1)


def _kill_group(pid: int | None) -> None:
    """End a process and those it started, where it leads a group."""
    if sys.platform != "win32" and pid is not None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
