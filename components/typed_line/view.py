"""The line as a component: what it is sent, and what it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.browser import source

_HERE = Path(__file__).parent


@cache
def _line() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_typed_line",
        html='<div class="typed"></div>',
        css=(_HERE / "typed_line.css").read_text(encoding="utf-8"),
        js=source("typed_line"),
    )


def typed_data(
    names: Sequence[str],
    answer: tuple[str, bool] | None,
    *,
    enforced: bool = False,
    problem: str = "",
) -> dict[str, Any]:
    """What the browser needs.

    Parameters
    ----------
    names
        The variables, in node order.
    answer
        The number of what was typed last, and whether it was taken: what was not stays
        in the line to be mended.
    enforced
        Whether a search is to obey what is typed: then only what it can obey is offered.
    problem
        What is wrong with it, to be told under the line; empty where nothing is, or where it
        is told elsewhere.
    """
    seq, taken = answer or ("", False)
    return {
        "names": list(names),
        "answered": seq,
        "taken": taken,
        "enforced": enforced,
        "problem": problem,
    }


def typed_line(
    names: Sequence[str],
    answer: tuple[str, bool] | None,
    *,
    key: str,
    on_say: Callable[[str, str], None],
    enforced: bool = False,
    problem: str = "",
) -> None:
    """Show the line.

    Parameters
    ----------
    names, answer, enforced, problem
        As for :func:`typed_data`.
    key
        Keep it, and the line stays mounted.
    on_say
        Called before the next run of the script with what was typed, which may be several
        lines, and its number.
    """

    def said() -> None:
        value = st.session_state[key]["say"]
        if value is not None:
            on_say(str(value["text"]), str(value["seq"]))

    data = typed_data(names, answer, enforced=enforced, problem=problem)
    _line()(key=key, data=data, on_say_change=said)
