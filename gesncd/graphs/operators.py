"""Insert, Delete and Reorient, the steps between equivalence classes.

Chickering, *Optimal structure identification with greedy search*, JMLR 3 (2002):
definitions 12 and 13, validity in theorems 15 and 17.
"""

from __future__ import annotations

from dataclasses import dataclass

from gesncd.graphs.bits import mask_of, nodes_in
from gesncd.graphs.equivalence import complete
from gesncd.graphs.paths import is_clique, reachable_semi_directed
from gesncd.graphs.pdag import PDAG


@dataclass(frozen=True, slots=True, order=True)
class Insert:
    """Insert(X, Y, T): add X → Y and turn T — Y into T → Y.

    Parameters
    ----------
    x, y
        Nodes that are not adjacent.
    t
        Sorted neighbours of y that are not adjacent to x.
    """

    x: int
    y: int
    t: tuple[int, ...] = ()

    def is_valid(self, cpdag: PDAG) -> bool:
        """Whether the result is an equivalence class with one more edge (theorem 15).

        NA(Y, X) ∪ T must be a clique, and every semi-directed path from Y to X
        must cross it.
        """
        if self.x == self.y or cpdag.adjacent(self.y) >> self.x & 1:
            return False
        t = mask_of(self.t)
        if t & ~(cpdag.neighbors[self.y] & ~cpdag.adjacent(self.x)):
            return False
        blocked = cpdag.neighbors[self.y] & cpdag.adjacent(self.x) | t
        if not is_clique(cpdag, blocked):
            return False
        return not reachable_semi_directed(cpdag, self.y, blocked) >> self.x & 1

    def conditioning_set(self, cpdag: PDAG) -> tuple[int, ...]:
        """NA(Y, X) ∪ T ∪ Parents(Y), sorted."""
        na = cpdag.neighbors[self.y] & cpdag.adjacent(self.x)
        return tuple(nodes_in(na | mask_of(self.t) | cpdag.parents[self.y]))

    def edit(self, cpdag: PDAG) -> PDAG:
        """The changed PDAG before it is completed."""
        parents, neighbors = list(cpdag.parents), list(cpdag.neighbors)
        t = mask_of(self.t)
        parents[self.y] |= 1 << self.x | t
        neighbors[self.y] &= ~t
        for node in self.t:
            neighbors[node] &= ~(1 << self.y)
        return PDAG(tuple(parents), tuple(neighbors))

    def apply(self, cpdag: PDAG) -> PDAG:
        """The CPDAG of the new equivalence class; the operator must be valid."""
        return complete(self.edit(cpdag))


@dataclass(frozen=True, slots=True, order=True)
class Delete:
    """Delete(X, Y, H): remove the edge of X and Y, direct Y → H, and X → H where X — H.

    Parameters
    ----------
    x, y
        Nodes joined by x → y or x — y.
    h
        Sorted neighbours of y that are adjacent to x.
    """

    x: int
    y: int
    h: tuple[int, ...] = ()

    def is_valid(self, cpdag: PDAG) -> bool:
        """Whether the result is an equivalence class with one edge fewer (theorem 17).

        NA(Y, X) without H must be a clique.
        """
        if not (cpdag.parents[self.y] | cpdag.neighbors[self.y]) >> self.x & 1:
            return False
        na = cpdag.neighbors[self.y] & cpdag.adjacent(self.x)
        h = mask_of(self.h)
        return not h & ~na and is_clique(cpdag, na & ~h)

    def conditioning_set(self, cpdag: PDAG) -> tuple[int, ...]:
        """(NA(Y, X) without H) ∪ Parents(Y) without X, sorted."""
        na = cpdag.neighbors[self.y] & cpdag.adjacent(self.x)
        return tuple(nodes_in((na & ~mask_of(self.h) | cpdag.parents[self.y]) & ~(1 << self.x)))

    def edit(self, cpdag: PDAG) -> PDAG:
        """The changed PDAG before it is completed."""
        parents, neighbors = list(cpdag.parents), list(cpdag.neighbors)
        x, y = 1 << self.x, 1 << self.y
        parents[self.y] &= ~x
        neighbors[self.y] &= ~x
        neighbors[self.x] &= ~y
        for node in self.h:
            for end, bit in ((self.x, x), (self.y, y)):
                if neighbors[node] & bit:
                    neighbors[node] &= ~bit
                    neighbors[end] &= ~(1 << node)
                    parents[node] |= bit
        return PDAG(tuple(parents), tuple(neighbors))

    def apply(self, cpdag: PDAG) -> PDAG:
        """The CPDAG of the new equivalence class; the operator must be valid."""
        return complete(self.edit(cpdag))


@dataclass(frozen=True, slots=True, order=True)
class Reorient:
    """Insert an edge and delete it again so that other edges turn, in one step.

    Where X and Y may not be joined, the search cannot take the way by which it
    otherwise turns X — Z — Y into X → Z ← Y: join X and Y, then part them with Z in H.
    This operator takes both at once, so that the class in between is never visited.

    Parameters
    ----------
    insert
        What joins the pair.
    delete
        What parts the same pair, in either order, in the graph with the edge.
    """

    insert: Insert
    delete: Delete

    @property
    def x(self) -> int:
        """X of the insertion."""
        return self.insert.x

    @property
    def y(self) -> int:
        """Y of the insertion."""
        return self.insert.y

    def is_valid(self, cpdag: PDAG) -> bool:
        """Whether both halves are valid, each in its graph, and on the same pair."""
        same_pair = {self.x, self.y} == {self.delete.x, self.delete.y}
        return (
            same_pair
            and self.insert.is_valid(cpdag)
            and self.delete.is_valid(self.insert.apply(cpdag))
        )

    def conditioning_set(self, cpdag: PDAG) -> tuple[int, ...]:
        """That of the insertion: given it, the pair depends although the class denies it."""
        return self.insert.conditioning_set(cpdag)

    def edit(self, cpdag: PDAG) -> PDAG:
        """The changed PDAG before it is completed."""
        return self.delete.edit(self.insert.apply(cpdag))

    def apply(self, cpdag: PDAG) -> PDAG:
        """The CPDAG of the new equivalence class; the operator must be valid."""
        return complete(self.edit(cpdag))


Operator = Insert | Delete | Reorient
