"""What an engine is, by trying it: ``python -m gesncd.engine.probe`` with its text on input.

In a process of its own, a trial leaves no connection behind, and can be given up.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from gesncd.data import Dataset
from gesncd.engine.choose import engine_of
from gesncd.engine.errors import EngineError
from gesncd.engine.protocol import Lost
from gesncd.processors import usable_cpus

_FIRST_WORKER_S: Final = 8.0
_CALLS: Final = 4
"""Calls for each worker, so that each is likely to get one."""
_CALL_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Probe:
    """What answered.

    Parameters
    ----------
    name
        For people: what it is and where.
    n_workers
        Calls that go on at once.
    n_machines, n_processors
        Machines on which workers answered, and processors that those may use there.
    """

    name: str
    n_workers: int
    n_machines: int
    n_processors: int


def probe(text: str) -> Probe:
    """Have the workers of an engine say where they are, by the way that queries go.

    Parameters
    ----------
    text
        The engine, other than this machine; see :func:`gesncd.engine.choose.engine_of`.

    Raises
    ------
    EngineError
        If it cannot be reached, or cannot do the work.
    ValueError
        If it is this machine.
    """
    engine = engine_of(text, first_worker_s=_FIRST_WORKER_S)
    if engine is None:
        raise ValueError("This machine needs no trial.")
    with closing(engine):
        n_workers = engine.n_workers()
        data = Dataset.from_array(np.eye(3))
        machines: dict[str, int] = {}
        for _, found in engine.run(look, data, _numbers(_CALLS * n_workers), ahead=2):
            if isinstance(found, Lost):
                raise EngineError(found.message)
            name, n_processors = found
            machines[name] = max(n_processors, machines.get(name, 0))
        return Probe(engine.name, n_workers, len(machines), sum(machines.values()))


def look(dataset: Dataset, number: int) -> tuple[str, int]:
    """In a worker: the name of its machine, and the processors that it may use."""
    # Long enough for the other workers to take the next ones.
    time.sleep(_CALL_S)
    return platform.node(), usable_cpus()


def _numbers(n: int) -> Callable[[], int | None]:
    left = iter(range(n))
    return lambda: next(left, None)


def main() -> int:
    """Try the engine that standard input names; what came of it, as JSON."""
    found: dict[str, Any]
    try:
        found = asdict(probe(sys.stdin.read().strip()))
    except EngineError as error:
        found = {"error": str(error)}
    sys.stdout.write("\n" + json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    # Workers look for functions by module, which must not be this one's other name.
    from gesncd.engine import probe as own

    sys.exit(own.main())
