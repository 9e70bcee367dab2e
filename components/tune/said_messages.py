"""What is told of statements, once, and beside what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from components import state
from components.text import markdown_text
from gesncd.knowledge import KnowledgeError
from gesncd.runs.errors import StoreError

HEAD: Final = "head"
TYPED: Final = "typed"
FORM: Final = "form"
FILE: Final = "file"
FORGET: Final = "forget"
"""Places; a row of the list is one by its key."""


def tell(place: str, text: str, *, problem: bool = True) -> None:
    """Have something said at a place in the next run of the script."""
    st.session_state[state.TUNE_MESSAGE] = (place, problem, text)


def attempt(place: str, action: Callable[[], str | None]) -> bool:
    """Do something; what comes of it, or why it is refused, is told at a place.

    Parameters
    ----------
    place
        Where the person looks: beside what was pressed.
    action
        What is done; gives what is to be told, if anything.

    Returns
    -------
    bool
        Whether it was done.
    """
    try:
        text = action()
    except (KnowledgeError, StoreError) as error:
        tell(place, str(error))
        return False
    if text:
        tell(place, text, problem=False)
    return True


def show_told(place: str) -> None:
    """What is to be said at a place, if anything."""
    told = st.session_state.get(state.TUNE_MESSAGE)
    if told is None or told[0] != place:
        return
    del st.session_state[state.TUNE_MESSAGE]
    _, problem, text = told
    (st.error if problem else st.success)(markdown_text(text))
