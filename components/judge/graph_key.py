"""What a task remembers of the graph that it is about."""

from __future__ import annotations

from gesncd.graphs import PDAG


def graph_key(graph: PDAG) -> str:
    """The same for the same graph."""
    return repr((graph.parents, graph.neighbors))
