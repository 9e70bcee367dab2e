"""Where a tab stands in a replay: kept in the session, mirrored in the address.

The session comes first, unless the browser went back: :mod:`components.replay.address`.
"""

from __future__ import annotations

import streamlit as st

from components import state
from components.replay.address import is_the_browsers, note_written
from components.replay.predictions import read_picks, refined, write_picks
from components.replay.subject import Subject


def current_place(subject: Subject) -> tuple[int, int]:
    """Chapter, from 0, and part; what is out of range is taken to the ends."""
    said = (
        _number(st.query_params.get(state.REPLAY_STEP)) - 1,
        _number(st.query_params.get(state.REPLAY_PART)),
    )
    known = st.session_state.get(state.REPLAY_AT)
    if known is not None and known[0] == subject.key:
        # Of a run, an address without a step is one of another page that was left meanwhile; a
        # lesson is named by the address, so without a step it is at its start.
        told = state.REPLAY_STEP in st.query_params or state.REPLAY_LESSON in st.query_params
        if not told or not is_the_browsers():
            said = known[1:]
    return subject.story.place(subject.story.moment(*said))


def mend_address(subject: Subject) -> None:
    """Have the address name the place that is shown, where it names one that there is not."""
    said = {
        name: st.query_params[name]
        for name in (state.REPLAY_STEP, state.REPLAY_PART)
        if name in st.query_params
    }
    if not said:
        return
    asked = _number(said.get(state.REPLAY_STEP)) - 1, _number(said.get(state.REPLAY_PART))
    chapter, part = subject.story.place(subject.story.moment(*asked))
    there = {state.REPLAY_STEP: str(chapter + 1), state.REPLAY_PART: str(part)}
    if any(there[name] != text for name, text in said.items()):
        st.query_params.update(there)


def go_to(subject: Subject, chapter: int, part: int) -> None:
    """Stand at a part of a chapter."""
    chapter, part = subject.story.place(subject.story.moment(chapter, part))
    st.session_state[state.REPLAY_AT] = (subject.key, chapter, part)
    st.session_state.pop(state.REPLAY_ROW, None)
    st.session_state.pop(state.REPLAY_FIRST, None)
    # Both at once: two writes would be two entries in the browser's history.
    st.query_params.update({state.REPLAY_STEP: str(chapter + 1), state.REPLAY_PART: str(part)})
    note_written()


def current_picks(subject: Subject) -> dict[int, str]:
    """Predictions so far."""
    known = st.session_state.get(state.REPLAY_PICKED)
    if known is not None and known[0] == subject.key:
        return dict(known[1])
    return read_picks(st.query_params.get(state.REPLAY_PICKS, ""))


def keep_pick(subject: Subject, chapter: int, pick: str) -> None:
    """Note a prediction of a chapter's step; the first one counts."""
    told = subject.story.chapters[chapter]
    if told.step is None:
        return
    picks, step = current_picks(subject), told.step.index
    old = picks.get(step)
    picks[step] = pick if old is None else refined(told, subject.story.offers[chapter], old, pick)
    _keep_picks(subject, picks)


def forget_picks(subject: Subject) -> None:
    """Begin to predict anew."""
    _keep_picks(subject, {})


def _keep_picks(subject: Subject, picks: dict[int, str]) -> None:
    st.session_state[state.REPLAY_PICKED] = (subject.key, picks)
    if picks:
        st.query_params[state.REPLAY_PICKS] = write_picks(picks)
    else:
        st.query_params.pop(state.REPLAY_PICKS, None)


def choose_first(subject: Subject, chapter: int, node: int | None) -> None:
    """Note the first of two variables that are to be predicted; None ends it."""
    st.session_state[state.REPLAY_FIRST] = None if node is None else (subject.key, chapter, node)


def current_first(subject: Subject, chapter: int) -> int | None:
    """The first of two variables that are to be predicted, while its chapter is shown."""
    known = st.session_state.get(state.REPLAY_FIRST)
    return known[2] if known is not None and known[:2] == (subject.key, chapter) else None


def current_row(subject: Subject, chapter: int) -> str | None:
    """The operator that is looked at, while its chapter is shown."""
    known = st.session_state.get(state.REPLAY_ROW)
    return known[2] if known is not None and known[:2] == (subject.key, chapter) else None


def look_at_row(subject: Subject, chapter: int, row: str) -> None:
    """Look at an operator; an empty string ends it."""
    st.session_state[state.REPLAY_ROW] = (subject.key, chapter, row) if row else None


def leave() -> None:
    """Forget the place: another run or lesson is opened."""
    for parameter in (
        state.REPLAY_STEP,
        state.REPLAY_PART,
        state.REPLAY_PICKS,
        state.REPLAY_FORK,
    ):
        st.query_params.pop(parameter, None)
    for key in (
        state.REPLAY_AT,
        state.REPLAY_PICKED,
        state.REPLAY_ROW,
        state.REPLAY_FIRST,
        state.REPLAY_INSIDE,
        state.REPLAY_FORKED,
    ):
        st.session_state.pop(key, None)


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else 0
