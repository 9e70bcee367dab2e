"""The pace of a search on the data at hand, tried in the background while the page is used."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Lock

import streamlit as st

from components.settings.estimate import Rate
from gesncd.data import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.planning.pace import Pace, measure_pace
from gesncd.settings.run_settings import RunSettings

_MOST_KEPT = 200


class PaceTrials:
    """Trials by data and settings, one at a time, each done once."""

    def __init__(self) -> None:
        # A single thread: trials that ran side by side would measure each other.
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="pace")
        self._lock = Lock()
        self._trials: dict[tuple[str, RunSettings], Future[Pace]] = {}

    def begin(self, settings: RunSettings, dataset: Dataset) -> None:
        """Start a trial, unless there was one; those that still wait give way to it.

        There is none on a GPU: few queries say nothing of its pace with many, and this
        server would keep some of its memory.
        """
        if settings.device != "cpu":
            return
        key = (dataset.sha256, _what_counts(settings))
        with self._lock:
            if key in self._trials:
                return
            # Someone who moves a slider passes many settings and wants to know of the last.
            for other, trial in list(self._trials.items()):
                if trial.cancel():
                    del self._trials[other]
            while len(self._trials) >= _MOST_KEPT:
                del self._trials[next(iter(self._trials))]
            self._trials[key] = self._executor.submit(measure_pace, key[1], dataset)

    def rate(self, settings: RunSettings, dataset: Dataset) -> Rate | None:
        """What a finished trial found; None while it goes on, or if it failed."""
        trial = self._trials.get((dataset.sha256, _what_counts(settings)))
        if trial is None or not trial.done() or trial.cancelled() or trial.exception() is not None:
            return None
        return Rate(trial.result().per_second, measured=True)

    def is_going_on(self, settings: RunSettings, dataset: Dataset) -> bool:
        """Whether a later look may find more."""
        trial = self._trials.get((dataset.sha256, _what_counts(settings)))
        return trial is not None and not trial.done()


def _what_counts(settings: RunSettings) -> RunSettings:
    """Settings without what a query's time does not depend on."""
    return replace(
        settings,
        tau=None,
        alpha=0.001,
        seed=0,
        max_subset=None,
        max_conditioning=None,
        screen=None,
        knowledge=Knowledge(),
    )


@st.cache_resource(show_spinner=False)
def pace_trials() -> PaceTrials:
    """The trials of this server."""
    return PaceTrials()
