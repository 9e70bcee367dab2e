"""One phase of a search as steps, from whatever graph it begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from gesncd.graphs import PDAG, complete_with_reasons
from gesncd.knowledge import Constraints
from gesncd.search.candidates import CandidateTable
from gesncd.search.events import Barred, Candidate, PairScore, Phase, PhaseEnded, Step
from gesncd.search.options import Limits
from gesncd.search.provenance import Reasons, carried, mark_changes, reasons_of
from gesncd.search.scoring import Scorer

N_SHOWN_CANDIDATES = 50
"""Candidates that a Step carries, and as many that knowledge rules out."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a search stands between two steps."""

    cpdag: PDAG
    reasons: Reasons
    n_steps: int

    @classmethod
    def of(cls, graph: PDAG, n_steps: int = 0) -> State:
        """The state at a graph's class, after so many steps."""
        cpdag, orientations = complete_with_reasons(graph)
        return cls(cpdag, reasons_of(orientations), n_steps)


def passes(phase: Phase, score: float, tau: float) -> bool:
    """Whether the best candidate of a phase is applied: above τ forward, at most τ backward."""
    return score > tau if phase is Phase.FORWARD else score <= tau


class PhaseWalk:
    """The steps of one phase, until its best candidate does not pass.

    Parameters
    ----------
    phase
        Forward or backward.
    state
        Where it begins.
    tau, limits, knowledge
        As for :func:`~gesncd.search.reframed_ges.reframed_ges`.
    scorer
        What answers the queries.
    """

    def __init__(
        self,
        phase: Phase,
        state: State,
        tau: float,
        scorer: Scorer,
        limits: Limits,
        knowledge: Constraints | None,
    ) -> None:
        self.table = CandidateTable(state.cpdag.n_nodes, phase, limits, knowledge)
        self.state = state
        """Where it stands, after the last event that was taken from :meth:`steps`."""
        self._phase = phase
        self._tau = tau
        self._scorer = scorer
        self._knowledge = knowledge

    def visit(self, graphs: Iterable[PDAG]) -> None:
        """Take note of graphs that were visited before the walk began."""
        for graph in graphs:
            self._move(graph)

    def steps(self, first: Candidate | None = None) -> Iterator[Step | PhaseEnded]:
        """A ``Step`` for each operator that is applied, then ``PhaseEnded``.

        Parameters
        ----------
        first
            A candidate to apply first, whatever its rank and whether or not it passes τ.
        """
        while True:
            pair_scores = self._move(self.state.cpdag)
            passed_over: list[Candidate] = []
            shown = tuple(islice(self.table.ranked(passed_over), N_SHOWN_CANDIDATES))
            barred = self._barred(passed_over[:N_SHOWN_CANDIDATES])
            if first is not None:
                rest = (each for each in shown if each.operator != first.operator)
                shown, first = (first, *islice(rest, N_SHOWN_CANDIDATES - 1)), None
            elif not shown or not passes(self._phase, shown[0].score, self._tau):
                cpdag, n_candidates = self.state.cpdag, len(self.table)
                yield PhaseEnded(self._phase, cpdag, shown, n_candidates, pair_scores, barred)
                return
            yield self._take(shown, pair_scores, barred)

    def _move(self, cpdag: PDAG) -> tuple[PairScore, ...]:
        queries = self.table.move_to(cpdag)
        index = self.state.n_steps + 1
        self._scorer.answer(queries, phase=self._phase, step=index, purpose="candidates")
        return self.table.score(self._scorer.__getitem__)

    def _barred(self, passed_over: list[Candidate]) -> tuple[Barred, ...]:
        if self._knowledge is None:
            return ()
        cpdag, arrow = self.state.cpdag, self._knowledge.forbidden_arrow
        return tuple(Barred(each, arrow(each.operator.apply(cpdag))) for each in passed_over)

    def _take(
        self,
        shown: tuple[Candidate, ...],
        pair_scores: tuple[PairScore, ...],
        barred: tuple[Barred, ...],
    ) -> Step:
        before, winner = self.state, shown[0]
        found = State.of(winner.operator.edit(before.cpdag), before.n_steps + 1)
        cpdag, reasons = found.cpdag, carried(before.reasons, found.reasons, found.cpdag)
        self.state = replace(found, reasons=reasons)
        return Step(
            index=self.state.n_steps,
            phase=self._phase,
            operator=winner.operator,
            score=winner.score,
            conditioning=winner.conditioning,
            candidates=shown,
            n_candidates=len(self.table),
            runner_up=self._runner_up(before.cpdag, cpdag),
            pair_scores=pair_scores,
            cpdag=cpdag,
            changes=mark_changes(before.cpdag, cpdag, winner.operator, before.reasons, reasons),
            barred=barred,
        )

    def _runner_up(self, before: PDAG, after: PDAG) -> Candidate | None:
        """The best operator that leads to a different CPDAG."""
        others = (each for each in self.table.ranked() if each.operator.apply(before) != after)
        return next(others, None)
