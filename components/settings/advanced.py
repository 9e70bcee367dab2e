"""The settings that few people change, folded in the sidebar."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components import state
from components.settings.ncd_panel import show_device, show_parts
from components.text import number
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

ALPHAS = (0.05, 0.01, 0.001, 0.0001)
_DEFAULTS = RunSettings()


def show_advanced(n_variables: int, networks: str | None) -> dict[str, Any]:
    """Settings by name that few people change."""
    with st.expander("Advanced"):
        alpha = st.selectbox(
            "Level α of the automatic threshold",
            ALPHAS,
            index=ALPHAS.index(_DEFAULTS.alpha),
            format_func=lambda level: f"{level:g}",
            key=state.ALPHA,
            bind="query-params",
            help="An independent pair exceeds the automatic τ with this probability a query. "
            f"Default {_DEFAULTS.alpha:g}.",
        )
        pairs = n_variables * (n_variables - 1) // 2
        st.caption(f"At least about {number(alpha * pairs)} false edges over {pairs:,} pairs.")
        seed = st.number_input(
            "Seed",
            min_value=0,
            max_value=2**31 - 1,
            value=_DEFAULTS.seed,
            key=state.SEED,
            bind="query-params",
            help=f"The same data, settings and seed give the same graph. Default {_DEFAULTS.seed}.",
        )
        max_conditioning = st.number_input(
            "Largest conditioning set",
            min_value=0,
            value=None,
            placeholder="no limit",
            key=state.MAX_CONDITIONING,
            bind="query-params",
            help="Leave empty unless dense graphs take too long: a limit can hide independences.",
        )
        max_subset = st.number_input(
            "Largest set T or H of an operator",
            min_value=0,
            value=None,
            placeholder="no limit",
            key=state.MAX_SUBSET,
            bind="query-params",
            help="How many neighbours one step may turn at once. Leave empty unless dense graphs "
            "take too long.",
        )
        screen = st.number_input(
            "Candidate partners of a variable",
            min_value=1,
            value=None,
            placeholder="all",
            key=state.SCREEN,
            bind="query-params",
            help="Only so many, those most strongly tied to it given nothing, may be joined to "
            "it. For hundreds of variables; it can lose edges. Leave empty otherwise.",
        )
        parts = NcdParts()
        device: str | None = _DEFAULTS.device
        if networks is not None:
            st.markdown(
                "**Parts of NCD**",
                help="How its networks are built and trained. Each has the default of the kind of "
                "networks chosen above, until you change it.",
            )
            parts = show_parts(networks)
            device = show_device(networks)
    return {
        "alpha": float(alpha),
        "seed": int(seed),
        "max_conditioning": _cap(max_conditioning),
        "max_subset": _cap(max_subset),
        "screen": _cap(screen),
        "ncd": parts,
        "device": device,
    }


def _cap(value: float | None) -> int | None:
    return None if value is None else int(value)
