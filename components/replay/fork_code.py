"""Where and how a search is to leave its way, as it stands in the address."""

from __future__ import annotations

import re
from dataclasses import dataclass

import streamlit as st

from components import state
from components.replay.address import is_the_browsers, note_written
from components.replay.story import Story
from gesncd.search.events import Candidate
from gesncd.search.fork import Departure

_CODE = re.compile(r"(\d{1,4})-(?:(u)|(c\d{1,3})|t(\d*\.?\d+(?:e-?\d{1,3})?))")


@dataclass(frozen=True, slots=True)
class ForkCode:
    """A fork.

    Parameters
    ----------
    chapter
        Number of the chapter it leaves from, from 1.
    how
        ``"u"`` for the runner-up, ``"c4"`` for the row of rank 4, ``"t"`` for another τ.
    tau
        That τ.
    """

    chapter: int
    how: str
    tau: float | None = None

    @classmethod
    def read(cls, text: str) -> ForkCode | None:
        """A fork of its text; None where it makes no sense."""
        match = _CODE.fullmatch(text)
        if match is None:
            return None
        chapter, runner_up, row, tau = match.groups()
        if tau is not None:
            return cls(int(chapter), "t", float(tau))
        return cls(int(chapter), runner_up or row)

    @property
    def text(self) -> str:
        """For the address."""
        return f"{self.chapter}-{self.how}" + ("" if self.tau is None else f"{self.tau:.6g}")

    def departure(self, story: Story, tau: float) -> Departure | None:
        """Where the search goes on; None where the run has no such place.

        Parameters
        ----------
        story
            The run.
        tau
            Its threshold, for forks that keep it.
        """
        if not 1 <= self.chapter <= len(story.chapters):
            return None
        chapter = story.chapters[self.chapter - 1]
        step = chapter.step
        if step is None:
            return None
        first: Candidate | None = None
        if self.how == "u":
            first = step.runner_up
        elif self.how.startswith("c"):
            rows = story.offers[self.chapter - 1].rows
            rank = int(self.how[1:])
            first = rows[rank].first if rank < len(rows) else None
        if first is None and self.how != "t":
            return None
        earlier = tuple(
            each.before
            for each in story.chapters[: self.chapter - 1]
            if each.step is not None and each.phase is chapter.phase
        )
        return Departure(
            chapter.before,
            chapter.phase,
            step.index - 1,
            tau if self.tau is None else self.tau,
            first,
            earlier,
        )


def current_fork() -> ForkCode | None:
    """The fork that is open: this tab's, else the address's."""
    text = st.session_state.get(state.REPLAY_FORKED)
    if text is None or is_the_browsers():
        text = st.query_params.get(state.REPLAY_FORK, "")
    return ForkCode.read(text)


def keep_fork(code: ForkCode | None) -> None:
    """Open a fork, or close it."""
    st.session_state.pop(state.REPLAY_STOP, None)
    st.session_state[state.REPLAY_FORKED] = "" if code is None else code.text
    note_written()
    if code is None:
        st.query_params.pop(state.REPLAY_FORK, None)
    else:
        st.query_params[state.REPLAY_FORK] = code.text
