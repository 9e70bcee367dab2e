"""A simulated data set and its graph, as files."""

from __future__ import annotations

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
    model: str, nodes: int, degree: float, rows: int, seed: int, out_dir: Path
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

    Raises
    ------
    ValueError
        If an argument is out of range.
    OSError
        If the folder cannot be written to.
    """
    if seed < 0:
        raise ValueError(f"The seed must not be negative, got {seed}.")
    rng = np.random.default_rng(seed)
    adjacency = random_dag(nodes, degree, rng)
    dataset = simulate(model, adjacency, rows, rng)
    out_dir.mkdir(parents=True, exist_ok=True)
    data, dag = out_dir / "data.csv", out_dir / "dag.csv"
    write_csv(data, dataset)
    write_adjacency(dag, dataset.names, adjacency)
    return Simulation(dataset, data, dag, int(adjacency.sum()))
