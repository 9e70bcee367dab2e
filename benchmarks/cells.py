"""Cells of the accuracy table, one file each, written as soon as it is known."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.methods import Method, apply
from benchmarks.settings import Setting
from gesncd.graphs import PDAG, agreement, cpdag_of_dag, shd, sid_bounds

METRICS_VERSION = 1
"""Raise it with a change of a metric."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one method reached on one data set of a setting."""

    key: str
    shd: int
    f1: float
    f1_to_dag: float
    sid_best: int | None
    sid_worst: int | None
    seconds: float
    edges: int
    true_edges: int
    tau: float | None
    n_queries: int


class CellFolder:
    """Cells under one folder: ``setting/method/set.json``.

    A cell made from other data, by other settings or by another version of the method
    has another key and is not used.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def get(self, setting: Setting, method: Method, index: int) -> Cell | None:
        """A finished cell that is still valid."""
        try:
            cell = Cell(**json.loads(self._path(setting, method, index).read_text("utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return None
        return cell if cell.key == cell_key(setting, method, index) else None

    def put(self, setting: Setting, method: Method, index: int, cell: Cell) -> None:
        """Write a cell; a reader sees all of it or nothing."""
        path = self._path(setting, method, index)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(cell), file, indent=1)
        Path(temporary).replace(path)

    def _path(self, setting: Setting, method: Method, index: int) -> Path:
        return self._root / setting.name / method.name / f"{index}.json"


def cell_key(setting: Setting, method: Method, index: int) -> str:
    """Hash of all that a cell's numbers depend on, but for the speed of the machine."""
    parts = [METRICS_VERSION, setting.source.fingerprint(index), method.fingerprint(setting)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def compute(setting: Setting, method: Method, index: int) -> Cell:
    """Run a method on one data set and judge the result.

    SHD and F1 compare with the CPDAG of the true DAG; SID and the paper's F1 with the
    DAG itself. A foreign method's graph that no DAG has is given no SID.
    """
    example = setting.source.load(index)
    outcome = apply(method, example.dataset, setting)
    truth = cpdag_of_dag(example.dag)
    bounds = sid_bounds(outcome.cpdag, example.dag) if outcome.is_class else (None, None)
    return Cell(
        key=cell_key(setting, method, index),
        shd=shd(outcome.cpdag, truth),
        f1=agreement(outcome.cpdag, truth).f1,
        f1_to_dag=entry_f1(outcome.cpdag, example.dag),
        sid_best=bounds[0],
        sid_worst=bounds[1],
        seconds=outcome.seconds,
        edges=outcome.cpdag.n_edges,
        true_edges=example.dag.n_edges,
        tau=outcome.tau,
        n_queries=outcome.n_queries,
    )


def entry_f1(estimate: PDAG, dag: PDAG) -> float:
    """F1 of the entries of an estimate's adjacency matrix as predictions of the true DAG's.

    An undirected edge is two entries, of which at most one is right, so that even the
    true CPDAG scores below 1 where it has undirected edges.
    """
    found, true = estimate.to_matrix(), dag.to_matrix()
    entries = int(found.sum() + true.sum())
    return 2 * int((found & true).sum()) / entries if entries else 1.0
