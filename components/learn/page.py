"""The Learn page's parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from components import state
from components.learn.assumptions import show_assumptions
from components.learn.glossary import show_glossary
from components.learn.measures import show_measures
from components.learn.method import show_method
from components.learn.questions import show_citing, show_questions
from components.learn.reading import show_reading
from components.tour import offer_tour

SECTIONS: Final[dict[str, tuple[str, Callable[[], None]]]] = {
    "method": ("The method", show_method),
    "reading": ("Reading a graph", show_reading),
    "measures": ("Choosing a measure", show_measures),
    "assumptions": ("Assumptions", show_assumptions),
    "glossary": ("Glossary", show_glossary),
    "questions": ("Questions", show_questions),
    "cite": ("Citing", show_citing),
}
"""By the name in the address: what the section is called, and what shows it."""


def show_learn() -> None:
    """A choice of sections, and the chosen one."""
    st.title("Learn", anchor=False)
    st.markdown(
        "How a causal graph is found here, in pictures that the product computes itself, and what "
        "its result can and cannot say."
    )
    section = st.segmented_control(
        "Section",
        list(SECTIONS),
        default="method",
        required=True,
        format_func=lambda each: SECTIONS[each][0],
        key=state.LEARN_SECTION,
        bind="query-params",
        label_visibility="collapsed",
    )
    SECTIONS[str(section)][1]()
    offer_tour()
