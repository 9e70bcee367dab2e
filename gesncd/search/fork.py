"""A search that goes on from any graph on its way with another operator or another τ."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import islice

from gesncd.graphs import PDAG, complete_with_reasons
from gesncd.knowledge import Constraints
from gesncd.measures import ConditionalDependence, ScoreCache
from gesncd.search.candidates import CandidateTable
from gesncd.search.events import Candidate, Event, Finished, PairScore, Phase, PhaseEnded, Step
from gesncd.search.options import Limits
from gesncd.search.progress import OnProgress
from gesncd.search.provenance import mark_changes, oriented_by_knowledge, reasons_of
from gesncd.search.reframed_ges import N_SHOWN_CANDIDATES, passes
from gesncd.search.scoring import Scorer


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a search leaves its way.

    Parameters
    ----------
    cpdag
        The graph before the next step.
    phase
        The phase it is in.
    n_steps
        Steps taken so far, through both phases.
    tau
        Threshold from here on.
    first
        A candidate to apply next, whatever its rank and whether or not it passes τ;
        None to go on with the best.
    earlier
        Graphs of this phase before ``cpdag``, in order: with background knowledge a
        search does not come back to them.
    """

    cpdag: PDAG
    phase: Phase
    n_steps: int
    tau: float
    first: Candidate | None = None
    earlier: tuple[PDAG, ...] = ()


def continue_search(
    measure: ConditionalDependence,
    departure: Departure,
    *,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
    limits: Limits = Limits(),
    knowledge: Constraints | None = None,
) -> Iterator[Event]:
    """Search on from a departure to the end.

    Parameters
    ----------
    measure, cache, on_progress, limits, knowledge
        As for :func:`~gesncd.search.reframed_ges.reframed_ges`.
    departure
        Where and how the search leaves its way.

    Yields
    ------
    ``Step`` and ``PhaseEnded`` events, and ``Finished``; no global scores.

    Raises
    ------
    ValueError
        If τ is not finite, or the first operator is not valid in the graph.
    """
    if not math.isfinite(departure.tau):
        raise ValueError(f"τ must be a finite number, got {departure.tau}.")
    first = departure.first
    if first is not None and not first.operator.is_valid(departure.cpdag):
        raise ValueError(f"{first.operator} is not valid in the graph it would be applied to.")
    scorer = Scorer(measure, cache, on_progress)
    cpdag, n_steps, cut = departure.cpdag, departure.n_steps, False
    phases = (Phase.FORWARD, Phase.BACKWARD)
    for phase in phases[phases.index(departure.phase) :]:
        branch = _Branch(phase, departure.tau, scorer, limits, knowledge, measure.n_variables)
        if phase is departure.phase:
            branch.visit(departure.earlier, n_steps)
            cpdag, n_steps = yield from branch.walk(cpdag, n_steps, first)
        else:
            cpdag, n_steps = yield from branch.walk(cpdag, n_steps, None)
        cut |= branch.table.cut
    graph, changes = oriented_by_knowledge(cpdag, knowledge)
    notes = limits.notes(cut)
    yield Finished(cpdag, graph, n_steps, scorer.n_queries, changes, notes)


class _Branch:
    """One phase of a search that goes on from a given graph."""

    def __init__(
        self,
        phase: Phase,
        tau: float,
        scorer: Scorer,
        limits: Limits,
        knowledge: Constraints | None,
        n_variables: int,
    ) -> None:
        self.table = CandidateTable(n_variables, phase, limits, knowledge)
        self._phase = phase
        self._tau = tau
        self._scorer = scorer
        self._remembers = knowledge is not None and any(knowledge.apart)

    def visit(self, graphs: tuple[PDAG, ...], n_steps: int) -> None:
        """Take note of graphs that were visited before, where that matters."""
        if self._remembers:
            for graph in graphs:
                self._move(graph, n_steps)

    def walk(
        self, cpdag: PDAG, n_steps: int, first: Candidate | None
    ) -> Generator[Event, None, tuple[PDAG, int]]:
        """Steps until the best candidate does not pass; returns where it ended."""
        while True:
            pair_scores = self._move(cpdag, n_steps)
            shown = tuple(islice(self.table.ranked(), N_SHOWN_CANDIDATES))
            if first is not None:
                rest = (each for each in shown if each.operator != first.operator)
                shown = (first, *islice(rest, N_SHOWN_CANDIDATES - 1))
            elif not shown or not passes(self._phase, shown[0].score, self._tau):
                yield PhaseEnded(self._phase, cpdag, shown, len(self.table), pair_scores)
                return cpdag, n_steps
            n_steps += 1
            step = self._step(n_steps, cpdag, shown, pair_scores)
            yield step
            cpdag, first = step.cpdag, None

    def _move(self, cpdag: PDAG, n_steps: int) -> tuple[PairScore, ...]:
        queries = self.table.move_to(cpdag)
        self._scorer.answer(queries, phase=self._phase, step=n_steps + 1, purpose="candidates")
        return self.table.score(self._scorer.__getitem__)

    def _step(
        self,
        index: int,
        before: PDAG,
        shown: tuple[Candidate, ...],
        pair_scores: tuple[PairScore, ...],
    ) -> Step:
        winner = shown[0]
        cpdag, orientations = complete_with_reasons(winner.operator.edit(before))
        earlier = reasons_of(complete_with_reasons(before)[1])
        others = (each for each in self.table.ranked() if each.operator.apply(before) != cpdag)
        return Step(
            index=index,
            phase=self._phase,
            operator=winner.operator,
            score=winner.score,
            conditioning=winner.conditioning,
            candidates=shown,
            n_candidates=len(self.table),
            runner_up=next(others, None),
            pair_scores=pair_scores,
            cpdag=cpdag,
            changes=mark_changes(before, cpdag, winner.operator, earlier, reasons_of(orientations)),
        )
