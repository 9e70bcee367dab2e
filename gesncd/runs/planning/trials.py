"""Short trials on the data at hand, from which a search is planned."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.measures import Cancelled, ConditionalDependence, PartialCorrelation, Query
from gesncd.search.events import Step
from gesncd.search.global_score import global_score_queries
from gesncd.search.progress import Progress
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings

_TRIAL_ROWS: Final = 2000
_TRIAL_S: Final = 8.0
_TRIED_ROWS: Final = (500, 2000)
_TRIED_VARIABLES: Final = 16
_TRIED_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Growth:
    """Seconds that grow with the rows n: ``fixed`` + ``rate`` n ** ``power``.

    Mostly a line: some at any number of rows, and some for each. Of more than in proportion,
    such as with a matrix of rows by rows, a power.
    """

    fixed: float
    rate: float
    power: float = 1.0

    def at(self, n_rows: int) -> float:
        """Seconds at so many rows."""
        return float(self.fixed + self.rate * n_rows**self.power)


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds a query in one process.

    Parameters
    ----------
    first
        About a pair given nothing: the queries of the first step.
    later
        Given others, among queries that share the set.
    global_score
        For S_g.
    """

    first: Growth
    later: Growth
    global_score: Growth


def found_degree(
    dataset: Dataset,
    alpha: float,
    *,
    budget_s: float = _TRIAL_S,
    clock: Callable[[], float] = time.monotonic,
) -> float | None:
    """Edges at a variable that a quick search with partial correlation finds.

    Parameters
    ----------
    dataset
        The data; at most 2000 rows are used.
    alpha
        Level of the automatic τ.
    budget_s
        Seconds that it may take.
    clock
        Tells the time in seconds.

    Returns
    -------
    None where it was not done in time.
    """
    until = clock() + budget_s

    def stop(progress: Progress) -> None:
        if clock() > until:
            raise Cancelled

    measure = PartialCorrelation(evenly(dataset, _TRIAL_ROWS))
    events = reframed_ges(
        measure, measure.null_quantile(alpha), global_score=False, on_progress=stop
    )
    edges = 0
    try:
        for event in events:
            if clock() > until:
                return None
            if isinstance(event, Step):
                edges = max(edges, event.cpdag.n_edges)
    except Cancelled:
        return None
    return 2.0 * edges / dataset.n_variables


def measured_pace(
    settings: RunSettings, dataset: Dataset, *, clock: Callable[[], float] = time.perf_counter
) -> Pace:
    """Time queries as a search asks them, in one process, on 500 and on 2000 rows.

    What other numbers of rows take lies on the curve through both; see :class:`Growth`.

    Parameters
    ----------
    settings, dataset
        What is about to be searched. Where the data have fewer rows, some are repeated with
        a little noise, which changes no time.
    clock
        Tells the time in seconds. That of the processor, :func:`time.process_time`, tells
        what the queries themselves take where others keep the machine busy.
    """
    few, many = (_seconds(settings, _rows_like(dataset, n), clock) for n in _TRIED_ROWS)
    return Pace(*(_through(*each) for each in zip(few, many, strict=True)))


def _through(few: float, many: float) -> Growth:
    """What grows through the seconds at both numbers of rows; constant where more take less."""
    low, high = _TRIED_ROWS
    if many <= few:
        return Growth(many, 0.0)
    a_row = (many - few) / (high - low)
    # A clock that ticks slowly can tell no time for the first.
    if many >= a_row * high or few == 0:
        return Growth(max(0.0, many - a_row * high), a_row)
    power = math.log(many / few) / math.log(high / low)
    return Growth(0.0, many / high**power, power)


def _seconds(
    settings: RunSettings, trial: Dataset, clock: Callable[[], float]
) -> tuple[float, float, float]:
    """Seconds a query: given nothing, given another variable, and for S_g."""
    d = trial.n_variables
    measure = build_measure(settings, trial, jobs=1)
    shown = min(d, _TRIED_VARIABLES)
    pairs = [Query.pair(i, j) for i in range(shown) for j in range(i + 1, shown)]
    # The first query of all pays for libraries that are loaded, and for ranks.
    measure.evaluate(pairs[-1:])
    first = _each(measure, [pairs[k : k + 8] for k in range(0, len(pairs), 8)], clock)
    later = first
    if d > 2:
        later = _each(measure, _later(settings.measure, d, shown), clock)
    scores = global_score_queries(PDAG.empty(d))[:2]
    return first, later, _each(measure, [[query] for query in scores], clock)


def _later(measure: str, d: int, shown: int) -> list[list[Query]]:
    """Queries given something, that have as much in common as those of a search.

    A search asks about one variable with all others, given one set after the other. NCD
    makes something anew for each variable and set: once a query or so. RCD looks for
    neighbours of a variable and a set together, {x} ∪ z, which is another's {y} ∪ z too:
    once for two queries. Any other measure is asked as NCD is.
    """
    row = [Query.pair(1, y, (0,)) for y in range(2, shown)]
    if measure == "rcd":
        few = range(2, min(d, 8))
        return [row + [Query.pair(x, y, (0,)) for x in few for y in few if x < y]]
    more = [Query.pair(2, y, (0, 1)) for y in range(3, shown)]
    return [row, more] if more else [row]


def _each(
    measure: ConditionalDependence,
    batches: Sequence[Sequence[Query]],
    clock: Callable[[], float],
) -> float:
    """Seconds a query of some batches, as many as there is time for."""
    began, n = clock(), 0
    for batch in batches:
        measure.evaluate(batch)
        n += len(batch)
        if clock() - began > _TRIED_S:
            break
    return (clock() - began) / n


def _rows_like(dataset: Dataset, n_rows: int) -> Dataset:
    trial = evenly(dataset, n_rows)
    if trial.n_rows == n_rows:
        return trial
    rng = np.random.default_rng(0)
    rows = rng.integers(trial.n_rows, size=n_rows)
    spread = 1e-3 * trial.values.std(axis=0)
    noise = spread * rng.normal(size=(n_rows, trial.values.shape[1]))
    return Dataset(trial.values[rows] + noise, trial.variables)


def evenly(dataset: Dataset, n_rows: int) -> Dataset:
    """The data, or so many rows of them, evenly spaced."""
    if dataset.n_rows <= n_rows:
        return dataset
    rows = np.linspace(0, dataset.n_rows - 1, n_rows).round().astype(np.int64)
    return Dataset(dataset.values[rows], dataset.variables)
