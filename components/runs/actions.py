"""What can be done with a run from the list."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import streamlit as st

from components import state
from components.names import SHORT_NAMES
from components.router import DISCOVER
from components.runs.owner import admit_capsule
from components.settings.ncd_panel import DEVICE_NAMES, NETWORK_NAMES, parts_address
from components.store import run_store
from components.text import markdown_text
from gesncd.runs.capsule.capsule import SUFFIX, export_run, import_run
from gesncd.runs.errors import StoreError
from gesncd.runs.last_run import goes_with
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.upkeep import delete_run
from gesncd.runs.workers.launch import launch
from gesncd.settings.ncd_parts import NcdParts
from gesncd.settings.run_settings import RunSettings

MESSAGE_S: Final = 8.0
"""How long what an action has to say stays, at least."""

_LEFT_AT_HOME: Final = "A capsule holds no true graphs, stability or other checks: do those again."

SETTING_NAMES: Final = frozenset(
    {
        state.MEASURE,
        state.TAU,
        state.ALPHA,
        state.NETWORKS,
        state.DEPTH,
        state.WIDTH,
        state.SEED,
        state.MAX_CONDITIONING,
        state.MAX_SUBSET,
        state.SCREEN,
        state.DEVICE,
        *(state.part_key(field.name) for field in fields(NcdParts)),
    }
)
"""Names of all settings in the address; see :func:`settings_address`."""


def _act(action: Callable[[RunStore], object]) -> bool:
    try:
        action(run_store())
    except StoreError as error:
        _say(str(error), is_problem=True)
        return False
    return True


@dataclass(slots=True)
class Message:
    """What an action has to say, and when it was first shown, by a clock that never goes back."""

    text: str
    is_problem: bool
    shown: float | None = None


def _say(text: str, *, is_problem: bool = False) -> None:
    st.session_state[state.RUNS_MESSAGE] = Message(text, is_problem)


def unfold(run_id: str) -> None:
    """Show or hide a run's details."""
    st.session_state[state.RUNS_DELETING] = None
    known = st.session_state.get(state.RUNS_OPENED)
    st.session_state[state.RUNS_OPENED] = None if known == run_id else run_id


def save_label(run_id: str, name_key: str, note_key: str) -> None:
    """Keep the name and the note that were typed."""
    name, note = st.session_state[name_key], st.session_state[note_key]
    _act(lambda store: store.label(run_id, name=name, note=note))


def set_pin(run_id: str, pinned: bool) -> None:
    """Pin or unpin a run."""
    _act(lambda store: store.label(run_id, pinned=pinned))


def ask_to_delete(run_id: str | None) -> None:
    """Ask once; None takes the question back."""
    st.session_state[state.RUNS_DELETING] = run_id


def lost_with(run_id: str) -> str:
    """What else goes if a run is deleted, in a sentence; empty where nothing does."""
    try:
        gone = goes_with(run_store(), run_id)
    except StoreError as error:
        return str(error)
    return "" if gone is None else gone.sentence


def delete(run_id: str, title: str) -> None:
    """Delete a run for good."""
    st.session_state[state.RUNS_DELETING] = None
    if _act(lambda store: delete_run(store, run_id)):
        st.session_state[state.RUNS_OPENED] = None
        st.session_state.pop(state.run_tick_key(run_id), None)
        _say(f"{title} was deleted.")


def stop(run_id: str) -> None:
    """Stop a run, keeping what it found."""
    _act(lambda store: store.request_stop(run_id))


def resume(run_id: str) -> None:
    """Go on with a run that ended early."""
    _act(lambda store: launch(store, run_id))


def open_run(record: RunRecord, page: Path = DISCOVER) -> None:
    """Show a run on a page that shows one."""
    _forget_draft()
    st.switch_page(
        page, query_params=run_address(record) if page == DISCOVER else {state.RUN: record.id}
    )


def run_address(record: RunRecord) -> dict[str, str]:
    """Where Discover shows a run with its settings set: what Run would do, and how long it took.

    Otherwise the settings beside a run would be those of another one.
    """
    return {state.RUN: record.id, **settings_address(record.settings)}


def duplicate(record: RunRecord) -> None:
    """Show a run on Discover with its settings set, to be changed and run again."""
    _forget_draft()
    st.switch_page(DISCOVER, query_params=run_address(record))


def settings_address(settings: RunSettings) -> dict[str, str]:
    """Settings as Discover reads them from the address; knowledge comes with the run."""
    address = {
        state.MEASURE: SHORT_NAMES[settings.measure],
        state.ALPHA: f"{settings.alpha:g}",
        state.SEED: str(settings.seed),
    }
    if settings.measure == "ncd":
        address[state.NETWORKS] = NETWORK_NAMES[settings.networks]
        address |= parts_address(settings.ncd)
    if settings.measure == "ncd" and settings.networks != "radial":
        address |= {state.DEPTH: str(settings.depth), state.WIDTH: str(settings.width)}
        address[state.DEVICE] = DEVICE_NAMES[settings.device]
    for key, value in (
        (state.TAU, settings.tau),
        (state.MAX_CONDITIONING, settings.max_conditioning),
        (state.MAX_SUBSET, settings.max_subset),
        (state.SCREEN, settings.screen),
    ):
        if value is not None:
            address[key] = f"{value:g}"
    return address


def _forget_draft() -> None:
    # What a tab still holds of other data must not cover the run that is opened.
    for key in (state.UPLOAD, state.KNOWLEDGE):
        st.session_state.pop(key, None)


def capsule_bytes(run_id: str, with_data: bool, owner: str) -> bytes:
    """A run as a capsule, with what its exporter said of its data."""
    target = io.BytesIO()
    export_run(run_store(), run_id, target, with_data=with_data, owner=owner)
    return target.getvalue()


def capsule_name(record: RunRecord, with_data: bool) -> str:
    """A file name that every system accepts, and that says whether the rows are in the file."""
    stem = re.sub(r"[^A-Za-z0-9]+", "_", record.title).strip("_").lower()[:60] or "run"
    rows = "with_data" if with_data else "without_data"
    return f"{stem}_{record.id[:6]}_{rows}{SUFFIX}"


def take_capsule(content: bytes, name: str) -> None:
    """Add the run of a capsule."""
    st.session_state[state.RUNS_CAPSULES] = st.session_state.get(state.RUNS_CAPSULES, 0) + 1
    try:
        store = run_store()
        owner = admit_capsule(store, len(content))
        imported = import_run(store, io.BytesIO(content), owner=owner)
        title = store.run(imported.run_id).title
    except StoreError as error:
        _say(f"{name} was not opened. {error}", is_problem=True)
        return
    text = f"{title} is here" if imported.is_new else f"{title} was here already"
    if not imported.has_data:
        text += ", without its data"
    elif imported.brought_data and not imported.is_new:
        text += "; its data have come along now"
    checks = _LEFT_AT_HOME if imported.is_new else ""
    _say(" ".join(filter(None, (f"{text}.", imported.statements_text, checks))))
    st.session_state[state.RUNS_OPENED] = imported.run_id


def show_message() -> None:
    """What the last action had to say, long enough to be read: a list that is polled runs again."""
    message: Message | None = st.session_state.get(state.RUNS_MESSAGE)
    if message is None:
        return
    now = time.monotonic()
    message.shown = now if message.shown is None else message.shown
    if now - message.shown > MESSAGE_S:
        del st.session_state[state.RUNS_MESSAGE]
        return
    (st.error if message.is_problem else st.success)(markdown_text(message.text))
