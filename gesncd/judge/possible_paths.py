"""Possibly directed paths: those that are directed in some member of a class.

A path is possibly directed when no edge between two of its nodes, neighbours on the
path or not, points back towards its beginning (Perković, Kalisch and Maathuis, UAI 2017).
In a CPDAG looking at its own edges is enough; with knowledge it is not.
"""

from __future__ import annotations

from collections import deque

from gesncd.graphs import PDAG, is_cpdag, reachable_semi_directed
from gesncd.graphs.bits import nodes_in

MAX_STEPS = 200_000
"""Partial paths that are looked at before a search gives up."""


def possible_descendants(graph: PDAG, node: int, blocked: int = 0) -> int:
    """Mask of a node and of all that it causes in some member of a class.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge.
    node
        Where the paths begin.
    blocked
        Mask of nodes that no path may visit.

    Raises
    ------
    ValueError
        If it cannot be decided within :data:`MAX_STEPS`.
    """
    reached = reachable_semi_directed(graph, node, blocked)
    if is_cpdag(graph) or graph.is_directed:
        return reached
    found = 1 << node
    for other in nodes_in(reached & ~(1 << node)):
        if not found >> other & 1:
            for each in _path(
                graph, node, other, graph.children[node] | graph.neighbors[node], blocked
            ):
                found |= 1 << each
    return found


def first_undirected_path(graph: PDAG, start: int, end: int) -> tuple[int, ...]:
    """A possibly directed path whose first edge is undirected; empty where there is none.

    Raises
    ------
    ValueError
        If it cannot be decided within :data:`MAX_STEPS`.
    """
    return _path(graph, start, end, graph.neighbors[start], 0)


def _path(graph: PDAG, start: int, end: int, first: int, blocked: int) -> tuple[int, ...]:
    """A possibly directed path over one of some first nodes."""
    shortest = _shortest(graph, start, end, first, blocked)
    if not shortest or not _points_back(graph, shortest):
        return shortest
    stack: list[tuple[int, ...]] = [(start, node) for node in nodes_in(first & ~blocked)]
    for _ in range(MAX_STEPS):
        if not stack:
            return ()
        path = stack.pop()
        if _points_back(graph, path):
            continue
        if path[-1] == end:
            return path
        ahead = graph.children[path[-1]] | graph.neighbors[path[-1]]
        stack.extend((*path, node) for node in nodes_in(ahead & ~blocked) if node not in path)
    raise ValueError(
        "The class has so many possible paths here that the effect could not be judged."
    )


def _shortest(graph: PDAG, start: int, end: int, first: int, blocked: int) -> tuple[int, ...]:
    """A shortest path along its own edges, not coming back to the start."""
    came_from = dict.fromkeys(nodes_in(first & ~blocked), start)
    queue = deque(came_from)
    while queue:
        node = queue.popleft()
        if node == end:
            path = [node]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return tuple(path[::-1])
        for other in nodes_in((graph.children[node] | graph.neighbors[node]) & ~blocked):
            if other != start and other not in came_from:
                came_from[other] = node
                queue.append(other)
    return ()


def _points_back(graph: PDAG, path: tuple[int, ...]) -> bool:
    seen = 0
    for node in path:
        if graph.children[node] & seen:
            return True
        seen |= 1 << node
    return False
