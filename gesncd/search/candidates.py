"""The valid operators of a CPDAG, kept up to date from step to step.

An operator on (x, y) looks only at the parents and neighbours of y, at which of
those neighbours x is adjacent to, and, to insert, at whether semi-directed paths
lead from y to x. After a step most pairs look the same as before and keep their
operators; only the others are enumerated again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import merge

from gesncd.graphs import PDAG, Delete, Insert, reachable_semi_directed
from gesncd.graphs.bits import mask_of, nodes_in
from gesncd.knowledge import Constraints
from gesncd.measures import Query
from gesncd.search.events import Candidate, PairScore, Phase
from gesncd.search.options import Limits, Option, delete_options, insert_options
from gesncd.search.ranking import Entry, Ranking
from gesncd.search.reorientations import Reorientations


class CandidateTable:
    """Scored operators of the current graph, by ordered pair, in rank order.

    Ordered by score, then |Z|, x, y and sorted T or H, so that ties are broken alike each time.

    Parameters
    ----------
    n_nodes
        Number of nodes.
    phase
        Forward ranks the highest score first, backward the lowest.
    limits
        Caps on the operators.
    knowledge
        Background knowledge. Pairs that it keeps together are never asked about, and
        pairs that it keeps apart only for :mod:`gesncd.search.reorientations`. Whether
        an operator's result satisfies it depends on the whole graph, so that is judged
        anew at every step, in rank order and no further than needed; the length of the
        table and the pairs' best scores count all valid operators on pairs that are asked about.
    """

    def __init__(
        self,
        n_nodes: int,
        phase: Phase,
        limits: Limits = Limits(),
        knowledge: Constraints | None = None,
    ) -> None:
        self.cut = False
        """Whether a cap of ``limits`` ever excluded an operator."""
        self._phase = phase
        self._sign = -1.0 if phase is Phase.FORWARD else 1.0
        self._limits = limits
        self._knowledge = knowledge
        self._n = n_nodes
        self._cpdag: PDAG | None = None
        self._reach: list[int] = [0] * n_nodes
        self._options: list[dict[int, list[Option]]] = [{} for _ in range(n_nodes)]
        self._ranking = Ranking(n_nodes)
        self._stale: dict[int, set[int]] = {}
        self._queries: dict[tuple[int, int, int], Query] = {}
        self._pair_best: dict[tuple[int, int], Entry] = {}
        self._turns: Reorientations | None = None
        if knowledge is not None and phase is Phase.FORWARD and any(knowledge.apart):
            self._turns = Reorientations(knowledge, limits)

    def move_to(self, cpdag: PDAG) -> list[Query]:
        """Take up a new graph; return the queries of the operators it brings.

        Scores are then handed over by :meth:`score`, which must follow.
        """
        if self._phase is Phase.FORWARD:
            stale = self._stale_inserts(cpdag)
        else:
            stale = self._stale_deletes(cpdag)
        self._cpdag, self._stale = cpdag, stale
        memo: dict[tuple[int, int], int] = {}

        def reach(start: int, blocked: int) -> int:
            if not blocked:
                return self._reach[start]
            key = (start, blocked)
            if key not in memo:
                memo[key] = reachable_semi_directed(cpdag, start, blocked)
            return memo[key]

        queries: list[Query] = []
        forward = self._phase is Phase.FORWARD
        for y, xs in stale.items():
            # FES joins pairs that are apart; BES parts x → y and x — y.
            eligible = cpdag.parents[y] | cpdag.neighbors[y]
            if forward:
                eligible = ~cpdag.adjacent(y) & self._limits.may_join(y)
            if self._knowledge is not None:
                known = self._knowledge
                eligible &= known.may_join(y) if forward else known.may_part(y)
            for x in xs:
                options: list[Option] = []
                cut = False
                if eligible >> x & 1:
                    if forward:
                        options, cut = insert_options(cpdag, x, y, self._limits, reach)
                    else:
                        options, cut = delete_options(cpdag, x, y, self._limits)
                self.cut |= cut
                self._options[y][x] = options
                queries.extend(self._query(x, y, option) for option in options)
        if self._turns is not None:
            queries.extend(self._turns.move_to(cpdag))
            self.cut |= self._turns.cut
        return queries

    def score(self, lookup: Callable[[Query], float]) -> tuple[PairScore, ...]:
        """Rank the operators that :meth:`move_to` brought.

        Parameters
        ----------
        lookup
            The score of each of its queries.

        Returns
        -------
        Each pair whose best score changed, sorted.
        """
        touched = set()
        for y, xs in self._stale.items():
            for x in xs:
                options = self._options[y].pop(x)
                self._ranking.set_pair(x, y, [self._entry(x, y, o, lookup) for o in options])
                touched.add((min(x, y), max(x, y)))
            self._ranking.close_row(y)
        self._stale = {}
        if self._turns is not None:
            self._turns.score(lookup)
        return tuple(
            change for i, j in sorted(touched) if (change := self._update_pair(i, j)) is not None
        )

    def __len__(self) -> int:
        return len(self._ranking) + (len(self._turns.ranked) if self._turns else 0)

    def pairs_passing(self, passes: Callable[[float], bool]) -> Iterator[tuple[int, int]]:
        """Pairs whose best score passes, whether or not the knowledge admits its operator."""
        for pair, best in self._pair_best.items():
            if passes(self._sign * best[0]):
                yield pair

    def ranked(self, passed_over: list[Candidate] | None = None) -> Iterator[Candidate]:
        """Admitted candidates, best first.

        Parameters
        ----------
        passed_over
            Takes those that the knowledge rules out, as they are come upon.
        """
        if self._turns is None or not self._turns.ranked:
            return self._admitted(passed_over)
        return merge(self._admitted(passed_over), self._turns.ranked, key=self._rank)

    def _admitted(self, passed_over: list[Candidate] | None) -> Iterator[Candidate]:
        assert self._cpdag is not None, "move_to comes first"
        for entry in self._ranking:
            candidate = self._candidate(entry)
            if self._knowledge is None or self._knowledge.admits(self._cpdag, candidate.operator):
                yield candidate
            elif passed_over is not None:
                passed_over.append(candidate)

    def _rank(self, candidate: Candidate) -> tuple[float, int, int, int]:
        operator = candidate.operator
        return (
            self._sign * candidate.score,
            len(candidate.conditioning),
            operator.x,
            operator.y,
        )

    def _entry(self, x: int, y: int, option: Option, lookup: Callable[[Query], float]) -> Entry:
        query = self._query(x, y, option)
        score = self._sign * lookup(query)
        return score, len(query.z), x, y, tuple(nodes_in(option.subset)), query.z

    def _query(self, x: int, y: int, option: Option) -> Query:
        """What the measure is asked about an operator; most are asked again at later steps."""
        key = (x, y, option.conditioning)
        query = self._queries.get(key)
        if query is None:
            query = Query((x,), (y,), tuple(nodes_in(option.conditioning)))
            self._queries[key] = query
        return query

    def _candidate(self, entry: Entry) -> Candidate:
        score, _, x, y, subset, conditioning = entry
        operator = Insert(x, y, subset) if self._phase is Phase.FORWARD else Delete(x, y, subset)
        return Candidate(operator, conditioning, self._sign * score)

    def _update_pair(self, i: int, j: int) -> PairScore | None:
        both = (self._ranking.best_of_pair(i, j), self._ranking.best_of_pair(j, i))
        heads = [head for head in both if head is not None]
        before = self._pair_best.pop((i, j), None)
        if not heads:
            return None if before is None else PairScore(i, j, None)
        best = min(heads)
        self._pair_best[i, j] = best
        if before is not None and (before[0], before[5]) == (best[0], best[5]):
            return None
        return PairScore(i, j, self._sign * best[0], best[5])

    def _stale_inserts(self, new: PDAG) -> dict[int, set[int]]:
        """Ordered pairs (by y, then x) whose Insert operators may have changed."""
        old, n = self._cpdag, self._n
        old_reach = self._reach
        self._reach = [reachable_semi_directed(new, y) for y in range(n)]
        if old is None:
            return {y: set(range(n)) - {y} for y in range(n)}
        moved = mask_of(
            v
            for v in range(n)
            if old.children[v] != new.children[v] or old.neighbors[v] != new.neighbors[v]
        )
        stale: dict[int, set[int]] = {}
        for y in range(n):
            if _surroundings_changed(old, new, y):
                stale[y] = set(range(n)) - {y}
                continue
            # Its own surroundings are as before; what can differ is which paths lead to x,
            # and which of its neighbours x touches. Such a neighbour has moved: in a CPDAG
            # x → neighbour — y only where x is adjacent to y, and so no candidate. If y newly
            # points to x, or no longer does, it has moved itself.
            xs = set(nodes_in(self._reach[y] ^ old_reach[y]))
            if new.neighbors[y] and self._reach[y] & moved:
                # Paths around a non-empty blocking set are not summed up in _reach, and
                # may have changed where some node on the way leads elsewhere than before.
                xs.update(nodes_in(self._reach[y]))
            xs.discard(y)
            if xs:
                stale[y] = xs
        return stale

    def _stale_deletes(self, new: PDAG) -> dict[int, set[int]]:
        """Ordered pairs (by y, then x) whose Delete operators may have changed."""
        old, n = self._cpdag, self._n
        stale: dict[int, set[int]] = {}
        for y in range(n):
            xs = set(nodes_in(new.parents[y] | new.neighbors[y]))
            if old is not None:
                xs |= set(nodes_in(old.parents[y] | old.neighbors[y]))
                if not _surroundings_changed(old, new, y):
                    xs = {
                        x
                        for x in xs
                        if old.adjacent(x) & old.neighbors[y] != new.adjacent(x) & new.neighbors[y]
                    }
            if xs:
                stale[y] = xs
        return stale


def _surroundings_changed(old: PDAG, new: PDAG, y: int) -> bool:
    return (
        old.parents[y] != new.parents[y]
        or old.neighbors[y] != new.neighbors[y]
        or any(
            (old.adjacent(v) ^ new.adjacent(v)) & new.neighbors[y]
            for v in nodes_in(new.neighbors[y])
        )
    )
