"""A part of the page that was asked for comes into sight, and is read out."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state
from components.browser import source

_HERE = Path(__file__).parent


@cache
def _in_sight() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_replay_in_sight",
        html='<div class="spoken" role="status"></div>',
        css=(_HERE / "in_sight.css").read_text(encoding="utf-8"),
        js=source("in_sight"),
    )


def ask_for(answer: str, pressed: str = "") -> None:
    """Note that a part of the page was asked for just now, by a press and not by a link.

    Parameters
    ----------
    answer
        ``"what-if"``, ``"inside"``, or ``"stage"`` for the step itself.
    pressed
        Key of the button, which takes the focus again when the answer is closed.
    """
    st.session_state[state.REPLAY_ASKED] = (answer, str(time.time_ns()), pressed)


def answer_key(answer: str, *, large: bool) -> str:
    """Key of the container that an answer stands in; rules of style know the large one."""
    return f"{state.REPLAY_LARGE_ANSWER if large else state.REPLAY_ANSWER}-{answer}"


def bring_in_sight(answer: str, box: str, title: str, said: str = "") -> None:
    """Scroll to what was asked for just now, and focus it; takes no place.

    Parameters
    ----------
    answer
        As in :func:`ask_for`.
    box
        Key of the container that it stands in, of which this is the first part.
    title
        What screen readers call it.
    said
        What they read out when it comes, and again when it changes.
    """
    asked, when, pressed = st.session_state.get(state.REPLAY_ASKED, ("", "", ""))
    data = {
        "answer": answer,
        "box": box,
        "title": title,
        "said": said,
        "asked": when if asked == answer else "",
        "pressed": pressed if asked == answer else "",
    }
    _in_sight()(key=f"replay-arrival-{answer}", data=data)
