"""How well the methods find the truth: ``python -m benchmarks.accuracy [--table]``.

Every data set of every setting is given to every method; SHD, F1, SID (best and worst
member of the class that was found) and seconds are printed as mean ± standard deviation,
with the paper's figures beside. Each cell is a file, written as soon as it is known, so
that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import mean, stdev

from benchmarks.cells import Cell, CellFolder, compute
from benchmarks.child import ONE_THREAD
from benchmarks.markdown import table
from benchmarks.methods import METHODS, OWN, Method
from benchmarks.reported import ReportedResults
from benchmarks.settings import SETTINGS, Setting

CELLS = Path(__file__).parent / "cells"
HEADER = ("setting", "method", "sets", "SHD", "F1", "F1 to DAG", "SID best", "SID worst", "seconds")

Job = tuple[str, str, int]
"""Setting, method, set."""


def main() -> int:
    """Compute what is missing, then print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--settings",
        nargs="+",
        choices=SETTINGS,
        default=list(SETTINGS),
        metavar="SETTING",
        help=f"some of: {', '.join(SETTINGS)}",
    )
    parser.add_argument(
        "--methods",
        nargs="+",
        choices=METHODS,
        default=list(OWN),
        metavar="METHOD",
        help=f"some of: {', '.join(METHODS)}; by default our own",
    )
    parser.add_argument("--jobs", type=int, default=1, help="cells computed at once")
    parser.add_argument("--table", action="store_true", help="print what is there, compute nothing")
    parser.add_argument("--cells", type=Path, default=CELLS, help="folder of the cells")
    arguments = parser.parse_args()
    settings = [SETTINGS[name] for name in arguments.settings]
    methods = [METHODS[name] for name in arguments.methods]
    folder = CellFolder(arguments.cells)
    failed = [] if arguments.table else fill(folder, settings, methods, arguments.jobs)
    print(table(HEADER, all_rows(folder, settings, methods, ReportedResults())))
    for message in failed:
        print(message, file=sys.stderr)
    return int(bool(failed))


def fill(
    folder: CellFolder, settings: Sequence[Setting], methods: Sequence[Method], jobs: int
) -> list[str]:
    """Compute the missing cells; returns a sentence for each that failed."""
    missing = [
        (setting.name, method.name, index)
        for method in methods
        for setting in settings
        for index in setting.source.sets
        if folder.get(setting, method, index) is None
    ]
    # The children read it when they start.
    os.environ.update(ONE_THREAD)
    failed = []
    context = multiprocessing.get_context("spawn")
    # Some foreign methods set defaults of torch that would reach the next cell.
    cells_a_child = 1 if any(method.baseline for method in methods) else None
    with ProcessPoolExecutor(
        max(1, jobs), mp_context=context, max_tasks_per_child=cells_a_child
    ) as pool:
        running = {pool.submit(run_job, job): job for job in missing}
        for done, future in enumerate(as_completed(running), start=1):
            name, method, index = running[future]
            label = f"{name}, {method}, set {index}"
            if error := future.exception():
                failed.append(f"{label} failed: {error}")
                continue
            cell = future.result()
            folder.put(SETTINGS[name], METHODS[method], index, cell)
            print(
                f"[{done}/{len(missing)}] {label}: SHD {cell.shd}, F1 {cell.f1:.2f}, "
                f"{cell.seconds:.1f} s",
                file=sys.stderr,
                flush=True,
            )
    return failed


def run_job(job: Job) -> Cell:
    """One cell, in a child."""
    setting, method, index = job
    return compute(SETTINGS[setting], METHODS[method], index)


def all_rows(
    folder: CellFolder,
    settings: Sequence[Setting],
    methods: Sequence[Method],
    reported: ReportedResults,
) -> list[list[str]]:
    """Rows of the table: for each setting the methods, then the paper's figures."""
    rows = []
    for setting in settings:
        for method in methods:
            cells = [folder.get(setting, method, index) for index in setting.source.sets]
            known = [cell for cell in cells if cell is not None]
            if known:
                part = "" if len(known) == len(cells) else f"{len(known)} of "
                sets = f"{part}{len(cells)}"
                rows.append([setting.name, method.name, sets, *metrics(known)])
        if setting.reported is not None:
            rows += [[setting.name, *row] for row in reported.rows(setting.reported)]
    return rows


def metrics(cells: Sequence[Cell]) -> list[str]:
    """Mean ± standard deviation of each metric, in the order of the header."""
    return [
        spread([cell.shd for cell in cells], 1),
        spread([cell.f1 for cell in cells], 2),
        spread([cell.f1_to_dag for cell in cells], 2),
        known_spread([cell.sid_best for cell in cells], 1),
        known_spread([cell.sid_worst for cell in cells], 1),
        spread([cell.seconds for cell in cells], 1),
    ]


def known_spread(values: Sequence[float | None], digits: int) -> str:
    """As :func:`spread`, of the values that are there; it says where some are not."""
    known = [value for value in values if value is not None]
    if not known:
        return ""
    text = spread(known, digits)
    return text if len(known) == len(values) else f"{text} ({len(known)} of {len(values)})"


def spread(values: Sequence[float], digits: int) -> str:
    """Mean ± sample standard deviation; the mean alone of one value."""
    text = f"{mean(values):.{digits}f}"
    return text if len(values) == 1 else f"{text} ± {stdev(values):.{digits}f}"


if __name__ == "__main__":
    sys.exit(main())
