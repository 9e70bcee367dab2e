"""Ways to turn edges around pairs that background knowledge keeps apart.

Greedy search corrects X — Z — Y to X → Z ← Y by joining X and Y, which depend given Z,
and parting them again with Z in H. Where the knowledge keeps X and Y apart that way is
closed, and the first guess about Z would be final. A reorientation takes both halves in
one step. It is a candidate of the forward phase with the score of its insertion, under
two conditions that do not involve τ, so that the forward path still does not depend on
τ: the deletion's score is lower than the insertion's, that is, the new class leaves
less unexplained between X and Y; and the class was not visited before, so that the
phase ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gesncd.graphs import PDAG, Delete, Insert, Reorient, reachable_semi_directed
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints
from gesncd.measures import Query
from gesncd.search.events import Candidate
from gesncd.search.options import Limits, delete_options, insert_options


@dataclass(frozen=True, slots=True)
class _Way:
    """One insertion with the deletions that could undo it, before they have scores."""

    insert: Insert
    joined: PDAG
    query: Query
    deletes: tuple[tuple[Delete, Query], ...]


class Reorientations:
    """Scored reorientations of the current graph, in rank order.

    Parameters
    ----------
    knowledge
        What keeps pairs apart.
    limits
        Caps on the operators' sets.
    """

    def __init__(self, knowledge: Constraints, limits: Limits) -> None:
        self._knowledge = knowledge
        self._limits = limits
        self._visited: set[PDAG] = set()
        self._ways: list[_Way] = []
        self.cut = False
        """Whether a cap of ``limits`` ever excluded an operator."""
        self.ranked: list[Candidate] = []
        """The best reorientation for each insertion, best first."""

    def move_to(self, cpdag: PDAG) -> list[Query]:
        """Take up a new graph; return the queries it needs, to be followed by :meth:`score`."""
        self._visited.add(cpdag)
        self._ways = list(self._find_ways(cpdag))
        return [q for way in self._ways for q in (way.query, *(query for _, query in way.deletes))]

    def score(self, lookup: Callable[[Query], float]) -> None:
        """Choose the best deletion for each insertion and rank what is left."""
        found = [each for way in self._ways if (each := self._best(way, lookup)) is not None]
        found.sort(key=_rank)
        self.ranked = found

    def _find_ways(self, cpdag: PDAG) -> Iterator[_Way]:
        def reach(start: int, blocked: int) -> int:
            return reachable_semi_directed(cpdag, start, blocked)

        for y, apart in enumerate(self._knowledge.apart):
            for x in nodes_in(apart & ~cpdag.adjacent(y)):
                # Without a common neighbour there is nothing to turn.
                if not cpdag.adjacent(x) & cpdag.adjacent(y):
                    continue
                options, cut = insert_options(cpdag, x, y, self._limits, reach)
                self.cut |= cut
                for option in options:
                    insert = Insert(x, y, tuple(nodes_in(option.subset)))
                    yield self._way(cpdag, insert, option.conditioning)

    def _way(self, cpdag: PDAG, insert: Insert, conditioning: int) -> _Way:
        joined = insert.apply(cpdag)
        deletes = []
        for x, y in ((insert.x, insert.y), (insert.y, insert.x)):
            if (joined.parents[y] | joined.neighbors[y]) >> x & 1:
                options, cut = delete_options(joined, x, y, self._limits)
                self.cut |= cut
                for option in options:
                    delete = Delete(x, y, tuple(nodes_in(option.subset)))
                    deletes.append((delete, Query.pair(x, y, nodes_in(option.conditioning))))
        query = Query.pair(insert.x, insert.y, nodes_in(conditioning))
        return _Way(insert, joined, query, tuple(deletes))

    def _best(self, way: _Way, lookup: Callable[[Query], float]) -> Candidate | None:
        score = lookup(way.query)
        by_score = sorted((lookup(q), len(q.z), delete) for delete, q in way.deletes)
        for left, _, delete in by_score:
            if left >= score:
                return None
            after = delete.apply(way.joined)
            if after not in self._visited and self._knowledge.orient(after) is not None:
                return Candidate(Reorient(way.insert, delete), way.query.z, score)
        return None


def _rank(candidate: Candidate) -> tuple[float, int, Reorient]:
    assert isinstance(candidate.operator, Reorient)
    return -candidate.score, len(candidate.conditioning), candidate.operator
