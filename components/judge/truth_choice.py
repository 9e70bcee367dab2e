"""Which graph is taken for the true one: in the sidebar, for every part of the page."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components import state
from components.judge.case import JudgeTruth
from components.judge.truth_offers import UPLOADED, add_truth, forget_uploaded, truths_at_hand
from components.opened_run import OpenedRun
from components.text import count, markdown_text, short_name
from gesncd.judge.truth import Truth
from gesncd.judge.truth_error import TruthError
from gesncd.runs.errors import StoreError

FILE_TYPES: Final = ["csv", "tsv", "txt", "dot", "gv", "graphml", "xml"]
FILE_HELP: Final = (
    "A matrix has names in the first line and the first column, and 1 where the row causes the "
    "column. An edge list has the header source,target. DOT, DAGitty and GraphML are read too. A "
    "DAG or the CPDAG of one, and the whole of it: a pair that it does not join counts as not "
    "joined. Variables are matched by name, in any order."
)
_NONE: Final = ""


def choose_truth(opened: OpenedRun) -> JudgeTruth | None:
    """The truth chosen for the run's data; the first at hand until another one is chosen."""
    sha256 = opened.record.dataset_sha256
    offers = {offer.id: offer for offer in truths_at_hand(opened)}
    wanted = st.session_state.get(state.JUDGE_TRUTH, {}).get(sha256)
    if wanted not in (*offers, _NONE):
        wanted = next(iter(offers), _NONE)
    with st.sidebar:
        if offers:
            st.session_state[state.JUDGE_TRUTH_CHOICE] = wanted
            st.selectbox(
                "Truth",
                [*offers, _NONE],
                format_func=lambda key: _label(offers.get(key)),
                key=state.JUDGE_TRUTH_CHOICE,
                on_change=_choose,
                args=(sha256,),
                help="The graph that counts as true. The search never sees it.",
            )
        chosen = offers.get(wanted)
        if chosen is not None:
            st.caption(markdown_text(truth_text(chosen.truth)))
            if chosen.truth.doubts:
                # The part that compares with the truth says which; the others use it too.
                st.warning(doubts_text(chosen.truth), icon=":material/spellcheck:")
            if chosen.id.startswith(UPLOADED):
                st.button(
                    "Forget this truth",
                    icon=":material/delete:",
                    key=state.JUDGE_FORGET,
                    on_click=_forget,
                    args=(opened, chosen.id),
                    width="stretch",
                    help="It is kept with the data until you do.",
                )
        with st.popover("Add a truth", icon=":material/upload_file:", width="stretch"):
            show_upload(opened, "sidebar")
    return chosen


def show_upload(opened: OpenedRun, place: str) -> None:
    """Take a truth from a file."""
    key = f"{state.JUDGE_UPLOAD}_{place}_{st.session_state.get(state.JUDGE_UPLOADS, 0)}"
    st.file_uploader(
        "CSV adjacency matrix, CSV edge list, DOT or GraphML",
        type=FILE_TYPES,
        key=key,
        on_change=_take,
        args=(key, opened),
        help=FILE_HELP,
    )
    message = st.session_state.get(state.JUDGE_MESSAGE)
    if message is not None and message[0] == opened.record.dataset_sha256:
        st.error(markdown_text(message[1]))


def truth_text(truth: Truth) -> str:
    """Size and kind of a truth."""
    kind = "a class (CPDAG)" if truth.dag is None else "a DAG, compared as its class"
    size = count((truth.dag or truth.graph).n_edges, "edge")
    n = len(truth.names)
    named = n - len(truth.unmentioned)
    matched = f"all {n}" if named == n else f"{named} of {n}"
    return f"{size}, {kind}; {matched} variables matched by name."


def doubts_text(truth: Truth) -> str:
    """That names of a truth may be misspelt."""
    names = "A name" if len(truth.doubts) == 1 else "Names"
    return f"{names} in this truth may be misspelt; see Against a truth."


def _label(offer: JudgeTruth | None) -> str:
    return "None" if offer is None else f"{short_name(offer.label, 40)}, {offer.origin}"


def _choose(sha256: str) -> None:
    _prefer(sha256, st.session_state[state.JUDGE_TRUTH_CHOICE])


def _take(key: str, opened: OpenedRun) -> None:
    file = st.session_state.get(key)
    if file is None:
        return
    sha256 = opened.record.dataset_sha256
    st.session_state[state.JUDGE_MESSAGE] = None
    try:
        added, problem = add_truth(opened, file.name, file.getvalue())
    except TruthError as error:
        st.session_state[state.JUDGE_MESSAGE] = (sha256, str(error))
        return
    # Another key empties the widget: the list beside it says what was taken.
    st.session_state[state.JUDGE_UPLOADS] = st.session_state.get(state.JUDGE_UPLOADS, 0) + 1
    _prefer(sha256, added.id)
    if problem:
        st.toast(markdown_text(problem), icon=":material/error:", duration="long")


def _forget(opened: OpenedRun, truth_id: str) -> None:
    try:
        forget_uploaded(opened, truth_id)
    except StoreError as error:
        st.toast(markdown_text(str(error)), icon=":material/error:", duration="long")
        return
    known = dict(st.session_state.get(state.JUDGE_TRUTH, {}))
    known.pop(opened.record.dataset_sha256, None)
    st.session_state[state.JUDGE_TRUTH] = known


def _prefer(sha256: str, truth_id: str) -> None:
    known = st.session_state.get(state.JUDGE_TRUTH, {})
    st.session_state[state.JUDGE_TRUTH] = {**known, sha256: truth_id}
