"""What can be set of NCD: the kind of its networks, their size, and each part by itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from components import state
from components.runs.engine import engine_text
from components.text import markdown_text
from gesncd.engine import VARIABLE, EngineError
from gesncd.measures.ncd.settings import LEAST_DEPTH
from gesncd.settings.device import Automatic, automatic_device, chosen_device
from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import NcdParts, ncd_settings, usable_parts
from gesncd.settings.run_settings import RunSettings, trains_networks

DEVICE_NAMES: Final = {"auto": "Auto", "cpu": "CPU", "cuda": "GPU"}
NETWORK_NAMES: Final = {"radial": "Radial", "perceptron": "Trained", "paper": "Paper"}
_NETWORK_TEXT: Final = (
    "Radial networks have one layer that is solved for exactly: quick, and the default. "
    "Trained ones are perceptrons, with the depth and width you choose. Paper is the "
    "published recipe: perceptrons judged on the rows they were trained on. No formula gives "
    "their noise floor; the run finds it on permuted data."
)
_DEFAULTS: Final = RunSettings()
_DEVICE_S: Final = 60.0
"""For so long it is remembered which devices there are; workers come and go."""


@dataclass(frozen=True, slots=True)
class _Number:
    """A part that is a number: its label, limits, step and help."""

    label: str
    low: float
    high: float
    step: float
    text: str


_NUMBERS: Final[Mapping[str, _Number]] = {
    "restarts": _Number(
        "Restarts", 1, 20, 1, "Random splits or initialisations whose results are averaged."
    ),
    "units": _Number("Units f, g", 10, 400, 10, "Radial units of the test functions."),
    "regressor_units": _Number("Units h, l", 20, 600, 20, "Radial units of the regressors on Z."),
    "landmarks": _Number(
        "Landmarks", 20, 1000, 20, "Points that span the kernel ridge regression on Z."
    ),
    "outer_steps": _Number("T_t", 1, 200, 1, "Ascent steps of the test functions f and g."),
    "inner_steps": _Number("T_r", 1, 50, 1, "Steps of the regressors h and l before each."),
    "learning_rate": _Number("Rate", 0.0001, 0.5, 0.005, "Learning rate of Adam."),
    "test_depth": _Number("Depth f, g", 1, 6, 1, "Layers of the test functions."),
    "test_width": _Number("Width f, g", 2, 160, 2, "Units of each of their layers."),
}
_SWITCHES: Final = {
    "cross_fit": (
        "Two folds",
        "Each half of the rows is judged by networks trained on the other. Without it scores of "
        "independent variables are not near 0, and the automatic τ is found on permuted data.",
    ),
    "remove_predictable": (
        "Remove the predictable part",
        "What linear and kernel ridge regression on Z predict of X and Y is taken away first.",
    ),
    "spectral_norm": ("Spectral norm", "Weights are divided by their largest singular value."),
}
_INPUTS: Final = {"rank": "Ranks", "standard": "Standardised", "both": "Both"}


def show_networks() -> tuple[str, int, int]:
    """Kind of networks, depth and width."""
    networks = st.segmented_control(
        "Networks",
        list(NETWORK_NAMES),
        default=_DEFAULTS.networks,
        required=True,
        format_func=NETWORK_NAMES.__getitem__,
        key=state.NETWORKS,
        bind="query-params",
        width="stretch",
        help=_NETWORK_TEXT,
    )
    if networks == "radial":
        return networks, _DEFAULTS.depth, _DEFAULTS.width
    left, right = st.columns(2)
    depth = left.slider(
        "Depth",
        LEAST_DEPTH,
        6,
        _DEFAULTS.depth,
        key=state.DEPTH,
        bind="query-params",
        help="Layers of the networks that predict from the conditioning set. A single one could "
        f"not take away what depends on it. Default {_DEFAULTS.depth}.",
    )
    width = right.slider(
        "Width",
        10,
        160,
        _DEFAULTS.width,
        step=10,
        key=state.WIDTH,
        bind="query-params",
        help=f"Units in each of these layers. Default {_DEFAULTS.width}.",
    )
    return networks, depth, width


def show_device(networks: str) -> str | None:
    """Where perceptrons are trained, with what the choice comes to here.

    None where that is not possible here; it is said why.
    """
    if not trains_networks("ncd", networks):
        st.caption("Radial networks are solved for on the CPU; a GPU is for trained ones.")
        return "cpu"
    choice = st.selectbox(
        "Device",
        list(DEVICE_NAMES),
        format_func=DEVICE_NAMES.__getitem__,
        key=state.DEVICE,
        bind="query-params",
        help="Where the networks are trained. Scores on a GPU differ from those on the CPU by "
        "rounding, and are kept apart. Auto takes a GPU where there is one.",
    )
    automatic, problem = _automatic_device(engine_text())
    if choice != "auto":
        problem = _problem_with(choice, networks, engine_text())
    if problem:
        st.error(markdown_text(problem), icon=":material/memory:")
        return None
    if choice == "auto":
        text = f"Auto: the {DEVICE_NAMES[automatic.device]}, {automatic.why}."
        st.caption(markdown_text(text))
        return automatic.device
    return choice


@st.cache_data(show_spinner="Looking for a GPU", ttl=_DEVICE_S)
def _automatic_device(engine: str) -> tuple[Automatic, str]:
    """What auto means here, and what is wrong where that cannot be told or is not there."""
    try:
        found = automatic_device({**os.environ, VARIABLE: engine})
    except (SettingsError, EngineError) as error:
        return Automatic("cpu", "because no other device could be found"), str(error)
    return found, _problem_with(found.device, "perceptron", engine)


def _problem_with(device: str, networks: str, engine: str) -> str:
    """Why a run cannot use a device, for people; empty where it can."""
    try:
        chosen_device(device, "ncd", networks, {**os.environ, VARIABLE: engine})
    except (SettingsError, EngineError) as error:
        return str(error)
    return ""


def show_parts(networks: str) -> NcdParts:
    """A widget for each part that the networks have a use for, and what was changed."""
    usual = ncd_settings(networks, _DEFAULTS.depth, _DEFAULTS.width, 0, NcdParts()).as_dict()
    chosen: dict[str, Any] = {}
    places = st.columns(2)
    numbers = [name for name in _NUMBERS if name in usable_parts(networks)]
    for k, name in enumerate(numbers):
        with places[k % 2]:
            chosen[name] = _show_number(name, _NUMBERS[name], usual[name])
    if "inputs" in usable_parts(networks):
        chosen["inputs"] = st.selectbox(
            "Inputs",
            list(_INPUTS),
            index=list(_INPUTS).index(str(usual["inputs"])),
            format_func=_INPUTS.__getitem__,
            key=state.part_key("inputs"),
            bind="query-params",
            help=_with_default("What the networks see of a column.", _INPUTS[usual["inputs"]]),
        )
    for name, (label, text) in _SWITCHES.items():
        if name in usable_parts(networks):
            chosen[name] = st.toggle(
                label,
                value=bool(usual[name]),
                key=state.part_key(name),
                bind="query-params",
                help=_with_default(text, "on" if usual[name] else "off"),
            )
    changed = [_label(name) for name, value in chosen.items() if value != usual[name]]
    if changed:
        st.caption(f":material/edit: Changed from the default: {', '.join(changed)}.")
    return NcdParts(**{name: value for name, value in chosen.items() if value != usual[name]})


def _show_number(name: str, number: _Number, usual: Any) -> int | float:
    whole = isinstance(usual, int)
    kind = int if whole else float
    value = st.number_input(
        number.label,
        min_value=kind(number.low),
        max_value=kind(number.high),
        value=kind(usual),
        step=kind(number.step),
        format="%d" if whole else "%.4f",
        key=state.part_key(name),
        bind="query-params",
        help=_with_default(number.text, f"{usual:g}"),
    )
    return kind(value)


def _with_default(text: str, usual: str) -> str:
    return f"{text} Default {usual[:1].lower()}{usual[1:]}."


def _label(name: str) -> str:
    if name in _NUMBERS:
        return _NUMBERS[name].label
    return _SWITCHES[name][0] if name in _SWITCHES else "Inputs"


def parts_address(parts: NcdParts) -> dict[str, str]:
    """Parts as the address holds them."""
    return {state.part_key(name): _address_text(value) for name, value in parts.to_dict().items()}


def _address_text(value: int | float | str | bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    # Of a choice the address holds the words that are shown.
    return _INPUTS.get(value, value) if isinstance(value, str) else f"{value}"
