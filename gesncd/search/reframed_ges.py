"""Reframed greedy equivalence search, as a stream of events.

Shen, Zhu, Zhang, Hu and Chen, *Reframed GES with a neural conditional dependence
measure*, UAI 2022, over the operators of Chickering (2002). The forward phase
applies the valid Insert with the highest local score while it exceeds τ; the
backward phase applies the valid Delete with the lowest local score while it is at
most τ. A score equal to τ counts as independence in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.measures import ConditionalDependence, Noted, ScoreCache
from gesncd.search.events import Event, Finished, GlobalScore, HeldPair, Phase, Started, Step
from gesncd.search.global_score import global_score_queries, mean_clipped
from gesncd.search.held_pairs import held_pairs, score_if_joined
from gesncd.search.options import Limits
from gesncd.search.phase_walk import PhaseWalk, State, passes
from gesncd.search.progress import OnProgress
from gesncd.search.provenance import oriented_by_knowledge
from gesncd.search.scoring import Scorer

MAX_VARIABLES_FOR_STEPWISE_GLOBAL_SCORE = 50
"""Above it S_g is computed for the last graph only."""


def reframed_ges(
    measure: ConditionalDependence,
    tau: float,
    *,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
    global_score: bool = True,
    limits: Limits = Limits(),
    knowledge: Constraints | None = None,
) -> Iterator[Event]:
    """Search for the CPDAG of the data behind a measure.

    The generator does no I/O and starts no threads: whoever drives it records,
    stops or replays it. Two runs with the same arguments yield equal events.

    Parameters
    ----------
    measure
        Estimates T̂(X, Y | Z).
    tau
        Threshold; scores above it count as dependence.
    cache
        Where scores are looked up and kept; in memory by default.
    on_progress
        Called while scores are computed. It may raise
        :class:`~gesncd.measures.Cancelled`, which ends the generator; what was
        found by then has been yielded, and finished scores are in the cache.
    global_score
        Whether to compute S_g after each step (above 50 variables for the last
        graph only), and to ask at the end what the data say of pairs that the knowledge
        holds joined or apart.
    limits
        Caps on operators for dense graphs; what they cut is said in ``Finished``.
    knowledge
        Background knowledge, enforced in both phases: the search starts from the
        required edges, and every class on the way has a member that satisfies it.

    Yields
    ------
    ``Started``; then for each step ``Step`` and ``GlobalScore``; a ``PhaseEnded`` for
    each phase; ``Finished``.

    Raises
    ------
    ValueError
        If τ is not a finite number, or the knowledge is about another number of variables.
    gesncd.search.scoring.MeasureError
        If the measure returns a score that is not finite.
    """
    if not -float("inf") < tau < float("inf"):
        raise ValueError(f"τ must be a finite number, got {tau}.")
    scorer = Scorer(measure, cache, on_progress)
    n = measure.n_variables
    stepwise = global_score and n <= MAX_VARIABLES_FOR_STEPWISE_GLOBAL_SCORE
    state = start_state(n, knowledge)
    notes = measure.notes if isinstance(measure, Noted) else ()
    yield Started(n, tau, measure.key, state.cpdag, notes)
    if stepwise:
        yield _global_score(scorer, state, Phase.FORWARD)
    cut = False
    blocked: set[tuple[int, int]] = set()
    for phase in (Phase.FORWARD, Phase.BACKWARD):
        walk = PhaseWalk(phase, state, tau, scorer, limits, knowledge)
        for event in walk.steps():
            yield event
            if stepwise and isinstance(event, Step):
                yield _global_score(scorer, walk.state, phase)
        state = walk.state
        cut |= walk.table.cut
        blocked.update(walk.table.pairs_passing(partial(passes, phase, tau=tau)))
    if global_score and not stepwise:
        yield _global_score(scorer, state, Phase.BACKWARD)
    graph, changes = oriented_by_knowledge(state.cpdag, knowledge)
    notes = limits.notes(cut)
    # What is asked about the knowledge decides nothing, so it is not counted.
    n_steps, n_queries = state.n_steps, scorer.n_queries
    held: tuple[HeldPair, ...] = ()
    would_be: float | None = None
    if knowledge is not None and global_score:
        held = held_pairs(
            scorer, state.cpdag, tau, knowledge, blocked, limits=limits, n_steps=n_steps
        )
        would_be = score_if_joined(scorer, state.cpdag, held, n_steps=n_steps)
    yield Finished(state.cpdag, graph, n_steps, n_queries, changes, notes, held, would_be)


def start_state(n_variables: int, knowledge: Constraints | None) -> State:
    """Where the forward phase begins: no edges, or the required ones.

    Raises
    ------
    ValueError
        If the knowledge is about another number of variables.
    """
    if knowledge is None:
        return State.of(PDAG.empty(n_variables))
    if knowledge.start.n_nodes != n_variables:
        raise ValueError(
            f"The knowledge is about {knowledge.start.n_nodes} variables, the measure about "
            f"{n_variables}."
        )
    return State.of(knowledge.start)


def _global_score(scorer: Scorer, state: State, phase: Phase) -> GlobalScore:
    queries = global_score_queries(state.cpdag)
    scorer.answer(queries, phase=phase, step=state.n_steps, purpose="global score")
    value = mean_clipped([scorer[query] for query in queries], state.cpdag.n_nodes)
    return GlobalScore(state.n_steps, value)
