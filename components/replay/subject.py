"""What is replayed: a run, a lesson, or what the oracle would have done on the same variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import state
from components.judge.run_choice import so_far_text
from components.judge.truth_offers import truths_at_hand
from components.labels import distinct_names
from components.names import MEASURE_NAMES, run_texts
from components.opened_run import OpenedRun
from components.replay.story import Story
from components.store import run_store
from components.text import tau_text
from components.trace import Trace
from gesncd.data import Dataset
from gesncd.export.data_table import column_names
from gesncd.knowledge import Constraints
from gesncd.lessons import Lesson
from gesncd.lessons.lesson import ALPHA
from gesncd.measures import ConditionalDependence, MemoryCache, ScoreCache
from gesncd.runs.store.score_cache import StoreCache
from gesncd.search.claims import TrueGraph
from gesncd.search.kept import KeptScores, KnownFirst
from gesncd.search.options import Limits
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.device import is_here
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings

NAME_LIMIT = 24
"""Characters of a name in an explanation."""


@dataclass(frozen=True, eq=False)
class Subject:
    """Something to be replayed.

    Parameters
    ----------
    key
        The same for the same events, so that what a tab remembers belongs to it.
    title
        What it is, in a few words.
    names
        The variables, in full.
    trace, story
        Its events, and their chapters.
    tau, floor
        The threshold, and the score that noise reaches where that is known.
    settings_text
        Measure and threshold.
    positions
        Of the nodes, shape ``(d, 2)``.
    layout_id
        Names the set of positions.
    dataset
        The data; None where they are not here.
    truth
        The true graph, where it is known.
    scores
        Makes the measure and the cache to search on with.
    limits, knowledge
        What else the search keeps to.
    measure_name
        ``"ncd"``, ``"rcd"``, ``"partial-correlation"`` or ``"oracle"``.
    settings
        Those of a run; None for a lesson.
    so_far
        What to say of a run that has not come to its end.
    preparation
        The record of how a run's data were prepared.
    """

    key: str
    title: str
    names: tuple[str, ...]
    trace: Trace
    story: Story
    tau: float
    floor: float | None
    settings_text: str
    positions: NDArray[np.float64]
    layout_id: str
    dataset: Dataset | None
    truth: TrueGraph | None
    scores: Callable[[], tuple[ConditionalDependence, ScoreCache]]
    limits: Limits
    knowledge: Constraints | None
    measure_name: str
    settings: RunSettings | None = None
    so_far: str = ""
    preparation: Mapping[str, Any] | None = None

    def parts_of(self, node: int) -> tuple[str, ...]:
        """Names of a variable's columns; of a category, "name = category"."""
        sizes = None if self.dataset is None else [each.size for each in self.dataset.variables]
        return column_names(self.names, sizes, self.preparation)[node]

    @property
    def spoken(self) -> tuple[str, ...]:
        """Names as explanations use them: on one line, and cut where they are long."""
        return distinct_names(self.names, NAME_LIMIT)


def run_subject(opened: OpenedRun) -> Subject:
    """A run."""
    record = opened.record
    key = f"{record.id}:{record.attempt}:{record.last_event}"
    truth = _known_truth(opened)
    settings, dataset, trace = record.settings, opened.dataset, opened.trace
    knowledge = None
    if not settings.knowledge.is_empty:
        knowledge = Constraints.of(settings.knowledge, record.names)
    if truth is not None:
        truth = truth.under(knowledge)

    def scores() -> tuple[ConditionalDependence, ScoreCache]:
        store = StoreCache(run_store())
        # Without the run's device, too, scores can only be looked up.
        if dataset is not None and is_here(settings):
            return build_measure(settings, dataset, jobs=1), store
        measure_key = trace.started.measure_key if trace.started else ""
        kept = KeptScores(measure_key, record.n_variables)
        return kept, KnownFirst(trace.events, measure_key, store)

    return Subject(
        key=key,
        title=record.title,
        names=record.names,
        trace=trace,
        story=story_of(key, trace),
        tau=record.tau if record.tau is not None else (trace.started.tau if trace.started else 0.0),
        floor=record.noise_floor,
        settings_text=", ".join(run_texts(record)),
        positions=opened.positions,
        layout_id=opened.layout_id,
        dataset=dataset,
        truth=truth,
        scores=scores,
        limits=limits_of(settings, dataset),
        knowledge=knowledge,
        measure_name=settings.measure,
        settings=settings,
        so_far=so_far_text(record),
        preparation=record.preparation,
    )


def lesson_subject(lesson: Lesson, variant: int) -> Subject:
    """A lesson, run one of its ways."""
    key = f"lesson:{lesson.id}:{variant}"
    trace = _lesson_trace(lesson.id, variant, lesson)
    chosen = lesson.variants[variant]
    tau, floor = lesson.tau(variant), lesson.noise_floor(variant)
    alpha = ALPHA if chosen.tau is None else None

    def scores() -> tuple[ConditionalDependence, ScoreCache]:
        return lesson.measure(variant), _scores_of(key)

    return Subject(
        key=key,
        title=lesson.title,
        names=lesson.names,
        trace=trace,
        story=story_of(key, trace),
        tau=tau,
        floor=floor,
        settings_text=f"{MEASURE_NAMES[chosen.measure]}, {tau_text(tau, alpha)}",
        positions=np.array(lesson.places),
        layout_id=key,
        dataset=lesson.dataset(variant),
        truth=TrueGraph.of(lesson.truth(variant)),
        scores=scores,
        limits=Limits(),
        knowledge=None,
        measure_name=chosen.measure,
    )


def oracle_subject(subject: Subject) -> Subject:
    """The same variables, with the true graph's oracle in place of the measure."""
    truth = subject.truth
    if truth is None:
        return subject
    key = f"{subject.key}:oracle"
    trace = oracle_trace(key, truth, subject)

    def scores() -> tuple[ConditionalDependence, ScoreCache]:
        return truth.oracle, _scores_of(key)

    return replace(
        subject,
        key=key,
        trace=trace,
        story=story_of(key, trace),
        tau=truth.tau,
        floor=None,
        settings_text="Oracle: scores from the true graph, one over the shortest open path",
        scores=scores,
        measure_name="oracle",
        so_far="",
    )


def oracle_trace(key: str, truth: TrueGraph, subject: Subject) -> Trace:
    """What a search without any error of estimation does."""
    return _oracle_trace(key, truth, subject)


@st.cache_resource(show_spinner=False, max_entries=16)
def _oracle_trace(key: str, _truth: TrueGraph, _subject: Subject) -> Trace:
    return Trace.of(
        reframed_ges(
            _truth.oracle,
            _truth.tau,
            cache=_scores_of(key),
            global_score=False,
            limits=_subject.limits,
            knowledge=_subject.knowledge,
        )
    )


def story_of(key: str, trace: Trace) -> Story:
    """The chapters of a trace, made once."""
    return _story(key, trace)


@st.cache_resource(show_spinner=False, max_entries=24)
def _story(key: str, _trace: Trace) -> Story:
    return Story.of(_trace)


@st.cache_resource(show_spinner="Running the lesson", max_entries=16)
def _lesson_trace(lesson_id: str, variant: int, _lesson: Lesson) -> Trace:
    return Trace.of(_lesson.search(variant, cache=_scores_of(f"lesson:{lesson_id}:{variant}")))


@st.cache_resource(show_spinner=False, max_entries=24)
def _scores_of(key: str) -> MemoryCache:
    """Scores of a search that is in no store: what it asked is not computed again."""
    return MemoryCache()


def _known_truth(opened: OpenedRun) -> TrueGraph | None:
    """The truth chosen on the Judge page, else the first at hand; None where none is usable."""
    wanted = st.session_state.get(state.JUDGE_TRUTH, {}).get(opened.record.dataset_sha256)
    offers = truths_at_hand(opened)
    for offer in sorted(offers, key=lambda each: each.id != wanted):
        graph = offer.truth.dag or offer.truth.cpdag
        try:
            return TrueGraph.of(graph.to_matrix())
        except ValueError:
            continue
    return None
