"""The graphs of the search for every threshold τ at once.

τ enters no score. The forward phase takes the same steps for every τ and only
stops at another one: before the first step k whose best score s_k is at most τ.
So it is cut at the running minima of the s_k, which need not fall. From such a
cut the backward phase, too, takes the same steps for every τ, and stops before the
first one whose lowest score b_j exceeds τ: at the running maxima of the b_j. A score
equal to τ counts as independence in both phases, so every interval is half-open.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gesncd.graphs import PDAG, EdgeKind
from gesncd.knowledge import Constraints
from gesncd.measures import ConditionalDependence, ScoreCache
from gesncd.search.candidates import CandidateTable, Limits
from gesncd.search.events import Candidate, Phase
from gesncd.search.global_score import global_score_queries, mean_clipped
from gesncd.search.progress import OnProgress
from gesncd.search.provenance import oriented_by_knowledge
from gesncd.search.reframed_ges import passes, start_state
from gesncd.search.scoring import Scorer

Interval = tuple[float, float]
"""Thresholds from the first number on, up to but without the second, which may be infinite."""

DEFAULT_FLOOR_SHARE = 0.1
"""τ_floor as a share of the automatic τ, unless it is given."""


@dataclass(frozen=True, slots=True)
class Route:
    """The steps by which the search gets to its graph, for τ in [tau_low, tau_high).

    Parameters
    ----------
    tau_low, tau_high
        The thresholds; ``tau_high`` may be infinite.
    n_insertions
        Steps of the forward phase: so many of :attr:`TauPath.insertions`.
    deletions
        Steps of the backward phase that follow, with their scores.
    """

    tau_low: float
    tau_high: float
    n_insertions: int
    deletions: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Plateau:
    """Thresholds τ in [tau_low, tau_high) for which the search finds one and the same graph.

    Parameters
    ----------
    tau_low, tau_high
        The thresholds; ``tau_high`` is infinite for the last plateau.
    cpdag
        The class found. The plateaus on either side have other ones.
    graph
        The class oriented further by background knowledge; without any, ``cpdag``.
    routes
        How the search gets there, in the order of τ, covering the plateau. There
        is more than one where more insertions end in the same graph after all.
    global_score
        S_g of the graph, or None where it was not asked for.
    """

    tau_low: float
    tau_high: float
    cpdag: PDAG
    graph: PDAG
    routes: tuple[Route, ...]
    global_score: float | None = None


@dataclass(frozen=True, slots=True)
class EdgeIntervals:
    """For which τ two nodes i and j are joined, and how; each sorted and as long as can be."""

    joined: tuple[Interval, ...]
    forward: tuple[Interval, ...]
    """i → j."""
    backward: tuple[Interval, ...]
    """i ← j."""
    undirected: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class TauPath:
    """The graph of every threshold from τ_floor on.

    Parameters
    ----------
    tau_floor
        The smallest threshold covered.
    plateaus
        Sorted; each begins where the one before ends, the first at ``tau_floor``,
        and the last has no end. Neighbouring plateaus differ in their graphs.
    insertions
        The forward phase at ``tau_floor``; at a higher τ it is a beginning of this.
    n_queries
        Distinct queries the path needed, cached or not.
    capped
        Whether a cap of the limits excluded an operator anywhere on the path.
    """

    tau_floor: float
    plateaus: tuple[Plateau, ...]
    insertions: tuple[Candidate, ...]
    n_queries: int
    capped: bool

    def at(self, tau: float) -> Plateau:
        """The plateau that holds a threshold.

        Raises
        ------
        ValueError
            If τ is not finite or below ``tau_floor``.
        """
        if not math.isfinite(tau):
            raise ValueError(f"τ must be a finite number, got {tau}.")
        if tau < self.tau_floor:
            raise ValueError(
                f"τ = {tau} is below τ_floor = {self.tau_floor}, where this path begins; "
                "compute one with a lower τ_floor."
            )
        return self.plateaus[bisect_right(self.plateaus, tau, key=lambda p: p.tau_low) - 1]

    def edge_intervals(self, i: int, j: int) -> EdgeIntervals:
        """For which τ nodes i and j are joined in the plateaus' graphs, and how.

        Raises
        ------
        ValueError
            If i and j are not two nodes of the graphs.
        """
        n = self.plateaus[0].cpdag.n_nodes
        if i == j or not (0 <= i < n and 0 <= j < n):
            raise ValueError(f"{i} and {j} are not two of the nodes 0 to {n - 1}.")
        kinds = [(p.tau_low, p.tau_high, p.graph.kind(i, j)) for p in self.plateaus]

        def where(*wanted: EdgeKind) -> tuple[Interval, ...]:
            return _joined((low, high) for low, high, kind in kinds if kind in wanted)

        forward, backward, undirected = EdgeKind.FORWARD, EdgeKind.BACKWARD, EdgeKind.UNDIRECTED
        return EdgeIntervals(
            joined=where(forward, backward, undirected),
            forward=where(forward),
            backward=where(backward),
            undirected=where(undirected),
        )


def tau_path(
    measure: ConditionalDependence,
    tau_floor: float,
    *,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
    global_score: bool = False,
    limits: Limits = Limits(),
    knowledge: Constraints | None = None,
) -> TauPath:
    """Search once for every τ from τ_floor on.

    For each τ the graph is exactly the one that
    :func:`~gesncd.search.reframed_ges.reframed_ges` finds there.

    Parameters
    ----------
    measure
        Estimates T̂(X, Y | Z).
    tau_floor
        The smallest threshold of interest. The lower it is, the denser the graphs
        that must be scored.
    cache
        Where scores are looked up and kept; in memory by default. With the cache of
        a search, only what that search did not ask is computed.
    on_progress
        Called while scores are computed; it may raise
        :class:`~gesncd.measures.Cancelled`, and finished scores stay in the cache.
    global_score
        Whether to compute S_g of each plateau's graph.
    limits
        Caps on operators for dense graphs.
    knowledge
        Background knowledge, enforced as in the search.

    Raises
    ------
    ValueError
        If τ_floor is not a finite number, or the knowledge is about another number
        of variables.
    gesncd.search.scoring.MeasureError
        If the measure returns a score that is not finite.
    """
    if not math.isfinite(tau_floor):
        raise ValueError(f"τ_floor must be a finite number, got {tau_floor}.")
    n = measure.n_variables
    scorer = Scorer(measure, cache, on_progress)
    forward, backward = (
        _PhaseSteps(CandidateTable(n, phase, limits, knowledge), phase, scorer)
        for phase in (Phase.FORWARD, Phase.BACKWARD)
    )
    insertions: list[Candidate] = []
    # From the largest τ down, as the cuts come.
    pieces: list[list[tuple[Route, PDAG]]] = []
    for cut in _forward_cuts(forward, start_state(n, knowledge).cpdag, tau_floor):
        insertions = cut.insertions
        pieces.append(list(_backward_routes(backward, cut)))
    routes = [piece for pieces_of_cut in reversed(pieces) for piece in pieces_of_cut]
    plateaus = [_oriented(plateau, knowledge) for plateau in _merged(routes)]
    if global_score:
        plateaus = [_with_global_score(plateau, scorer) for plateau in plateaus]
    return TauPath(
        tau_floor=tau_floor,
        plateaus=tuple(plateaus),
        insertions=tuple(insertions),
        n_queries=scorer.n_queries,
        capped=forward.table.cut or backward.table.cut,
    )


class _PhaseSteps:
    """The best candidate of one phase for any graph; it depends on nothing but the graph."""

    def __init__(self, table: CandidateTable, phase: Phase, scorer: Scorer) -> None:
        self.table = table
        self._phase = phase
        self._scorer = scorer
        self._best: dict[PDAG, Candidate | None] = {}

    def best(self, cpdag: PDAG, index: int) -> Candidate | None:
        """The best candidate, None where there is none.

        ``index`` is the number of the step, for those who watch the progress.
        """
        if cpdag not in self._best:
            queries = self.table.move_to(cpdag)
            self._scorer.answer(queries, phase=self._phase, step=index, purpose="candidates")
            self.table.score(self._scorer.__getitem__)
            self._best[cpdag] = next(self.table.ranked(), None)
        return self._best[cpdag]


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where the forward phase stops for τ in [tau_low, tau_high)."""

    tau_low: float
    tau_high: float
    insertions: list[Candidate]
    cpdag: PDAG


def _forward_cuts(steps: _PhaseSteps, start: PDAG, tau_floor: float) -> Iterator[_Cut]:
    """Cuts from the largest τ down to τ_floor."""
    insertions: list[Candidate] = []
    graph, tau_high = start, math.inf
    while True:
        best = steps.best(graph, len(insertions) + 1)
        if best is None or not passes(Phase.FORWARD, best.score, tau_floor):
            yield _Cut(tau_floor, tau_high, list(insertions), graph)
            return
        if best.score < tau_high:
            yield _Cut(best.score, tau_high, list(insertions), graph)
            tau_high = best.score
        insertions.append(best)
        graph = best.operator.apply(graph)


def _backward_routes(steps: _PhaseSteps, cut: _Cut) -> Iterator[tuple[Route, PDAG]]:
    """What the backward phase makes of a cut, by increasing τ: routes with their graphs."""
    deletions: list[Candidate] = []
    graph, tau = cut.cpdag, cut.tau_low
    n_insertions = len(cut.insertions)
    while True:
        best = steps.best(graph, n_insertions + len(deletions) + 1)
        # At tau_high and above the forward phase has stopped earlier.
        ends = cut.tau_high if best is None else min(best.score, cut.tau_high)
        if ends > tau:
            yield Route(tau, ends, n_insertions, tuple(deletions)), graph
            tau = ends
        if best is None or tau == cut.tau_high:
            return
        deletions.append(best)
        graph = best.operator.apply(graph)


def _merged(pieces: Iterable[tuple[Route, PDAG]]) -> list[Plateau]:
    """Plateaus of routes by increasing τ, neighbours with one graph put together."""
    plateaus: list[Plateau] = []
    for route, graph in pieces:
        if plateaus and plateaus[-1].cpdag == graph:
            last = plateaus[-1]
            plateaus[-1] = replace(last, tau_high=route.tau_high, routes=(*last.routes, route))
        else:
            plateaus.append(Plateau(route.tau_low, route.tau_high, graph, graph, (route,)))
    return plateaus


def _oriented(plateau: Plateau, knowledge: Constraints | None) -> Plateau:
    return replace(plateau, graph=oriented_by_knowledge(plateau.cpdag, knowledge)[0])


def _with_global_score(plateau: Plateau, scorer: Scorer) -> Plateau:
    route = plateau.routes[0]
    queries = global_score_queries(plateau.cpdag)
    scorer.answer(
        queries,
        phase=Phase.BACKWARD,
        step=route.n_insertions + len(route.deletions),
        purpose="global score",
    )
    value = mean_clipped([scorer[query] for query in queries], plateau.cpdag.n_nodes)
    return replace(plateau, global_score=value)


def _joined(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Sorted intervals, those that touch put together."""
    found: list[Interval] = []
    for low, high in intervals:
        if found and found[-1][1] == low:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return tuple(found)
