"""The stage: graph, panel and scrubber. Only this part reruns while one steps."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components import state
from components.replay import place
from components.replay.clicks import graph_clicked, panel_clicked
from components.replay.in_sight import bring_in_sight
from components.replay.look import Look
from components.replay.moment import Moment
from components.replay.panel import replay_panel
from components.replay.panel_contents import panel_content
from components.replay.questions import show_questions
from components.replay.scrubber import scrubber, scrubber_data
from components.replay.stage_graph import show_graph
from components.replay.subject import Subject

HEIGHT, LARGE_HEIGHT = 520, 640
LESSON_HEIGHT, LARGE_LESSON_HEIGHT = 440, 540
"""A lesson has few nodes, and a text that needs room."""


def show_stage(subject: Subject, look: Look) -> None:
    """Graph left, panel right, scrubber below."""
    if st.session_state.pop(state.REPLAY_WHOLE, False):
        st.rerun()
    chapter_number, part = place.current_place(subject)
    moment = Moment(
        chapter_number,
        part,
        place.current_row(subject, chapter_number),
        look.predicting,
        place.current_picks(subject),
        look.ghost,
        place.current_first(subject, chapter_number),
    )
    st.session_state[state.REPLAY_AT] = (subject.key, chapter_number, part)
    if moment.is_waiting(subject) and part > 0:
        # Nothing of a step is shown before it is predicted.
        moment = replace(moment, part=0)
    is_lesson = subject.settings is None
    height = LESSON_HEIGHT if is_lesson else HEIGHT
    if look.large:
        height = LARGE_LESSON_HEIGHT if is_lesson else LARGE_HEIGHT
    # The scrubber finds the stage by this key, and tells its parts how high they may be.
    with st.container(key=state.REPLAY_STAGE):
        bring_in_sight("stage", state.REPLAY_STAGE, "Graph, step and controls")
        _show_stage(subject, moment, look, height)
    show_questions(subject, moment)


def _show_stage(subject: Subject, moment: Moment, look: Look, height: int) -> None:
    left, right = st.columns([1.6, 1], gap="small")
    with left:
        show_graph(
            subject,
            moment,
            look,
            height,
            on_click=lambda nodes: graph_clicked(subject, moment, nodes),
        )
    with right:
        replay_panel(
            panel_content(subject, moment),
            key="replay-panel",
            height=height + 2,
            large=look.large,
            on_choice=lambda choice: panel_clicked(subject, moment, choice),
        )
    scrubber(
        scrubber_data(
            subject.story,
            subject.story.moment(moment.chapter, moment.part),
            waiting=moment.is_waiting(subject),
            large=look.large,
            tells=look.tells,
            height=height,
            subject=subject.key,
        ),
        key="replay-scrubber",
        on_go=lambda target: place.go_to(subject, *subject.story.place(target)),
        on_large=_enlarge,
    )


def _enlarge(on: bool) -> None:
    st.session_state[state.REPLAY_LARGE] = on
    st.session_state[state.REPLAY_WHOLE] = True
