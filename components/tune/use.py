"""Taking settings from the page to Discover."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from components import state
from components.router import DISCOVER
from components.runs.actions import settings_address
from components.settings.knowledge_panel import AttachedKnowledge
from gesncd.runs.store.records import RunRecord
from gesncd.search.plateaus import TauPath
from gesncd.settings.run_settings import RunSettings


def show_use(
    record: RunRecord,
    settings: RunSettings,
    path: TauPath,
    tau_auto: float | None,
    line: Callable[[], float],
) -> None:
    """The button that takes the settings and the line's τ to Discover.

    Parameters
    ----------
    record, settings
        The run, and its settings with what is enforced now.
    path, tau_auto
        The path, and the automatic τ; None where there is none.
    line
        Tells where the line stands, when the button is pressed.
    """
    if st.button(
        "Use these settings and the line's τ",
        key="tune-use-settings",
        icon=":material/arrow_forward:",
        help="Discover opens with them set; press Run there.",
    ):
        tau = line()
        is_auto = tau_auto is not None and math.isclose(tau, tau_auto, rel_tol=1e-9)
        go_to_discover(record, replace(settings, tau=None if is_auto else written_tau(path, tau)))


def written_tau(path: TauPath, tau: float) -> float:
    """A threshold in six digits, as an address holds it, that leads to the very same graph."""
    rounded = float(f"{tau:.6g}")
    plateau = path.at(tau)
    if plateau.tau_low <= rounded < plateau.tau_high and rounded < 1:
        return rounded
    high = min(plateau.tau_high, 1.0)
    return float(f"{math.sqrt(plateau.tau_low * high):.6g}")


def go_to_discover(record: RunRecord, settings: RunSettings) -> None:
    """Open Discover on a run's data with settings set.

    What :func:`~components.runs.actions.settings_address` cannot say, knowledge, goes along
    in this tab.
    """
    # What the tab still holds of other data must not cover the run's.
    st.session_state.pop(state.UPLOAD, None)
    st.session_state[state.KNOWLEDGE] = (
        None
        if settings.knowledge.is_empty
        else AttachedKnowledge("Enforced on Tune", settings.knowledge)
    )
    st.switch_page(DISCOVER, query_params={state.RUN: record.id, **settings_address(settings)})
