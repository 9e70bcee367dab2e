"""A directed cycle, named so that a person can find it."""

from __future__ import annotations

from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in


def directed_cycle(graph: PDAG) -> tuple[int, ...]:
    """The nodes of one directed cycle in its order; empty where there is none."""
    left = (1 << graph.n_nodes) - 1
    peeled = True
    while peeled:
        peeled = False
        for node in nodes_in(left):
            if not graph.parents[node] & left:
                left &= ~(1 << node)
                peeled = True
    if not left:
        return ()
    # Each node left has a parent among them, so a walk against the arrows must come back.
    walk: list[int] = []
    node = next(nodes_in(left))
    while node not in walk:
        walk.append(node)
        node = next(nodes_in(graph.parents[node] & left))
    found = walk[walk.index(node) :][::-1]
    first = found.index(min(found))
    return tuple(found[first:] + found[:first])
