"""The newest runs on the first screen, for those who come back."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.opened_run import own_runs
from components.router import DISCOVER, RUNS
from components.runs.actions import run_address
from components.runs.facts import state_text, summary_of, which_text
from components.store import run_store
from components.text import count, markdown_text, short_name
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore

_MOST: Final = 3


def show_go_on() -> None:
    """The newest three runs, a link each; nothing where there are none."""
    try:
        store = run_store()
        records = own_runs(store)
    except StoreError:
        # The page tells of a store that cannot be read where something needs it.
        return
    if not records:
        return
    st.header("Go on where you were", anchor=False)
    for record in records[:_MOST]:
        with st.container(gap="xxsmall"):
            st.page_link(
                DISCOVER,
                label=f"**{markdown_text(short_name(record.title, 40))}**",
                icon=":material/history:",
                query_params=run_address(record),
            )
            st.caption(markdown_text(_facts(store, record)))
    if len(records) > _MOST:
        st.page_link(RUNS, label=f"All {count(len(records), 'run')}")


def _facts(store: RunStore, record: RunRecord) -> str:
    parts = [which_text(record)]
    graph = summary_of(store, record).graph
    if graph is not None:
        parts.append(count(graph.n_edges, "edge"))
    if state_text(record) != "finished":
        parts.append(record.state.value)
    return " · ".join(parts)
