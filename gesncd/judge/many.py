"""Several runs of the same data beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gesncd.graphs import PDAG, EdgeKind, shd
from gesncd.judge.acyclic import directed_cycle
from gesncd.measures import Query
from gesncd.search.events import Candidate, Event, PhaseEnded, Step

MOST_RUNS = 6
"""Most runs that are compared at once; more don't fit beside each other."""


@dataclass(frozen=True, slots=True)
class PairShares:
    """In how many of the runs a pair i < j is joined, and how; kinds read from i to j.

    Parameters
    ----------
    i, j
        Node numbers.
    forward, backward, undirected
        How many runs have i → j, i ← j and i — j.
    n_runs
        How many runs there are.
    """

    i: int
    j: int
    forward: int
    backward: int
    undirected: int
    n_runs: int

    @property
    def joined(self) -> int:
        """Runs that join the pair."""
        return self.forward + self.backward + self.undirected

    @property
    def unanimous(self) -> bool:
        """Whether all runs have the same edge."""
        return self.n_runs in (self.forward, self.backward, self.undirected)

    @property
    def consensus(self) -> EdgeKind:
        """What more than half of the runs say.

        The pair is joined where more than half of the runs join it, and directed where
        more than half of those that join it have that direction.
        """
        if 2 * self.joined <= self.n_runs:
            return EdgeKind.NONE
        if 2 * self.forward > self.joined:
            return EdgeKind.FORWARD
        return EdgeKind.BACKWARD if 2 * self.backward > self.joined else EdgeKind.UNDIRECTED


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs beside each other.

    Parameters
    ----------
    labels
        One name a run.
    shd
        Pairwise SHD, symmetric, zeros on the diagonal.
    pairs
        Every pair that some run joins, sorted.
    shared
        The edges that all runs have alike, as a graph.
    consensus
        The edges that more than half of the runs have; a summary, which need be no
        class: see ``note``.
    note
        What the consensus graph lacks to be a graph that data could follow; or empty.
    """

    labels: tuple[str, ...]
    shd: tuple[tuple[int, ...], ...]
    pairs: tuple[PairShares, ...]
    shared: PDAG
    consensus: PDAG
    note: str = ""


def compare_runs(labels: Sequence[str], graphs: Sequence[PDAG]) -> Comparison:
    """Compare 2 to 6 graphs over the same variables.

    Raises
    ------
    ValueError
        If there are too few or too many, or they have different numbers of nodes.
    """
    if not 2 <= len(graphs) <= MOST_RUNS or len(labels) != len(graphs):
        raise ValueError(f"Choose 2 to {MOST_RUNS} runs; these are {len(graphs)}.")
    n = graphs[0].n_nodes
    if any(graph.n_nodes != n for graph in graphs):
        raise ValueError("The runs have different variables and cannot be compared.")
    pairs = [
        shares
        for i in range(n)
        for j in range(i + 1, n)
        if (shares := _shares(i, j, graphs)).joined
    ]
    consensus = _graph_of(n, ((p.i, p.j, p.consensus) for p in pairs))
    first = graphs[0]
    shared = _graph_of(n, ((p.i, p.j, first.kind(p.i, p.j)) for p in pairs if p.unanimous))
    cycle = directed_cycle(consensus)
    return Comparison(
        labels=tuple(labels),
        shd=tuple(tuple(shd(a, b) for b in graphs) for a in graphs),
        pairs=tuple(pairs),
        shared=shared,
        consensus=consensus,
        note="The majority of each edge makes a directed cycle here, so the consensus is no "
        "causal graph."
        if cycle
        else "",
    )


@dataclass(frozen=True, slots=True)
class RunScores:
    """What a run knows about queries: its threshold and the scores it computed.

    Parameters
    ----------
    label
        Name of the run.
    tau
        Its threshold.
    scores
        Scores by query; a query and its swap count as one.
    """

    label: str
    tau: float
    scores: Mapping[Query, float]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A query that two runs answer differently: one calls it dependent, the other not.

    Parameters
    ----------
    query
        What both were asked.
    first_score, first_tau
        The answer of the first run, and its threshold.
    second_score, second_tau
        Those of the second run, on a scale of its own.
    """

    query: Query
    first_score: float
    first_tau: float
    second_score: float
    second_tau: float

    @property
    def dependent_in_first(self) -> bool:
        """Whether the first run is the one that sees dependence."""
        return self.first_score > self.first_tau


def disagreements(first: RunScores, second: RunScores) -> tuple[Disagreement, ...]:
    """Queries that both runs know and decide differently, the clearest first.

    A score equal to τ counts as independence, as in the search. Scores of different
    measures have different scales, so each is set against its own τ: the order is by
    the smaller of the two distances, |score − τ| / τ.
    """
    left, right = _canonical(first.scores), _canonical(second.scores)
    found = [
        Disagreement(query, left[query], first.tau, right[query], second.tau)
        for query in left.keys() & right.keys()
        if (left[query] > first.tau) != (right[query] > second.tau)
    ]
    return tuple(sorted(found, key=lambda each: (-_clarity(each), each.query)))


def scores_of_events(events: Iterable[Event]) -> dict[Query, float]:
    """Scores that a run's events hold: its candidates' and each pair's best."""
    found: dict[Query, float] = {}
    for event in events:
        if not isinstance(event, Step | PhaseEnded):
            continue
        for candidate in event.candidates:
            found[_query_of(candidate)] = candidate.score
        for pair in event.pair_scores:
            if pair.score is not None:
                found[Query.pair(pair.i, pair.j, pair.conditioning).canonical] = pair.score
    return found


def _query_of(candidate: Candidate) -> Query:
    operator = candidate.operator
    return Query.pair(operator.x, operator.y, candidate.conditioning).canonical


def _canonical(scores: Mapping[Query, float]) -> dict[Query, float]:
    return {query.canonical: score for query, score in scores.items()}


def _clarity(each: Disagreement) -> float:
    gaps = (
        (each.first_score, each.first_tau),
        (each.second_score, each.second_tau),
    )
    return min(abs(score - tau) / (abs(tau) or 1.0) for score, tau in gaps)


def _shares(i: int, j: int, graphs: Sequence[PDAG]) -> PairShares:
    kinds = [graph.kind(i, j) for graph in graphs]
    return PairShares(
        i,
        j,
        forward=kinds.count(EdgeKind.FORWARD),
        backward=kinds.count(EdgeKind.BACKWARD),
        undirected=kinds.count(EdgeKind.UNDIRECTED),
        n_runs=len(graphs),
    )


def _graph_of(n: int, kinds: Iterable[tuple[int, int, EdgeKind]]) -> PDAG:
    directed, undirected = [], []
    for i, j, kind in kinds:
        if kind is EdgeKind.UNDIRECTED:
            undirected.append((i, j))
        elif kind is not EdgeKind.NONE:
            directed.append((i, j) if kind is EdgeKind.FORWARD else (j, i))
    return PDAG.from_edges(n, directed=directed, undirected=undirected)
