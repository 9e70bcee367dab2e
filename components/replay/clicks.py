"""What a click in the graph or in the panel beside it means at a moment."""

from __future__ import annotations

import streamlit as st

from components import state
from components.replay import place
from components.replay.moment import Moment
from components.replay.panel import Choice
from components.replay.predictions import SKIPPED, pick_of_pair
from components.replay.subject import Subject


def graph_clicked(subject: Subject, moment: Moment, nodes: tuple[int, ...]) -> None:
    """A node or a pair in the graph: a prediction, or an operator to look at."""
    offer = subject.story.offers[moment.chapter]
    if moment.is_waiting(subject):
        first = st.session_state.get(state.REPLAY_FIRST)
        if len(nodes) == 1 and first is not None and first[:2] == (subject.key, moment.chapter):
            nodes = tuple(sorted({first[2], nodes[0]}))
        if len(nodes) == 1:
            st.session_state[state.REPLAY_FIRST] = (subject.key, moment.chapter, nodes[0])
        elif len(nodes) == 2:
            _predict(subject, moment, pick_of_pair(offer, (nodes[0], nodes[1])))
        return
    if len(nodes) != 2:
        place.look_at_row(subject, moment.chapter, "")
        return
    pick = pick_of_pair(offer, (nodes[0], nodes[1]))
    place.look_at_row(subject, moment.chapter, "" if pick.startswith("p") else pick)


def panel_clicked(subject: Subject, moment: Moment, choice: Choice) -> None:
    """A mark to go to, an operator to look at or to predict, or the answer without one."""
    shown = moment.chapter if choice.chapter is None else choice.chapter
    if choice.part is not None:
        place.go_to(subject, shown, choice.part)
    elif shown != moment.chapter:
        # Operators of a step that is no longer the one at hand.
        return
    elif choice.row is not None:
        place.look_at_row(subject, moment.chapter, choice.row)
    elif choice.pick is not None:
        _predict(subject, moment, choice.pick)
    elif choice.skip:
        _predict(subject, moment, SKIPPED)


def _predict(subject: Subject, moment: Moment, pick: str) -> None:
    step = subject.story.chapters[moment.chapter].step
    if step is not None and moment.is_waiting(subject):
        place.keep_pick(subject, step.index, pick)
        place.go_to(subject, moment.chapter, 1)
