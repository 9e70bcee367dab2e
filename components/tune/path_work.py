"""The τ-path of a run's data and settings: at once where that is quick, else a task."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st

from components import state
from components.store import run_store
from gesncd.analysis.path_record import path_from_dict
from gesncd.data import Dataset
from gesncd.knowledge import Knowledge
from gesncd.measures import Cancelled, MemoryCache, Query
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.score_cache import StoreCache
from gesncd.runs.tasks import TaskRecord, task_results
from gesncd.search.plateaus import TauPath
from gesncd.search.progress import Progress
from gesncd.search.tau_path import tau_path
from gesncd.settings.on_data import build_measure, constraints_of
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings

KIND: Final = "tau-path"
"""Kind of the background task."""
QUICK_S: Final = 0.8
"""Seconds for which a page may keep a person waiting."""
_MOST_WITH_SCORE: Final = 50
"""Variables up to which S_g of every plateau is affordable."""


@dataclass(frozen=True, slots=True)
class PathAsked:
    """Which path is asked for.

    Parameters
    ----------
    settings
        Those of the run, with τ automatic and the knowledge that is enforced.
    tau_floor
        Where the path begins.
    """

    settings: RunSettings
    tau_floor: float

    @classmethod
    def of(cls, record: RunRecord, enforced: Knowledge, share: float) -> PathAsked:
        """The path of a run's settings, down to a share of the automatic τ."""
        start = automatic_tau(record) or record.tau or 0.01
        settings = replace(
            record.settings,
            tau=None,
            knowledge=enforced,
            global_score=record.n_variables <= _MOST_WITH_SCORE,
        )
        return cls(settings, float(f"{share * start:.6g}"))

    def part(self) -> dict[str, Any]:
        """The task's only part."""
        return {"settings": self.settings.to_dict(), "tau_floor": self.tau_floor}

    @property
    def id(self) -> str:
        """The same for the same path."""
        return json.dumps(self.part(), sort_keys=True)


def automatic_tau(record: RunRecord) -> float | None:
    """The automatic τ of a run; None where its measure cannot tell it."""
    if record.noise_floor is not None and math.isfinite(record.noise_floor):
        return record.noise_floor if record.noise_floor > 0 else None
    return None


class _Reading:
    """The store's scores, and a page's own in memory: only workers write scores."""

    def __init__(self, store: RunStore) -> None:
        self._store = StoreCache(store)
        self._own = MemoryCache()

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        own = self._own.get(measure_key, queries)
        kept = self._store.get(measure_key, queries)
        return [a if a is not None else b for a, b in zip(own, kept, strict=True)]

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        self._own.put(measure_key, queries, scores)


class _Patience:
    """Ends a computation that a person would have to wait for."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def __call__(self, progress: Progress) -> None:
        if time.monotonic() > self._until:
            raise Cancelled


class _NoPatience:
    """Ends a computation with the first score that is not in the store."""

    def __call__(self, progress: Progress) -> None:
        if progress.asked > progress.done:
            raise Cancelled


def quick_path(asked: PathAsked, dataset: Dataset) -> TauPath | None:
    """The path, if it is known or takes under a second; else None."""
    tried: set[str] = st.session_state.setdefault(state.TUNE_NOT_QUICK, set())
    key = f"{dataset.sha256}:{asked.id}"
    if key in tried:
        return None
    try:
        return _quick_path(dataset.sha256, asked, dataset)
    except Cancelled:
        tried.add(key)
        return None


def task_path(task: TaskRecord) -> TauPath | None:
    """The path that reaches furthest down of those that a task has computed; None without."""
    return _task_path(task.id, task.n_ok, task.attempt) if task.n_ok else None


@st.cache_resource(show_spinner=False, max_entries=24)
def _task_path(task_id: str, n_ok: int, attempt: int) -> TauPath | None:
    found = [r for r in task_results(run_store(), task_id).values() if r.ok]
    paths = [path_from_dict(result.value["path"]) for result in found]
    return min(paths, key=lambda path: path.tau_floor, default=None)


@st.cache_resource(show_spinner=False, max_entries=24)
def _quick_path(sha256: str, asked: PathAsked, _dataset: Dataset) -> TauPath:
    measure = build_measure(asked.settings, _dataset)
    # One query of NCD may take as long as all of another measure.
    quick = asked.settings.measure != "ncd"
    return tau_path(
        measure,
        asked.tau_floor,
        cache=_Reading(run_store()),
        on_progress=_Patience(QUICK_S) if quick else _NoPatience(),
        global_score=asked.settings.global_score,
        limits=limits_of(asked.settings, _dataset),
        knowledge=constraints_of(asked.settings, _dataset),
    )
