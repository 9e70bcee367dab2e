"""Random directed acyclic graphs and the order in which their nodes can be simulated."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def random_dag(n_nodes: int, degree: float, rng: np.random.Generator) -> NDArray[np.int8]:
    """Draw an Erdős–Rényi DAG.

    Each pair of nodes is joined independently with probability
    ``degree / (n_nodes - 1)``, and edges point along a random order of the
    nodes. The expected number of edges at a node is ``degree``, that of the
    graph ``n_nodes * degree / 2``.

    Parameters
    ----------
    n_nodes
        Number of nodes, at least 1.
    degree
        Expected number of edges at a node, in and out together, between 0
        and ``n_nodes - 1``.
    rng
        Source of randomness.

    Returns
    -------
    Adjacency matrix of shape ``(n_nodes, n_nodes)``; entry (i, j) is 1 where
    i → j. Column order tells nothing about causal order.

    Raises
    ------
    ValueError
        If a parameter is out of range.
    """
    if n_nodes < 1:
        raise ValueError(f"A graph needs at least one node, got {n_nodes}.")
    if not 0 <= degree <= n_nodes - 1:
        raise ValueError(
            f"The degree must lie between 0 and {n_nodes - 1} for {n_nodes} nodes, got {degree:g}."
        )
    probability = degree / (n_nodes - 1) if n_nodes > 1 else 0.0
    ordered = np.triu(rng.random((n_nodes, n_nodes)) < probability, k=1)
    place = rng.permutation(n_nodes)
    return ordered[np.ix_(place, place)].astype(np.int8)


def topological_order(adjacency: NDArray[np.generic]) -> tuple[int, ...]:
    """Order in which every node comes after its parents.

    Among the nodes that could come next the smallest index is taken, so the
    order depends on the graph alone.

    Parameters
    ----------
    adjacency
        Shape ``(d, d)``; a non-zero entry (i, j) means i → j.

    Raises
    ------
    ValueError
        If the matrix is not square or the graph has a cycle.
    """
    edges = np.asarray(adjacency) != 0
    if edges.ndim != 2 or edges.shape[0] != edges.shape[1]:
        raise ValueError(f"An adjacency matrix is square, got shape {edges.shape}.")
    waiting = edges.sum(axis=0)
    order: list[int] = []
    placed = np.zeros(len(edges), dtype=bool)
    while len(order) < len(edges):
        ready = np.flatnonzero(~placed & (waiting == 0))
        if not len(ready):
            raise ValueError("The graph has a cycle, so no node order follows its edges.")
        node = int(ready[0])
        placed[node] = True
        order.append(node)
        waiting -= edges[node]
    return tuple(order)
