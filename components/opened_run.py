"""The run that a page is about: chosen in the sidebar, named in the address.

Works without the data as well, for a run that came in a capsule that has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import state
from components.data_source import MissingData
from components.names import run_texts
from components.runs.facts import started_text
from components.runs.owner import current_owner
from components.scene import seen_positions
from components.store import run_store
from components.text import markdown_text, short_name
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.summary import knowledge_where_stopped

_MOST_OFFERED: Final = 3


@dataclass(frozen=True, eq=False, slots=True)
class OpenedRun:
    """A run, what happened in it, and where its nodes lie.

    Parameters
    ----------
    record
        The run.
    trace
        All its events.
    dataset
        Its data; None where only their hash is here.
    positions
        Of the nodes, shape ``(d, 2)``.
    """

    record: RunRecord
    trace: Trace
    dataset: Dataset | None
    positions: NDArray[np.float64]

    @property
    def names(self) -> tuple[str, ...]:
        """The variables' names in node order."""
        return self.record.names

    @property
    def layout_id(self) -> str:
        """Names the set of positions, the same on every page."""
        return self.record.dataset_sha256[:16]


def addressed_run() -> tuple[RunRecord | None, str | None]:
    """The run that the address names, or why it cannot be shown.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    run_id = st.query_params.get(state.RUN)
    if not run_id:
        return None, None
    try:
        return run_store().run(run_id), None
    except UnknownRunError:
        return None, missing_text(run_id)


def missing_text(run_id: str) -> str:
    """What to say of a run that is not there; by its name where this tab has shown it."""
    known = st.session_state.get(state.SEEN_RUNS, {}).get(run_id)
    where = "The page Runs lists those that are here."
    if known is not None:
        return f"This run was deleted: {known}. {where}"
    return (
        f"There is no run {short_name(run_id, 24)} on this machine. It may have been deleted, "
        f"or the link comes from another machine. {where}"
    )


def choose_run(*, finished: bool = True) -> OpenedRun | None:
    """The addressed run, with a choice of others in the sidebar; None where there is none.

    Of a run that is not there the page says so, and offers others: it shows none of them as
    if it had been asked for.

    Parameters
    ----------
    finished
        Whether only finished runs are offered.
    """
    try:
        record, problem = addressed_run()
        offered = [
            each
            for each in own_runs(run_store())
            if not finished or each.state.value in ("finished", "stopped")
        ]
        if problem:
            st.warning(markdown_text(problem), icon=":material/link_off:")
            _offer(offered)
            return None
        record = _choose(offered, record)
        return None if record is None else open_run(record)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return None


def remember_run(record: RunRecord) -> None:
    """Have the pages that are come to next show this run, and know its name if it is deleted."""
    st.session_state[state.LAST_RUN] = record.id
    seen = st.session_state.setdefault(state.SEEN_RUNS, {})
    seen[record.id] = f"{short_name(record.title, 60)}, of {started_text(record)}"


def run_shown_before() -> RunRecord | None:
    """The run that this tab showed last, if it is still there.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    run_id = st.session_state.get(state.LAST_RUN)
    if run_id is None:
        return None
    try:
        return run_store().run(run_id)
    except UnknownRunError:
        return None


def open_run(record: RunRecord) -> OpenedRun:
    """A run with its events and, where they are here, its data.

    Raises
    ------
    StoreError
        If the data are damaged.
    """
    store = run_store()
    trace = cached_trace(record)
    if store.has_data(record.dataset_sha256):
        dataset = _dataset(str(store.home.path), record.dataset_sha256, store)
        return OpenedRun(record, trace, dataset, seen_positions(dataset))
    missing = MissingData(record.dataset_sha256, record.names, record.n_rows)
    return OpenedRun(record, trace, None, seen_positions(missing))


def cached_trace(record: RunRecord) -> Trace:
    """The trace of a run, read once for as long as nothing is added to it."""
    store = run_store()
    place = (str(store.home.path), record.id, record.attempt, record.last_event)
    return _trace(*place, record.state.is_live, store, record)


@st.cache_resource(show_spinner=False, max_entries=24)
def _trace(
    home: str,
    run_id: str,
    attempt: int,
    last_event: int,
    is_live: bool,
    _store: RunStore,
    _record: RunRecord,
) -> Trace:
    return Trace.of(_store.events(run_id), knowledge_where_stopped(_record))


@st.cache_resource(show_spinner=False, max_entries=8)
def _dataset(home: str, sha256: str, _store: RunStore) -> Dataset:
    return _store.dataset(sha256)


def own_runs(store: RunStore) -> list[RunRecord]:
    """Runs of whoever is at the page, newest first.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    return store.runs(current_owner() if Sharing.of() is not None else None)


def _offer(offered: list[RunRecord]) -> None:
    """The runs that can be opened, in the sidebar, and the newest of them on the page."""
    if not offered:
        return
    by_id = {each.id: each for each in offered}
    _show_list(by_id, None)
    st.markdown("Open another one:")
    for record in offered[:_MOST_OFFERED]:
        st.button(
            markdown_text(run_label(record)),
            key=f"open-other-{record.id}",
            help=f"Started {started_text(record)}",
            on_click=_open_other,
            args=(record.id,),
            type="tertiary",
            icon=":material/history:",
        )


def _open_other(run_id: str) -> None:
    st.query_params[state.RUN] = run_id


def _show_list(by_id: dict[str, RunRecord], current: str | None) -> None:
    st.session_state[state.RUN_CHOICE] = current
    with st.sidebar:
        st.selectbox(
            "Run",
            list(by_id),
            index=None,
            placeholder="Choose a run",
            format_func=lambda run_id: run_label(by_id[run_id]),
            key=state.RUN_CHOICE,
            on_change=_go_to,
            help="The run that this page is about: those that are over, newest first.",
        )


def _choose(offered: list[RunRecord], current: RunRecord | None) -> RunRecord | None:
    if current is not None and all(each.id != current.id for each in offered):
        offered = [current, *offered]
    if not offered:
        return None
    by_id = {each.id: each for each in offered}
    if current is None:
        # Whoever comes from another page wants to go on with the run that was shown there.
        last = st.session_state.get(state.LAST_RUN)
        current = by_id.get(last, offered[0])
        st.query_params[state.RUN] = current.id
    remember_run(current)
    _show_list(by_id, current.id)
    with st.sidebar:
        # The box is too narrow for more than the name, which runs of the same data share.
        st.caption(markdown_text(settings_label(current)))
    return current


def run_label(record: RunRecord) -> str:
    """A run in one line, for a list."""
    return f"{short_name(record.title, 40)} · {settings_label(record)}"


def settings_label(record: RunRecord) -> str:
    """What tells apart the runs of the same data."""
    return ", ".join([*run_texts(record), record.id[:4]])


def _go_to() -> None:
    chosen = st.session_state[state.RUN_CHOICE]
    if chosen is not None:
        st.query_params[state.RUN] = chosen
