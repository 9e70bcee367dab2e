"""Starting, stopping and resuming runs from the page."""

from __future__ import annotations

import streamlit as st

from components import state
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


def start_run(data: LoadedData, settings: RunSettings | None) -> bool:
    """Start a search and put its id into the address; whether that worked."""
    if settings is None or isinstance(data.dataset, MissingData):
        return False
    try:
        store = run_store()
        going = _same_going_on(store, data.dataset.sha256, settings)
        if going is not None:
            st.query_params[state.RUN] = going.id
            st.toast("This search is going on already; here it is.", icon=":material/info:")
            return True
        owner = admit_run(store, data.dataset)
        sha256 = store.add_dataset(data.dataset, data.name)
        run_id = store.create_run(sha256, data.name, settings, owner=owner, preparation=data.record)
        # So that the run can be drawn the same where its data are not.
        store.set_layout(sha256, seen_positions(data.dataset))
        begin_following(run_id)
        st.query_params[state.RUN] = run_id
        launch(store, run_id)
    except StoreError as error:
        _tell(error)
        return False
    return True


def _same_going_on(store: RunStore, sha256: str, settings: RunSettings) -> RunRecord | None:
    """A run of this person that would find the same; one that is being stopped finds less."""
    owner = current_owner()
    for record in store.live_runs():
        mine = record.owner == owner and record.dataset_sha256 == sha256
        if mine and record.settings == settings and record.state is not RunState.STOPPING:
            return record
    return None


def stop_run(run_id: str) -> None:
    """Ask a run to stop."""
    try:
        run_store().request_stop(run_id)
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
