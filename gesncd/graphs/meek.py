"""Meek's rules: marks that follow from other marks.

Meek, *Causal inference and causal explanation with background knowledge*, UAI
1995. Rules 1 to 3 complete a pattern (skeleton and v-structures) to the CPDAG of
its class; with rule 4 they complete a CPDAG with background knowledge. For an
undirected edge u — v each rule concludes u → v:

1. w → u, and w is not adjacent to v (else u would be a new collider).
2. u → w → v (else there would be a cycle).
3. u — w1 → v, u — w2 → v, and w1, w2 are not adjacent.
4. u — w, w → s → v, u adjacent to s, and w not adjacent to v.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gesncd.graphs.bits import nodes_in
from gesncd.graphs.pdag import PDAG


@dataclass(frozen=True, slots=True)
class Orientation:
    """One edge that a rule turned into source → target.

    Parameters
    ----------
    source, target
        The new direction.
    rule
        1 to 4; 0 for an arrow of a v-structure, from which the rules start.
    nodes
        The pattern, in the order of the module's text: (w, u, v), (u, w, v),
        (u, w1, w2, v) or (u, w, s, v); for a v-structure (tail, collider, tail).
    """

    source: int
    target: int
    rule: int
    nodes: tuple[int, ...]


class Marks:
    """A partially directed graph being oriented: the one mutable graph of the package.

    It keeps the skeleton fixed and only turns undirected edges into directed ones.
    """

    def __init__(self, graph: PDAG) -> None:
        self.parents = list(graph.parents)
        self.children = list(graph.children)
        self.neighbors = list(graph.neighbors)
        self.adjacent = [graph.adjacent(node) for node in range(graph.n_nodes)]

    def orient(self, source: int, target: int) -> None:
        """Turn source — target into source → target."""
        self.neighbors[source] &= ~(1 << target)
        self.neighbors[target] &= ~(1 << source)
        self.children[source] |= 1 << target
        self.parents[target] |= 1 << source

    def freeze(self) -> PDAG:
        """The graph as a value."""
        return PDAG(tuple(self.parents), tuple(self.neighbors))

    def implied(self, u: int, v: int, with_rule_4: bool) -> Orientation | None:
        """The first rule that turns u — v into u → v, if any does.

        Parameters
        ----------
        u, v
            Ends of an undirected edge.
        with_rule_4
            Whether rule 4 is tried, after the others.
        """
        adjacent_v, parents_v = self.adjacent[v], self.parents[v]
        tails = self.parents[u] & ~adjacent_v
        if tails:
            return Orientation(u, v, 1, (_lowest(tails), u, v))
        between = self.children[u] & parents_v
        if between:
            return Orientation(u, v, 2, (u, _lowest(between), v))
        return self._rule_3(u, v) or (self._rule_4(u, v) if with_rule_4 else None)

    def _rule_3(self, u: int, v: int) -> Orientation | None:
        sides = self.neighbors[u] & self.parents[v]
        for w in nodes_in(sides):
            others = sides & ~self.adjacent[w] & ~(1 << w)
            if others:
                return Orientation(u, v, 3, (u, w, _lowest(others), v))
        return None

    def _rule_4(self, u: int, v: int) -> Orientation | None:
        for w in nodes_in(self.neighbors[u] & ~self.adjacent[v] & ~(1 << v)):
            between = self.children[w] & self.parents[v] & self.adjacent[u]
            if between:
                return Orientation(u, v, 4, (u, w, _lowest(between), v))
        return None


def close_under_meek(
    marks: Marks, changed: Iterable[int], *, with_rule_4: bool = False
) -> list[Orientation]:
    """Apply the rules until none applies, in place.

    Parameters
    ----------
    marks
        Graph to orient; closed under the rules but for edges near ``changed``.
    changed
        Nodes at the ends of edges that were oriented last. Only undirected edges
        that a rule can connect to them are looked at, and then on outwards.
    with_rule_4
        Whether rule 4 is used. It can only apply where background knowledge or a
        choice among members added an orientation that the pattern does not imply.

    Returns
    -------
    What was oriented, in the order in which it followed.
    """
    found: list[Orientation] = []
    pending = sorted(set(changed))
    while pending:
        around = 0
        for node in pending:
            # Each rule's new premise shares an end with u — v, except rule 4,
            # whose w → s is one arrow away from v.
            around |= 1 << node
            if with_rule_4:
                around |= marks.children[node]
        touched = 0
        for node in nodes_in(around):
            for other in nodes_in(marks.neighbors[node]):
                if not marks.neighbors[node] >> other & 1:
                    continue
                first, second = min(node, other), max(node, other)
                orientation = marks.implied(first, second, with_rule_4) or marks.implied(
                    second, first, with_rule_4
                )
                if orientation is not None:
                    marks.orient(orientation.source, orientation.target)
                    found.append(orientation)
                    touched |= 1 << first | 1 << second
        pending = list(nodes_in(touched))
    return found


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1
