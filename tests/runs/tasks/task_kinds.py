"""Kinds of tasks for tests, and a worker that knows them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from gesncd.runs.errors import PartError
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.kinds import Kind
from gesncd.runs.tasks.worker import work_task

_calls = 0


def draw(dataset, part, context):
    """A number from the data and the part's own seed."""
    rng = np.random.default_rng(part["seed"])
    rows = rng.integers(dataset.n_rows, size=50)
    return {"mean": float(dataset.values[rows].mean()), "draws": [int(row) for row in rows[:3]]}


def fail(dataset, part, context):
    """Fails in the way that the part asks for."""
    match part["how"]:
        case "not":
            return {"fine": True}
        case "people":
            raise PartError("Too few rows.")
        case "bug":
            raise ZeroDivisionError("by nought")
        case "exit":
            sys.exit(3)
        case "nan":
            return {"scores": [1.0, float("nan")]}
        case "numpy":
            return {"edges": {"first": np.int64(3)}}
        case "long":
            return {"text": "x" * (17 * 2**20)}
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
    return [1, 2]


def nap(dataset, part, context):
    """Takes its time, listening for a stop."""
    until = time.monotonic() + part["seconds"]
    while time.monotonic() < until:
        context.check()
        time.sleep(0.01)
    return {"slept": part["seconds"]}


def deaf(dataset, part, context):
    """Never listens, and starts another process; both their numbers go to a file."""
    child = subprocess.Popen(["sleep", "300"])
    written = Path(part["file"] + ".part")
    written.write_text(f"{os.getpid()} {child.pid}")
    written.rename(part["file"])
    time.sleep(part["seconds"])
    child.kill()
    return {"heard": False}


def count(dataset, part, context):
    """How often this process was asked; what a part must never depend on."""
    global _calls
    _calls += 1
    return {"calls": _calls, "pid": os.getpid()}


KINDS = {
    "draw": Kind("task_kinds:draw"),
    "fail": Kind("task_kinds:fail"),
    "nap": Kind("task_kinds:nap"),
    "deaf": Kind("task_kinds:deaf"),
    "limited": Kind("task_kinds:deaf", isolated=True, limit_s=1.0),
    "count": Kind("task_kinds:count"),
    "count-alone": Kind("task_kinds:count", isolated=True),
    "dying": Kind("dying_kind:run_part"),
    "nowhere": Kind("task_kinds:nowhere"),
}

if __name__ == "__main__":
    work_task(RunStore.open(Path(sys.argv[1])), sys.argv[2], kinds=KINDS, jobs=2)
