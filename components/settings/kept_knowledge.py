"""Background knowledge that was stated of data, once they were prepared in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from components import state
from components.data_source import LoadedData
from components.settings.knowledge_panel import AttachedKnowledge
from components.text import markdown_text, short_name
from gesncd.analysis.statements import statements_of
from gesncd.analysis.typed import is_tiers, statement_texts
from gesncd.analysis.typed_knowledge import read_typed_knowledge
from gesncd.analysis.typed_left import left_of
from gesncd.knowledge import restricted
from gesncd.words import names_listed

_MOST_GONE = 5


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
    st.session_state.pop(state.KNOWLEDGE_ASIDE, None)
    st.session_state[state.KNOWLEDGE_OF] = DataStatedOf(
        data.name, getattr(dataset, "source_sha256", None), tuple(dataset.names)
    )


@dataclass(frozen=True, slots=True)
class WholeKnowledge:
    """What was stated before a part of it was lost: it comes back with the variables.

    Parameters
    ----------
    said, about
        What was stated, and the variables there were then.
    kept
        What was left of it. Whoever has changed that has stated something else.
    """

    said: AttachedKnowledge
    about: tuple[str, ...]
    kept: AttachedKnowledge


def kept_for(
    said: AttachedKnowledge, before: Sequence[str], names: Sequence[str]
) -> tuple[AttachedKnowledge, tuple[str, ...]]:
    """What can still be said where columns were left out or renamed.

    Tiers and other groups lose what is gone and keep the rest. What was not understood before, or
    contradicts itself, stays to be corrected.

    Parameters
    ----------
    said
        What was chosen, typed and attached.
    before, names
        The variables of which it was stated, and those there are now.

    Returns
    -------
    That part of it that is about these variables, and what of it is not, in words.
    """
    before, names = tuple(before), tuple(names)
    typed, gone = [], []
    for line in statement_texts(said.typed):
        if not _is_lost(line, before, names):
            typed.append(line)
            continue
        part = left_of(line, before, names)
        typed += [part] if part else []
        where = "the tiers" if is_tiers(line) else short_name(line, 60)
        gone.append(f"{_lost_in(line, before, names)} in {where}" if part else line)
    gone += [f"{name} comes first" for name in said.first if name not in names]
    first = tuple(name for name in said.first if name in names)
    kept = replace(said, typed="\n".join(typed), first=first)
    if set(said.knowledge.names) <= set(names):
        return kept, tuple(gone)
    rest = restricted(said.knowledge, names)
    strangers = [name for name in said.knowledge.names if name not in names]
    gone.append(f"what {said.name} says of {names_listed(strangers)}")
    if not statements_of(rest):
        return without_file(kept), tuple(gone)
    in_part = f"Only in part: it is about {names_listed(strangers)}, too."
    return replace(kept, knowledge=rest, left_aside=in_part), tuple(gone)


def show_gone() -> None:
    """What no longer counts since the data were prepared anew; above settings, to be in sight."""
    gone: tuple[str, ...] = st.session_state.get(state.KNOWLEDGE_GONE, ())
    if gone:
        lines = [f"- {markdown_text(short_name(each, 80))}" for each in gone[:_MOST_GONE]]
        if len(gone) > _MOST_GONE:
            lines.append(f"- and {len(gone) - _MOST_GONE:,} more")
        head = "No longer counts, as the data were prepared anew:"
        st.warning("\n".join([head, *lines]), icon=":material/link_off:")
        st.button("Hide", key="hide-knowledge-gone", type="tertiary", on_click=_hide_gone)


def _hide_gone() -> None:
    st.session_state.pop(state.KNOWLEDGE_GONE, None)


def without_file(said: AttachedKnowledge) -> AttachedKnowledge:
    """What was typed and chosen alone."""
    return AttachedKnowledge(typed=said.typed, first=said.first)


def _is_lost(line: str, before: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether a line was understood, and is no longer, or is about another variable now."""
    was, is_now = (read_typed_knowledge(line, each) for each in (before, names))
    if was.problems:
        return False
    is_same = (was.knowledge, {*was.first}) == (is_now.knowledge, {*is_now.first})
    return bool(is_now.problems) or not is_same


def _lost_in(line: str, before: tuple[str, ...], names: tuple[str, ...]) -> str:
    """The variables of a line that are gone."""
    was = read_typed_knowledge(line, before)
    stated = {*was.knowledge.names, *was.first}
    return names_listed([name for name in before if name in stated and name not in names])
