"""Where the direction of each arrow of a graph comes from: the data, knowledge, or both.

Whoever counts arrows, draws them or tells of them asks here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from enum import Enum

from gesncd.graphs import PDAG
from gesncd.search.events import Cause, MarkChange

Arrow = tuple[int, int]
"""An arrow's source and target."""


class ArrowSource(Enum):
    """What directs an arrow."""

    DATA = "data"
    """The class that the search found: a collider, or a rule of Meek's from colliders."""
    KNOWLEDGE = "knowledge"
    """Background knowledge forbids the other direction, and the class left it open."""
    FOLLOWS = "follows"
    """A rule of Meek's, from arrows that knowledge directs."""
    BOTH = "both"
    """Background knowledge forbids the other direction, and the class directs it as well."""

    @property
    def is_stated(self) -> bool:
        """Whether knowledge itself sets the direction, whatever the data say."""
        return self in (ArrowSource.KNOWLEDGE, ArrowSource.BOTH)


def arrow_sources(
    graph: PDAG, changes: Iterable[MarkChange], barred: Collection[Arrow] = ()
) -> dict[Arrow, ArrowSource]:
    """What directs each arrow of a graph.

    Parameters
    ----------
    graph
        A class, or one that knowledge has oriented further.
    changes
        The edges that knowledge directed beyond the class.
    barred
        Arrows that knowledge forbids; see :attr:`gesncd.knowledge.Constraints.barred`.
    """
    beyond = {(change.i, change.j): change.reason.cause for change in changes}
    found = {}
    for source, target, directed in graph.edges():
        if not directed:
            continue
        cause = beyond.get((min(source, target), max(source, target)))
        stated = (target, source) in barred or cause is Cause.KNOWLEDGE
        if stated:
            found[source, target] = ArrowSource.KNOWLEDGE if cause else ArrowSource.BOTH
        else:
            found[source, target] = ArrowSource.FOLLOWS if cause else ArrowSource.DATA
    return found


def sources_text(sources: Mapping[Arrow, ArrowSource]) -> str:
    """How many arrows have which source; empty where all come from the data.

    The numbers add up to that of the arrows. Those that the class directs as well count among
    those that knowledge directs.
    """
    n = Counter(sources.values())
    stated = n[ArrowSource.KNOWLEDGE] + n[ArrowSource.BOTH]
    follow, data = n[ArrowSource.FOLLOWS], n[ArrowSource.DATA]
    if not stated and not follow:
        return ""
    parts = [f"{stated} by knowledge"]
    if follow:
        parts.append(f"{follow} {'follows' if follow == 1 else 'follow'} from it")
    if data:
        parts.append(f"{data} from the data")
    return ", ".join(parts)
