"""Background knowledge that was stated of data, once they were prepared in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from components.settings.knowledge_panel import AttachedKnowledge, in_force
from gesncd.analysis.typed import statement_texts
from gesncd.analysis.typed_knowledge import read_typed_knowledge


def kept_for(
    said: AttachedKnowledge, names: Sequence[str]
) -> tuple[AttachedKnowledge, tuple[str, ...]]:
    """What can still be said where columns were left out or renamed.

    Parameters
    ----------
    said
        What was chosen, typed and attached.
    names
        The variables as they are now.

    Returns
    -------
    That part of it that is about these variables, and the lines and names that are not.
    """
    names = tuple(names)
    typed = statement_texts(said.typed)
    fits = [not read_typed_knowledge(each, names).problems for each in typed]
    kept = replace(
        said,
        typed="\n".join(each for each, ok in zip(typed, fits, strict=True) if ok),
        first=tuple(name for name in said.first if name in names),
    )
    gone = [each for each, ok in zip(typed, fits, strict=True) if not ok]
    gone += [f"{name} comes first" for name in said.first if name not in names]
    if in_force(kept, names)[1]:
        gone += [said.name] if said.name else []
        kept = without_file(kept)
    if in_force(kept, names)[1]:
        # What is left contradicts itself; it did so before.
        file = [said.name] if said.name else []
        return AttachedKnowledge(), (*typed, *(f"{name} comes first" for name in said.first), *file)
    return kept, tuple(gone)


def without_file(said: AttachedKnowledge) -> AttachedKnowledge:
    """What was typed and chosen alone."""
    return AttachedKnowledge(typed=said.typed, first=said.first)
