"""What the end of a phase claims, judged by a true graph.

To stop is a claim as well. The forward phase ends when every operator left is at or below
τ, and so takes what each asks for an independence. The backward phase ends when every
deletion left is above τ, and so takes what each asks for a dependence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gesncd.graphs import EdgeKind
from gesncd.search.claims import StepClaim, StepVerdict, TrueGraph
from gesncd.search.events import Event, PairScore, Phase, PhaseEnded, Step


@dataclass(frozen=True, slots=True)
class LeftPair:
    """A pair that the end of a phase leaves otherwise than the true graph has it.

    The forward phase leaves it apart though the true graph joins it, the backward phase
    joined though it does not.

    Parameters
    ----------
    phase
        The phase that ended.
    i, j
        Node numbers, i < j.
    verdict
        On what the end claims of the pair: where one of the operators that were kept asks
        for something that is false, that one, else the best. None where no operator that
        the search may apply was left, so that nothing is claimed.
    score
        Of the operator that asks it.
    """

    phase: Phase
    i: int
    j: int
    verdict: StepVerdict | None
    score: float | None

    @property
    def is_error(self) -> bool:
        """Whether the claim is false, so that the estimate misled the search."""
        return self.verdict is not None and not self.verdict.holds


def left_pairs(truth: TrueGraph, events: Iterable[Event], tau: float) -> tuple[LeftPair, ...]:
    """The pairs that each end of a phase leaves otherwise than the true graph.

    Parameters
    ----------
    truth
        The true graph.
    events
        Of a search from its beginning, in order. Events other than steps and the ends of
        phases may be left out.
    tau
        Its threshold.

    Returns
    -------
    Phase by phase; in a phase false claims first, those nearest to τ before the others, and
    pairs without a claim last.
    """
    found: list[LeftPair] = []
    best: dict[tuple[int, int], PairScore] = {}
    phase = None
    for event in events:
        if not isinstance(event, Step | PhaseEnded):
            continue
        if event.phase is not phase:
            phase, best = event.phase, {}
        best.update({(score.i, score.j): score for score in event.pair_scores})
        if isinstance(event, PhaseEnded):
            found += sorted(_left_at(truth, event, best, tau), key=_rank)
    return tuple(found)


def _left_at(
    truth: TrueGraph, end: PhaseEnded, best: dict[tuple[int, int], PairScore], tau: float
) -> Iterator[LeftPair]:
    n = end.cpdag.n_nodes
    forward = end.phase is Phase.FORWARD
    for i in range(n):
        for j in range(i + 1, n):
            joined = end.cpdag.kind(i, j) is not EdgeKind.NONE
            true = truth.cpdag.kind(i, j) is not EdgeKind.NONE
            if joined is forward or true is joined:
                continue
            asked = _asked_of(end, (i, j), best.get((i, j)), tau)
            judged = [(truth.judge(StepClaim(i, j, z, not forward)), score) for z, score in asked]
            wrong = next((each for each in judged if not each[0].holds), None)
            verdict, score = wrong or (judged[0] if judged else (None, None))
            yield LeftPair(end.phase, i, j, verdict, score)


def _asked_of(
    end: PhaseEnded, pair: tuple[int, int], best: PairScore | None, tau: float
) -> list[tuple[tuple[int, ...], float]]:
    """What operators on a pair asked at the end, as far as known, and how it scored."""
    forward = end.phase is Phase.FORWARD
    asked: dict[tuple[int, ...], float] = {}
    if best is not None and best.score is not None:
        asked[best.conditioning] = best.score
    for candidate in end.candidates:
        operator = candidate.operator
        if {operator.x, operator.y} == set(pair):
            asked.setdefault(candidate.conditioning, candidate.score)
    # One on the other side of τ was barred by knowledge, and so its score claims nothing.
    return [(z, score) for z, score in asked.items() if (score <= tau) is forward]


def _rank(left: LeftPair) -> tuple[bool, bool, float]:
    if left.score is None:
        return True, True, 0.0
    score = -left.score if left.phase is Phase.FORWARD else left.score
    return False, not left.is_error, score
