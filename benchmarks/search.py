"""How long the search takes: ``python -m benchmarks.search [--only ...]``.

Prints two Markdown tables: the package's own measures on large and on dense graphs, and
the same search with BIC beside ges (Gamella) and xges (Nazaret and Blei) on the same data
in the same run. Each search has a process and one thread of its own, one after the
other. Data are linear-Gaussian or PNL-GP with fixed seeds, 1000 rows.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.child import TimeLimit, run_json
from benchmarks.markdown import table
from gesncd.simulate import random_dag, simulate

N_ROWS = 1000


@dataclass(frozen=True, slots=True)
class Case:
    """Simulated data and the measure that searches them."""

    d: int
    degree: int
    model: str
    measure: str

    @property
    def name(self) -> str:
        """Name on the command line."""
        return f"{self.d}-{self.degree}-{self.model}-{self.measure}"


CASES = (
    Case(100, 2, "linear", "partial-correlation"),
    Case(100, 2, "linear", "rcd"),
    Case(100, 2, "pnl-gp", "rcd"),
    Case(300, 2, "linear", "partial-correlation"),
    Case(20, 8, "linear", "partial-correlation"),
    Case(20, 8, "linear", "rcd"),
    Case(20, 8, "pnl-gp", "rcd"),
)
COMPARED = {f"bic-{d}": d for d in (20, 50, 100)}
"""Numbers of variables, degree 2, at which other programs run beside."""


def main() -> None:
    """Run what was asked for and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [*(case.name for case in CASES), *COMPARED]
    parser.add_argument(
        "--only",
        nargs="+",
        choices=names,
        default=names,
        metavar="CASE",
        help=f"some of: {', '.join(names)}",
    )
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for one search")
    parser.add_argument(
        "--xges-python",
        type=Path,
        metavar="PYTHON",
        help="interpreter of an environment with xges installed",
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            own_row(case, Path(folder), arguments.limit)
            for case in CASES
            if case.name in arguments.only
        ]
        if rows:
            header = [
                "d, degree, model",
                "measure",
                "seconds",
                "of it graph work",
                "share",
                "steps",
                "queries",
                "edges (true)",
                "peak MB",
            ]
            print(table(header, rows), flush=True)
        compared = [
            row
            for name, d in COMPARED.items()
            if name in arguments.only
            for row in compared_rows(d, Path(folder), arguments.limit, arguments.xges_python)
        ]
    if compared:
        header = ["d", "program", "seconds", "times ours", "edges", "edges unlike ours", "peak MB"]
        print("\n" + table(header, compared))


def own_row(case: Case, folder: Path, limit: float) -> list[str]:
    """One search with a measure of the package, S_g included."""
    data, n_edges = write_data(folder, case.d, case.degree, case.model)
    label = [f"{case.d}, {case.degree}, {case.model}", case.measure]
    arguments: list[str | Path] = [
        "-m",
        "benchmarks.one_search",
        case.measure,
        data,
        "--global-score",
    ]
    try:
        result = run_json(arguments, limit=limit)
    except TimeLimit:
        return [*label, f"> {limit:g}", *[""] * 6]
    share = result["graph_seconds"] / result["seconds"]
    return [
        *label,
        f"{result['seconds']:.1f}",
        f"{result['graph_seconds']:.1f}",
        f"{share:.0%}",
        str(result["steps"]),
        f"{result['queries']:,}",
        f"{result['edges']} ({n_edges})",
        f"{result['peak_mb']:.0f}",
    ]


def compared_rows(
    d: int, folder: Path, limit: float, xges_python: Path | None
) -> Iterator[list[str]]:
    """The search with BIC and the same data given to other programs, as ratios of seconds."""
    data, _ = write_data(folder, d, 2, "linear")
    ours = run_json(["-m", "benchmarks.one_search", "bic", data], limit=limit)
    yield compared_row(d, "gesncd, BIC", ours, ours)
    yield limited_row(d, "ges, BIC", ours, limit, ["-m", "benchmarks.one_search", "ges", data])
    script = Path(__file__).with_name("one_xges.py")
    for name, options in (("XGES-0, BIC", ()), ("XGES, BIC", ("--extended",))):
        if xges_python is None:
            yield [str(d), name, "not run: --xges-python", *[""] * 4]
        else:
            yield limited_row(d, name, ours, limit, [script, data, *options], xges_python)


def limited_row(
    d: int,
    name: str,
    ours: dict[str, Any],
    limit: float,
    arguments: list[str | Path],
    python: Path | None = None,
) -> list[str]:
    """A row of another program, or that it took too long."""
    where = {} if python is None else {"python": python}
    try:
        result = run_json(arguments, limit=limit, **where)
    except TimeLimit:
        return [str(d), name, f"> {limit:g}", f"> {limit / ours['seconds']:.0f}", "", "", ""]
    return compared_row(d, name, result, ours)


def compared_row(d: int, name: str, result: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """Seconds, ratio, and in how many node pairs the result differs from ours."""
    a, b = np.array(result["matrix"]), np.array(ours["matrix"])
    unlike = int(np.triu((a != b) | (a.T != b.T)).sum())
    return [
        str(d),
        name,
        f"{result['seconds']:.2f}",
        f"{result['seconds'] / ours['seconds']:.2f}",
        str(result["edges"]),
        str(unlike),
        f"{result['peak_mb']:.0f}",
    ]


def write_data(folder: Path, d: int, degree: int, model: str) -> tuple[Path, int]:
    """A file with simulated rows, the same at every call, and the true number of edges."""
    rng = np.random.default_rng([d, degree])
    dag = random_dag(d, degree, rng)
    path = folder / f"{model}-{d}-{degree}.npy"
    if not path.exists():
        np.save(path, simulate(model, dag, N_ROWS, rng).values)
    return path, int(dag.sum())


if __name__ == "__main__":
    main()
