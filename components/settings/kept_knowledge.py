"""Background knowledge that was stated of data, once they were prepared in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from components import state
from components.data_source import LoadedData
from components.settings.knowledge_panel import AttachedKnowledge
from gesncd.analysis.typed import statement_texts
from gesncd.analysis.typed_knowledge import read_typed_knowledge


@dataclass(frozen=True, slots=True)
class DataStatedOf:
    """The data that knowledge was stated of.

    Parameters
    ----------
    name
        Of the data, for people.
    source_sha256
        Hash of the file that they were read from, where it is known.
    names
        Their variables.
    """

    name: str
    source_sha256: str | None
    names: tuple[str, ...]

    def is_source_of(self, name: str, source_sha256: str | None) -> bool:
        """Whether other data were read from the same table."""
        if self.source_sha256 is None or source_sha256 is None:
            return self.name == name
        return self.source_sha256 == source_sha256


def note_stated_of(data: LoadedData) -> None:
    """Remember which data the knowledge of this tab is about."""
    dataset = data.dataset
    st.session_state[state.KNOWLEDGE_OF] = DataStatedOf(
        data.name, getattr(dataset, "source_sha256", None), tuple(dataset.names)
    )


def kept_for(
    said: AttachedKnowledge, before: Sequence[str], names: Sequence[str]
) -> tuple[AttachedKnowledge, tuple[str, ...]]:
    """What can still be said where columns were left out or renamed.

    What was not understood before, or contradicts itself, stays to be corrected.

    Parameters
    ----------
    said
        What was chosen, typed and attached.
    before, names
        The variables of which it was stated, and those there are now.

    Returns
    -------
    That part of it that is about these variables, and the lines and names that are not.
    """
    before, names = tuple(before), tuple(names)
    typed = statement_texts(said.typed)
    lost = {each for each in typed if _is_lost(each, before, names)}
    gone = [each for each in typed if each in lost]
    gone += [f"{name} comes first" for name in said.first if name not in names]
    kept = replace(
        said,
        typed="\n".join(each for each in typed if each not in lost),
        first=tuple(name for name in said.first if name in names),
    )
    if set(said.knowledge.names) <= set(names):
        return kept, tuple(gone)
    return without_file(kept), (*gone, said.name)


def without_file(said: AttachedKnowledge) -> AttachedKnowledge:
    """What was typed and chosen alone."""
    return AttachedKnowledge(typed=said.typed, first=said.first)


def _is_lost(line: str, before: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether a line was understood, and no longer is."""
    was_understood = not read_typed_knowledge(line, before).problems
    return was_understood and bool(read_typed_knowledge(line, names).problems)
