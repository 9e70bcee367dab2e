"""The settings of a run, in the sidebar; each is in the address too."""

from __future__ import annotations

import streamlit as st

from components import state
from components.text import markdown_text, tau_number, tau_text
from gesncd.data.dataset import Dataset
from gesncd.runs.settings import RunSettings, build_measure, noise_floor

MEASURE_NAMES = {"ncd": "NCD", "rcd": "RCD", "partial-correlation": "Partial correlation"}
_SHORT_NAMES = {"ncd": "NCD", "rcd": "RCD", "partial-correlation": "Partial corr."}
_MEASURE_TEXTS = {
    "ncd": "Neural conditional dependence: networks look for any relation that is left "
    "given the other variables. Most power, a minute or so.",
    "rcd": "Ranks and nearest neighbours, no network: any shape of relation, seconds, "
    "but less power than NCD.",
    "partial-correlation": "Squared correlation of what linear regression leaves: instant, "
    "and blind to everything that is not linear.",
}
TAU_GRID = tuple(float(f"{10 ** (exponent / 20):.3g}") for exponent in range(-80, 0))
"""20 values a decade from 0.0001 on, the same for every data set so that links mean the same."""
DEFAULTS = RunSettings()


def show_settings(dataset: Dataset) -> RunSettings:
    """The widgets, and what they are set to."""
    measure = st.segmented_control(
        "Measure of dependence",
        list(_SHORT_NAMES),
        default=DEFAULTS.measure,
        required=True,
        format_func=_SHORT_NAMES.__getitem__,
        key=state.MEASURE,
        bind="query-params",
        width="stretch",
    )
    st.caption(_MEASURE_TEXTS[measure])
    depth, width = _show_networks() if measure == "ncd" else (DEFAULTS.depth, DEFAULTS.width)
    threshold = st.container()
    with st.expander("Advanced"):
        seed = st.number_input(
            "Seed",
            min_value=0,
            max_value=2**31 - 1,
            value=DEFAULTS.seed,
            key=state.SEED,
            bind="query-params",
            help="The same data, settings and seed give the same graph.",
        )
    settings = RunSettings(measure=measure, depth=depth, width=width, seed=int(seed))
    with threshold:
        tau = _show_threshold(settings, dataset)
    return RunSettings(measure=measure, tau=tau, depth=depth, width=width, seed=int(seed))


def _show_networks() -> tuple[int, int]:
    left, right = st.columns(2)
    depth = left.slider(
        "Depth",
        1,
        6,
        DEFAULTS.depth,
        key=state.DEPTH,
        bind="query-params",
        help="Hidden layers of the networks that predict from the conditioning set.",
    )
    width = right.slider(
        "Width",
        10,
        160,
        DEFAULTS.width,
        step=10,
        key=state.WIDTH,
        bind="query-params",
        help="Units in each of these layers.",
    )
    return depth, width


def _show_threshold(settings: RunSettings, dataset: Dataset) -> float | None:
    floor = known_noise_floor(settings, dataset)
    automatic = st.toggle(
        "Automatic threshold τ",
        value=True,
        key=state.AUTO_TAU,
        bind="query-params",
        help="A score above τ counts as dependence. The automatic τ is the score that an "
        f"independent pair exceeds once in {1 / DEFAULTS.alpha:,.0f} queries.",
    )
    if automatic:
        st.caption(tau_text(floor, DEFAULTS.alpha))
        return None
    tau = st.select_slider(
        "Threshold τ",
        TAU_GRID,
        value=nearest_tau(floor),
        format_func=tau_number,
        key=state.TAU,
        bind="query-params",
        label_visibility="collapsed",
    )
    text = f"τ {tau_number(tau)}; noise reaches about {tau_number(floor)}."
    if tau < 0.95 * floor:
        text += " Below that, expect false edges."
    st.caption(markdown_text(text))
    return float(tau)


def nearest_tau(value: float) -> float:
    """The value of the slider's grid that is nearest on the log scale."""
    return min(TAU_GRID, key=lambda tau: abs(tau / value - 1) if value > 0 else tau)


def known_noise_floor(settings: RunSettings, dataset: Dataset) -> float:
    """Score that noise exceeds with probability α a query, for the data and measure."""
    return _noise_floor(dataset.sha256, settings, dataset)


@st.cache_data(show_spinner=False, max_entries=200)
def _noise_floor(sha256: str, settings: RunSettings, _dataset: Dataset) -> float:
    floor = noise_floor(settings, build_measure(settings, _dataset))
    if floor is None:
        raise ValueError(f"The measure {settings.measure!r} does not know its noise.")
    return floor
