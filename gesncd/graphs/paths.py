"""Cliques and semi-directed paths."""

from __future__ import annotations

from heapq import heappop, heappush

from gesncd.graphs.bits import nodes_in
from gesncd.graphs.pdag import PDAG


def is_clique(graph: PDAG, nodes: int) -> bool:
    """Whether the nodes of a mask are pairwise adjacent."""
    rest = nodes
    for node in nodes_in(nodes):
        rest ^= 1 << node
        if rest & ~graph.adjacent(node):
            return False
    return True


def reachable_semi_directed(graph: PDAG, start: int, blocked: int = 0) -> int:
    """Nodes that semi-directed paths from a node reach without crossing some others.

    A semi-directed path follows undirected edges either way and directed edges
    from tail to head (Chickering 2002, section 4.1).

    Parameters
    ----------
    graph
        Any graph.
    start
        Where the paths begin; it is part of the answer.
    blocked
        Mask of nodes that no path may visit.

    Returns
    -------
    Mask of the nodes reached.
    """
    reached = frontier = 1 << start
    while frontier:
        step = 0
        for node in nodes_in(frontier):
            step |= graph.children[node] | graph.neighbors[node]
        frontier = step & ~(reached | blocked)
        reached |= frontier
    return reached


def ancestors(graph: PDAG, nodes: int) -> int:
    """Mask of some nodes and all from which a directed path leads to them."""
    reached = frontier = nodes
    while frontier:
        step = 0
        for node in nodes_in(frontier):
            step |= graph.parents[node]
        frontier = step & ~reached
        reached |= frontier
    return reached


def topological_order(graph: PDAG) -> list[int] | None:
    """Nodes with parents before children along the directed edges; None where there is a cycle.

    Among the nodes that may come next the smallest does.
    """
    waiting = [mask.bit_count() for mask in graph.parents]
    ready = [node for node, count in enumerate(waiting) if not count]
    order: list[int] = []
    while ready:
        node = heappop(ready)
        order.append(node)
        for child in nodes_in(graph.children[node]):
            waiting[child] -= 1
            if not waiting[child]:
                heappush(ready, child)
    return order if len(order) == graph.n_nodes else None
