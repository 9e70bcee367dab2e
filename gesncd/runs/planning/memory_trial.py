"""The process of a trial of memory: ``python -m gesncd.runs.planning.memory_trial``.

It hears on standard input what to build and on which files, does a small run as a worker
does, asks some queries of each size on one file after the other, and says on standard
output how large it became.
"""

from __future__ import annotations

import os

from gesncd.processors import use_one_thread

use_one_thread(os.environ)  # before anything imports numpy

import json  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from dataclasses import replace  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any, Final  # noqa: E402

_STATUS: Final = Path("/proc/self/status")
_BUDGET_S: Final = 1.5
"""Seconds at one number of rows; what is asked first counts most."""
_MEMBERS: Final = 3
"""Variables on the larger side of a query of the global score."""


def tried(asked: dict[str, Any]) -> dict[str, Any]:
    """Do a trial in this process.

    Parameters
    ----------
    asked
        ``settings`` as :meth:`gesncd.settings.run_settings.RunSettings.to_dict` writes them, and
        ``files``, paths of data sets with their hashes, which grow.

    Returns
    -------
    ``peaks``, the most MB that the process had by the end of each file, and ``shared``,
    those of them that are files which other processes like it share. Empty where the
    system does not tell.
    """
    from gesncd.runs.store.dataset_files import read_dataset
    from gesncd.settings.on_data import build_measure
    from gesncd.settings.run_settings import RunSettings

    settings = RunSettings.from_dict(asked["settings"])
    _search_something(settings)
    peaks = []
    for path, sha256 in asked["files"]:
        dataset = read_dataset(Path(path), sha256)
        measure = build_measure(settings, dataset, jobs=1)
        until = time.monotonic() + _BUDGET_S
        for query in _queries(dataset.n_variables):
            measure.evaluate([query])
            if time.monotonic() > until:
                break
        peak = peak_mb()
        if peak is None:
            return {}
        peaks.append(peak)
    return {"peaks": peaks, "shared": _status_mb("RssFile") or 0.0}


def _search_something(settings: Any) -> None:
    """A whole run on next to no data, so that everything is loaded that a run loads."""
    import numpy as np

    from gesncd.data import Dataset
    from gesncd.runs.store.run_store import RunStore
    from gesncd.runs.workers.worker import work
    from gesncd.settings.on_data import build_measure

    with tempfile.TemporaryDirectory() as folder:
        store = RunStore.open(Path(folder))
        dataset = Dataset.from_array(np.random.default_rng(1).normal(size=(60, 3)))
        chosen = replace(settings, tau=0.1, global_score=False)
        run_id = store.create_run(store.add_dataset(dataset, "trial"), "trial", chosen)
        # Here, whatever engine is chosen.
        work(store, run_id, lambda *asked: build_measure(*asked, jobs=1))


def _queries(n_variables: int) -> Iterator[Any]:
    """One as the global score asks it, and pairs given nothing and one other."""
    from gesncd.measures import Query

    last = n_variables - 1
    members = tuple(range(1, min(1 + _MEMBERS, max(2, last))))
    yield Query((0,), members, (last,) if last > members[-1] else ())
    yield Query.pair(0, 1)
    for other in range(1, last):
        yield Query.pair(other, other + 1, (0,))


def peak_mb() -> float | None:
    """The most that this process had in memory so far; None where nothing tells."""
    found = _status_mb("VmHWM")
    if found is not None:
        return found
    try:
        import resource
    except ImportError:
        return None
    # In kB, but for macOS, where it is in bytes.
    unit = 2.0**20 if sys.platform == "darwin" else 2.0**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def _status_mb(name: str) -> float | None:
    try:
        lines = _STATUS.read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    for line in lines:
        key, _, value = line.partition(":")
        if key == name:
            return float(value.split()[0]) / 1024.0
    return None


def main() -> int:
    """Do what standard input asks for."""
    json.dump(tried(json.load(sys.stdin)), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
