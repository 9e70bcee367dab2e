"""The graph at which a search has ended, or was stopped, as background knowledge orients it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.search.events import Event, Finished, MarkChange, PhaseEnded, Started, Step
from gesncd.search.provenance import oriented_by_knowledge


@dataclass(frozen=True, slots=True)
class Ending:
    """A class, and what background knowledge makes of it.

    Parameters
    ----------
    cpdag
        The equivalence class.
    graph
        The class oriented further by background knowledge.
    changes
        Every edge that the knowledge orients beyond the class, and why.
    """

    cpdag: PDAG
    graph: PDAG
    changes: tuple[MarkChange, ...] = ()


def ending_of(events: Sequence[Event], knowledge: Constraints | None = None) -> Ending:
    """Where a search has ended; where it was stopped, its last class is oriented likewise.

    Parameters
    ----------
    events
        From ``Started`` on, in order.
    knowledge
        What the search enforced: every class on its way has a member that satisfies it.

    Returns
    -------
    The class itself is the graph where no member of it satisfies the knowledge, as may be said of
    another search.

    Raises
    ------
    ValueError
        If no event carries a graph.
    """
    for event in reversed(events):
        if isinstance(event, Finished):
            return Ending(event.cpdag, event.graph, event.changes)
        if isinstance(event, Started | Step | PhaseEnded):
            return _oriented(event.cpdag, knowledge)
    raise ValueError("No event carries a graph.")


def unfinished_sentence(n_steps: int, how: str = "was stopped") -> str:
    """What the graph is of a search that has not come to its end.

    Parameters
    ----------
    n_steps
        Steps taken until then.
    how
        What became of the search.
    """
    if not n_steps:
        return f"The search {how} before its first step: nothing was found yet, which is no result."
    return (
        f"The search {how} after step {n_steps}: this is what was found until then, and no final "
        "result."
    )


def _oriented(cpdag: PDAG, knowledge: Constraints | None) -> Ending:
    try:
        return Ending(cpdag, *oriented_by_knowledge(cpdag, knowledge))
    except ValueError:
        return Ending(cpdag, cpdag)
