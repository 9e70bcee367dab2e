"""What the Discover page shows: data, and a run on them if there is one."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import state
from components.data_source import LoadedData, MissingData
from components.graph_view.build import EdgeChange
from components.layout import circle, positions
from components.polling import stop_timers
from components.store import run_store
from components.trace import Trace
from gesncd.data.dataset import Dataset
from gesncd.runs.store.records import RunRecord

CATCH_UP_S = 4.0
"""A tab that is behind for so many seconds shows all steps at once: pictures come slowly there."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Data, the run on them that the address names, and a problem with the address."""

    data: LoadedData
    record: RunRecord | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest graph that this browser tab has shown of a run.

    Parameters
    ----------
    run_id, attempt
        The run.
    step
        The step whose graph was shown.
    changes
        How that graph differed from the one shown before it.
    behind_since
        Since when it lacks steps, by a clock that never goes back; None where it lacks none.
    """

    run_id: str
    attempt: int
    step: int
    changes: tuple[EdgeChange, ...] = ()
    behind_since: float | None = field(default=None, compare=False)

    @property
    def stamp(self) -> str:
        """Names this graph, so that its changes light up once."""
        return f"{self.run_id}:{self.attempt}:{self.step}"


def advance(shown: Shown | None, record: RunRecord, trace: Trace, behind_s: float = 0.0) -> Shown:
    """The graph to show next.

    A tab that opens a run sees its newest graph at once. After that it follows
    step by step; where many steps came at once, a quarter of those outstanding,
    so that a search that takes a moment is still seen happening. It is more of them
    the longer the tab is behind, as each picture may take seconds on its way.
    """
    if shown is None or (shown.run_id, shown.attempt) != (record.id, record.attempt):
        return Shown(record.id, record.attempt, trace.n_steps)
    behind = trace.n_steps - shown.step
    if behind <= 0:
        return shown
    share = min(max(1 / 4, behind_s / CATCH_UP_S), 1.0)
    step = shown.step + math.ceil(behind * share)
    return Shown(record.id, record.attempt, step, trace.changes_since(shown.step, step))


def follow(record: RunRecord, trace: Trace) -> Shown:
    """:func:`advance`, with this tab's memory."""
    before: Shown | None = st.session_state.get(state.SHOWN)
    if before is not None and before.run_id != record.id:
        forget_choice()
    now = time.monotonic()
    since = None if before is None else before.behind_since
    shown = advance(before, record, trace, 0.0 if since is None else now - since)
    is_behind = shown.step < trace.n_steps
    shown = replace(shown, behind_since=(since or now) if is_behind else None)
    st.session_state[state.SHOWN] = shown
    return shown


def begin_following(run_id: str, attempt: int = 0) -> None:
    """Follow a run from its empty graph on: called where it is started."""
    if attempt == 0:
        forget_choice()
    st.session_state[state.SHOWN] = Shown(run_id, attempt, 0)


def forget_choice() -> None:
    """Choose nothing in the graph: what was chosen was about another run or another page."""
    st.session_state.pop(state.FOCUS, None)


def enter_page(page: int | None) -> None:
    """Note which page is shown; what was chosen, and what ticked, on the one before ends there."""
    if st.session_state.get(state.PAGE) != page:
        forget_choice()
        stop_timers()
        st.session_state[state.ARRIVED] = True
    st.session_state[state.PAGE] = page


def node_positions(dataset: Dataset | MissingData) -> NDArray[np.float64]:
    """Positions of the variables, computed once a data set.

    Where the values are missing, as they were when the run was started.
    """
    if isinstance(dataset, MissingData):
        layout = run_store().layout(dataset.sha256)
        return circle(dataset.names) if layout is None else layout
    return _positions(dataset.sha256, dataset)


def seen_positions(dataset: Dataset | MissingData) -> NDArray[np.float64]:
    """Positions as this tab shows them: those put by hand come before the computed ones."""
    places = st.session_state.get(state.PLACES, {}).get(dataset.sha256)
    return node_positions(dataset) if places is None else places


def remember_places(dataset: Dataset | MissingData, places: list[list[float]]) -> None:
    """Keep where the nodes were put in the browser, so that pictures agree with it."""
    points = np.asarray(places, dtype=np.float64)
    if points.shape == (dataset.n_variables, 2) and np.isfinite(points).all():
        known = st.session_state.get(state.PLACES, {})
        st.session_state[state.PLACES] = {**known, dataset.sha256: points}


@st.cache_data(show_spinner=False, max_entries=32)
def _positions(sha256: str, _dataset: Dataset) -> NDArray[np.float64]:
    return positions(_dataset)
