"""Where a tab stands in a replay: kept in the session, mirrored in the address.

The session comes first: a browser that steps fast sends addresses that are some steps old.
Once nothing was written for a moment, an address that differs is the browser's own: Back.
"""

from __future__ import annotations

import time
from typing import Final

import streamlit as st

from components import state
from components.replay.predictions import read_picks, write_picks
from components.replay.subject import Subject

_UNDER_WAY_S: Final = 2.0
"""How long an address that differs may be one that the browser had before it heard of ours."""


def current_place(subject: Subject) -> tuple[int, int]:
    """Chapter, from 0, and part; what is out of range is taken to the ends."""
    said = (
        _number(st.query_params.get(state.REPLAY_STEP)) - 1,
        _number(st.query_params.get(state.REPLAY_PART)),
    )
    known = st.session_state.get(state.REPLAY_AT)
    if known is not None and known[0] == subject.key:
        silent = time.monotonic() - st.session_state.get(state.REPLAY_WRITTEN, -_UNDER_WAY_S)
        if state.REPLAY_STEP not in st.query_params or silent < _UNDER_WAY_S:
            said = known[1:]
    return subject.story.place(subject.story.moment(*said))


def go_to(subject: Subject, chapter: int, part: int) -> None:
    """Stand at a part of a chapter."""
    chapter, part = subject.story.place(subject.story.moment(chapter, part))
    st.session_state[state.REPLAY_AT] = (subject.key, chapter, part)
    st.session_state.pop(state.REPLAY_ROW, None)
    st.session_state.pop(state.REPLAY_FIRST, None)
    # Both at once: two writes would be two entries in the browser's history.
    st.query_params.update({state.REPLAY_STEP: str(chapter + 1), state.REPLAY_PART: str(part)})
    st.session_state[state.REPLAY_WRITTEN] = time.monotonic()


def current_picks(subject: Subject) -> dict[int, str]:
    """Predictions so far."""
    known = st.session_state.get(state.REPLAY_PICKED)
    if known is not None and known[0] == subject.key:
        return dict(known[1])
    return read_picks(st.query_params.get(state.REPLAY_PICKS, ""))


def keep_pick(subject: Subject, step: int, pick: str) -> None:
    """Note a prediction; the first one counts."""
    picks = current_picks(subject)
    picks.setdefault(step, pick)
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
