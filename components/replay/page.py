"""The Replay page: a search as a lesson, one decision at a time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from components import state
from components.export.menu import file_stem
from components.graph_view import load_vis
from components.judge.run_choice import is_unreadable
from components.legibility import speak_title
from components.opened_run import choose_run
from components.replay import place
from components.replay.against_truth import show_against_truth
from components.replay.inside import show_inside
from components.replay.lessons import (
    choose_lesson,
    open_lesson,
    show_lesson_list,
    show_lesson_text,
    show_unknown_lesson,
)
from components.replay.look import Look
from components.replay.predictions import tally
from components.replay.stage import show_stage
from components.replay.standalone import Replayed, standalone_page
from components.replay.subject import Subject, lesson_subject, oracle_subject, run_subject
from components.replay.what_if import show_what_if
from components.router import DISCOVER
from components.text import count, markdown_text, short_name
from gesncd.knowledge import KnowledgeError

_BY = {"data": "The data", "oracle": "The oracle"}
_ABOUT = (
    "Go through a search one decision at a time: what was on offer, what was taken and why, and "
    "which arrows followed. Predict the next step, ask what if, look inside a score."
)


def show_replay() -> None:
    """Choose what is replayed, and replay it."""
    found = open_lesson()
    if found is None and show_unknown_lesson():
        return
    if found is not None:
        lesson, variant = found
        subject: Subject | None = lesson_subject(lesson, variant)
    else:
        lesson, variant = None, 0
        subject = _opened_run()
    if subject is None:
        _show_first_screen()
        return
    speak_title("Replay")
    with st.sidebar:
        choose_lesson(lesson)
        subject, look = _show_options(subject, () if lesson is None else lesson.text)
    if lesson is not None:
        by_oracle = subject.measure_name == "oracle"
        tells = show_lesson_text(lesson, variant, look, by_oracle=by_oracle)
        look = replace(look, tells=tells)
    else:
        _show_run_title(subject, look)
    if not subject.story.chapters:
        st.info("Nothing has happened in this run yet. Come back when it has taken a step.")
        return
    place.mend_address(subject)
    st.fragment(show_stage)(subject, look)
    show_what_if(subject, large=look.large)
    show_inside(subject, large=look.large)
    if look.ghost:
        show_against_truth(subject)
    load_vis()


def _show_run_title(subject: Subject, look: Look) -> None:
    """What run this is, in type as large as that of a lesson's text."""
    size = count(len(subject.names), "variable")
    about = markdown_text(f"{size} · {subject.settings_text}")
    with st.container(key=state.REPLAY_LARGE_TEXT if look.large else state.REPLAY_TEXT):
        st.markdown(
            f"**{markdown_text(short_name(subject.title, 60))}**  "
            + (about if look.large else f":small[{about}]")
        )
        if subject.so_far:
            st.caption(subject.so_far)


def _opened_run() -> Subject | None:
    opened = choose_run()
    if opened is None:
        return None
    known = st.session_state.get(state.REPLAY_AT)
    if known is not None and not known[0].startswith(f"{opened.record.id}:"):
        # Another run was chosen: what the address says of steps was about the one before.
        place.leave()
    try:
        return run_subject(opened)
    except KnowledgeError as error:
        st.error(markdown_text(str(error)))
        return None


def _show_options(subject: Subject, text: tuple[str, ...]) -> tuple[Subject, Look]:
    """Switches of the sidebar, and the file to take along, which has a lesson's text."""
    predicting = st.toggle(
        "Predict first",
        key=state.REPLAY_PREDICT,
        bind="query-params",
        help="Each step stops before its winner is shown, and you say which operator it is.",
    )
    if predicting:
        counted = tally(subject.story, place.current_picks(subject))
        if counted.n_picked:
            st.button(
                "Forget my predictions",
                key="replay-forget",
                on_click=place.forget_picks,
                args=(subject,),
                type="tertiary",
            )
    ghost = False
    if subject.truth is not None:
        ghost = st.toggle(
            "Show the true graph",
            key=state.REPLAY_GHOST,
            bind="query-params",
            help="The true class as a faint wide halo, and what it says about every step.",
        )
        _read_by()
        by = st.segmented_control(
            "Decided by",
            list(_BY),
            default="data",
            required=True,
            format_func=_BY.__getitem__,
            key=state.REPLAY_BY,
            bind="query-params",
            on_change=place.leave,
            help="The oracle knows the true graph and never errs in a score: what it still gets "
            "wrong is a property of the search.",
        )
        if by == "oracle":
            subject = oracle_subject(subject)
    elif subject.settings is not None:
        st.caption(_no_truth_text())
    large = st.toggle(
        "Large type",
        key=state.REPLAY_LARGE,
        bind="query-params",
        help="For a projector. Full screen is a button under the graph.",
    )
    _offer_file(subject, text)
    return subject, Look(predicting, ghost, large)


def _no_truth_text() -> str:
    """How to have a true graph, and that an address which asks for one cannot have it."""
    add = "Add a true graph on the page Judge to have each step held against it."
    asks = {state.REPLAY_GHOST, state.REPLAY_BY} & set(st.query_params)
    return f"The address asks for the true graph, and this run has none. {add}" if asks else add


def _read_by() -> None:
    """Take ``by=oracle`` too; the widget reads the words that it shows."""
    said = st.query_params.get(state.REPLAY_BY, "")
    if said in _BY:
        st.query_params[state.REPLAY_BY] = _BY[said]
        st.session_state[state.REPLAY_BY] = said


def _offer_file(subject: Subject, text: tuple[str, ...]) -> None:
    """The replay to hand out: a page that needs neither app nor network."""
    if not subject.story.chapters:
        return
    replayed = Replayed(
        subject.title,
        subject.settings_text,
        subject.names,
        subject.trace,
        subject.tau,
        subject.positions,
        text,
        subject.knowledge,
    )
    st.download_button(
        "Replay as one HTML file",
        partial(standalone_page, replayed),
        file_name=f"{file_stem(subject.title)}_replay.html",
        mime="text/html",
        key="replay-file",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
        help="For students: it opens in any browser, without this app and without a network.",
    )


def _show_first_screen() -> None:
    st.title("Replay a search", anchor=False)
    st.markdown(_ABOUT)
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Your runs", anchor=False)
        if not is_unreadable():
            st.markdown("There is no finished run yet.")
        st.page_link(DISCOVER, label="Run a search first", icon=":material/hub:")
    with right:
        st.header("Six lessons", anchor=False)
        st.markdown("Each is a small data set with a few sentences; nothing to prepare.")
        show_lesson_list()
