"""Peak memory of NCD in a process of its own: ``python -m benchmarks.one_memory ROWS VARIABLES``.

Scores a first step, later steps and one vector query of a search, as a run's worker does,
and prints one line of JSON. The processes that NCD starts are added.
"""

from __future__ import annotations

import argparse
import json
import resource
import threading
import time
from itertools import combinations
from pathlib import Path

import numpy as np

from gesncd.measures import Ncd, NcdSettings, Query
from gesncd.simulate import random_dag, simulate


def queries(n_variables: int, n_conditional: int) -> list[Query]:
    """Some pairs without and with conditioning sets of one to three, and a vector."""
    pairs = list(combinations(range(n_variables), 2))
    rng = np.random.default_rng(1)
    asked = [Query.pair(*pairs[i]) for i in rng.permutation(len(pairs))[:n_conditional]]
    for i in rng.permutation(len(pairs))[:n_conditional]:
        x, y = pairs[i]
        others = [node for node in range(n_variables) if node not in (x, y)]
        asked.append(Query.pair(x, y, rng.choice(others, 1 + i % 3, replace=False).tolist()))
    asked.append(Query((0,), tuple(range(3, n_variables)), (1, 2)))
    return asked


class Family:
    """Watches the memory of this process and its children until the ``with`` block ends."""

    def __init__(self) -> None:
        self.peak_mb = 0.0
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Family:
        self._watcher.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._watcher.join()

    def _watch(self) -> None:
        while not self._over.wait(0.1):
            self.peak_mb = max(self.peak_mb, resident_mb())


def resident_mb() -> float:
    """Memory of this process and its children; what they share is counted once in all."""
    if not Path("/proc/self/smaps_rollup").exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    total, stack = 0.0, ["self"]
    while stack:
        process = stack.pop()
        try:
            for task in Path(f"/proc/{process}/task").iterdir():
                stack += (task / "children").read_text().split()
            fields = Path(f"/proc/{process}/smaps_rollup").read_text().split()
        except OSError:  # it has ended
            continue
        total += float(fields[fields.index("Pss:") + 1]) / 1024
    return total


def main() -> None:
    """Score and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int)
    parser.add_argument("variables", type=int)
    parser.add_argument("--preset", default="robust")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--queries", type=int, default=12, help="without, and with conditions")
    arguments = parser.parse_args()
    rng = np.random.default_rng(0)
    dag = random_dag(arguments.variables, 2, rng)
    dataset = simulate("linear", dag, arguments.rows, rng)
    asked = queries(arguments.variables, arguments.queries)
    began = time.perf_counter()
    settings = NcdSettings.preset(arguments.preset)
    with Family() as family, Ncd(dataset, settings, jobs=arguments.jobs) as measure:
        measure.evaluate(asked)
    result = {
        "peak_mb": family.peak_mb,
        "seconds": time.perf_counter() - began,
        "queries": len(asked),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
