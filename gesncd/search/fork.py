"""A search that goes on from any graph on its way with another operator or another τ."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.measures import ConditionalDependence, ScoreCache
from gesncd.search.events import Candidate, Event, Finished, Phase
from gesncd.search.options import Limits
from gesncd.search.phase_walk import PhaseWalk, State
from gesncd.search.progress import OnProgress
from gesncd.search.provenance import oriented_by_knowledge
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
    state, cut = State.of(departure.cpdag, departure.n_steps), False
    phases = (Phase.FORWARD, Phase.BACKWARD)
    for phase in phases[phases.index(departure.phase) :]:
        walk = PhaseWalk(phase, state, departure.tau, scorer, limits, knowledge)
        is_first = phase is departure.phase
        # What was visited matters only where a reorientation may come back to it.
        if is_first and knowledge is not None and any(knowledge.apart):
            walk.visit(departure.earlier)
        yield from walk.steps(first if is_first else None)
        state = walk.state
        cut |= walk.table.cut
    graph, changes = oriented_by_knowledge(state.cpdag, knowledge)
    notes = limits.notes(cut)
    yield Finished(state.cpdag, graph, state.n_steps, scorer.n_queries, changes, notes)
