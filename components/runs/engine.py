"""Which engine answers: the app's one setting that is about machines, and a trial of it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components import state
from components.store import run_store
from components.text import count, markdown_text
from gesncd.engine import LOCAL, EngineError, dask_text
from gesncd.runs.engine_setting import EngineChoice, choose_engine, engine_choice, try_engine
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.capacity import Capacity

_LOCAL, _DASK, _RAY = "local", "dask", "ray"
_KINDS: Final = {_LOCAL: "This machine", _DASK: "Dask cluster", _RAY: "Ray"}
_USED_BY: Final = (
    "Searches, τ-paths, grids, replicates and rehearsals that begin later use it, and give the "
    "same results on machines of one kind."
)
_NEEDED: Final = {
    _DASK: "Scheduler and workers need this release, and the packages of "
    "`requirements-cluster.txt`, which this machine needs too. Name only a scheduler that you "
    "trust: whoever controls it can run programs on this machine as you.",
    _RAY: "This machine and the workers need the packages of `requirements-cluster.txt` and "
    "`ray`. Without the variable `RAY_ADDRESS`, Ray starts on this machine.",
}


def engine_text() -> str:
    """The engine that runs use from now on; this machine where the store cannot be read."""
    try:
        return engine_choice(run_store()).text
    except StoreError:
        return LOCAL


def engine_name(text: str) -> str:
    """For people: what a setting's text names."""
    if text == LOCAL:
        return "this machine"
    if text == _RAY:
        return "Ray"
    scheme, separator, address = text.partition("://")
    if separator and scheme.startswith(_DASK):
        return f"the Dask cluster at {address}"
    return text


def show_engine() -> None:
    """A lid with the engine in use; under it what else there is.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    choice = engine_choice(run_store())
    with st.popover(f"Engine: {_short(choice.text)}", icon=":material/memory:", width="stretch"):
        st.markdown("**Who computes**")
        if choice.fixed:
            _show_fixed(choice)
        else:
            _show_choice(choice)


def _short(text: str) -> str:
    kind = _kind(text)
    return markdown_text(text) if kind is None else _KINDS[kind].lower().replace("dask", "Dask")


def _kind(text: str) -> str | None:
    """Which of the kinds a text names; None for another backend of joblib."""
    if text in (_LOCAL, _RAY):
        return text
    return _DASK if text.startswith(_DASK) else None


def _show_fixed(choice: EngineChoice) -> None:
    name = markdown_text(engine_name(choice.text))
    if choice.by_environment:
        st.markdown(f"Set to {name} by `GESNCD_ENGINE`, and fixed while the app runs so.")
        if choice.text != LOCAL:
            _show_trial(choice.text)
        return
    st.markdown(
        f"Set to {name}. Several people share this server; whoever runs it sets another engine "
        "with `GESNCD_ENGINE`."
    )


def _show_choice(choice: EngineChoice) -> None:
    kind = st.radio(
        "Engine",
        list(_KINDS),
        index=list(_KINDS).index(_kind(choice.text) or _LOCAL),
        format_func=_KINDS.__getitem__,
        key=state.ENGINE_KIND,
        label_visibility="collapsed",
        horizontal=True,
    )
    text = _LOCAL
    if kind == _RAY:
        text = _RAY
    elif kind == _DASK:
        before = choice.text if _kind(choice.text) == _DASK else ""
        text = _asked_address(before)
    if kind == _LOCAL:
        cpus = Capacity.of().cpus
        st.caption(f"{count(cpus, 'processor')} for all runs and tasks together.")
    else:
        st.caption(_NEEDED[kind])
    st.caption(_USED_BY)
    if text and kind != _LOCAL:
        _show_trial(text)
    st.button(
        "In use" if text == choice.text else "Use from now on",
        key="engine-use",
        type="primary",
        disabled=not text or text == choice.text,
        on_click=_use,
        args=(text,),
    )
    problem = st.session_state.pop(state.ENGINE_PROBLEM, None)
    if problem:
        st.error(markdown_text(problem))


def _asked_address(before: str) -> str:
    """The text of the scheduler that is asked for; empty while there is none."""
    address = st.text_input(
        "Address of the scheduler",
        value=before.removeprefix("dask://"),
        key=state.ENGINE_ADDRESS,
        placeholder="10.0.0.7:8786",
        help="Host and port that Dask's scheduler printed when it was started.",
    )
    if not address.strip():
        return ""
    try:
        return dask_text(address)
    except EngineError as error:
        st.error(markdown_text(str(error)))
        return ""


def _use(text: str) -> None:
    try:
        choose_engine(run_store(), text)
    except StoreError as error:
        st.session_state[state.ENGINE_PROBLEM] = str(error)


def _show_trial(text: str) -> None:
    if st.button("Test connection", key="engine-test"):
        with st.spinner("Asking the workers"):
            st.session_state[state.ENGINE_TRIAL] = (text, *_trial(text))
    asked, works, words = st.session_state.get(state.ENGINE_TRIAL, ("", False, ""))
    if asked != text:
        return
    if works:
        st.success(markdown_text(words), icon=":material/check:")
    else:
        st.error(markdown_text(words), icon=":material/link_off:")


def _trial(text: str) -> tuple[bool, str]:
    """Whether an engine works, and what to say of it."""
    try:
        found = try_engine(text)
    except EngineError as error:
        return False, str(error)
    workers, machines = count(found.n_workers, "worker"), count(found.n_machines, "machine")
    processors = count(found.n_processors, "processor")
    return True, f"{found.name}: {workers} on {machines} with {processors}. They can do the work."
