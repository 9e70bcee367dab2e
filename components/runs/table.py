"""The list of runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from components import state
from components.polling import rerun_page
from components.router import DISCOVER
from components.runs import actions
from components.runs.card import show_card, show_damaged
from components.runs.compare import show_comparison
from components.runs.engine import show_engine
from components.runs.facts import found
from components.runs.owner import current_owner
from components.store import run_store
from components.text import count, markdown_text
from gesncd.runs.errors import StoreError
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.launch import tend

POLL_S: Final = 1.0
_A_PAGE: Final = 15


def show_runs() -> None:
    """Every run of whoever is at the page, pinned ones first, then newest first."""
    st.title("Runs", anchor=False)
    try:
        records = _own_runs(run_store())
        damaged = run_store().damaged_runs(_whose())
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    search, engine, capsule = st.columns([3, 1.3, 1.2], vertical_alignment="bottom")
    query = search.text_input(
        "Search",
        key=state.RUNS_SEARCH,
        placeholder="Name, note, data, variable, measure or state",
        label_visibility="collapsed",
    )
    with engine:
        show_engine()
    with capsule:
        _show_import()
    for each in damaged:
        show_damaged(each)
    polling = any(record.state.is_live for record in records)
    st.fragment(_show_list, run_every=POLL_S if polling else None)(query, polling)


def _own_runs(store: RunStore) -> list[RunRecord]:
    return store.runs(_whose())


def _whose() -> str | None:
    # A store that is one person's shows all there is, also what was shared once.
    return current_owner() if Sharing.of() is not None else None


def _show_import() -> None:
    with st.popover("Open a capsule", icon=":material/upload_file:", width="stretch"):
        file = st.file_uploader(
            "A run exported from this page or by `gesncd runs export`",
            type=["gesncd"],
            key=f"_capsule_{st.session_state.get(state.RUNS_CAPSULES, 0)}",
        )
        if file is not None:
            actions.take_capsule(file.getvalue(), file.name)
            st.rerun()


def _show_list(query: str, polling: bool) -> None:
    try:
        store = run_store()
        tend(store)
        records = _own_runs(store)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    if polling != any(record.state.is_live for record in records):
        # Once more as a whole, without the timer, or with it where a button resumed a run.
        rerun_page()
    # What comes and goes has a place that stays, so that the cards below it keep theirs: a card
    # that moved would be built anew in the browser, and a click on the old one be lost.
    message, comparison, hit_count = st.container(), st.container(), st.container()
    with message:
        # Here, because a button in this part reruns this part alone.
        actions.show_message()
    if not records:
        st.info(
            "No run yet. Choose data on Discover and press Run, or open a capsule; the run "
            "appears here."
        )
        st.page_link(DISCOVER, label="Go to Discover", icon=":material/hub:")
        return
    with comparison:
        letters = _show_ticked(store, records)
    hits = found(records, query)
    if query.strip():
        hit_count.caption(f"{len(hits)} of {count(len(records), 'run')}")
    shown = st.session_state.get(state.RUNS_SHOWN, _A_PAGE)
    for record in hits[:shown]:
        show_card(store, record, letters.get(record.id))
    if len(hits) > shown:
        st.button(
            f"Show {min(_A_PAGE, len(hits) - shown)} more of {len(hits) - shown}",
            on_click=_show_more,
            args=(shown,),
        )


def _show_more(shown: int) -> None:
    st.session_state[state.RUNS_SHOWN] = shown + _A_PAGE


def _show_ticked(store: RunStore, records: Sequence[RunRecord]) -> dict[str, str]:
    """What the ticks ask for; the letters of the runs that are compared, by their ids."""
    ticked = [record for record in records if st.session_state.get(state.run_tick_key(record.id))]
    if len(ticked) == 2:
        second, first = ticked
        show_comparison(store, first, second)
        return {first.id: "A", second.id: "B"}
    if ticked:
        again = "one more run" if len(ticked) == 1 else "two runs only"
        st.caption(f"{count(len(ticked), 'run')} ticked. Tick {again} to compare them.")
    return {}
