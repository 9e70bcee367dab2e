"""Where the direction of each arrow of a graph comes from: the data, knowledge, or both.

Whoever counts arrows, draws them or tells of them asks here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.search.data_arrows import Arrow, data_arrows
from gesncd.search.events import Cause, MarkChange

__all__ = ["Arrow", "ArrowSource", "arrow_sources", "sources_text"]


class ArrowSource(Enum):
    """What directs an arrow."""

    DATA = "data"
    """A collider that the search found, or a rule of Meek's from such colliders."""
    KNOWLEDGE = "knowledge"
    """Background knowledge forbids the other direction, and the data alone left it open."""
    FOLLOWS = "follows"
    """A rule of Meek's from arrows that knowledge directs, or a collider of which knowledge
    states an edge, or that its tails are not joined."""
    BOTH = "both"
    """Background knowledge forbids the other direction, and the data alone direct it as well."""

    @property
    def is_stated(self) -> bool:
        """Whether knowledge itself sets the direction, whatever the data say."""
        return self in (ArrowSource.KNOWLEDGE, ArrowSource.BOTH)


def arrow_sources(
    graph: PDAG, changes: Iterable[MarkChange], known: Constraints | None = None
) -> dict[Arrow, ArrowSource]:
    """What directs each arrow of a graph.

    Parameters
    ----------
    graph
        A class, or one that knowledge has oriented further.
    changes
        The edges that knowledge directed beyond the class.
    known
        What the search was told; None where it was told nothing.
    """
    beyond = {(change.i, change.j): change.reason.cause for change in changes}
    causes: dict[Arrow, Cause | None] = {}
    for source, target, directed in graph.edges():
        if directed:
            pair = (min(source, target), max(source, target))
            causes[source, target] = beyond.get(pair)
    of_class = frozenset(arrow for arrow, cause in causes.items() if cause is None)
    by_data = of_class if known is None else data_arrows(graph, of_class, known)
    barred = frozenset() if known is None else known.barred
    return {
        arrow: _source(arrow[::-1] in barred or cause is Cause.KNOWLEDGE, arrow in by_data)
        for arrow, cause in causes.items()
    }


def _source(stated: bool, by_data: bool) -> ArrowSource:
    if stated:
        return ArrowSource.BOTH if by_data else ArrowSource.KNOWLEDGE
    return ArrowSource.DATA if by_data else ArrowSource.FOLLOWS


def sources_text(sources: Mapping[Arrow, ArrowSource]) -> str:
    """How many arrows have which source; empty where all come from the data.

    The numbers add up to that of the arrows. Those that the data direct as well count among
    those that knowledge directs, and how many these are is said with them.
    """
    n = Counter(sources.values())
    stated = n[ArrowSource.KNOWLEDGE] + n[ArrowSource.BOTH]
    follow, data = n[ArrowSource.FOLLOWS], n[ArrowSource.DATA]
    if not stated and not follow:
        return ""
    both = n[ArrowSource.BOTH]
    parts = [f"{stated} by knowledge" + (f", {both} of these by the data too" if both else "")]
    if follow:
        parts.append(f"{follow} {'follows' if follow == 1 else 'follow'} from it")
    if data:
        parts.append(f"{data} from the data")
    return ", ".join(parts)
