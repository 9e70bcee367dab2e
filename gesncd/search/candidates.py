"""The valid operators of a CPDAG, kept up to date from step to step.

An operator on (x, y) looks only at the parents and neighbours of y, at which of
those neighbours x is adjacent to, and, to insert, at whether semi-directed paths
lead from y to x. After a step most pairs look the same as before and keep their
operators; only the others are enumerated again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import merge

from gesncd.graphs import PDAG, Delete, Insert, reachable_semi_directed
from gesncd.graphs.bits import nodes_in
from gesncd.graphs.paths import is_clique
from gesncd.knowledge import Constraints
from gesncd.measures import Query
from gesncd.search.events import Candidate, PairScore, Phase


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps that make dense graphs affordable; None, the default, means no cap.

    Parameters
    ----------
    max_subset
        Largest T of an Insert and H of a Delete.
    max_conditioning
        Largest conditioning set of a score.
    """

    max_subset: int | None = None
    max_conditioning: int | None = None

    def allow(self, subset: int, conditioning: int) -> bool:
        """Whether an operator with these masks keeps within both caps."""
        return (self.max_subset is None or subset.bit_count() <= self.max_subset) and (
            self.max_conditioning is None or conditioning.bit_count() <= self.max_conditioning
        )


@dataclass(frozen=True, slots=True)
class Option:
    """A valid operator on an ordered pair before it has a score: masks of T or H, and of Z."""

    subset: int
    conditioning: int


def insert_options(
    cpdag: PDAG, x: int, y: int, limits: Limits, reach: Callable[[int, int], int]
) -> tuple[list[Option], bool]:
    """Valid Insert(x, y, T) of a CPDAG.

    Parameters
    ----------
    cpdag
        Graph in which x and y are not adjacent.
    limits
        Caps on T and the conditioning set.
    reach
        ``reach(y, blocked)``: nodes that semi-directed paths from y reach.

    Returns
    -------
    options
        The valid operators.
    cut
        Whether a cap excluded any.
    """
    na = cpdag.neighbors[y] & cpdag.adjacent(x)
    free = cpdag.neighbors[y] & ~cpdag.adjacent(x)
    if not is_clique(cpdag, na):
        return [], False
    options, cut = [], False
    for t in cliques_within(cpdag, free, na):
        blocked = na | t
        conditioning = blocked | cpdag.parents[y]
        if reach(y, blocked) >> x & 1:
            continue
        if limits.allow(t, conditioning):
            options.append(Option(t, conditioning))
        else:
            cut = True
    return options, cut


def delete_options(cpdag: PDAG, x: int, y: int, limits: Limits) -> tuple[list[Option], bool]:
    """Valid Delete(x, y, H) of a CPDAG in which x → y or x — y; see :func:`insert_options`."""
    na = cpdag.neighbors[y] & cpdag.adjacent(x)
    options, cut = [], False
    for kept in cliques_within(cpdag, na, 0):
        conditioning = (kept | cpdag.parents[y]) & ~(1 << x)
        if limits.allow(na & ~kept, conditioning):
            options.append(Option(na & ~kept, conditioning))
        else:
            cut = True
    return options, cut


def cliques_within(graph: PDAG, pool: int, base: int) -> Iterator[int]:
    """Subsets S of a mask such that S ∪ base is a clique, the empty set first.

    ``base`` is a clique. A set that is none is not grown further, so that the
    cost follows the number of cliques and not 2 to the size of the pool.
    """
    common = pool
    for node in nodes_in(base):
        common &= graph.adjacent(node)
    stack = [(0, common)]
    while stack:
        chosen, extensions = stack.pop()
        yield chosen
        for node in nodes_in(extensions):
            later = extensions >> (node + 1) << (node + 1)
            stack.append((chosen | 1 << node, later & graph.adjacent(node)))


Entry = tuple[float, int, int, int, tuple[int, ...], tuple[int, ...]]
"""Rank key of a scored operator: ±score, |Z|, x, y, sorted T or H; then sorted Z."""


class CandidateTable:
    """Scored operators of the current graph, by ordered pair, in rank order.

    Ties are broken by score, then |Z|, x, y and sorted T or H.

    Parameters
    ----------
    n_nodes
        Number of nodes.
    phase
        Forward ranks the highest score first, backward the lowest.
    limits
        Caps on the operators.
    knowledge
        Background knowledge. Pairs that it keeps apart or together are never asked
        about. Whether an operator's result satisfies it depends on the whole graph, so
        that is judged anew at every step, in rank order and no further than needed;
        the length of the table and the pairs' best scores count all valid operators.
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
        self._entries: list[dict[int, list[Entry]]] = [{} for _ in range(n_nodes)]
        self._rows: list[list[Entry]] = [[] for _ in range(n_nodes)]
        self._stale: dict[int, set[int]] = {}
        self._queries: dict[tuple[int, int, int], Query] = {}
        self._pair_best: dict[tuple[int, int], Entry] = {}

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
            eligible = ~cpdag.adjacent(y) if forward else cpdag.parents[y] | cpdag.neighbors[y]
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
                entries = sorted(
                    self._entry(x, y, option, lookup) for option in self._options[y].pop(x)
                )
                if entries:
                    self._entries[y][x] = entries
                else:
                    self._entries[y].pop(x, None)
                touched.add((min(x, y), max(x, y)))
            self._rows[y] = sorted(entry for row in self._entries[y].values() for entry in row)
        self._stale = {}
        return tuple(
            change for i, j in sorted(touched) if (change := self._update_pair(i, j)) is not None
        )

    def __len__(self) -> int:
        return sum(map(len, self._rows))

    def ranked(self) -> Iterator[Candidate]:
        """Admitted candidates, best first."""
        assert self._cpdag is not None, "move_to comes first"
        for entry in merge(*self._rows):
            candidate = self._candidate(entry)
            if self._knowledge is None or self._knowledge.admits(self._cpdag, candidate.operator):
                yield candidate

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
        heads = [self._entries[y][x][0] for x, y in ((i, j), (j, i)) if self._entries[y].get(x)]
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
        adjacency_changed = [old.adjacent(v) ^ new.adjacent(v) for v in range(n)]
        stale: dict[int, set[int]] = {}
        for y in range(n):
            neighbors = new.neighbors[y]
            if _surroundings_changed(old, new, y):
                stale[y] = set(range(n)) - {y}
                continue
            # Its own surroundings are as before; what can differ is which of them x
            # touches, and which paths lead to x.
            xs = set(nodes_in(self._reach[y] ^ old_reach[y]))
            xs.update(nodes_in(adjacency_changed[y]))
            for v in nodes_in(neighbors):
                xs.update(nodes_in(adjacency_changed[v]))
            if neighbors:
                # Paths around a non-empty blocking set are not summed up in _reach.
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
