"""The Judge page's parts in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from components import state
from components.graph_view import load_vis
from components.judge.case import Case
from components.judge.data_part import show_data_part
from components.judge.effect_part import show_effect_part
from components.judge.methods_part import show_methods_part
from components.judge.run_choice import is_unreadable, so_far_text
from components.judge.runs_part import show_runs_part
from components.judge.truth_choice import choose_truth
from components.judge.truth_part import show_truth_part
from components.opened_run import choose_run
from components.router import DISCOVER, RUNS
from components.scene import forget_choice
from components.store import run_store
from components.text import markdown_text
from gesncd.runs.errors import StoreError

_SECTIONS: Final = {
    "truth": "Against a truth",
    "runs": "Run against run",
    "methods": "Other methods",
    "data": "Do the data agree",
    "effect": "Identify an effect",
}
_PARTS: Final[dict[str, Callable[[Case], None]]] = {
    "truth": show_truth_part,
    "runs": show_runs_part,
    "methods": show_methods_part,
    "data": show_data_part,
    "effect": show_effect_part,
}


def show_judge() -> None:
    """The run in the sidebar, its truth, and one of the page's parts."""
    # Columns would break the title in two on a narrow page.
    head = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    head.title("Judge", anchor=False, width="content")
    try:
        run_store()
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    opened = choose_run()
    if opened is None:
        if not is_unreadable():
            _show_nothing()
        return
    with head:
        section = _choose_section()
    unfinished = so_far_text(opened.record)
    if unfinished:
        st.info(unfinished, icon=":material/hourglass_top:")
    case = Case(opened, choose_truth(opened))
    load_vis()
    _PARTS[section](case)


def _choose_section() -> str:
    addressed = st.query_params.get(state.JUDGE, "")
    if addressed and addressed not in _SECTIONS:
        st.query_params.pop(state.JUDGE, None)
    st.session_state[state.JUDGE_PART] = (
        addressed if addressed in _SECTIONS else next(iter(_SECTIONS))
    )
    section = st.segmented_control(
        "Part of the page",
        list(_SECTIONS),
        required=True,
        format_func=_SECTIONS.__getitem__,
        key=state.JUDGE_PART,
        on_change=_go_to_section,
        label_visibility="collapsed",
    )
    return str(section)


def _go_to_section() -> None:
    st.query_params[state.JUDGE] = st.session_state[state.JUDGE_PART]
    if st.session_state[state.JUDGE_PART] == "effect":
        # This part asks about a cause and an effect of its own.
        forget_choice()


def _show_nothing() -> None:
    st.markdown(
        "Here a graph that was found is held against the true one, against other runs and other "
        "methods, and against the data. There is no finished run yet: choose data on *Discover* "
        "and press Run, or open a capsule on *Runs*."
    )
    left, right, _ = st.columns([1, 1, 4])
    left.page_link(DISCOVER, label="Discover", icon=":material/hub:")
    right.page_link(RUNS, label="Runs", icon=":material/history:")
