"""A simulated data set and its graph, as files."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gesncd.data.adjacency import write_adjacency
from gesncd.data.dataset import Dataset
from gesncd.data.write import write_csv
from gesncd.simulate.generate import simulate
from gesncd.simulate.random_dag import random_dag


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was simulated and where it was written.

    Parameters
    ----------
    dataset
        The simulated data.
    data, dag
        Paths of ``data.csv`` and ``dag.csv``.
    n_edges
        Number of edges of the graph.
    """

    dataset: Dataset
    data: Path
    dag: Path
    n_edges: int


def write_simulation(
    model: str,
    nodes: int,
    degree: float,
    rows: int,
    seed: int,
    out_dir: Path,
    *,
    overwrite: bool = False,
) -> Simulation:
    """Simulate from a random graph and write ``data.csv`` and ``dag.csv``.

    The same arguments give the same files on the same machine; elsewhere the
    last digits may differ.

    Parameters
    ----------
    model
        A name in :data:`gesncd.simulate.models.MODELS`.
    nodes, degree
        Number of nodes and expected number of edges at a node.
    rows
        Number of rows.
    seed
        Non-negative; the graph and the data both follow from it.
    out_dir
        Folder for the files, made where it is missing.
    overwrite
        Whether files of these names that are there are replaced.

    Raises
    ------
    ValueError
        If an argument is out of range.
    FileExistsError
        If one of the files is there and may not be replaced; nothing is written.
    OSError
        If the folder cannot be written to.
    """
    if seed < 0:
        raise ValueError(f"The seed must not be negative, got {seed}.")
    rng = np.random.default_rng(seed)
    data, dag = out_dir / "data.csv", out_dir / "dag.csv"
    if out_dir.exists() and not out_dir.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(out_dir))
    for path in (data, dag):
        if not overwrite and path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    adjacency = random_dag(nodes, degree, rng)
    dataset = simulate(model, adjacency, rows, rng)
    out_dir.mkdir(parents=True, exist_ok=True)
    write_csv(data, dataset)
    write_adjacency(dag, dataset.names, adjacency)
    return Simulation(dataset, data, dag, int(adjacency.sum()))
