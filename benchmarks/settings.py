"""The settings: collections of data sets with known graphs.

Those of the paper are read from ``../shared/data/paper`` beside the repository; those
simulated here have fixed seeds and follow the paper's text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.as_published import PaperNcd
from benchmarks.child import ROOT
from gesncd.data import Dataset, Variable
from gesncd.graphs import PDAG
from gesncd.simulate import STRUCTURES, random_dag, simulate

PAPER_DATA = ROOT.parent / "shared" / "data" / "paper"


@dataclass(frozen=True, slots=True)
class Example:
    """A data set with the DAG behind it."""

    dataset: Dataset
    dag: PDAG


@dataclass(frozen=True, slots=True)
class Reported:
    """Where the paper's figures for a setting are: the first columns of its table."""

    setting: str
    nodes: str
    degree: str
    n: str


@dataclass(frozen=True, slots=True)
class PaperFiles:
    """Data sets that come as files, ``data``, ``dag`` and for vectors ``group`` in each."""

    folder: str
    sets: tuple[int, ...]
    n_rows: int | None = None
    """The first rows only."""

    def load(self, index: int) -> Example:
        """Read one file."""
        with np.load(self._path(index)) as arrays:
            values, dag = arrays["data"][: self.n_rows], arrays["dag"]
            group = arrays["group"] if "group" in arrays else np.arange(values.shape[1])
        variables = tuple(
            Variable(f"X{node + 1}", tuple(np.flatnonzero(group == node).tolist()))
            for node in range(len(dag))
        )
        return Example(Dataset(values, variables), PDAG.from_matrix(dag))

    def fingerprint(self, index: int) -> str:
        """Changes with what :meth:`load` returns."""
        content = hashlib.sha256(self._path(index).read_bytes()).hexdigest()
        return f"{self.n_rows} rows of {content}"

    def _path(self, index: int) -> Path:
        path = PAPER_DATA / self.folder / f"{index}.npz"
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing; it is one of the paper's data sets.")
        return path


@dataclass(frozen=True, slots=True)
class Simulated:
    """Data sets simulated from random graphs, or from one known structure."""

    model: str
    n_nodes: int
    degree: float
    n_rows: int
    structure: str | None = None
    sets: tuple[int, ...] = (1, 2, 3, 4, 5)

    def load(self, index: int) -> Example:
        """Simulate one data set; the same at every call."""
        return self._draw(index, self.n_rows)

    def fingerprint(self, index: int) -> str:
        """Changes with what :meth:`load` returns, read off a few rows."""
        probe = self._draw(index, 4)
        content = probe.dataset.values.tobytes() + probe.dag.to_matrix().tobytes()
        return f"{self.n_rows} rows like {hashlib.sha256(content).hexdigest()}"

    def _draw(self, index: int, n_rows: int) -> Example:
        rng = np.random.default_rng([2022, self.n_nodes, round(10 * self.degree), index])
        if self.structure is None:
            dag = random_dag(self.n_nodes, self.degree, rng)
        else:
            dag = STRUCTURES[self.structure].adjacency()
        return Example(simulate(self.model, dag, n_rows, rng), PDAG.from_matrix(dag))


@dataclass(frozen=True, slots=True)
class Setting:
    """A row group of the table.

    Parameters
    ----------
    name
        Name on the command line.
    source
        Where its data sets come from.
    reported
        Where the paper's figures are, if it has any.
    paper_rcd_tau
        τ of the paper's RCD there.
    paper_ncd
        Networks and τ of the paper's NCD there.
    """

    name: str
    source: PaperFiles | Simulated
    reported: Reported | None = None
    paper_rcd_tau: float = 0.05
    paper_ncd: PaperNcd = PaperNcd()


def _both(make: str, n_nodes: int, degree: int, rows: Iterable[int]) -> list[Setting]:
    settings = []
    for model in ("gp", "mult"):
        for n in rows:
            name = f"{model}-{n_nodes}-d{degree}-{n // 1000}k"
            reported = Reported(f"PNL-{model.upper()}", str(n_nodes), str(degree), str(n))
            source = (
                PaperFiles(f"pnl_{model}", (1, 2, 3, 4, 5), n)
                if make == "paper"
                else Simulated(f"pnl-{model}", n_nodes, degree, n)
            )
            if degree == 2:
                settings.append(Setting(name, source, reported))
            else:
                paper_ncd = PaperNcd(tau=0.0001, width=80)
                settings.append(Setting(name, source, reported, 0.001, paper_ncd))
    return settings


SETTINGS = {
    setting.name: setting
    for setting in (
        *_both("paper", 10, 2, (1000, 5000)),
        Setting(
            "multidim",
            PaperFiles("multidim", tuple(range(10))),
            Reported("multidim", "5", "", "1000"),
            paper_ncd=PaperNcd(tau=0.01, width=50),
        ),
        Setting(
            "syntren",
            PaperFiles("syntren", tuple(range(1, 11))),
            Reported("SynTReN", "20", "", "500"),
            paper_rcd_tau=0.5,
            paper_ncd=PaperNcd(tau=0.3, depth=4, width=100),
        ),
        *_both("simulated", 10, 8, (1000, 5000)),
        *_both("simulated", 20, 2, (5000,)),
        Setting(
            "child-gp-3k",
            Simulated("pnl-gp", 20, 2.5, 3000, "child"),
            Reported("CHILD PNL-GP", "20", "", "3000"),
        ),
        Setting("linear-10-d2-1k", Simulated("linear", 10, 2, 1000)),
    )
}
