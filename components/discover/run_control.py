"""Starting, stopping and resuming runs from the page."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import state
from components.attached_truth import keep_attached_truth
from components.data_source import LoadedData, MissingData
from components.runs.owner import admit_run, current_owner
from components.scene import begin_following, seen_positions
from components.store import run_store
from components.text import markdown_text
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.launch import launch
from gesncd.settings.run_settings import RunSettings


@dataclass(slots=True)
class Begun:
    """The run that Run has led to, until the page shows it.

    It is kept in an object that is changed, not in a key that is set: Streamlit may end a
    script wherever that calls it, so also between the start of a search and any word of it.

    Parameters
    ----------
    run_id
        The run; None once it is shown.
    is_new
        Whether it was started, and not found going on.
    before
        The run that the address named.
    """

    run_id: str | None = None
    is_new: bool = True
    before: str | None = None


def start_run(data: LoadedData, settings: RunSettings | None) -> bool:
    """Start a search, or find the same one going on; whether there is one to show.

    :func:`show_begun` shows it.
    """
    if settings is None or isinstance(data.dataset, MissingData):
        return False
    begun = _begun()
    begun.before = st.query_params.get(state.RUN)
    try:
        store, owner = run_store(), current_owner()
        going = _same_going_on(store, owner, data.dataset.sha256, settings)
        if going is not None:
            begun.run_id, begun.is_new = going.id, False
            st.toast("This search is going on already; here it is.", icon=":material/info:")
            return True
        admit_run(store, data.dataset)
        places = seen_positions(data.dataset)
        # From here to the end nothing calls Streamlit, so that no run is made and not started.
        sha256 = store.add_dataset(data.dataset, data.name)
        keep_attached_truth(store, data, owner)
        # So that the run can be drawn the same where its data are not.
        store.set_layout(sha256, places)
        begun.run_id, begun.is_new = (
            store.create_run(sha256, data.name, settings, owner=owner, preparation=data.record),
            True,
        )
        launch(store, begun.run_id)
    except StoreError as error:
        _tell(error)
    return begun.run_id is not None


def show_begun() -> None:
    """Name in the address what Run has led to; called before a page reads the address."""
    begun = _begun()
    # Whoever has meanwhile asked for another run wants to see that one.
    if begun.run_id is not None and st.query_params.get(state.RUN) in (None, begun.before):
        if begun.is_new:
            begin_following(begun.run_id)
        st.query_params[state.RUN] = begun.run_id
    begun.run_id = None


def _begun() -> Begun:
    begun: Begun = st.session_state.setdefault(state.BEGUN, Begun())
    return begun


def _same_going_on(
    store: RunStore, owner: str, sha256: str, settings: RunSettings
) -> RunRecord | None:
    """A run of this person that would find the same; one that is being stopped finds less."""
    for record in store.live_runs():
        mine = record.owner == owner and record.dataset_sha256 == sha256
        if mine and record.settings == settings and record.state is not RunState.STOPPING:
            return record
    return None


def stop_run(run_id: str) -> None:
    """Ask a run to stop, and one that was begun before the page could show its own button."""
    try:
        for each in dict.fromkeys(filter(None, (run_id, _begun().run_id))):
            run_store().request_stop(each)
    except StoreError as error:
        _tell(error)


def resume_run(run_id: str, attempt: int) -> None:
    """Go on with a run that ended early."""
    try:
        launch(run_store(), run_id)
        begin_following(run_id, attempt + 1)
    except StoreError as error:
        _tell(error)


def _tell(error: StoreError) -> None:
    st.toast(markdown_text(str(error)), icon=":material/error:", duration="long")
