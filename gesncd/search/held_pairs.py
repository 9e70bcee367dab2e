"""Pairs that background knowledge holds joined or apart although the data have them otherwise.

The search obeys what it is told and never asks whether it is true. So when it is over, it
asks what the data say of each pair that was not its own to decide. Where they call the pair
independent given a set that the final graph offers for a deletion, the search would have
parted it. Where they call it dependent given every set that was tried, it would have joined
it, however it got there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gesncd.graphs import PDAG, first_member, reachable_semi_directed, topological_order
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints
from gesncd.measures import Query
from gesncd.search.events import HeldPair, Phase
from gesncd.search.global_score import mean_clipped, member_queries
from gesncd.search.options import Limits, delete_options, insert_options
from gesncd.search.scoring import Scorer

Pair = tuple[int, int]
"""Two nodes, the smaller first."""


def held_pairs(
    scorer: Scorer,
    cpdag: PDAG,
    tau: float,
    knowledge: Constraints,
    blocked: Iterable[Pair] = (),
    *,
    limits: Limits = Limits(),
    n_steps: int = 0,
) -> tuple[HeldPair, ...]:
    """The pairs that the data speak of otherwise, those furthest from τ first.

    Parameters
    ----------
    scorer
        What answered the search; sets that it was asked about on the way count as tried.
    cpdag, tau
        The final class, and the threshold.
    knowledge
        What was enforced.
    blocked
        Pairs that the search would have joined or parted but for what it would have meant
        for others.
    limits, n_steps
        The caps of the search, and how many steps it took.

    Raises
    ------
    gesncd.search.scoring.MeasureError
        If the measure returns a score that is not finite.
    Cancelled
        From the progress callback.
    """
    pairs = {*_stated(knowledge.joined), *_stated(knowledge.apart), *blocked}
    joined = sorted(pair for pair in pairs if cpdag.adjacent(pair[0]) >> pair[1] & 1)
    apart = sorted(
        (i, j)
        for i, j in pairs.difference(joined)
        # What was screened out would not have been joined either.
        if limits.may_join(i) >> j & 1
    )
    oriented = knowledge.orient(cpdag)
    asking = _Asking(scorer, n_steps)
    found = [
        HeldPair(*pair, True, *least, n_sets)
        for pair, (least, n_sets) in asking.parting(
            cpdag, joined, limits, cpdag if oriented is None else oriented[0]
        ).items()
        if least[0] <= tau
    ]
    found += [
        HeldPair(*pair, False, *least, n_sets)
        for pair, (least, n_sets) in asking.joining(cpdag, apart, limits, tau).items()
    ]
    return tuple(sorted(found, key=lambda each: (each.joined, -abs(each.score - tau), each.i)))


def score_if_joined(
    scorer: Scorer, cpdag: PDAG, held: Sequence[HeldPair], *, n_steps: int = 0
) -> float | None:
    """S_g of the same graph with the held pairs joined that are apart; None without any.

    The edges are added to the member of the class of which S_g is computed, along its order.
    """
    apart = [(each.i, each.j) for each in held if not each.joined]
    if not apart:
        return None
    dag = first_member(cpdag)
    order = topological_order(dag)
    assert order is not None, "a member of a class is acyclic"
    place = {node: k for k, node in enumerate(order)}
    added = [(i, j) if place[i] < place[j] else (j, i) for i, j in apart]
    arrows = [(edge.source, edge.target) for edge in dag.edges()]
    queries = member_queries(PDAG.from_edges(dag.n_nodes, directed=[*arrows, *added]))
    scorer.answer(queries, phase=Phase.BACKWARD, step=n_steps, purpose="knowledge")
    return mean_clipped([scorer[query] for query in queries], dag.n_nodes)


class _Asking:
    """Asks about many pairs at once."""

    def __init__(self, scorer: Scorer, n_steps: int) -> None:
        self._scorer = scorer
        self._n_steps = n_steps

    def parting(
        self, cpdag: PDAG, pairs: Sequence[Pair], limits: Limits, oriented: PDAG
    ) -> dict[Pair, tuple[tuple[float, tuple[int, ...]], int]]:
        """The lowest score among each pair's deletions, its set, and how many there are.

        No set counts that holds a common effect of the pair in the class as knowledge orients
        it: there it opens a path, so that to see nothing given it is no sign of independence.
        """
        asked: dict[Pair, list[Query]] = {}
        for i, j in pairs:
            effects = oriented.children[i] & oriented.children[j]
            queries = [
                Query((x,), (y,), tuple(nodes_in(option.conditioning)))
                for x, y in ((i, j), (j, i))
                if (cpdag.parents[y] | cpdag.neighbors[y]) >> x & 1
                for option in delete_options(cpdag, x, y, limits)[0]
                if not option.conditioning & effects
            ]
            if queries:
                asked[i, j] = queries
        self._answer(query for queries in asked.values() for query in queries)
        return {
            pair: (
                min((self._scorer[query], query.z) for query in queries),
                len({query.z for query in queries}),
            )
            for pair, queries in asked.items()
        }

    def joining(
        self, cpdag: PDAG, pairs: Sequence[Pair], limits: Limits, tau: float
    ) -> dict[Pair, tuple[tuple[float, tuple[int, ...]], int]]:
        """The same of pairs that every set leaves dependent, by whatever was asked of them.

        A pair is asked about first given nothing, and only where that leaves it dependent
        given what the graph offers for an insertion: most need no more than one query.
        """
        left = self._dependent(pairs, tau)
        self._answer(Query((x,), (y,), ()) for i, j in left for x, y in ((i, j), (j, i)))
        left = self._dependent(left, tau)

        def reach(start: int, blocked: int) -> int:
            return reachable_semi_directed(cpdag, start, blocked)

        self._answer(
            Query((a,), (b,), tuple(nodes_in(option.conditioning)))
            for i, j in left
            for x, y in ((i, j), (j, i))
            for option in insert_options(cpdag, x, y, limits, reach)[0]
            # One direction of a measure may see what the other does not.
            for a, b in ((x, y), (y, x))
        )
        left = self._dependent(left, tau)
        known = self._by_set(left)
        return {
            pair: (min((score, z) for z, score in known[pair].items()), len(known[pair]))
            for pair in left
        }

    def _answer(self, queries: Iterable[Query]) -> None:
        self._scorer.answer(queries, phase=Phase.BACKWARD, step=self._n_steps, purpose="knowledge")

    def _dependent(self, pairs: Sequence[Pair], tau: float) -> list[Pair]:
        """Those that no set asked so far makes independent."""
        known = self._by_set(pairs)
        return [pair for pair in pairs if all(score > tau for score in known[pair].values())]

    def _by_set(self, pairs: Sequence[Pair]) -> Mapping[Pair, dict[tuple[int, ...], float]]:
        """Each pair's score by set, the larger one where both directions were asked."""
        found: dict[Pair, dict[tuple[int, ...], float]] = {pair: {} for pair in pairs}
        for query, score in self._scorer.answered():
            if len(query.x) > 1 or len(query.y) > 1:
                continue
            of_pair = found.get((min(query.x[0], query.y[0]), max(query.x[0], query.y[0])))
            if of_pair is not None:
                of_pair[query.z] = max(score, of_pair.get(query.z, score))
        return found


def _stated(masks: Sequence[int]) -> set[Pair]:
    return {(i, j) for j, mask in enumerate(masks) for i in nodes_in(mask) if i < j}
