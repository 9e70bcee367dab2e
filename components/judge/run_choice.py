"""Which runs of the same data stand beside the page's run; the address holds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from components import state
from components.names import run_texts
from components.opened_run import OpenedRun
from components.runs.owner import current_owner
from components.store import run_store
from components.text import short_name
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.runs.store.run_store import RunStore

_UNFINISHED: Final = {
    RunState.STOPPED: "The run was stopped before its end.",
    RunState.FAILED: "The run failed before its end.",
    RunState.INTERRUPTED: "The run was interrupted before its end.",
}
MOST_OTHERS: Final = 5
"""Runs beside the page's own: six in all can still be told apart in one table."""


def comparable_runs(opened: OpenedRun) -> list[RunRecord]:
    """Other finished or stopped runs of the same data, newest first.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    store = run_store()
    return [
        record
        for record in _own_runs(store)
        if record.id != opened.record.id
        and record.dataset_sha256 == opened.record.dataset_sha256
        and record.names == opened.record.names
        and record.state.value in ("finished", "stopped")
    ]


def choose_others(others: Sequence[RunRecord]) -> list[RunRecord]:
    """The widget, and the runs chosen in it."""
    by_id = {record.id: record for record in others}
    addressed = st.query_params.get_all(state.JUDGE_WITH)
    known = [run_id for run_id in dict.fromkeys(addressed) if run_id in by_id][:MOST_OTHERS]
    st.session_state[state.JUDGE_OTHERS] = known
    _write(known, addressed)
    st.multiselect(
        "Runs to compare with",
        list(by_id),
        format_func=lambda run_id: f"{run_line(by_id[run_id])} · {run_id[:4]}",
        key=state.JUDGE_OTHERS,
        max_selections=MOST_OTHERS,
        filter_mode="contains",
        select_all=False,
        placeholder=f"Choose one to {MOST_OTHERS} runs of the same data",
        on_change=_remember,
    )
    return [by_id[run_id] for run_id in known]


def _remember() -> None:
    _write(st.session_state[state.JUDGE_OTHERS], st.query_params.get_all(state.JUDGE_WITH))


def _write(chosen: list[str], addressed: Sequence[str]) -> None:
    """Have the address name what is chosen; what it named beside that is not here."""
    if chosen == list(addressed):
        return
    if chosen:
        st.query_params[state.JUDGE_WITH] = chosen
    else:
        st.query_params.pop(state.JUDGE_WITH, None)


def _own_runs(store: RunStore) -> list[RunRecord]:
    return store.runs(current_owner() if Sharing.of() is not None else None)


def run_line(record: RunRecord) -> str:
    """A run's settings in one line."""
    parts = run_texts(record)
    if record.state is not RunState.FINISHED:
        parts.append(f"{record.state.value} before its end")
    if record.name:
        parts.insert(0, short_name(record.name, 40))
    return ", ".join(parts)


def is_unreadable() -> bool:
    """Whether the address names a run, so that no page may say there is none.

    Asked where no run could be opened: why not has been said then.
    """
    return bool(st.query_params.get(state.RUN))


def so_far_text(record: RunRecord) -> str:
    """What to say of a run whose graph is not the search's last word; empty where it is."""
    ending = _UNFINISHED.get(record.state, "The run is still going on.")
    if record.state is RunState.FINISHED:
        return ""
    return f"{ending} What stands here is about the graph so far."


def letters(n: int) -> list[str]:
    """A, B, C …: short names of runs in tables and figures; A is the page's run."""
    return [chr(ord("A") + k) for k in range(n)]
