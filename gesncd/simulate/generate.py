"""Data simulated from a directed acyclic graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.simulate.models import MODELS
from gesncd.simulate.random_dag import topological_order


def simulate(
    model: str,
    adjacency: NDArray[np.generic],
    n_rows: int,
    rng: np.random.Generator,
    names: Sequence[str] | None = None,
) -> Dataset:
    """Simulate independent rows from a graph.

    Parameters
    ----------
    model
        A name in :data:`gesncd.simulate.models.MODELS`.
    adjacency
        Directed acyclic graph, shape ``(d, d)``; a non-zero entry (i, j) means i → j.
    n_rows
        Number of rows, at least 1.
    rng
        Source of randomness; functions, noise scales and noise all come from it.
    names
        Names of the nodes; ``X1, X2, ...`` by default.

    Returns
    -------
    Data set with one variable a node, in the order of the matrix.

    Raises
    ------
    ValueError
        If the model is unknown, the graph has a cycle, there are no rows, or
        values grow beyond what floating point can hold.
    """
    if model not in MODELS:
        raise ValueError(f"Unknown model {model!r}; choose one of {', '.join(MODELS)}.")
    if n_rows < 1:
        raise ValueError(f"At least one row must be simulated, got {n_rows}.")
    mechanism = MODELS[model]
    edges = np.asarray(adjacency) != 0
    values = np.empty((n_rows, len(edges)))
    for node in topological_order(edges):
        parents = values[:, edges[:, node]]
        with np.errstate(over="ignore", invalid="ignore"):
            values[:, node] = (
                mechanism.child(parents, rng) if parents.shape[1] else mechanism.root(n_rows, rng)
            )
        if not np.isfinite(values[:, node]).all():
            raise ValueError(
                f"Values of model {model!r} grew too large to compute with; "
                "use fewer nodes or a smaller degree."
            )
    return Dataset.from_array(values, names)
