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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.measures import ConditionalDependence, ScoreCache
from gesncd.search.candidates import CandidateTable
from gesncd.search.events import Candidate, Phase
from gesncd.search.global_score import global_score_queries, mean_clipped
from gesncd.search.options import Limits
from gesncd.search.phase_walk import passes
from gesncd.search.plateaus import Plateau, Route, TauPath
from gesncd.search.progress import OnProgress
from gesncd.search.provenance import oriented_by_knowledge
from gesncd.search.reframed_ges import start_state
from gesncd.search.scoring import Scorer

DEFAULT_FLOOR_SHARE = 0.1
"""τ_floor as a share of the automatic τ, unless it is given."""


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
        notes=limits.notes(forward.table.cut or backward.table.cut),
    )


class _PhaseSteps:
    """The best candidate of one phase for any graph, remembered by graph.

    Backward, cuts meet in a graph and go on alike. Forward, where a reorientation also
    looks at what was visited before, no graph comes twice.
    """

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
