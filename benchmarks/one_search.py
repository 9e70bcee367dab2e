"""One timed search in a process of its own: ``python -m benchmarks.one_search PROGRAM DATA.npy``.

Prints one line of JSON. A process of its own gives an honest peak of memory and can be
ended when it takes too long.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gesncd.data import Dataset
from gesncd.measures import (
    BicDifference,
    ConditionalDependence,
    NullCalibrated,
    OnChunk,
    PartialCorrelation,
    Query,
)
from gesncd.search import Finished, reframed_ges

ALPHA = 0.001
"""Level of the automatic τ."""


class Timed:
    """A measure that adds up the seconds spent in it, less those of its caller's callback."""

    def __init__(self, measure: ConditionalDependence) -> None:
        self._measure = measure
        self.seconds = 0.0
        self.name, self.key = measure.name, measure.key
        self.symmetric, self.n_variables = measure.symmetric, measure.n_variables

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries with the measure inside."""
        elsewhere = 0.0

        def timed_callback(chunk: object) -> None:
            nonlocal elsewhere
            began = time.perf_counter()
            try:
                on_chunk(chunk)  # type: ignore[misc, arg-type]
            finally:
                elsewhere += time.perf_counter() - began

        began = time.perf_counter()
        try:
            return self._measure.evaluate(queries, None if on_chunk is None else timed_callback)
        finally:
            self.seconds += time.perf_counter() - began - elsewhere


def run_own(name: str, dataset: Dataset, global_score: bool) -> dict[str, float | str]:
    """Search with one of the package's measures."""
    began = time.perf_counter()
    measure = _measure(name, dataset)
    preparing = time.perf_counter() - began
    assert isinstance(measure, NullCalibrated)
    timed = Timed(measure)
    *_, last = reframed_ges(timed, measure.null_quantile(ALPHA), global_score=global_score)
    total = time.perf_counter() - began
    assert isinstance(last, Finished)
    return {
        "program": name,
        "seconds": total,
        "graph_seconds": total - preparing - timed.seconds,
        "steps": last.n_steps,
        "queries": last.n_queries,
        "edges": last.cpdag.n_edges,
        "matrix": last.cpdag.to_matrix().tolist(),
    }


def run_ges(dataset: Dataset) -> dict[str, float | str]:
    """Search with Gamella's ges, forward and backward phase."""
    import ges

    values = np.array(dataset.values)
    began = time.perf_counter()
    matrix, _ = ges.fit_bic(values, phases=["forward", "backward"])
    seconds = time.perf_counter() - began
    found = np.asarray(matrix) != 0
    return {
        "program": "ges",
        "seconds": seconds,
        "edges": int((found | found.T).sum() // 2),
        "matrix": found.astype(int).tolist(),
    }


def _measure(name: str, dataset: Dataset) -> ConditionalDependence:
    if name == "bic":
        return BicDifference(dataset)
    if name == "partial-correlation":
        return PartialCorrelation(dataset)
    if name == "rcd":
        from gesncd.measures import Rcd

        return Rcd(dataset)
    raise ValueError(f"Unknown measure {name!r}.")


def main() -> None:
    """Run one search and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", choices=["bic", "partial-correlation", "rcd", "ges"])
    parser.add_argument("data", type=Path)
    parser.add_argument("--global-score", action="store_true", help="compute S_g too")
    arguments = parser.parse_args()
    dataset = Dataset.from_array(np.load(arguments.data))
    if arguments.program == "ges":
        result = run_ges(dataset)
    else:
        result = run_own(arguments.program, dataset, arguments.global_score)
    result["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(result))


if __name__ == "__main__":
    main()
