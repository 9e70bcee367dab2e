"""What will be analysed, always in sight, and what can be done with it."""

from __future__ import annotations

import streamlit as st

from components import state
from components.data_page import draft as drafts
from components.data_page import work
from components.data_page.choice import empty_uploader
from components.data_page.draft import Draft
from components.data_page.handover import hand_over
from components.data_page.leaving import ask_before_leaving
from components.data_page.work import Outcome
from components.data_source import drop_upload
from components.router import DISCOVER
from components.store import run_store
from components.text import markdown_text, short_name
from gesncd.runs.errors import StoreError


def show_sidebar(draft: Draft, outcome: Outcome | None) -> None:
    """Name, sentence, the way to Discover, undo, delete."""
    with st.sidebar:
        st.markdown(f"**{markdown_text(short_name(draft.title, 60))}**")
        ready = outcome is not None and outcome.prepared.dataset is not None
        sentence = (
            outcome.prepared.sentence
            if outcome is not None
            else "Not ready: it cannot be read yet."
        )
        with st.container(border=True, key="analysed"):
            st.caption("What will be analysed")
            st.markdown(markdown_text(sentence))
        clicked = st.button(
            "Discover with these data",
            type="primary",
            icon=":material/arrow_forward:",
            key="discover-with-data",
            disabled=not ready,
            width="stretch",
            help=None if ready else "Mend the errors first.",
        )
        if clicked and outcome is not None and ready:
            parameters = hand_over(draft, outcome)
            st.switch_page(DISCOVER, query_params=parameters)
        with st.container(horizontal=True):
            st.button(
                "Undo",
                key="undo",
                icon=":material/undo:",
                disabled=not draft.past,
                on_click=_undo,
                args=(draft.key,),
            )
            st.button(
                "Reset",
                key="reset",
                disabled=draft.is_untouched,
                on_click=_reset,
                args=(draft.key,),
                help="Take the table as it came; this can be undone.",
            )
        _show_leaving(draft, outcome)


def _undo(key: str) -> None:
    drafts.update(key, Draft.undone)


def _reset(key: str) -> None:
    drafts.update(key, Draft.reset)


def _show_leaving(draft: Draft, outcome: Outcome | None) -> None:
    st.divider()
    used = _runs_with(outcome)
    with st.container(horizontal=True):
        st.button("Other data", key="other-data", on_click=_leave)
        st.button(
            "Delete",
            key="delete-data",
            icon=":material/delete:",
            on_click=_delete,
            help="Forget these files and everything made from them, on Discover, too. Nothing of "
            "them is on disk unless a search ran.",
        )
    if used:
        st.caption(
            "1 run on exactly these data keeps a copy; delete it on the page Runs."
            if used == 1
            else f"{used} runs on exactly these data keep a copy; delete them on the page Runs."
        )
    ask_before_leaving(draft, used)


def _runs_with(outcome: Outcome | None) -> int:
    """How many runs hold these very data."""
    dataset = outcome.prepared.dataset if outcome is not None else None
    if dataset is None:
        return 0
    try:
        return sum(run.dataset_sha256 == dataset.sha256 for run in run_store().runs())
    except StoreError:
        return 0


def _leave() -> None:
    drafts.drop()
    empty_uploader()
    st.query_params.pop(state.SAMPLE, None)


def _delete() -> None:
    _leave()
    drop_upload()
    work.forget()
