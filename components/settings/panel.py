"""The settings of a run, in the sidebar; each is in the address too, except for knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from components import state
from components.names import SHORT_NAMES
from components.polling import rerun_page
from components.runs.engine import engine_name, engine_text
from components.settings.advanced import show_advanced
from components.settings.estimate import (
    earlier_s,
    earlier_text,
    estimate_text,
    expected_rate,
    like_runs,
    like_text,
    memory_words,
)
from components.settings.knowledge_panel import show_knowledge
from components.settings.memory import columns_of, is_worth_trying, memory_trials, needed_mb
from components.settings.ncd_panel import show_networks
from components.settings.pace import pace_trials
from components.store import recent_runs
from components.tau_slider import tau_slider
from components.text import markdown_text
from gesncd.data.dataset import Dataset
from gesncd.engine import LOCAL
from gesncd.runs.machine.free_memory import free_mb
from gesncd.runs.planning.memory_advice import fits
from gesncd.runs.store.records import RunRecord
from gesncd.settings.calibration import (
    CALIBRATION,
    CALIBRATION_QUERIES,
    calibrates,
    judged_in_sample,
    same_noise,
)
from gesncd.settings.on_data import build_measure, noise_floor
from gesncd.settings.run_settings import RunSettings

_MEASURE_TEXTS = {
    "ncd": "Neural conditional dependence: any relation; seconds to minutes.",
    "rcd": "Ranks and nearest neighbours: any relation, less power; seconds.",
    "partial-correlation": "Squared correlation of what linear regression leaves: instant, "
    "and blind to everything that is not linear.",
}
_WHICH = (
    "Start with NCD, the default: its networks look for any relation that is left given the "
    "other variables, curved ones too, with the most power. Take RCD for a first look, for "
    "thousands of rows, or to check NCD by other means. Take partial correlation where "
    "relations are linear, or to see what a linear method would find."
)
DEFAULTS = RunSettings()
_TRIAL_POLL_S = 0.7
_FLOOR_TO_COME = (
    "Judged on the rows they were trained on: the noise floor is not known before the run. With τ "
    f"automatic it comes first, {CALIBRATION}. The paper set 0.005 by hand."
)
_FLOOR_FOUND = (
    f"Noise floor {CALIBRATION}, in an earlier run. It holds on average, not for every pair. The "
    "paper set 0.005 by hand."
)


def show_settings(
    dataset: Dataset, record: RunRecord | None = None, candidates: Sequence[str] = ()
) -> RunSettings | None:
    """The widgets, and what they are set to.

    None while background knowledge has a problem, or the device is not there. ``candidates``
    has the variables that may come first.
    """
    measure = st.segmented_control(
        "Measure of dependence",
        list(SHORT_NAMES),
        default=DEFAULTS.measure,
        required=True,
        format_func=SHORT_NAMES.__getitem__,
        key=state.MEASURE,
        bind="query-params",
        width="stretch",
        help=_WHICH,
    )
    st.caption(_MEASURE_TEXTS[measure])
    networks, depth, width = DEFAULTS.networks, DEFAULTS.depth, DEFAULTS.width
    # One box, whatever it holds: what follows keeps its place when the measure changes, else it
    # would be drawn anew and fold.
    with st.container():
        # τ comes first: it is what most people set, and it must be in sight on a low screen.
        threshold = st.container()
        if measure == "ncd":
            networks, depth, width = show_networks()
    knowledge = show_knowledge(dataset, record, candidates)
    advanced = show_advanced(dataset.n_variables, networks if measure == "ncd" else None)
    device = advanced.pop("device")
    plain = RunSettings(measure=measure, networks=networks, depth=depth, width=width, **advanced)
    with threshold:
        tau = _show_threshold(plain, dataset, record)
    if knowledge is None or device is None:
        return None
    return replace(plain, tau=tau, knowledge=knowledge, device=device)


def show_estimate(settings: RunSettings, dataset: Dataset) -> None:
    """How long Run will take: at once by earlier runs or a guess, then by a short trial."""
    pace_trials().begin(settings, dataset)
    going_on = _trials_go_on(settings, dataset)
    st.fragment(_show_estimate, run_every=_TRIAL_POLL_S if going_on else None)(
        settings, dataset, going_on
    )


def _trials_go_on(settings: RunSettings, dataset: Dataset) -> bool:
    """Whether a trial of pace or memory goes on; the second begins when the first is over."""
    if pace_trials().is_going_on(settings, dataset):
        return True
    asked = (settings, columns_of(dataset), dataset.n_rows)
    if is_worth_trying(*asked):
        memory_trials().begin(*asked)
    return memory_trials().is_going_on(*asked)


def _show_estimate(settings: RunSettings, dataset: Dataset, polling: bool) -> None:
    tried = pace_trials().rate(settings, dataset)
    if polling and not _trials_go_on(settings, dataset):
        # Once more as a whole, without the timer.
        rerun_page()
    rate = tried or expected_rate(recent_runs(), settings, dataset.n_rows)
    engine = engine_text()
    here = engine == LOCAL and settings.device == "cpu"
    memory = needed_mb(settings, columns_of(dataset), dataset.n_rows) if here else None
    took = earlier_s(recent_runs(), settings, dataset.sha256) if engine == LOCAL else None
    like = like_runs(recent_runs(), settings, dataset.sha256) if engine == LOCAL else None
    if took is not None:
        text = earlier_text(took, memory_mb=memory)
    elif like is not None:
        text = like_text(like, memory_mb=memory)
    else:
        text = estimate_text(
            rate,
            dataset.n_variables,
            dataset.n_rows,
            tried=tried is not None,
            memory_mb=memory,
            first=CALIBRATION_QUERIES if calibrates(settings) else 0,
        )
    st.caption(markdown_text(text))
    if engine != LOCAL:
        st.caption(markdown_text(f"That is on this machine; Run uses {engine_name(engine)}."))
    free = free_mb()
    if memory is not None and free is not None and not fits(memory, free):
        st.warning(
            f"About {memory_words(memory)} of memory are needed and {memory_words(free)} are free: "
            "the system may end the search. Choose fewer columns or a sample of the rows on "
            "the page Data.",
            icon=":material/memory_alt:",
        )


def _show_threshold(
    settings: RunSettings, dataset: Dataset, record: RunRecord | None
) -> float | None:
    floor = known_noise_floor(settings, dataset, record)
    addressed = st.query_params.get(state.TAU)
    tau = addressed_tau(addressed)
    if tau is None and addressed is not None:
        # The address holds what is shown.
        st.query_params.pop(state.TAU, None)
    in_sample = judged_in_sample(settings)
    if in_sample:
        st.caption(_FLOOR_TO_COME if floor is None else _FLOOR_FOUND)
    tau_slider(
        tau,
        floor,
        settings.alpha,
        key="tau-slider",
        found_by_run=in_sample,
        on_change=_choose_tau,
    )
    return tau


def addressed_tau(text: str | None) -> float | None:
    """The threshold that an address names; None for the automatic one, or for no threshold."""
    try:
        tau = float(text or "")
    except ValueError:
        return None
    return tau if 0 < tau < 1 else None


def _choose_tau(tau: float | None) -> None:
    if tau is None:
        st.query_params.pop(state.TAU, None)
    else:
        st.query_params[state.TAU] = f"{tau:g}"


def known_noise_floor(
    settings: RunSettings, dataset: Dataset, record: RunRecord | None = None
) -> float | None:
    """Score that noise exceeds with probability α a query; None where no one can tell yet.

    Parameters
    ----------
    settings, dataset
        What is about to run.
    record
        The run that is shown. Where the floor is found by a run, this one or an earlier one
        with the same settings may have it.
    """
    if not judged_in_sample(settings):
        return _noise_floor(dataset.sha256, settings, dataset)
    for run in (*([] if record is None else [record]), *recent_runs()):
        found = run.noise_floor if calibrates(run.settings) else None
        if found and run.dataset_sha256 == dataset.sha256 and same_noise(run.settings, settings):
            return found
    return None


@st.cache_data(show_spinner=False, max_entries=200)
def _noise_floor(sha256: str, settings: RunSettings, _dataset: Dataset) -> float | None:
    return noise_floor(settings, build_measure(settings, _dataset))
