"""What a search has to say for itself, from its events."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.knowledge import Knowledge
from gesncd.search.events import Event, Finished, Started
from gesncd.search.held_sentences import against_knowledge


def notes_of(
    events: Sequence[Event], knowledge: Knowledge, names: Sequence[str]
) -> tuple[str, ...]:
    """Sentences for people: warnings of the measure, what caps cut, what speaks against knowledge.

    Parameters
    ----------
    events, knowledge
        Of the search, as far as it came.
    names
        The variables in node order.
    """
    if not events:
        return ()
    found = [note for e in events if isinstance(e, Started | Finished) for note in e.notes]
    return (*found, *against_knowledge(events, knowledge, names))
