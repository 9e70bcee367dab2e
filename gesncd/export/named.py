"""Edges of a graph by name, in the order that files use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gesncd.graphs import PDAG


class NamedEdge(NamedTuple):
    """An edge between named variables; an undirected one has source < target."""

    source: str
    target: str
    directed: bool


def named_edges(names: Sequence[str], graph: PDAG) -> list[NamedEdge]:
    """Edges sorted by the names of source and target.

    Parameters
    ----------
    names
        One name a node.
    graph
        The graph.

    Raises
    ------
    ValueError
        If there are not as many names as nodes.
    """
    if len(names) != graph.n_nodes:
        raise ValueError(f"{len(names)} names for {graph.n_nodes} nodes.")
    edges = []
    for source, target, directed in graph.edges():
        ends = (names[source], names[target])
        first, second = ends if directed else sorted(ends)
        edges.append(NamedEdge(first, second, directed))
    return sorted(edges)
