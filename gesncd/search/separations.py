"""Whether a search had been offered what separates two variables before it joined them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gesncd.search.claims import TrueGraph
from gesncd.search.events import Phase, Step


@dataclass(frozen=True, slots=True)
class Separation:
    """An operator on offer whose set separates a pair in the true graph.

    Parameters
    ----------
    step
        The first step that had it on offer.
    z
        The set.
    score
        What the pair scored given that set.
    """

    step: int
    z: tuple[int, ...]
    score: float


def offered_separation(
    truth: TrueGraph, steps: Iterable[Step], step: Step, tau: float
) -> Separation | None:
    """What separates a forward step's pair, had it been on offer up to this step.

    Only the operators that a run keeps are looked at: each pair's best, and the 50 best
    of each step.

    Parameters
    ----------
    truth
        The true graph.
    steps
        Steps of the search from its beginning.
    step
        The step that joins the pair.
    tau
        Threshold of the search.

    Returns
    -------
    The first that scored at most τ, else the first; None where there is none.
    """
    pair = (min(step.operator.x, step.operator.y), max(step.operator.x, step.operator.y))
    found = None
    judged: dict[tuple[int, ...], bool] = {}
    for each in steps:
        if each.index > step.index or each.phase is not Phase.FORWARD:
            break
        for z, score in _asked_of(each, pair):
            if z not in judged:
                judged[z] = truth.dependent(*pair, z)
            if judged[z]:
                continue
            if score <= tau:
                return Separation(each.index, z, score)
            found = found or Separation(each.index, z, score)
    return found


def kept_all(steps: Iterable[Step], step: Step) -> bool:
    """Whether a run kept every valid operator up to a step."""
    return all(
        each.n_candidates <= len(each.candidates) + len(each.barred)
        for each in steps
        if each.index <= step.index
    )


def _asked_of(step: Step, pair: tuple[int, int]) -> Iterator[tuple[tuple[int, ...], float]]:
    for best in step.pair_scores:
        if (best.i, best.j) == pair and best.score is not None:
            yield best.conditioning, best.score
    for candidate in step.candidates:
        if {candidate.operator.x, candidate.operator.y} == set(pair):
            yield candidate.conditioning, candidate.score
