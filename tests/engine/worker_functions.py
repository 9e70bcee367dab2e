"""What workers are asked to do in tests."""

import os
import signal
import time
from pathlib import Path

from gesncd.engine.at_worker import is_unwanted


class Stubborn(Exception):
    """An error that does not survive the journey."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")


def total(dataset, row):
    """A number of the data, and the process that read it."""
    return float(dataset.values[row].sum()), os.getpid()


def slow_total(dataset, row):
    time.sleep(0.02)
    return total(dataset, row)


def fail(dataset, how):
    if how == "stubborn":
        raise Stubborn("one", "two")
    raise KeyError(how)


def die_once(dataset, folder_and_number):
    """Ends its process, unless another did before."""
    folder, number = folder_and_number
    flag = Path(folder) / "died"
    try:
        flag.touch(exist_ok=False)
    except FileExistsError:
        return number
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def die(dataset, number):
    """Ends its process, whoever did before; the others are as they are told."""
    if number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def wait_until_unwanted(dataset, folder):
    """Waits for long; tells when nobody waits for it."""
    Path(folder, "began").touch()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if is_unwanted():
            Path(folder, "unwanted").touch()
            return
        time.sleep(0.02)


def nap_part(dataset, part, context):
    """A part that listens for a stop."""
    Path(part["folder"], "began").touch()
    until = time.monotonic() + part["seconds"]
    try:
        while time.monotonic() < until:
            context.check()
            time.sleep(0.02)
    finally:
        Path(part["folder"], "ended").touch()
    return {"slept": part["seconds"]}


def deadly_part(dataset, part, context):
    """A part that ends its process if it is told so."""
    if part["dies"]:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"fine": True}
