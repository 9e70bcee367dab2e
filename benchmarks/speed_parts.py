"""Memory, RCD, imports and the τ-path."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.child import run_json
from benchmarks.speed_rows import Row, milliseconds, seconds_of
from gesncd.data import Dataset
from gesncd.measures import MemoryCache, Rcd
from gesncd.search.tau_path import tau_path
from gesncd.simulate import random_dag, simulate

_IMPORT = """
import json, time
began = time.perf_counter()
import {module}
print(json.dumps({{"seconds": time.perf_counter() - began}}))
"""


def data(model: str, n_variables: int, n_rows: int) -> Dataset:
    """Data of degree 2, the same at every call."""
    rng = np.random.default_rng([6, n_variables])
    return simulate(model, random_dag(n_variables, 2, rng), n_rows, rng)


def memory(quick: bool) -> list[Row]:
    """Peak of a process that scores with NCD, its worker processes added."""
    rows, variables, number = (2000, 8, 4) if quick else (20_000, 20, 12)
    found = []
    for preset in ("robust", "paper"):
        arguments = ["-m", "benchmarks.one_memory", str(rows), str(variables), "--jobs", "2"]
        options = ["--preset", preset, "--queries", str(number)]
        result = run_json([*arguments, *options], limit=900)
        found.append(
            Row(
                f"peak memory, n = {rows:,}, d = {variables}, {preset}, with 2 processes more",
                "< 1500 MB",
                f"{result['peak_mb']:.0f} MB",
                result["peak_mb"] < 1500,
            )
        )
    return found


def rcd(quick: bool) -> list[Row]:
    """Whole searches with RCD, S_g included, one thread."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for model in ("linear", "pnl-gp"):
            dataset = data(model, *((8, 500) if quick else (20, 5000)))
            path = Path(folder) / f"{model}.npy"
            np.save(path, dataset.values)
            result = run_json(
                ["-m", "benchmarks.one_search", "rcd", path, "--global-score"], limit=600
            )
            rows.append(
                Row(
                    f"RCD search, d = {dataset.n_variables}, n = {dataset.n_rows}, {model}",
                    "< 5 s",
                    f"{result['seconds']:.1f} s, {result['queries']:,} queries",
                    result["seconds"] < 5,
                )
            )
    return rows


def imports(quick: bool) -> list[Row]:
    """Importing the package, and what the app's server and a worker import first."""
    rows = []
    for module, limit in (
        ("gesncd", 0.3),
        ("gesncd.search", None),
        ("gesncd.runs.workers.worker", None),
    ):
        code = _IMPORT.format(module=module)
        times = [run_json(["-c", code], limit=60)["seconds"] for _ in range(3 if quick else 9)]
        seconds = median(times)
        target = "reported" if limit is None else f"< {milliseconds(limit)}"
        met = None if limit is None else seconds < limit
        rows.append(Row(f"import {module}", target, milliseconds(seconds), met))
    return rows


def tau(quick: bool) -> list[Row]:
    """Graphs for all τ from scores that are known, and the one of a single τ."""
    dataset = data("pnl-gp", *((8, 300) if quick else (20, 1000)))
    measure, cache = Rcd(dataset), MemoryCache()
    floor = 0.1 * measure.null_quantile(0.001)
    path = tau_path(measure, floor, cache=cache)
    again = seconds_of(lambda: tau_path(measure, floor, cache=cache), 3)
    one = seconds_of(lambda: path.at(2 * floor), 50)
    return [
        Row(
            f"τ-path from known scores, d = {dataset.n_variables}, {len(path.plateaus)} graphs",
            "< 150 ms",
            milliseconds(again),
            again < 0.15,
        ),
        Row("graph of one τ on a path", "< 150 ms", f"{1e6 * one:.0f} µs", one < 0.15),
    ]
