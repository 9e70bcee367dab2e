"""Arrows that a step leaves as they are, though the reason for them is gone and another holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gesncd.graphs import PDAG, EdgeKind, complete_with_reasons
from gesncd.search.events import Cause, Reason
from gesncd.search.provenance import reasons_of
from gesncd.search.why_sentences import reason_clause
from gesncd.search.words import Names

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class KeptArrow:
    """An arrow of two graphs, one after the other, that each directs for a reason of its own.

    Parameters
    ----------
    source, target
        Its ends.
    was, now
        The reasons. The pattern of ``was`` is no longer in the second graph.
    i, j
        The pair that broke it.
    kind
        How the second graph joins that pair, read from i to j.
    apart
        Whether the pattern needs the pair apart; else it needs it joined.
    """

    source: int
    target: int
    was: Reason
    now: Reason
    i: int
    j: int
    kind: EdgeKind
    apart: bool


def kept_arrows(before: PDAG, after: PDAG) -> tuple[KeptArrow, ...]:
    """The arrows of both completed graphs whose reason changed, in the order they follow.

    An arrow whose first reason still holds is none of them, even if another one has come.
    """
    was = reasons_of(complete_with_reasons(before)[1])
    now = reasons_of(complete_with_reasons(after)[1])
    found = []
    for (source, target), reason in now.items():
        first = was.get((source, target))
        if first is None or first == reason:
            continue
        broken = next(_broken(first, after), None)
        if broken is not None:
            found.append(KeptArrow(source, target, first, reason, *broken))
    return tuple(found)


def kept_sentences(arrow: KeptArrow, names: Names) -> tuple[str, str]:
    """That its reason changed, and why; each in under 40 words where names are single words."""
    edge = f"{names[arrow.source]} → {names[arrow.target]}"
    return (
        f"{edge} stays for another reason now: {reason_clause(arrow.now, names)}.",
        f"The reason until now, {_short_reason(arrow.was, names)}, is gone: {_gone(arrow, names)}.",
    )


def _short_reason(reason: Reason, names: Names) -> str:
    nodes = [names[node] for node in reason.nodes]
    match reason.cause, reason.rule, nodes:
        case Cause.V_STRUCTURE, _, [a, c, b]:
            return f"the v-structure {a} → {c} ← {b}"
        case Cause.MEEK, 1, [w, u, _]:
            return f"Meek rule 1 on {w} → {u}"
        case Cause.MEEK, 2, [u, w, v]:
            return f"Meek rule 2 on {u} → {w} → {v}"
        case Cause.MEEK, 3, [_, w1, w2, v]:
            return f"Meek rule 3 on {w1} → {v} ← {w2}"
        case Cause.MEEK, 4, [_, w, s, v]:
            return f"Meek rule 4 on {w} → {s} → {v}"
    return "background knowledge"


def _gone(arrow: KeptArrow, names: Names) -> str:
    x, y = names[arrow.i], names[arrow.j]
    if arrow.apart:
        return f"{x} and {y} are joined now"
    if arrow.kind is EdgeKind.NONE:
        return f"{x} and {y} are no longer joined"
    lost = "has turned" if arrow.kind is EdgeKind.BACKWARD else "has lost its arrowhead"
    return f"{x} → {y} {lost}"


def _broken(reason: Reason, graph: PDAG) -> Iterator[tuple[int, int, EdgeKind, bool]]:
    """The pairs that a reason's pattern has otherwise than a graph, arrows first."""
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
