"""How long a search will take, from what earlier runs on this machine showed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from components.names import networks_text
from components.text import about, count, duration, duration_range, unbroken
from gesncd.knowledge import Knowledge
from gesncd.runs.planning.memory import rows_used
from gesncd.runs.planning.memory_advice import memory_text
from gesncd.runs.store.records import RunRecord, RunState
from gesncd.settings.run_settings import RunSettings

_QUERIES_PER_PAIR_OF_NODES = (1.2, 5.0)
"""Queries a search asked, S_g included, divided by d²: sparse and dense graphs."""
_START_S = (1.0, 4.0)
"""Seconds until the first query."""
_REFERENCE = {"ncd": 40.0, "rcd": 400.0, "partial-correlation": 5000.0}
"""Queries a second at 1000 rows on two cores of 2020; a guess until a run is measured here.

Of a measure that is not listed, as if it were RCD.
"""
_SPREAD_MEASURED, _SPREAD_GUESSED = 1.4, 3.0
_SPREAD_LIKE = 2.0
"""Two searches of the same data with other seeds or statements differ by less than this."""
_MOST_RUNS = 5


@dataclass(frozen=True, slots=True)
class Rate:
    """Queries a second for a number of rows, and whether it was measured here."""

    per_second: float
    measured: bool


def expected_rate(records: Sequence[RunRecord], settings: RunSettings, n_rows: int) -> Rate:
    """The rate of the newest runs with the same measure, scaled to other numbers of rows.

    Parameters
    ----------
    records
        Runs, newest first.
    settings
        What is about to run.
    n_rows
        Rows of the data.
    """
    n_used = rows_used(settings.measure, n_rows)
    rates = [
        record.progress.rate * rows_used(settings.measure, record.n_rows) / n_used
        for record in records
        if record.progress is not None
        and record.progress.rate
        and _same_work(record.settings, settings)
    ]
    if rates:
        return Rate(median(rates[:_MOST_RUNS]), measured=True)
    per_second = _REFERENCE.get(settings.measure, _REFERENCE["rcd"]) * 1000 / n_used
    if settings.measure == "ncd" and settings.networks != "radial":
        # Perceptrons take several times as long as radial networks, and more the larger.
        per_second *= 0.2 * 120 / (settings.depth * settings.width)
    return Rate(per_second, measured=False)


def _same_work(one: RunSettings, other: RunSettings) -> bool:
    if one.measure != other.measure:
        return False
    return one.measure != "ncd" or networks_text(one) == networks_text(other)


def earlier_s(
    records: Sequence[RunRecord], settings: RunSettings, dataset_sha256: str
) -> float | None:
    """Seconds that the newest search of the same kind on the same data took, if there was one.

    Parameters
    ----------
    records
        Runs, newest first.
    settings, dataset_sha256
        What is about to run; only the seed may differ.
    """
    wanted = replace(settings, seed=0)
    for record in records:
        if (
            record.state is RunState.FINISHED
            # A run that was resumed did some work twice, or was timed by an older release.
            and record.attempt <= 1
            and record.dataset_sha256 == dataset_sha256
            and replace(record.settings, seed=0) == wanted
        ):
            return record.duration_s
    return None


@dataclass(frozen=True, slots=True)
class LikeRuns:
    """Finished searches of the same data that did the same kind of work.

    Parameters
    ----------
    seconds
        How long they took, the newest first; at least one.
    """

    seconds: tuple[float, ...]

    @property
    def last(self) -> float:
        """What the newest took."""
        return self.seconds[0]

    @property
    def longest(self) -> float:
        """What the longest took; others may have found their scores computed already."""
        return max(self.seconds)

    @property
    def span(self) -> tuple[float, float]:
        """Seconds that another one will take at least and at most, most likely."""
        return min(self.seconds) / _SPREAD_LIKE, self.longest * _SPREAD_LIKE


def like_runs(
    records: Sequence[RunRecord], settings: RunSettings, dataset_sha256: str
) -> LikeRuns | None:
    """The newest searches of the same data by the same measure; None without any.

    Their seed, α, knowledge and S_g may differ, and their threshold by a factor of two: a
    much smaller one leads to denser graphs.

    Parameters
    ----------
    records
        Runs, newest first.
    settings, dataset_sha256
        What is about to run.
    """
    wanted = same_work(settings)
    seconds = [
        record.duration_s
        for record in records
        if record.dataset_sha256 == dataset_sha256
        and record.state is RunState.FINISHED
        and record.attempt <= 1
        # A run that came in a capsule, from another machine, has none.
        and record.progress is not None
        and record.duration_s is not None
        and same_work(record.settings) == wanted
        and _like_threshold(record, settings.tau)
    ]
    return LikeRuns(tuple(seconds[:_MOST_RUNS])) if seconds else None


def same_work(settings: RunSettings) -> RunSettings:
    """Settings without what changes little about how long a search takes."""
    return replace(
        settings, tau=None, alpha=0.001, seed=0, global_score=True, knowledge=Knowledge()
    )


def _like_threshold(record: RunRecord, tau: float | None) -> bool:
    asked = record.noise_floor if tau is None else tau
    if asked is None or not record.tau:
        return tau is None and record.settings.tau is None
    return 0.5 <= asked / record.tau <= 2.0


def like_text(runs: LikeRuns, *, memory_mb: float | None = None) -> str:
    """How long a search will take of which there were others like it, as a sentence."""
    span = about(duration_range(*runs.span)).capitalize()
    memory = "" if memory_mb is None else f" and {memory_words(memory_mb)} of memory"
    return (
        f"{span}{memory}: the last search of these data with this measure took "
        f"{duration(runs.last)}."
    )


def earlier_text(seconds: float, *, memory_mb: float | None = None) -> str:
    """How long a search will take that ran before, as a sentence."""
    memory = "" if memory_mb is None else f", and {memory_words(memory_mb)} of memory"
    span = about(duration(seconds)).capitalize()
    return f"{span}, as the same search on these data took before{memory}."


def estimate_s(rate: Rate, n_variables: int, first: int = 0) -> tuple[float, float]:
    """Seconds that the search takes at least and at most, as far as one can tell before it.

    Parameters
    ----------
    rate, n_variables
        The pace, and the size of the data.
    first
        Queries that are asked before the search.
    """
    spread = _SPREAD_MEASURED if rate.measured else _SPREAD_GUESSED
    fewest, most = (first + share * n_variables**2 for share in _QUERIES_PER_PAIR_OF_NODES)
    low = _START_S[0] + fewest / (rate.per_second * spread)
    return low, _START_S[1] + most / (rate.per_second / spread)


def estimate_text(
    rate: Rate,
    n_variables: int,
    n_rows: int,
    *,
    tried: bool = False,
    memory_mb: float | None = None,
    first: int = 0,
) -> str:
    """The estimate as a sentence that says what it rests on.

    Parameters
    ----------
    rate, n_variables, n_rows
        The pace, and the size of the data.
    tried
        Whether the pace was measured on these very data just now.
    memory_mb
        Memory that the search needs.
    first
        Queries that are asked before the search.
    """
    span = about(duration_range(*estimate_s(rate, n_variables, first))).capitalize()
    if memory_mb is not None:
        span += f" and {memory_words(memory_mb)} of memory"
    size = f"{count(n_variables, 'variable')} × {count(n_rows, 'row')}"
    basis = "by the pace of earlier runs here" if rate.measured else "a guess before the first run"
    if tried:
        basis = "by a short trial on these data"
    return f"{span} for {size}, {basis}."


def memory_words(mb: float) -> str:
    """An amount of memory that no line break parts from its unit."""
    return unbroken(*memory_text(mb).split())
