"""Mounting of the panel."""

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
    """What was clicked: a step, or the nodes to look at (none goes back to the steps)."""

    step: int | None = None
    focus: tuple[int, ...] | None = None


@cache
def _panel() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_detail_panel",
        html='<section class="panel" aria-live="polite"></section>',
        css=(_HERE / "detail_panel.css").read_text(encoding="utf-8"),
        js=source("detail_panel"),
    )


def detail_panel(content: dict[str, Any], *, key: str, on_choice: Callable[[Choice], None]) -> None:
    """Show the panel.

    Parameters
    ----------
    content
        From :mod:`components.detail_panel.contents`.
    key
        Keep it, and the panel stays mounted.
    on_choice
        Called before the next run of the script with what was clicked.
    """

    def chosen() -> None:
        value = st.session_state[key]["choice"]
        if value is None:
            return
        if "step" in value:
            on_choice(Choice(step=int(value["step"])))
        else:
            on_choice(Choice(focus=tuple(int(node) for node in value["focus"])))

    _panel()(key=key, data=content, on_choice_change=chosen)
