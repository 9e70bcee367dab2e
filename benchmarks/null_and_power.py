"""False positives and power by simulation: ``python -m benchmarks.null_and_power [--table]``.

X ⟂ Y given Z in the models of :data:`NULLS`, and dependent in those of
:data:`ALTERNATIVES`; each data set has six columns driven by the same Z. The table gives
the share of pairs above the automatic τ at two levels, and the mean and standard
deviation of √n·score under independence (RCD), or of the signed root of n·score
(others). Each cell is a file, written as soon as it is known, so that an interrupted run
goes on where it stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.markdown import table
from benchmarks.methods import METHODS
from gesncd.data import Dataset
from gesncd.measures import NullCalibrated, Query
from gesncd.simulate import simulate

Values = NDArray[np.float64]
Draw = Callable[[int, int, np.random.Generator], Values]
"""Rows, columns of Z and a generator to values: six columns, then Z."""

CELLS = Path(__file__).parent / "cells" / "null_and_power"
COLUMNS = 6
LEVELS = (0.01, 0.001)
VERSION = 1
"""Raise it with a change of a model."""


def _noise(n: int, rng: np.random.Generator) -> Values:
    return rng.laplace(scale=2**-0.5, size=(n, COLUMNS))


def _driven(n: int, k: int, rng: np.random.Generator) -> tuple[Values, Values, Values]:
    """Z, its sum with variance 1 as a column, and the noise of the six columns."""
    z = rng.normal(size=(n, k))
    return z, z.sum(1, keepdims=True) / max(k, 1) ** 0.5, _noise(n, rng)


def _linear(n: int, k: int, rng: np.random.Generator) -> Values:
    z, drive, noise = _driven(n, k, rng)
    return np.column_stack([drive + noise, z])


def _sin(n: int, k: int, rng: np.random.Generator) -> Values:
    z, _, noise = _driven(n, k, rng)
    return np.column_stack([np.sin(2 * z).sum(1, keepdims=True) + noise, z])


def _heteroscedastic(n: int, k: int, rng: np.random.Generator) -> Values:
    z, drive, noise = _driven(n, k, rng)
    return np.column_stack([np.exp(0.5 * drive) * noise, z])


def _near_deterministic(n: int, k: int, rng: np.random.Generator) -> Values:
    z, _, noise = _driven(n, k, rng)
    return np.column_stack([z @ rng.normal(size=(k, COLUMNS)) + 0.05 * noise, z])


def _in_steps(drawn: Values) -> Values:
    """Every other column as two values, the others rounded."""
    drawn[:, ::2] = drawn[:, ::2] > 0
    drawn[:, 1::2] = np.round(drawn[:, 1::2])
    return drawn


def _as_two_values(drawn: Values) -> Values:
    return (drawn > 0).astype(float)


def _discrete(cut: Callable[[Values], Values], correlation: float = 0.0) -> Draw:
    """Columns that are cut into a few values, given three-valued Z.

    Columns 1, 3, 5 follow 0, 2, 4 beyond Z, with a correlation before the cut.
    """

    def draw(n: int, k: int, rng: np.random.Generator) -> Values:
        z = rng.integers(0, 3, size=(n, k)).astype(float)
        noise = rng.normal(size=(n, COLUMNS))
        if correlation:
            noise[:, 1::2] *= (1.0 - correlation**2) ** 0.5
            noise[:, 1::2] += correlation * noise[:, ::2]
        return np.column_stack([cut(z.sum(1, keepdims=True) - k + noise), z])

    return draw


def _partly_discrete(n: int, k: int, rng: np.random.Generator) -> Values:
    """As discrete, but every other column of Z is normal."""
    z = rng.integers(0, 3, size=(n, k)).astype(float)
    z[:, ::2] = rng.normal(size=z[:, ::2].shape)
    drive = z.sum(1, keepdims=True) - k // 2
    return np.column_stack([_in_steps(drive + rng.normal(size=(n, COLUMNS))), z])


def _given_normal(cut: Callable[[Values], Values], correlation: float = 0.0) -> Draw:
    """As discrete, but all columns of Z are normal."""

    def draw(n: int, k: int, rng: np.random.Generator) -> Values:
        z = rng.normal(size=(n, k))
        noise = rng.normal(size=(n, COLUMNS))
        if correlation:
            noise[:, 1::2] *= (1.0 - correlation**2) ** 0.5
            noise[:, 1::2] += correlation * noise[:, ::2]
        return np.column_stack([cut(z.sum(1, keepdims=True) + noise), z])

    return draw


def _heavy_tailed(n: int, k: int, rng: np.random.Generator) -> Values:
    z = rng.standard_t(2, size=(n, k))
    x = z.sum(1, keepdims=True) + rng.standard_t(2, size=(n, COLUMNS))
    return np.column_stack([x, z])


def _simulated(model: str) -> Draw:
    def draw(n: int, k: int, rng: np.random.Generator) -> Values:
        edges = np.zeros((COLUMNS + k, COLUMNS + k), dtype=np.int8)
        edges[COLUMNS:, :COLUMNS] = 1
        return simulate(model, edges, n, rng).values

    return draw


def _dependent(effect: Callable[[Values, Values, Values], Values]) -> Draw:
    """Columns 1, 3, 5 depend on 0, 2, 4 beyond Z: ``effect`` of noises e, u and Z's drive."""

    def draw(n: int, k: int, rng: np.random.Generator) -> Values:
        z, drive, noise = _driven(n, k, rng)
        noise[:, 1::2] = effect(noise[:, ::2], noise[:, 1::2], drive)
        return np.column_stack([drive + noise, z])

    return draw


NULLS: Mapping[str, Draw] = {
    "linear": _linear,
    "pnl-gp": _simulated("pnl-gp"),
    "pnl-mult": _simulated("pnl-mult"),
    "sin": _sin,
    "heteroscedastic": _heteroscedastic,
    "near-deterministic": _near_deterministic,
    "discrete": _discrete(_in_steps),
    "two-valued": _discrete(_as_two_values),
    "partly discrete": _partly_discrete,
    "discrete given continuous": _given_normal(_in_steps),
    "two-valued given continuous": _given_normal(_as_two_values),
    "heavy-tailed": _heavy_tailed,
}
"""Models in which all six columns are independent given Z."""

ALTERNATIVES: Mapping[str, Draw] = {
    "weak linear": _dependent(lambda e, u, drive: 0.15 * e + u),
    "even": _dependent(lambda e, u, drive: 0.8 * np.tanh(e) ** 2 + u),
    "variance": _dependent(lambda e, u, drive: np.exp(0.35 * e.clip(-2, 2)) * u),
    "interaction": _dependent(
        lambda e, u, drive: 0.25 * e * (1 if drive.std() == 0 else drive) + u
    ),
    "discrete pairs": _discrete(_in_steps, 0.4),
    "two-valued pairs": _discrete(_as_two_values, 0.4),
    "two-valued pairs given continuous": _given_normal(_as_two_values, 0.4),
}
"""Models with three dependent pairs."""


def main() -> int:
    """Compute what is missing, then print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    choices = [name for name, method in METHODS.items() if method.measure is not None]
    parser.add_argument("--methods", nargs="+", choices=choices, default=["ncd"])
    parser.add_argument("--rows", nargs="+", type=int, default=[300, 1000])
    parser.add_argument("--sizes", nargs="+", type=int, default=[0, 2, 4], help="sizes of Z")
    parser.add_argument("--sets", type=int, default=10, help="data sets a cell")
    parser.add_argument("--models", nargs="+", choices=[*NULLS, *ALTERNATIVES])
    parser.add_argument("--table", action="store_true", help="print what is there, compute nothing")
    parser.add_argument("--cells", type=Path, default=CELLS, help="folder of the cells")
    arguments = parser.parse_args()
    rows = []
    for method, model, n, k in itertools.product(
        arguments.methods,
        arguments.models or [*NULLS, *ALTERNATIVES],
        arguments.rows,
        arguments.sizes,
    ):
        if k == 0 and model == "near-deterministic":
            continue
        path = cell_path(arguments.cells, method, model, n, k, arguments.sets)
        if not path.exists():
            if arguments.table:
                continue
            cell = compute(method, model, n, k, arguments.sets)
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.write_text(json.dumps(cell), "utf-8")
            part.replace(path)
            print(f"{method}, {model}, n = {n}, |Z| = {k}", file=sys.stderr, flush=True)
        rows.append([method, model, str(n), str(k), *metrics(json.loads(path.read_text("utf-8")))])
    header = ["method", "model", "n", "size of Z", "pairs"]
    header += [f"above τ({level:g})" for level in LEVELS] + ["mean", "sd"]
    print(table(header, rows))
    return 0


def compute(method: str, model: str, n: int, k: int, sets: int) -> dict[str, list[float]]:
    """Scores of all pairs on the scale of z, and the levels' thresholds on it."""
    scores: list[float] = []
    thresholds: list[float] = []
    draw = {**NULLS, **ALTERNATIVES}[model]
    given = range(COLUMNS, COLUMNS + k)
    pairs = (
        list(itertools.combinations(range(COLUMNS), 2))
        if model in NULLS
        else [(i, i + 1) for i in range(0, COLUMNS, 2)]
    )
    make = METHODS[method].measure
    assert make is not None
    for index in range(sets):
        rng = np.random.default_rng([2022, index, n, k])
        measure = make(Dataset.from_array(draw(n, k, rng)))
        if not isinstance(measure, NullCalibrated):
            raise TypeError(f"{method} has no automatic τ.")
        found = measure.evaluate([Query.pair(i, j, given) for i, j in pairs])
        scores += _as_z(found, method, n).tolist()
        floor = np.array([measure.null_quantile(level) for level in LEVELS])
        thresholds = _as_z(floor, method, n).tolist()
    return {"scores": scores, "thresholds": thresholds}


def _as_z(scores: Values, method: str, n: int) -> Values:
    """Scores whose noise has a standard deviation near 1."""
    linear = method.startswith("rcd")
    z: Values = scores * n**0.5 if linear else np.sign(scores) * np.sqrt(np.abs(scores) * n)
    return z


def metrics(cell: Mapping[str, Sequence[float]]) -> list[str]:
    """Number of pairs, share above each threshold, mean and standard deviation."""
    z = np.array(cell["scores"])
    shares = [f"{100 * (z > threshold).mean():.1f} %" for threshold in cell["thresholds"]]
    return [str(len(z)), *shares, f"{z.mean():.2f}", f"{z.std():.2f}"]


def cell_path(folder: Path, method: str, model: str, n: int, k: int, sets: int) -> Path:
    """Where a cell is: its name changes with all that its numbers depend on."""
    make = METHODS[method].measure
    assert make is not None
    measure = make(Dataset.from_array(np.random.default_rng(0).normal(size=(64, 3))))
    assert isinstance(measure, NullCalibrated)
    floors = [measure.null_quantile(level) for level in LEVELS]
    parts = json.dumps([VERSION, measure.key, floors, model, n, k, sets])
    return folder / method / f"{hashlib.sha256(parts.encode()).hexdigest()[:24]}.json"


if __name__ == "__main__":
    sys.exit(main())
