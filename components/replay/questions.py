"""What may be asked about the step at hand: what if, and a look inside its score."""

from __future__ import annotations

import streamlit as st

from components import state
from components.replay.fork_code import ForkCode, keep_fork
from components.replay.in_sight import ask_for
from components.replay.moment import Moment
from components.replay.subject import Subject

_RUNNER_UP, _CHOSEN, _INSIDE = "replay-runner-up", "replay-chosen", "replay-look-inside"
_TAU = "replay-tau-box"


def show_questions(subject: Subject, moment: Moment) -> None:
    """A row of buttons; their answers stand below it."""
    chapter = subject.story.chapters[moment.chapter]
    step = chapter.step
    other, chosen, tau, inside = st.columns([1.2, 1.2, 1.1, 1.2], vertical_alignment="center")
    waiting = moment.is_waiting(subject)
    runner_up = step is not None and step.runner_up is not None and not waiting
    here = moment.chapter + 1
    other.button(
        "What if the runner-up?",
        key=_RUNNER_UP,
        icon=":material/fork_right:",
        disabled=not runner_up,
        on_click=_fork,
        args=(ForkCode(here, "u"), _RUNNER_UP),
        width="stretch",
        help="Apply the best operator that leads to another graph here, and search on.",
    )
    row = moment.row if moment.row and moment.row.startswith("c") and not waiting else None
    chosen.button(
        "What if the chosen one?",
        key=_CHOSEN,
        icon=":material/fork_right:",
        disabled=row is None or step is None,
        on_click=_fork,
        args=(ForkCode(here, row or "u"), _CHOSEN),
        width="stretch",
        help="Choose a valid operator in the table first; it is applied here instead.",
    )
    with tau.popover(
        "What if τ were…",
        icon=":material/tune:",
        width="stretch",
        disabled=step is None,
        # By this name the answer's script closes it: it would stand over the answer.
        key=_TAU,
    ):
        st.number_input(
            "τ from this step on",
            min_value=0.0,
            max_value=1.0,
            value=min(max(subject.tau, 0.0), 1.0),
            step=0.001,
            format="%.5f",
            key=state.REPLAY_TAU,
            help="The steps before this one stay as they are.",
        )
        st.button(
            "Search on with this τ",
            key="replay-tau",
            type="primary",
            on_click=_fork_at_tau,
            args=(here,),
        )
    inside.button(
        "Look inside this score",
        key=_INSIDE,
        icon=":material/search:",
        disabled=step is None or waiting or moment.part == 0,
        on_click=_look_inside,
        args=(subject, moment.chapter),
        width="stretch",
        help="Once the operator is applied: what the measure saw in the data.",
    )


def _fork(code: ForkCode, pressed: str) -> None:
    keep_fork(code)
    ask_for("what-if", pressed)
    st.session_state[state.REPLAY_WHOLE] = True


def _fork_at_tau(chapter: int) -> None:
    # Of this press: the page as it was drawn last may not know yet what was typed.
    code = ForkCode(chapter, "t", float(st.session_state[state.REPLAY_TAU]))
    _fork(code, _TAU)


def _look_inside(subject: Subject, chapter: int) -> None:
    st.session_state[state.REPLAY_INSIDE] = (subject.key, chapter)
    ask_for("inside", _INSIDE)
    st.session_state[state.REPLAY_WHOLE] = True
