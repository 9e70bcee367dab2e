"""Variables that a result draws as effects, though nothing in the data may have set them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from components import state
from components.directions import enforced_on, known_arrows
from components.settings.knowledge_panel import AttachedKnowledge, comes_first
from components.text import markdown_text, short_name
from components.trace import Trace
from gesncd.data.kinds import names_a_group, words_of
from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in
from gesncd.runs.store.records import RunRecord

_MOST_SHOWN: Final = 3
_FIRST_WORDS: Final = frozenset([
    "age", "ages", "alter", "âge", "edad", "età", "idade", "birth", "birthdate", "birthday",
    "birthyear", "dob", "yob", "born", "geburtsdatum", "geburtsjahr", "geburtstag", "naissance",
    "nacimiento", "dose", "dosage", "dosis", "ethnicity",
])  # fmt: skip
_LATER_WORDS: Final = frozenset([
    "death", "onset", "diagnosis", "event", "menarche", "menopause", "weight", "response",
])  # fmt: skip
"""With one of these a name tells of something later, as age at death and birth weight do."""


@dataclass(frozen=True, slots=True)
class DrawnAsEffect:
    """A variable with arrows into it that may come first.

    Parameters
    ----------
    name
        The variable's.
    causes
        Names of those that the arrows come from.
    """

    name: str
    causes: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What is odd about it, and what can be done."""
        causes = ", ".join(short_name(cause) for cause in self.causes[:3])
        more = " and others" if len(self.causes) > 3 else ""
        drawn = f"is drawn as an effect of {causes}{more}."
        if names_what_comes_first(self.name):
            return (
                f"{short_name(self.name)} {drawn} If nothing in these data can cause it, as with "
                "an age, a sex or an assigned treatment, say that it comes first: then no edge "
                "leads into it."
            )
        return (
            f"{short_name(self.name)}, a column of categories, {drawn} If it was set beforehand "
            "(treatment, sex, site), say that it comes first: then no edge leads into it."
        )


def names_what_comes_first(name: str) -> bool:
    """Whether a name says that the column is an age, a birth, a sex, a dose or the like."""
    words = set(words_of(unicodedata.normalize("NFC", name)))
    is_first = len(words) <= 3 and bool(words & _FIRST_WORDS)
    return (is_first or names_a_group(name)) and not words & _LATER_WORDS


def may_come_first(preparation: Mapping[str, Any] | None, names: Sequence[str]) -> tuple[str, ...]:
    """The variables that may have been set beforehand: by their names, then texts made numbers.

    Either kind keeps the order of the data.
    """
    entries = (preparation or {}).get("columns") or ()
    encoded = {
        entry.get("group") or entry.get("name")
        for entry in entries
        if isinstance(entry, Mapping) and entry.get("encoding")
    }
    named = [name for name in names if names_what_comes_first(name)]
    return (*named, *(name for name in names if name in encoded and name not in named))


def drawn_as_effects(record: RunRecord, trace: Trace, graph: PDAG) -> tuple[DrawnAsEffect, ...]:
    """The variables of a run that may come first and that its final graph has arrows into.

    What knowledge says itself is no finding, and is left out.
    """
    known = known_arrows(trace, trace.n_steps, len(record.names), enforced_on(record))
    found = []
    for name in may_come_first(record.preparation, record.names):
        node = record.names.index(name)
        causes = tuple(
            record.names[parent]
            for parent in nodes_in(graph.parents[node])
            if (parent, node) not in known
        )
        if causes:
            found.append(DrawnAsEffect(name, causes))
    return tuple(found)


def show_set_beforehand(record: RunRecord, trace: Trace) -> None:
    """A hint for each such variable, with a button that states what it asks for."""
    if st.session_state.pop(state.KNOWLEDGE_ADDED, False):
        # The panel in the sidebar was drawn before the button was pressed.
        st.rerun()
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    said: AttachedKnowledge = st.session_state.get(state.KNOWLEDGE) or AttachedKnowledge()
    for each in drawn_as_effects(record, trace, graph)[:_MOST_SHOWN]:
        text, action = st.columns([3.4, 1.2], vertical_alignment="center")
        if each.name in said.first:
            text.caption(
                markdown_text(
                    f"{short_name(each.name)} comes first now, under Background knowledge in the "
                    "sidebar. Press Run to search with that."
                )
            )
            continue
        text.info(markdown_text(each.sentence), icon=":material/lightbulb:")
        action.button(
            "Say that it comes first",
            key=f"comes-first-{each.name}",
            help="Adds it under Background knowledge, in the sidebar. Nothing is searched yet.",
            on_click=comes_first,
            args=(each.name, record.names),
            width="stretch",
        )
