"""Arrows of a class that the data direct without any edge, or missing edge, that was stated.

A collider one of whose edges was stated, or whose tails are stated not to be joined, is no
finding: the search was given a part of it. The same holds for what Meek's rules draw from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints

Arrow = tuple[int, int]
"""An arrow's source and target."""


def data_arrows(graph: PDAG, arrows: Collection[Arrow], known: Constraints) -> frozenset[Arrow]:
    """Which arrows of a class can be derived from what the search found alone.

    From colliders, by rules 1 to 3 of Meek (1995), each on pairs of which nothing is stated
    but, perhaps, a direction.

    Parameters
    ----------
    graph
        The class, or one that knowledge has oriented further.
    arrows
        Those that the class directs.
    known
        What the search was told.
    """
    pattern = _Pattern(graph, known)
    found = {arrow for arrow in arrows if pattern.is_in_a_collider(arrow)}
    while True:
        more = {arrow for arrow in arrows if arrow not in found and pattern.follows(arrow, found)}
        if not more:
            return frozenset(found)
        found |= more


class _Pattern:
    """The pairs of a graph that the data joined, and those that they left apart."""

    def __init__(self, graph: PDAG, known: Constraints) -> None:
        n = graph.n_nodes
        self._graph = graph
        self._joined = [graph.adjacent(j) & ~known.joined[j] for j in range(n)]
        self._apart = [
            ~graph.adjacent(j) & ~known.apart[j] & ~(1 << j) & ((1 << n) - 1) for j in range(n)
        ]

    def is_in_a_collider(self, arrow: Arrow) -> bool:
        """Whether another arrow meets it, from a node that is not joined to its source."""
        source, target = arrow
        if not self._joined[target] >> source & 1:
            return False
        others = self._graph.parents[target] & self._joined[target] & self._apart[source]
        return bool(others)

    def follows(self, arrow: Arrow, found: Collection[Arrow]) -> bool:
        """Whether a rule of Meek's draws it from arrows that were found."""
        a, b = arrow
        if not self._joined[b] >> a & 1:
            return False
        return any((c, a) in found for c in nodes_in(self._apart[b] & self._joined[a])) or any(
            holds for holds in self._by_two(a, b, found)
        )

    def _by_two(self, a: int, b: int, found: Collection[Arrow]) -> Iterator[bool]:
        common = self._joined[a] & self._joined[b]
        # Rule 2: a → c → b.
        yield any((a, c) in found and (c, b) in found for c in nodes_in(common))
        # Rule 3: c and d, not joined, both point at b; they do not meet in a.
        into_b = [c for c in nodes_in(common) if (c, b) in found]
        parents = self._graph.parents[a]
        yield any(
            self._apart[c] >> d & 1 and not (parents >> c & parents >> d & 1)
            for c, d in combinations(into_b, 2)
        )
