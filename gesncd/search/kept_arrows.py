"""Arrows that a step leaves as they are, though the reason for them is gone and another holds."""

from __future__ import annotations

from dataclasses import dataclass

from gesncd.graphs import PDAG, EdgeKind, complete_with_reasons
from gesncd.search.events import Cause, Reason
from gesncd.search.provenance import Reasons, carried, reasons_of
from gesncd.search.reason_patterns import broken_pairs
from gesncd.search.why_sentences import reason_clause
from gesncd.search.words import Names


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


def kept_arrows(told: Reasons, after: PDAG) -> tuple[KeptArrow, ...]:
    """The arrows of two completed graphs whose reason changed, in the order they follow.

    An arrow whose reason still holds is none of them, even if another one has come.

    Parameters
    ----------
    told
        The reasons of the first graph's arrows; of a search those that
        :func:`~gesncd.search.provenance.carried` brings along, as they were told.
    after
        The second graph.
    """
    now = carried(told, reasons_of(complete_with_reasons(after)[1]), after)
    found = []
    for (source, target), reason in now.items():
        was = told.get((source, target))
        if was is not None and was != reason:
            broken = next(broken_pairs(was, after))
            found.append(KeptArrow(source, target, was, reason, *broken))
    return tuple(found)


def kept_sentences(arrow: KeptArrow, names: Names) -> tuple[str, str]:
    """That its reason changed, and why; each in under 40 words where names are single words."""
    edge = f"{names[arrow.source]} → {names[arrow.target]}"
    return (
        f"{edge} stays for another reason now: {reason_clause(arrow.now, names)}.",
        f"The reason until now, {_short_reason(arrow.was, names)}, is gone: {_gone(arrow, names)}.",
    )


def kept_briefly(arrow: KeptArrow, names: Names) -> str:
    """The same of a further arrow, in one sentence."""
    edge = f"{names[arrow.source]} → {names[arrow.target]}"
    return (
        f"{edge} stays likewise, now by {_short_reason(arrow.now, names)}: {_gone(arrow, names)}."
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
