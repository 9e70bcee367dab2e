"""A fork is computed in short slices, between which the page can be used; results are kept."""

from __future__ import annotations

import time
from dataclasses import dataclass

import streamlit as st

from components import state
from components.replay.fork_code import ForkCode
from components.replay.subject import Subject
from gesncd.graphs import PDAG
from gesncd.measures import Cancelled, ConditionalDependence, ScoreCache
from gesncd.runs.errors import StoreError
from gesncd.search.events import Event, Finished, Step
from gesncd.search.fork import Departure, continue_search
from gesncd.search.kept import MissingScoresError
from gesncd.search.progress import Progress

Key = tuple[str, str]
"""Of a subject, and a fork's text."""
SLICE_S = 1.5
"""A fork is computed in slices of so many seconds, between which the page can be used."""


@dataclass(frozen=True, slots=True)
class Forked:
    """A finished fork.

    Parameters
    ----------
    steps
        The steps after the departure.
    graph
        Where it ends.
    n_computed
        Scores that were not known before.
    """

    steps: tuple[Step, ...]
    graph: PDAG
    n_computed: int


@dataclass(slots=True)
class _Work:
    """A fork that is being computed; its scores are kept between slices."""

    measure: ConditionalDependence
    cache: ScoreCache
    n_computed: int = 0
    progress: Progress | None = None


def is_running(subject: Subject, code: ForkCode) -> bool:
    """Whether there is something left to compute, and nobody stopped it."""
    stopped = st.session_state.get(state.REPLAY_STOP) == (subject.key, code.text)
    return not (stopped or fork_problem(subject, code) or fork_result(subject, code))


def advance(subject: Subject, code: ForkCode, departure: Departure) -> None:
    """Search on for a moment; the result is kept when it is there."""
    key = (subject.key, code.text)
    works = _works()
    try:
        if key not in works:
            measure, cache = subject.scores()
            works.clear()
            works[key] = _Work(measure, cache)
        work = works[key]
        counter = _Counter(work, time.monotonic() + SLICE_S)
        events = list(
            continue_search(
                work.measure,
                departure,
                cache=work.cache,
                on_progress=counter,
                limits=subject.limits,
                knowledge=subject.knowledge,
            )
        )
    except Cancelled:
        return
    except (StoreError, RuntimeError, ValueError) as error:
        _problems()[key] = _told(error, subject)
        return
    works.pop(key, None)
    _results()[key] = _forked(events, work.n_computed)


class _Counter:
    """Counts new scores, and ends a slice when its time is over."""

    def __init__(self, work: _Work, deadline: float) -> None:
        self._work, self._deadline = work, deadline
        self._last = 0

    def __call__(self, progress: Progress) -> None:
        fresh = progress.done - (self._last if progress.done >= self._last else 0)
        self._work.n_computed += fresh
        self._last = progress.done if progress.done < progress.asked else 0
        self._work.progress = progress
        if progress.done and time.monotonic() > self._deadline:
            raise Cancelled


def _told(error: Exception, subject: Subject) -> str:
    if isinstance(error, MissingScoresError):
        lacking = (
            "The data are not on this machine: open a capsule with its data on Runs, or run the "
            "search again on the same data."
            if subject.dataset is None
            else "They come from a GPU, and this machine has none: run the search again without."
        )
        return f"{error} {lacking}"
    return f"The search could not go on: {error}"


def _forked(events: list[Event], n_computed: int) -> Forked:
    steps = tuple(event for event in events if isinstance(event, Step))
    finished = events[-1]
    assert isinstance(finished, Finished), "a search that is not cancelled ends"
    return Forked(steps, finished.graph, n_computed)


def fork_progress(subject: Subject, code: ForkCode) -> str:
    """How far a fork is, in a few words."""
    work = _works().get((subject.key, code.text))
    if work is None or work.progress is None:
        return "Starting"
    progress = work.progress
    return f"step {progress.step}, {progress.done} of {progress.asked} scores"


def stop_fork(subject: Subject, code: ForkCode) -> None:
    """Leave a fork as it is; what was computed is kept."""
    st.session_state[state.REPLAY_STOP] = (subject.key, code.text)


def fork_result(subject: Subject, code: ForkCode) -> Forked | None:
    """A fork that is computed; None where it is not."""
    return _results().get((subject.key, code.text))


def fork_problem(subject: Subject, code: ForkCode) -> str:
    """Why a fork could not be computed; empty where nothing is known against it."""
    return _problems().get((subject.key, code.text), "")


def _results() -> dict[Key, Forked]:
    return st.session_state.setdefault(state.REPLAY_FORKS, {})


def _problems() -> dict[Key, str]:
    return st.session_state.setdefault(state.REPLAY_FORK_PROBLEMS, {})


def _works() -> dict[Key, _Work]:
    return st.session_state.setdefault(state.REPLAY_FORK_WORK, {})
