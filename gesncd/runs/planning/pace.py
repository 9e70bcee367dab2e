"""How fast a measure answers on this machine, by trying it on a few queries."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gesncd.data import Dataset
from gesncd.measures import ConditionalDependence, Query
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.planning.memory import rows_used
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings

MOST_ROWS = 2000
"""Rows that are tried at most; time grows with them about linearly from there."""
_LARGEST_SET = 2
_BUDGET_S = 1.5
_FINE_S = 1e-3
"""A few queries of the fastest measure take about this long."""
_TWO_CORES = 0.85
"""Share of a second core that a search gains from it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Queries a second that a search on these data may count on, as measured just now."""

    per_second: float


def measure_pace(settings: RunSettings, dataset: Dataset, *, cpus: int | None = None) -> Pace:
    """Time a few queries, with empty and small conditioning sets.

    It takes about a second, most of it for the slowest measures. One process is used; the
    others of a search are counted in. What counts is the time that this thread computed: it
    may wait for a server that draws a page meanwhile, which a search in a process of its own
    will not.

    Parameters
    ----------
    settings, dataset
        What is about to be searched.
    cpus
        Processors a search may use; those of this machine by default.
    """
    n = dataset.n_rows
    if n > MOST_ROWS:
        dataset = _first_rows(dataset, MOST_ROWS)
    measure = build_measure(settings, dataset, jobs=1)
    queries = list(_queries(dataset.n_variables))
    # The first queries pay for what is built or loaded once, such as ranks and libraries.
    measure.evaluate([queries[0], queries[-1]])
    began, computed = time.perf_counter(), _computed_s()
    answered = 0
    for start in range(1, len(queries), 4):
        batch = queries[start : start + 4]
        measure.evaluate(batch)
        answered += len(batch)
        if time.perf_counter() - began > _BUDGET_S:
            break
    if answered == 0:
        return Pace(1.0)
    spent = max(_computed_s() - computed, 1e-6)
    per_core = answered / spent / max(1.0, rows_used(settings.measure, n) / MOST_ROWS)
    return Pace(per_core * _speed_up(settings, measure, cpus))


def _computed_s() -> float:
    """Seconds that this thread computed; time as it goes by where that clock ticks too slowly."""
    is_fine = time.get_clock_info("thread_time").resolution < _FINE_S
    return time.thread_time() if is_fine else time.perf_counter()


def _speed_up(settings: RunSettings, measure: ConditionalDependence, cpus: int | None) -> float:
    if settings.measure != "ncd" or settings.device != "cpu":
        # The others answer in the search's own process, and so does a GPU.
        return 1.0
    usable = Capacity.of().cpus if cpus is None else cpus
    return 1.0 + _TWO_CORES * (usable - 1)


def _first_rows(dataset: Dataset, n_rows: int) -> Dataset:
    rows = np.linspace(0, dataset.n_rows - 1, n_rows).round().astype(np.int64)
    return Dataset(dataset.values[rows], dataset.variables)


def _queries(n_variables: int) -> Iterator[Query]:
    """Pairs given nothing, one and two others, as a search asks them: many share a set."""
    for size in range(min(_LARGEST_SET, n_variables - 2) + 1):
        given = tuple(range(size))
        rest = range(size, n_variables)
        pairs = [(x, y) for x in rest for y in rest if x < y][:9]
        for x, y in pairs:
            yield Query((x,), (y,), given)
