"""Why two variables are joined as they are, or not, from the events of a search alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gesncd.graphs import PDAG, EdgeKind, Operator, Reorient, complete_with_reasons
from gesncd.search.ending import Ending, ending_of
from gesncd.search.events import (
    Candidate,
    Event,
    Finished,
    HeldPair,
    MarkChange,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
)
from gesncd.search.provenance import reasons_of


@dataclass(frozen=True, slots=True)
class Decision:
    """A step that joined or parted the pair.

    Parameters
    ----------
    step
        Its number, from 1.
    phase, operator
        What was done.
    score, conditioning
        Its local score, and the conditioning set.
    """

    step: int
    phase: Phase
    operator: Operator
    score: float
    conditioning: tuple[int, ...]
    runner_up: Candidate | None
    """The best operator that would have led to a different graph."""


@dataclass(frozen=True, slots=True)
class DatedChange:
    """A change of the pair's marks, and the step that brought it about.

    Parameters
    ----------
    step, operator
        The step and what it did; None for background knowledge, which orients the
        final class without a step.
    change
        The marks before and after, read from i to j, why they are as they are after,
        and for an edge that was directed before, why it was.
    """

    step: int | None
    operator: Operator | None
    change: MarkChange


@dataclass(frozen=True, slots=True)
class Offer:
    """The best score by which a valid operator offered to join or part the pair.

    Parameters
    ----------
    phase
        Forward offers to join, the best being the highest; backward ones to part, the
        best being the lowest.
    step
        The first step for which this was the offer; it stands until the next one.
    score
        None where no valid operator joins or parts the pair.
    conditioning
        What the score is conditioned on.
    at_end
        Whether this came up only when the phase had come to its end, for the step
        that it did not take any more.
    barred
        Whether a step with a worse score was taken while the offer stood, as background
        knowledge admitted none that joins or parts the pair by it.
    """

    phase: Phase
    step: int
    score: float | None
    conditioning: tuple[int, ...] = ()
    at_end: bool = False
    barred: bool = False


@dataclass(frozen=True, slots=True)
class PairHistory:
    """What became of a pair of nodes in a search, and why.

    Parameters
    ----------
    i, j
        The pair, i < j; edge kinds are read from i to j.
    tau
        Threshold of the search.
    at_start, kind
        How the pair was joined before the first step, and how it is now.
    reason
        Why the edge is directed now; None where it is not. This may be another reason
        than the one for which it was directed first.
    decisions
        Steps that joined or parted the pair.
    changes
        Every change of its marks, in order.
    offers
        How the best score offered for the pair changed, in order, forward then backward.
    n_steps
        Steps taken so far.
    ended
        Phases that came to their end.
    finished
        Whether the search did.
    held
        What the data say against the knowledge that holds the pair joined or apart.
    floor
        The noise floor, for those who tell the history; the events do not hold it.
    """

    i: int
    j: int
    tau: float
    at_start: EdgeKind
    kind: EdgeKind
    reason: Reason | None
    decisions: tuple[Decision, ...]
    changes: tuple[DatedChange, ...]
    offers: tuple[Offer, ...]
    n_steps: int
    ended: tuple[Phase, ...]
    finished: bool
    held: HeldPair | None = None
    floor: float | None = None

    @property
    def was_joined(self) -> bool:
        """Whether the pair was joined at any time."""
        return self.at_start is not EdgeKind.NONE or bool(self.decisions)

    def ratio(self, score: float) -> float | None:
        """A score as a multiple of τ; None where τ is not positive."""
        return score / self.tau if self.tau > 0 else None

    def best_offer(self, phase: Phase) -> Offer | None:
        """The best that was ever offered in a phase: highest forward, lowest backward.

        Of equal ones the first. None where no valid operator ever offered anything.
        """
        return _best(self._offers_of(phase))

    def best_since(self, turned: Offer) -> Offer | None:
        """The best of an offer and of those that came after it in its phase, as above."""
        offers = self._offers_of(turned.phase)
        return _best(offers[offers.index(turned) :])

    def _offers_of(self, phase: Phase) -> list[Offer]:
        return [offer for offer in self.offers if offer.phase is phase]

    def turned_at(self, phase: Phase) -> Offer | None:
        """The offer from which on the pair stayed on the side of τ where nothing is done.

        Forward that is at most τ, backward above τ, or no valid operator at all. None
        where no earlier offer would have passed, or the last one still does.
        """
        turned = None
        for offer in reversed(self._offers_of(phase)):
            if self.would_pass(offer):
                return turned
            turned = offer
        return None

    def would_pass(self, offer: Offer) -> bool:
        """Whether τ lets an offer be taken, if it is the best of all pairs."""
        if offer.score is None:
            return False
        if offer.phase is Phase.FORWARD:
            return offer.score > self.tau
        return offer.score <= self.tau


def _best(offers: Sequence[Offer]) -> Offer | None:
    sign = -1.0 if offers and offers[0].phase is Phase.FORWARD else 1.0
    scored = [
        (sign * offer.score, number)
        for number, offer in enumerate(offers)
        if offer.score is not None
    ]
    return offers[min(scored)[1]] if scored else None


def explain_pair(
    events: Sequence[Event], i: int, j: int, *, ending: Ending | None = None
) -> PairHistory:
    """Everything the events of a search say about a pair of nodes.

    Parameters
    ----------
    events
        From ``Started`` on, in order; the search may have been stopped anywhere.
    i, j
        The pair, in either order.
    ending
        How background knowledge orients the graph of a search that was stopped after the last
        of the events.

    Raises
    ------
    ValueError
        If the events do not begin with ``Started``, or i and j are not two of its nodes.
    """
    if not events or not isinstance(events[0], Started):
        raise ValueError("The events of a search begin with Started.")
    started = events[0]
    n = started.n_variables
    if i == j or not (0 <= i < n and 0 <= j < n):
        raise ValueError(f"{i} and {j} are not two of the nodes 0 to {n - 1}.")
    i, j = min(i, j), max(i, j)
    steps = [event for event in events if isinstance(event, Step)]
    last = events[-1]
    finished = last if isinstance(last, Finished) else None
    ending = ending_of(events) if finished is not None or ending is None else ending
    changes = tuple(_changes(steps, ending, i, j))
    kind = ending.graph.kind(i, j)
    return PairHistory(
        i=i,
        j=j,
        tau=started.tau,
        at_start=started.cpdag.kind(i, j),
        kind=kind,
        reason=_reason(ending.cpdag, kind, changes, i, j),
        decisions=tuple(_decisions(steps, i, j)),
        changes=changes,
        offers=tuple(_offers(events, i, j)),
        n_steps=len(steps),
        ended=tuple(event.phase for event in events if isinstance(event, PhaseEnded)),
        finished=finished is not None,
        held=_held(finished, i, j),
    )


def _decisions(steps: Sequence[Step], i: int, j: int) -> Iterator[Decision]:
    for step in steps:
        # A reorientation leaves its own pair apart.
        if isinstance(step.operator, Reorient):
            continue
        if {step.operator.x, step.operator.y} == {i, j}:
            yield Decision(
                step=step.index,
                phase=step.phase,
                operator=step.operator,
                score=step.score,
                conditioning=step.conditioning,
                runner_up=step.runner_up,
            )


def _changes(steps: Sequence[Step], ending: Ending, i: int, j: int) -> Iterator[DatedChange]:
    for step in steps:
        for change in step.changes:
            if (change.i, change.j) == (i, j):
                yield DatedChange(step.index, step.operator, change)
    for change in ending.changes:
        if (change.i, change.j) == (i, j):
            yield DatedChange(None, None, change)


def _held(finished: Finished | None, i: int, j: int) -> HeldPair | None:
    held = () if finished is None else finished.held
    return next((pair for pair in held if (pair.i, pair.j) == (i, j)), None)


def _offers(events: Sequence[Event], i: int, j: int) -> Iterator[Offer]:
    n_steps = 0
    stands: Offer | None = None
    for event in events:
        if not isinstance(event, Step | PhaseEnded):
            continue
        at_end = isinstance(event, PhaseEnded)
        n_steps += not at_end
        for pair in event.pair_scores:
            if (pair.i, pair.j) == (i, j):
                if stands is not None:
                    yield stands
                stands = Offer(event.phase, n_steps + at_end, pair.score, pair.conditioning, at_end)
        if stands is not None and isinstance(event, Step) and _is_barred(stands, {i, j}, event):
            stands = replace(stands, barred=True)
    if stands is not None:
        yield stands


def _is_barred(offer: Offer, pair: set[int], step: Step) -> bool:
    """Whether background knowledge ruled an offer out that was better than the step taken."""
    if offer.score is None or offer.phase is not step.phase:
        return False
    gain = offer.score - step.score
    if (gain if step.phase is Phase.FORWARD else -gain) <= 0:
        return False
    ruled_out = (each.candidate for each in step.barred)
    return any({op.x, op.y} == pair for op in (each.operator for each in ruled_out))


def _reason(
    cpdag: PDAG, kind: EdgeKind, changes: Sequence[DatedChange], i: int, j: int
) -> Reason | None:
    """Why an edge is directed now.

    The last change of its marks may not know: what directed the edge then can have
    given way to another reason since, without any change of the marks themselves.
    """
    if kind not in (EdgeKind.FORWARD, EdgeKind.BACKWARD):
        return None
    if changes and changes[-1].step is None:
        return changes[-1].change.reason
    arrow = (i, j) if kind is EdgeKind.FORWARD else (j, i)
    return reasons_of(complete_with_reasons(cpdag)[1]).get(arrow)
