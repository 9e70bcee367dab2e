"""Stability: how often each edge is found when the search is repeated.

On complementary half-samples without replacement this is stability selection in the form
of Shah and Samworth, *Variable selection with error control: another look at stability
selection*, JRSS B 2013.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gesncd.analysis.following import following_shares
from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.resamples import Resampling
from gesncd.analysis.set_beforehand import set_by, set_words
from gesncd.graphs import PDAG, EdgeKind
from gesncd.knowledge import Constraints
from gesncd.search.words import score_text


@dataclass(frozen=True, slots=True)
class PairShares:
    """How often two nodes i and j were joined, and how; the four shares sum to 1.

    Parameters
    ----------
    forward, backward, undirected, none
        Shares of replicates with i → j, i ← j, i — j, and no edge.
    n
        Replicates that could tell: those in which neither was nearly constant. If there
        are none, ``none`` is 1.
    """

    forward: float
    backward: float
    undirected: float
    none: float
    n: int

    @property
    def joined(self) -> float:
        """Share of replicates with any edge."""
        return self.forward + self.backward + self.undirected

    @property
    def reversed(self) -> PairShares:
        """The same pair read from j to i."""
        return PairShares(self.backward, self.forward, self.undirected, self.none, self.n)


@dataclass(frozen=True, slots=True)
class Stability:
    """Shares of every pair over the replicates that are done.

    Parameters
    ----------
    n_nodes, n_replicates
        Number of variables and of finished replicates.
    pairs
        By pair (i, j), i < j, of those joined in at least one replicate.
    left_out
        For each variable the number of replicates in which it was nearly constant.
    thinned
        For each variable the number of replicates in which it lost some columns.
    n_edges
        Mean number of edges of a replicate, without those that knowledge set beforehand; 0
        without replicates.
    taus
        Smallest and largest threshold; None where nothing was searched.
    n_complete_pairs
        Pairs of complementary halves of which both are done.
    known
        What every replicate had to obey: what it sets comes back by construction, and is
        not counted.
    """

    n_nodes: int
    n_replicates: int
    pairs: Mapping[tuple[int, int], PairShares]
    left_out: tuple[int, ...]
    thinned: tuple[int, ...]
    n_edges: float
    taus: tuple[float, float] | None
    _judged: Mapping[tuple[int, int], int]
    n_complete_pairs: int = 0
    known: Constraints | None = None
    following: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """By arrow (i, j): share of replicates in which it only follows from knowledge."""

    def leaves_direction(self, i: int, j: int) -> bool:
        """Whether the data had to direct an edge of two nodes.

        Not so where knowledge lets it point one way only, nor where its direction follows from
        knowledge in most of the replicates that join the two.
        """
        told = self.following.get((i, j), 0.0) + self.following.get((j, i), 0.0)
        return not self.sets_direction(i, j) and told <= self.shares(i, j).joined / 2

    def sets_edge(self, i: int, j: int) -> bool:
        """Whether knowledge has two nodes joined in every replicate."""
        return set_by(self.known, i, j)[0]

    def sets_direction(self, i: int, j: int) -> bool:
        """Whether knowledge lets an edge of two nodes point one way only."""
        return set_by(self.known, i, j)[1]

    def set_beforehand(self, i: int, j: int) -> str:
        """What knowledge sets of two nodes, in words for a table; empty where nothing."""
        return set_words(self.known, i, j)

    @property
    def n_open_pairs(self) -> int:
        """Pairs that knowledge leaves it to the data to join or not."""
        n_pairs = self.n_nodes * (self.n_nodes - 1) // 2
        if self.known is None:
            return n_pairs
        settled = zip(self.known.joined, self.known.apart, strict=True)
        return n_pairs - sum((joined | apart).bit_count() for joined, apart in settled) // 2

    def n_open_edges(self, graph: PDAG) -> int:
        """Edges of a graph that knowledge did not set beforehand."""
        return sum(not self.sets_edge(i, j) for i, j, _ in graph.edges())

    def shares(self, i: int, j: int) -> PairShares:
        """Shares of any two nodes, read from i to j."""
        first, second = min(i, j), max(i, j)
        none = PairShares(0.0, 0.0, 0.0, 1.0, self._judged.get((first, second), self.n_replicates))
        found = self.pairs.get((first, second), none)
        return found if (first, second) == (i, j) else found.reversed


def edge_stability(
    n_nodes: int, results: Iterable[ReplicateResult], known: Constraints | None = None
) -> Stability:
    """Count edges over replicates, however many are done.

    Parameters
    ----------
    n_nodes
        Number of variables.
    results
        What the replicates found.
    known
        Background knowledge that all of them had to obey.

    Raises
    ------
    ValueError
        If a replicate is about another number of variables.
    """
    results = list(results)
    counts: dict[tuple[int, int], dict[EdgeKind, int]] = {}
    judged: dict[tuple[int, int], int] = {}
    left_out, thinned = [0] * n_nodes, [0] * n_nodes
    for result in results:
        if result.graph.n_nodes != n_nodes:
            raise ValueError(f"A replicate has {result.graph.n_nodes} variables, not {n_nodes}.")
        for i, j, _ in result.graph.edges():
            pair = (min(i, j), max(i, j))
            kinds = counts.setdefault(pair, dict.fromkeys(EdgeKind, 0))
            kinds[result.graph.kind(*pair)] += 1
        for node in result.thinned:
            thinned[node] += 1
        silent = set(result.left_out)
        for node in silent:
            left_out[node] += 1
        for pair in {(min(a, b), max(a, b)) for a in silent for b in range(n_nodes) if a != b}:
            judged[pair] = judged.get(pair, len(results)) - 1
    pairs = {
        pair: _pair_shares(counts[pair], judged.get(pair, len(results))) for pair in sorted(counts)
    }
    n_edges = sum(_n_open(result.graph, known) for result in results)
    taus = [result.tau for result in results if result.tau is not None]
    return Stability(
        n_nodes=n_nodes,
        n_replicates=len(results),
        pairs=pairs,
        left_out=tuple(left_out),
        thinned=tuple(thinned),
        n_edges=n_edges / len(results) if results else 0.0,
        taus=(min(taus), max(taus)) if taus else None,
        _judged=judged,
        n_complete_pairs=_complete_pairs(results),
        known=known,
        following=following_shares([result.graph for result in results], known, judged),
    )


def _n_open(graph: PDAG, known: Constraints | None) -> int:
    if known is None:
        return graph.n_edges
    return sum(not known.joined[j] >> i & 1 for i, j, _ in graph.edges())


def _complete_pairs(results: Iterable[ReplicateResult]) -> int:
    halves = {result.half for result in results if result.half is not None}
    return sum(half % 2 == 0 and half + 1 in halves for half in halves)


def _pair_shares(kinds: Mapping[EdgeKind, int], n: int) -> PairShares:
    joined = sum(kinds.values())
    return PairShares(
        forward=kinds[EdgeKind.FORWARD] / n,
        backward=kinds[EdgeKind.BACKWARD] / n,
        undirected=kinds[EdgeKind.UNDIRECTED] / n,
        none=(n - joined) / n,
        n=n,
    )


def stable_graph(stability: Stability, threshold: float) -> PDAG:
    """The pairs that are joined in at least a share of the replicates.

    An edge is directed where its direction alone reaches the threshold, else undirected.
    The graph is a summary: it need not be the graph of any class.

    Parameters
    ----------
    stability
        Shares of the pairs.
    threshold
        In (1/2, 1]: a smaller one could keep both directions of an edge.

    Raises
    ------
    ValueError
        If the threshold is out of range.
    """
    _check_threshold(threshold)
    directed, undirected = [], []
    for (i, j), shares in stability.pairs.items():
        if _reaches(shares.forward, threshold):
            directed.append((i, j))
        elif _reaches(shares.backward, threshold):
            directed.append((j, i))
        elif _reaches(shares.joined, threshold):
            undirected.append((i, j))
    return PDAG.from_edges(stability.n_nodes, directed=directed, undirected=undirected)


def _reaches(share: float, threshold: float) -> bool:
    # Three shares of a third sum to a little less than one.
    return share >= threshold - 1e-9


def _check_threshold(threshold: float) -> None:
    if not 0.5 < threshold <= 1:
        raise ValueError(
            f"The threshold must be above one half and at most 1, got {threshold}: below, "
            "both directions of an edge could count as stable."
        )


def false_edge_bound(stability: Stability, threshold: float) -> float | None:
    """Bound on the expected number of stable edges between pairs that are rarely joined.

    With q the mean number of edges of a half-sample and p the number of pairs, both without
    what knowledge set beforehand, call a pair rarely joined when a half-sample joins it with
    probability at most q/p, the average. At most q²/((2θ − 1) p) of them are expected among
    the pairs joined in a share θ of complementary halves (Shah and Samworth 2013, Theorem 1),
    whatever the data and the search. It holds for :attr:`Resampling.HALVES` only, and only
    while each half that is counted has its complement.

    Returns
    -------
    The bound; None where the theorem does not apply, and where it says nothing, as the
    bound is not below the number of stable edges.
    """
    _check_threshold(threshold)
    n_pairs = stability.n_open_pairs
    halves = 2 * stability.n_complete_pairs
    if not n_pairs or not halves or halves != stability.n_replicates:
        return None
    bound = stability.n_edges**2 / ((2 * threshold - 1) * n_pairs)
    n_stable = stability.n_open_edges(stable_graph(stability, threshold))
    return bound if bound < n_stable else None


def tau_sentence(tau: float | None, resampling: Resampling, taus: tuple[float, float]) -> str:
    """Which threshold the replicates used, and why.

    Parameters
    ----------
    tau
        The threshold fixed by hand; None for the automatic one of each replicate.
    resampling
        How the replicates differ.
    taus
        Smallest and largest threshold that they used.
    """
    if tau is not None:
        return f"τ = {score_text(tau)} was fixed by hand, for every replicate" + (
            ", although half of the rows have more noise than all."
            if resampling is Resampling.HALVES
            else "."
        )
    low, high = (score_text(each) for each in taus)
    shown = low if low == high else f"{low} to {high}"
    if resampling is Resampling.HALVES:
        return f"τ = {shown} is automatic for half of the rows, which have more noise than all."
    return f"τ = {shown} is automatic for the number of rows."
