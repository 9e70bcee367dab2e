"""Mounting of the panel beside the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.browser import source

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Choice:
    """What was clicked in the panel, one of these.

    Parameters
    ----------
    part
        A mark to go to.
    row
        An operator to look at; an empty string ends it.
    pick
        An operator that is predicted.
    skip
        Whether the answer is to be shown without a prediction.
    chapter
        The chapter that was shown; over a slow line, the page may have gone on since.
    """

    part: int | None = None
    row: str | None = None
    pick: str | None = None
    skip: bool = False
    chapter: int | None = None


@cache
def _panel() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_replay_panel",
        html='<section class="replay-panel"></section>',
        css=(_HERE / "panel.css").read_text(encoding="utf-8"),
        js=source("replay_panel"),
    )


def replay_panel(
    content: dict[str, Any],
    *,
    key: str,
    height: int,
    large: bool,
    on_choice: Callable[[Choice], None],
) -> None:
    """Show the panel.

    Parameters
    ----------
    content
        From :func:`components.replay.panel_contents.panel_content`.
    key
        Keep it, and the panel stays mounted.
    height
        Pixels.
    large
        Whether type is large.
    on_choice
        Called before the next run of the script with what was clicked.
    """

    def chosen() -> None:
        value = st.session_state[key]["choice"]
        if value is None:
            return
        chapter = int(value["chapter"])
        if "part" in value:
            on_choice(Choice(part=int(value["part"]), chapter=chapter))
        elif "row" in value:
            on_choice(Choice(row=str(value["row"] or ""), chapter=chapter))
        elif "pick" in value:
            on_choice(Choice(pick=str(value["pick"]), chapter=chapter))
        elif value.get("skip"):
            on_choice(Choice(skip=True, chapter=chapter))

    data = {**content, "height": height, "large": large}
    _panel()(key=key, data=data, on_choice_change=chosen)
