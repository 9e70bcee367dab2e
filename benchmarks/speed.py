"""How fast the package is: ``python -m benchmarks.speed [--quick] [--only ...]``.

Prints a Markdown table of targets and what was measured. Each measurement's rows are a
file under ``benchmarks/cells/``, written as soon as they are known; ``--table`` prints
them and measures nothing. Ratios compare with the plain implementation in
:mod:`benchmarks.reference_ncd`, in this process and on the same data. ``--quick`` shows
in a minute or two that everything runs; its figures mean nothing.
"""

from __future__ import annotations

import os

from gesncd.processors import use_one_thread

use_one_thread(os.environ)  # before anything imports numpy

import argparse  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Mapping, Sequence  # noqa: E402
from pathlib import Path  # noqa: E402

from benchmarks import speed_app, speed_gpu, speed_ncd, speed_parts  # noqa: E402
from benchmarks.markdown import table  # noqa: E402
from benchmarks.speed_rows import HEADER, Measurement, Row, RowFolder, table_rows  # noqa: E402

CELLS = Path(__file__).parent / "cells"

MEASUREMENTS: Mapping[str, Measurement] = {
    "throughput": speed_ncd.throughput,
    "spread": speed_ncd.spread,
    "presets": speed_ncd.presets,
    "cores": speed_ncd.cores,
    "search": speed_ncd.whole_search,
    "first-step": speed_app.first_step,
    "memory": speed_parts.memory,
    "rcd": speed_parts.rcd,
    "tau": speed_parts.tau,
    "imports": speed_parts.imports,
    "pages": speed_app.pages,
    "first-paint": speed_app.first_paint,
    "gpu": speed_gpu.gpu,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for, then print the table; 1 if a measurement failed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = list(MEASUREMENTS)
    parser.add_argument(
        "--only",
        nargs="+",
        choices=names,
        default=names,
        metavar="NAME",
        help=f"some of: {', '.join(names)}",
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds each")
    parser.add_argument("--table", action="store_true", help="print what is there")
    parser.add_argument("--cells", type=Path, default=CELLS, help="folder of the rows")
    options = parser.parse_args(arguments)
    folder = RowFolder(options.cells, quick=options.quick)
    failed = False
    if not options.table:
        for name in options.only:
            failed |= not measured(folder, name, options.quick)
    rows: list[Row] = [row for name in options.only for row in folder.get(name)]
    print(table(HEADER, table_rows(rows)))
    return int(failed)


def measured(folder: RowFolder, name: str, quick: bool) -> bool:
    """Measure and keep; whether that went well. One that fails does not end the others."""
    began = time.perf_counter()
    try:
        rows = MEASUREMENTS[name](quick)
    except Exception as error:
        print(f"{name} failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return False
    folder.put(name, rows)
    took = time.perf_counter() - began
    for row in rows:
        print(f"[{name}, {took:.0f} s] {row.what}: {row.measured}", file=sys.stderr, flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
