"""About how long searches in the background take, by what like ones took here before."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from components import background_task
from components.settings.estimate import (
    LikeRuns,
    Rate,
    estimate_s,
    expected_rate,
    like_runs,
    same_work,
)
from components.store import recent_runs, run_store
from components.text import about, count, duration, duration_range
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.store.records import RunRecord
from gesncd.runs.tasks import task_parts, task_seconds
from gesncd.settings.calibration import CALIBRATION_QUERIES, calibrates
from gesncd.settings.run_settings import RunSettings

_MOST_TASKS: Final = 8
"""Newest tasks that are looked through for parts like those to come."""
_FEWEST_PARTS: Final = 2
_GUESS_SLOWER: Final = 2.0
"""A cell goes down to smaller τ than a search, and scores its graphs."""
_START_S: Final = 1.0
_LEAST_OF_RUN: Final = 0.25
_BY_RUN: Final = (0.4, 1.6)
"""Of the run's time: replicates ask other queries than the run."""

Fits = Callable[[Mapping[str, Any]], bool]
"""Whether a part did what those to come will do, its settings aside."""


@dataclass(frozen=True, slots=True)
class Work:
    """Searches to come.

    Parameters
    ----------
    settings
        Of the searches.
    times
        How often each is done.
    kind
        Of the task that will do them.
    share_of_rows
        Share of the rows that a search looks at.
    slower
        How many times longer than the run one may take.
    fits
        Tells which parts of earlier tasks of the kind did the same, apart from settings.
    """

    settings: Sequence[RunSettings]
    times: int
    kind: str
    share_of_rows: float = 1.0
    slower: float = 1.0
    fits: Fits = lambda part: True


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds that some searches take at least and at most, and what tells.

    Parameters
    ----------
    low, high
        Seconds.
    n_parts
        Searches like these that were timed; 0 where it is told otherwise.
    run_s
        What the run took that tells; None where it is told otherwise.
    """

    low: float
    high: float
    n_parts: int = 0
    run_s: float | None = None

    @property
    def is_guess(self) -> bool:
        """Whether nothing like these searches was seen here."""
        return not self.n_parts and self.run_s is None


def searches_text(record: RunRecord, work: Work) -> str:
    """How many searches there are and how long they take, as far as one can tell."""
    processes = Capacity.of().share(1)
    seen = timed_parts(record, work.kind, work.fits)
    runs = recent_runs()
    spans = []
    # Seeds change no work: settings that differ in theirs alone are one kind of search.
    kinds: dict[RunSettings, list[RunSettings]] = {}
    for settings in work.settings:
        kinds.setdefault(same_work_at(settings), []).append(settings)
    for same, (settings, *others) in kinds.items():
        each = replace(work, times=work.times * (1 + len(others)))
        like = like_runs(runs, settings, record.dataset_sha256)
        timed = seen.get(same, ())
        if len(timed) >= _FEWEST_PARTS:
            spans.append(span_of_parts(timed, each.times, processes))
        elif like is not None:
            spans.append(span_of_run(like, settings, each, processes))
        else:
            spans.append(_guessed(record, runs, settings, each, processes))
    n = len(work.settings) * work.times
    return f"{count(n, 'search', 'searches')}: {span_words(spans)}."


def span_words(spans: Sequence[Span]) -> str:
    """The sum of some spans, and what they rest on, the least sure first."""
    low, high = sum(each.low for each in spans), sum(each.high for each in spans)
    # The task's process has to start, and then those of its parts; all share them.
    start = estimate_s(Rate(math.inf, measured=True), 1)
    words = about(duration_range(low + start[0], high + 2 * start[1]))
    if any(each.is_guess for each in spans):
        return f"{words}, a rough guess until two are done"
    of_run = [each.run_s for each in spans if each.run_s is not None]
    if of_run:
        return f"{words}, judging by a run of these data that took {duration(max(of_run))}"
    n = sum(each.n_parts for each in spans)
    return f"{words}, judging by {n:,} such searches that are done"


def timed_parts(record: RunRecord, kind: str, fits: Fits) -> dict[RunSettings, tuple[float, ...]]:
    """Seconds of the parts of the newest own tasks on the data, by their settings.

    Parameters
    ----------
    record
        The run, which lends its data.
    kind
        Kind of the tasks.
    fits
        Which parts count.
    """
    store = run_store()
    found: dict[RunSettings, list[float]] = {}
    for task in background_task.own_tasks(store, record.dataset_sha256, kind)[:_MOST_TASKS]:
        if task.n_ok:
            parts, seconds = task_parts(store, task.id), task_seconds(store, task.id)
            for number, taken in seconds.items():
                if fits(parts[number]):
                    settings = RunSettings.from_dict(parts[number]["settings"])
                    found.setdefault(same_work_at(settings), []).append(taken)
    return {settings: tuple(seconds) for settings, seconds in found.items()}


def same_work_at(settings: RunSettings) -> RunSettings:
    """Settings without what changes little about a search at their threshold."""
    return replace(same_work(settings), tau=settings.tau)


def span_of_parts(seconds: Iterable[float], times: int, processes: int) -> Span:
    """Searches like some that were timed: their mean, give or take two standard errors.

    Parameters
    ----------
    seconds
        What they took, two at least.
    times
        Searches to come.
    processes
        How many go on at once.
    """
    seconds = tuple(seconds)
    n = len(seconds)
    mean = math.fsum(seconds) / n
    variance = math.fsum((each - mean) ** 2 for each in seconds) / (n - 1)
    spread = 2.0 * math.sqrt(variance * (1.0 / n + 1.0 / times))
    at_once = min(processes, times)
    low = max(0.0, mean - spread) * times / at_once
    return Span(low, (mean + spread) * math.ceil(times / at_once), n_parts=n)


def span_of_run(like: LikeRuns, settings: RunSettings, work: Work, processes: int) -> Span:
    """Searches like a run of the same data and measure, on as many rows or fewer."""
    # A run of NCD has all processors already; other measures get theirs only here.
    at_once = 1 if settings.measure == "ncd" else min(processes, work.times)
    # Its process had to start, and those of replicates are there.
    one = work.share_of_rows * max(_LEAST_OF_RUN * like.longest, like.longest - _START_S)
    low, high = (share * one * work.times / at_once for share in _BY_RUN)
    return Span(low, work.slower * high, run_s=like.longest)


def _guessed(
    record: RunRecord,
    runs: Sequence[RunRecord],
    settings: RunSettings,
    work: Work,
    processes: int,
) -> Span:
    n_rows = max(2, round(work.share_of_rows * record.n_rows))
    rate = expected_rate(runs, settings, n_rows)
    first = CALIBRATION_QUERIES if calibrates(settings) else 0
    start = estimate_s(Rate(math.inf, measured=True), record.n_variables)
    least, most = estimate_s(rate, record.n_variables, first)
    at_once = 1 if settings.measure == "ncd" else processes
    return Span(
        work.times * (least - start[0]) / at_once,
        work.times * _GUESS_SLOWER * (most - start[1]) / at_once,
    )
