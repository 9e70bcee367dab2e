"""What the reason of an arrow rests on, and whether a graph still has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gesncd.graphs import PDAG, EdgeKind
from gesncd.search.events import Cause, Reason

Pairs = tuple[tuple[int, int], ...]


def broken_pairs(reason: Reason, graph: PDAG) -> Iterator[tuple[int, int, EdgeKind, bool]]:
    """The pairs that a reason's pattern has otherwise than a graph, arrows first.

    Parameters
    ----------
    reason
        Why an arrow is directed.
    graph
        A graph that has the arrow.

    Yields
    ------
    A pair (i, j), how the graph joins it, read from i to j, and whether the pattern needs it
    apart; else it needs it joined. Nothing where the pattern is there.
    """
    pattern = _pattern(reason)
    for i, j in pattern.arrows:
        if graph.kind(i, j) is not EdgeKind.FORWARD:
            yield i, j, graph.kind(i, j), False
    for i, j in pattern.joined:
        if graph.kind(i, j) is EdgeKind.NONE:
            yield i, j, EdgeKind.NONE, False
    for i, j in pattern.apart:
        if graph.kind(i, j) is not EdgeKind.NONE:
            yield i, j, graph.kind(i, j), True


class _Pattern(NamedTuple):
    """What an arrow's reason rests on besides the arrow itself."""

    arrows: Pairs = ()
    apart: Pairs = ()
    joined: Pairs = ()


def _pattern(reason: Reason) -> _Pattern:
    match reason.cause, reason.rule, reason.nodes:
        case Cause.V_STRUCTURE, _, (a, c, b):
            return _Pattern(((a, c), (b, c)), ((a, b),))
        case Cause.MEEK, 1, (w, u, v):
            return _Pattern(((w, u),), ((w, v),))
        case Cause.MEEK, 2, (u, w, v):
            return _Pattern(((u, w), (w, v)))
        case Cause.MEEK, 3, (u, w1, w2, v):
            return _Pattern(((w1, v), (w2, v)), ((w1, w2),), ((u, w1), (u, w2)))
        case Cause.MEEK, 4, (u, w, s, v):
            return _Pattern(((w, s), (s, v)), ((w, v),), ((u, w), (u, s)))
    return _Pattern()
