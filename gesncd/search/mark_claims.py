"""The arrows that a step makes, held against the true class.

A step's claim may be true and an arrow that follows from it false all the same: arrows
follow from the class at hand, which has other edges yet than the true one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from gesncd.graphs import PDAG, EdgeKind
from gesncd.search.events import MarkChange


class ArrowTruth(Enum):
    """What the true class has in an arrow's place."""

    SAME = "same"
    """The same arrow."""
    TURNED = "turned"
    """The opposite arrow."""
    UNDIRECTED = "undirected"
    """An edge that points one way in some members and the other way in others."""
    NO_EDGE = "no edge"
    """Nothing."""


@dataclass(frozen=True, slots=True)
class ArrowVerdict:
    """An arrow, and what the true class has in its place."""

    source: int
    target: int
    truth: ArrowTruth


def arrow_verdicts(truth: PDAG, changes: Iterable[MarkChange]) -> tuple[ArrowVerdict, ...]:
    """The verdict on each arrow that changes of marks made, in order.

    Parameters
    ----------
    truth
        The true class, oriented further by knowledge where the arrows are.
    changes
        Of one step, or of parts of it in order; of an edge the last one counts.
    """
    last = {(change.i, change.j): change.after for change in changes}
    found = []
    for (i, j), kind in last.items():
        if kind is EdgeKind.FORWARD:
            found.append(_verdict(truth, i, j))
        elif kind is EdgeKind.BACKWARD:
            found.append(_verdict(truth, j, i))
    return tuple(found)


def _verdict(truth: PDAG, source: int, target: int) -> ArrowVerdict:
    match truth.kind(source, target):
        case EdgeKind.FORWARD:
            what = ArrowTruth.SAME
        case EdgeKind.BACKWARD:
            what = ArrowTruth.TURNED
        case EdgeKind.UNDIRECTED:
            what = ArrowTruth.UNDIRECTED
        case EdgeKind.NONE:
            what = ArrowTruth.NO_EDGE
    return ArrowVerdict(source, target, what)
