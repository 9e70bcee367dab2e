"""The run store, opened once a process, and the events of the run that is shown."""

from __future__ import annotations

import os
from dataclasses import dataclass

import streamlit as st

from components import state
from components.trace import Trace
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.summary import knowledge_where_stopped
from gesncd.search.events import Event


def run_store() -> RunStore:
    """The store of this machine's user.

    Raises
    ------
    gesncd.runs.errors.StoreError
        If the folder cannot be used.
    """
    return _open(os.environ.get("GESNCD_HOME", ""))


@st.cache_resource(show_spinner=False)
def _open(home: str) -> RunStore:
    # The folder is an argument so that another one is another store.
    return RunStore.open()


@dataclass(frozen=True, slots=True)
class EventLog:
    """Events of one attempt of one run, as far as they were read."""

    run_id: str
    attempt: int
    events: tuple[Event, ...]


def read_trace(store: RunStore, record: RunRecord) -> Trace:
    """The run's trace; only events that are new since the last call are read."""
    log = st.session_state.get(state.EVENTS)
    if log is None or (log.run_id, log.attempt) != (record.id, record.attempt):
        log = EventLog(record.id, record.attempt, ())
    if record.last_event >= len(log.events):
        fresh = store.events(record.id, start=len(log.events))
        log = EventLog(record.id, record.attempt, (*log.events, *fresh))
    st.session_state[state.EVENTS] = log
    return Trace.of(log.events, knowledge_where_stopped(record))


def recent_runs() -> list[RunRecord]:
    """The newest runs, at most some seconds old."""
    return _recent(os.environ.get("GESNCD_HOME", ""))


def look_for_runs_anew() -> None:
    """Let :func:`recent_runs` read the store again: a run has just ended, which it should tell."""
    _recent.clear()


@st.cache_data(show_spinner=False, ttl=10, max_entries=4)
def _recent(home: str) -> list[RunRecord]:
    return _open(home).runs()[:50]
