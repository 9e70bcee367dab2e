"""Operators that may not be applied to a CPDAG, and the condition that each of them breaks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from gesncd.graphs import PDAG, Delete, Insert, Operator
from gesncd.graphs.bits import mask_of, nodes_in
from gesncd.search.events import Barred, Phase

N_SHOWN_REJECTED = 20
"""Rejected operators that are worth showing beside the valid ones."""


@dataclass(frozen=True, slots=True)
class NotAClique:
    """Nodes that must be pairwise adjacent are not.

    Parameters
    ----------
    nodes
        NA(Y, X) ∪ T of an Insert, NA(Y, X) without H of a Delete; sorted.
    missing
        The first two of them that are not joined.
    """

    nodes: tuple[int, ...]
    missing: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OpenPath:
    """A semi-directed path from Y to X that NA(Y, X) ∪ T does not block.

    Parameters
    ----------
    nodes
        A shortest such path, Y first and X last.
    """

    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AgainstKnowledge:
    """The operator is valid, but no member of its class satisfies background knowledge.

    Parameters
    ----------
    score
        Its score.
    arrow
        As of :class:`~gesncd.search.events.Barred`.
    """

    score: float
    arrow: tuple[int, int] | None


Obstacle = NotAClique | OpenPath


@dataclass(frozen=True, slots=True)
class Rejected:
    """An operator that may not be applied, the set it would be conditioned on, and why."""

    operator: Operator
    conditioning: tuple[int, ...]
    obstacle: Obstacle | AgainstKnowledge

    @classmethod
    def of(cls, barred: Barred) -> Rejected:
        """A valid operator that background knowledge rules out."""
        candidate = barred.candidate
        return cls(
            candidate.operator,
            candidate.conditioning,
            AgainstKnowledge(candidate.score, barred.arrow),
        )


def obstacle(cpdag: PDAG, operator: Insert | Delete) -> Obstacle | None:
    """The first condition of theorem 15 or 17 that an operator breaks; None if it is valid.

    Parameters
    ----------
    cpdag
        The graph it would be applied to.
    operator
        An operator whose pair and set fit the graph: an Insert of a pair that is not
        adjacent with T among Y's neighbours that are not adjacent to X, or a Delete of
        a pair that is, with H in NA(Y, X).
    """
    na = cpdag.neighbors[operator.y] & cpdag.adjacent(operator.x)
    if isinstance(operator, Delete):
        return _not_a_clique(cpdag, na & ~mask_of(operator.h))
    blocked = na | mask_of(operator.t)
    return _not_a_clique(cpdag, blocked) or _open_path(cpdag, operator.y, operator.x, blocked)


def rejected_operators(
    cpdag: PDAG, phase: Phase, limit: int = N_SHOWN_REJECTED
) -> tuple[Rejected, ...]:
    """Operators of a phase that look possible and are not valid.

    Those with the empty set T or H come first, by x and y; then those with a set of
    one node, then those with two nodes in T that are not joined. Larger sets break the
    same conditions and are left out.

    Parameters
    ----------
    cpdag
        The graph.
    phase
        Forward for Insert, backward for Delete.
    limit
        At most so many.
    """
    sizes = range(3 if phase is Phase.FORWARD else 2)
    found = chain.from_iterable(_rejected(cpdag, phase, size) for size in sizes)
    return tuple(islice(found, limit))


def _rejected(cpdag: PDAG, phase: Phase, size: int) -> Iterator[Rejected]:
    for operator in _operators(cpdag, phase, size):
        reason = obstacle(cpdag, operator)
        if reason is not None:
            yield Rejected(operator, operator.conditioning_set(cpdag), reason)


def _operators(cpdag: PDAG, phase: Phase, size: int) -> Iterator[Insert | Delete]:
    n = cpdag.n_nodes
    for x in range(n):
        joined = cpdag.adjacent(x)
        for y in range(n):
            if x == y:
                continue
            if phase is Phase.FORWARD and not joined >> y & 1:
                for t in _subsets(cpdag, cpdag.neighbors[y] & ~joined, size):
                    yield Insert(x, y, t)
            elif phase is Phase.BACKWARD and (cpdag.parents[y] | cpdag.neighbors[y]) >> x & 1:
                for h in _subsets(cpdag, cpdag.neighbors[y] & joined, size):
                    yield Delete(x, y, h)


def _subsets(cpdag: PDAG, pool: int, size: int) -> Iterator[tuple[int, ...]]:
    """The empty set, the sets of one node, or those of two nodes that are not joined."""
    if size == 0:
        yield ()
    for node in nodes_in(pool):
        if size == 1:
            yield (node,)
        elif size == 2:
            later = pool & ~cpdag.adjacent(node) & (-2 << node)
            yield from ((node, other) for other in nodes_in(later))


def _not_a_clique(cpdag: PDAG, nodes: int) -> NotAClique | None:
    for node in nodes_in(nodes):
        others = nodes & ~cpdag.adjacent(node) & ~(1 << node)
        if others:
            return NotAClique(tuple(nodes_in(nodes)), (node, next(nodes_in(others))))
    return None


def _open_path(cpdag: PDAG, start: int, end: int, blocked: int) -> OpenPath | None:
    """A shortest semi-directed path, by breadth-first search in node order."""
    came_from = {start: start}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node == end:
            path = [node]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return OpenPath(tuple(reversed(path)))
        for other in nodes_in((cpdag.children[node] | cpdag.neighbors[node]) & ~blocked):
            if other not in came_from:
                came_from[other] = node
                queue.append(other)
    return None
