"""What the slider is sent, and its mounting."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.browser import source
from components.text import tau_number, tau_text, unbroken

_HERE = Path(__file__).parent
TAU_GRID = tuple(float(f"{10 ** (exponent / 20):.3g}") for exponent in range(-80, 0))
"""20 values a decade from 0.0001 on, the same for every data set so that links mean the same."""
_UNKNOWN_TAU = 0.01
"""Where the handle waits while the automatic τ is still to be found."""


@cache
def _slider() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_tau_slider",
        html='<div class="tau"></div>',
        css=(_HERE / "tau_slider.css").read_text(encoding="utf-8"),
        js=source("tau_slider"),
    )


def tau_data(
    tau: float | None, floor: float | None, alpha: float, *, found_by_run: bool = False
) -> dict[str, Any]:
    """What the browser needs.

    Parameters
    ----------
    tau
        The threshold, or None for the automatic one.
    floor
        The automatic τ: what noise exceeds with probability alpha a query; None where
        no one can tell yet.
    alpha
        That level.
    found_by_run
        Where there is no floor: whether a run finds it, so that τ may be automatic; else
        τ must be given.
    """
    if floor is None:
        if tau is None and not found_by_run:
            raise ValueError("Without a noise floor there is no automatic τ; give one.")
        automatic = f"τ automatic ({unbroken('α', f'{alpha:g}')})"
        return {
            "grid": [tau_number(each) for each in TAU_GRID],
            "value": _place(_UNKNOWN_TAU if tau is None else tau),
            "automatic": tau is None,
            "floor": None,
            "foundByRun": found_by_run,
            "automaticText": f"{automatic}, found by the run" if found_by_run else "",
            "text": automatic if tau is None else tau_text(tau, None),
        }
    return {
        "grid": [tau_number(each) for each in TAU_GRID],
        "value": _place(floor if tau is None else tau),
        "automatic": tau is None,
        "floor": _place(floor),
        "foundByRun": False,
        "automaticText": tau_text(floor, alpha),
        "text": tau_text(floor, alpha) if tau is None else tau_text(tau, None),
    }


def _place(tau: float) -> float:
    """Where a value lies on the grid, in steps from its first one; between steps too."""
    place = 20 * math.log10(tau) + 80 if tau > 0 else 0.0
    return round(min(max(place, 0.0), len(TAU_GRID) - 1.0), 3)


def tau_slider(
    tau: float | None,
    floor: float | None,
    alpha: float,
    *,
    key: str,
    found_by_run: bool = False,
    on_change: Callable[[float | None], None],
) -> None:
    """Show the slider.

    Parameters
    ----------
    tau, floor, alpha, found_by_run
        As for :func:`tau_data`.
    key
        Keep it, and the slider stays mounted.
    on_change
        Called before the next run of the script with the new τ, None for automatic.
    """

    def changed() -> None:
        value = st.session_state[key]["tau"]
        if value is not None:
            place = value["place"]
            on_change(None if place is None else TAU_GRID[int(place)])

    data = tau_data(tau, floor, alpha, found_by_run=found_by_run)
    _slider()(key=key, data=data, on_tau_change=changed)
