"""Mounting of the scrubber under the graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state
from components.browser import source
from components.replay.story import Story

_HERE = Path(__file__).parent


@cache
def _scrubber() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_replay_scrubber",
        html='<div class="scrubber" role="group" aria-label="Replay controls"></div>',
        css=(_HERE / "scrubber.css").read_text(encoding="utf-8"),
        js=source("replay_scrubber"),
    )


def scrubber_data(
    story: Story,
    moment: int,
    *,
    waiting: bool,
    large: bool,
    tells: bool = False,
    height: int = 0,
    subject: str = "",
) -> dict[str, Any]:
    """What the browser needs.

    Parameters
    ----------
    story
        All chapters.
    moment
        Where the reader stands.
    waiting
        Whether the step must be predicted before it is shown.
    large
        Whether type is large.
    tells
        Whether there is text above the stage: the scrubber gives the stage the room that is
        left, anew whenever what it is sent changes.
    height
        Of graph and panel in pixels, where type is not large and there is room for it.
    subject
        Names what is replayed.
    """
    return {
        "subject": subject,
        "n": story.n_moments,
        "at": moment,
        "waiting": waiting,
        "large": large,
        "tells": tells,
        "height": height,
        "chapters": [
            {
                "at": start,
                "n": chapter.n_parts,
                "label": chapter.label,
                "phase": chapter.phase.value,
                "step": None if chapter.step is None else chapter.step.index,
            }
            for start, chapter in zip(story.starts, story.chapters, strict=True)
        ],
    }


def scrubber(
    data: dict[str, Any],
    *,
    key: str,
    on_go: Callable[[int], None],
    on_large: Callable[[bool], None],
) -> None:
    """Show the scrubber.

    Parameters
    ----------
    data
        From :func:`scrubber_data`.
    key
        Keep it, and the scrubber stays mounted.
    on_go
        Called before the next run of the script with the moment to go to.
    on_large
        Called likewise when full screen is entered or left.
    """

    def went() -> None:
        value = st.session_state[key]["go"]
        # What was asked of another search comes too late.
        if value is not None and value["subject"] == data["subject"]:
            st.session_state[state.REPLAY_ANSWERED] = value["serial"]
            on_go(int(value["moment"]))

    def enlarged() -> None:
        value = st.session_state[key]["large"]
        if value is not None:
            on_large(bool(value["on"]))

    # So that the scrubber tells the answer to its question from what was on its way before.
    data = {**data, "answered": st.session_state.get(state.REPLAY_ANSWERED)}
    _scrubber()(key=key, data=data, on_go_change=went, on_large_change=enlarged)
