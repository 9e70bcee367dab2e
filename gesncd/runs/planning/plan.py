"""What a search will take before it is begun: queries, rows, hours, memory.

The number of queries is a model that was fitted to real searches of simulated data
(10 to 300 variables, one to eight edges at each): the first step asks about every pair,
and each later step again about about c·d pairs around the edge it added, where

    c = max( 0.65, 1.8 (1 − degree/(d − 1)) / (1 + 0.11 degree) ),

since in denser graphs fewer pairs are left, each with more operators. With screening, "d" is
the number of partners that are left to a variable. The rest is measured on the data at hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from gesncd.measures.ranks import RCD_NOISE
from gesncd.runs.planning.memory import QUERY_BYTES, ProcessMemory, memory_by_formula, rows_used
from gesncd.runs.planning.trials import Pace
from gesncd.search.reframed_ges import MAX_VARIABLES_FOR_STEPWISE_GLOBAL_SCORE
from gesncd.settings.calibration import CALIBRATION_QUERIES, calibrates
from gesncd.settings.run_settings import RunSettings
from gesncd.words import percent

USUAL_DEGREE: Final = 2.0
"""Edges at a variable where nothing better is known."""
POWER: Final = 0.9
"""Probability with which the smallest dependence of interest shall exceed τ."""
SCREENED: Final = 10
"""Partners a variable that a recommendation to screen speaks of."""

_PARTNERS_FOR_ONE: Final = 1.35
"""Partners that a variable has in the end for each that it keeps itself."""
_LEARNING: Final = 2.5
"""Rows that NCD needs for each row of a test that knows its functions; with 2 a linear
dependence given another variable was found in 25 of 30 simulations, with 4 in all."""
_RCD_SHARE: Final = 0.55
"""T̂ of a Gaussian pair for a small ρ², as a share of it: (3/π)(2/√3)/2."""
_SEARCH_S: Final = 6e-5
"""What the search itself takes for each query, in one process."""
_WORKER: Final = 0.85
"""Share of a further worker that a search gains from it."""
_MB: Final = 2.0**20


@dataclass(frozen=True, slots=True)
class Queries:
    """Expected queries of a search.

    Parameters
    ----------
    candidates
        About operators.
    first
        Those of the first step among them, given nothing.
    global_score
        For S_g, whose conditioning sets and sides are larger.
    """

    candidates: float
    first: float
    global_score: float

    @property
    def total(self) -> float:
        """All of them."""
        return self.candidates + self.global_score


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a search will take.

    Parameters
    ----------
    n_variables, n_rows
        Size of what is searched.
    queries
        Expected queries.
    hours
        With the workers that were asked about.
    worker_mb, search_mb
        Memory of each worker, and of the process that searches; where that one answers the
        queries itself, what its search adds.
    """

    n_variables: int
    n_rows: int
    queries: Queries
    hours: float
    worker_mb: float
    search_mb: float


def expected_queries(
    n_variables: int, degree: float, *, screen: int | None = None, global_score: bool = True
) -> Queries:
    """Queries of a search that finds so many edges.

    Parameters
    ----------
    n_variables
        d.
    degree
        Edges at a variable, on average.
    screen
        Partners that a variable keeps, or None for all.
    global_score
        Whether S_g is computed.
    """
    d = n_variables
    partners = float(d - 1)
    if screen is not None:
        partners = min(partners, _PARTNERS_FOR_ONE * screen)
    degree = min(degree, partners)
    steps = degree * d / 2.0
    again = max(0.65, 1.8 * (1.0 - degree / max(1.0, d - 1.0)) / (1.0 + 0.11 * degree))
    first = d * partners / 2.0
    candidates = first + again * (partners + 1.0) * steps
    scores = 0.0
    if global_score:
        # At each step the sets of two or three variables are others than before.
        stepwise = d <= MAX_VARIABLES_FOR_STEPWISE_GLOBAL_SCORE
        scores = d + 2.7 * steps if stepwise else float(d)
    return Queries(candidates, first, scores)


def rows_needed(measure: str, effect: float, alpha: float) -> int:
    """Rows with which a dependence of a given size exceeds τ nine times out of ten.

    A studentised statistic of size √n·ρ exceeds the quantile z(1 − α/2) with probability
    0.9 at n = (z(1 − α/2) + z(0.9))²/ρ². NCD gets 2.5 times as many, because it learns what
    to correlate from the same rows. RCD's T̂ is about 0.55 ρ² for a weak Gaussian
    dependence, and its noise is 1.07/√n. Any other measure is planned for as if it were a
    squared correlation that is known beforehand.

    Parameters
    ----------
    measure
        Its name.
    effect
        Smallest dependence of interest, as a share of variance, ρ².
    alpha
        Level of the automatic τ.
    """
    normal = NormalDist()
    power = normal.inv_cdf(POWER)
    if measure == "rcd":
        above = RCD_NOISE * (normal.inv_cdf(1.0 - alpha) + power)
        return math.ceil((above / (_RCD_SHARE * effect)) ** 2)
    rows = (normal.inv_cdf(1.0 - alpha / 2.0) + power) ** 2 / effect
    return math.ceil(_LEARNING * rows if measure == "ncd" else rows)


def smallest_effect(measure: str, n_rows: int, alpha: float) -> float:
    """Smallest dependence, as a share of variance, for which so many rows suffice; at most 1."""
    if measure == "rcd":
        return min(1.0, math.sqrt(rows_needed(measure, 1.0, alpha) / n_rows))
    return min(1.0, rows_needed(measure, 1e-3, alpha) * 1e-3 / n_rows)


def estimate(
    settings: RunSettings,
    pace: Pace,
    *,
    n_variables: int,
    n_rows: int,
    degree: float,
    n_workers: int,
    spread: bool = True,
    memory: ProcessMemory | None = None,
) -> Estimate:
    """What a search takes.

    Parameters
    ----------
    settings
        The measure, screening, and whether S_g is computed.
    pace
        As measured.
    n_variables, n_rows, degree
        What is searched, and the edges at a variable that it will find.
    n_workers
        Processes that answer queries.
    spread
        Whether the queries are spread over them.
    memory
        Of a process, as tried; by default a formula.
    """
    if memory is None:
        memory = memory_by_formula(settings.measure, n_variables)
    n_used = rows_used(settings.measure, n_rows)
    queries = expected_queries(
        n_variables, degree, screen=settings.screen, global_score=settings.global_score
    )
    work = queries.first * pace.first.at(n_used)
    work += (queries.candidates - queries.first) * pace.later.at(n_used)
    work += queries.global_score * pace.global_score.at(n_used)
    if calibrates(settings):
        work += CALIBRATION_QUERIES * pace.later.at(n_used)
    speed_up = 1.0 + _WORKER * (n_workers - 1) if spread else 1.0
    seconds = work / speed_up + queries.total * _SEARCH_S
    # Queries, scores and operators; where others answer, the program and the data once more.
    search_mb = QUERY_BYTES * queries.total / _MB
    if spread:
        search_mb += memory.few[1] + memory.table_mb * n_rows
    return Estimate(
        n_variables,
        n_rows,
        queries,
        seconds / 3600.0,
        memory.mb(n_rows) + memory.kept_mb(n_rows, queries.total),
        search_mb,
    )


def advice(
    settings: RunSettings, own: Estimate, n_rows: int, *, degree: float, effect: float
) -> list[str]:
    """Sentences for people: which rows, which measure, whether to screen.

    Parameters
    ----------
    settings
        What was planned.
    own
        Its estimate.
    n_rows
        Rows of the data.
    degree
        Edges at a variable.
    effect
        Smallest dependence of interest.
    """
    found = []
    measure, alpha = settings.measure, settings.alpha
    needed = rows_needed(measure, effect, alpha)
    if n_rows > needed:
        if measure != "partial-correlation":
            found.append(
                f"{needed:,} evenly spaced rows suffice to find a dependence of {effect:.3g} of "
                f"the variance nine times out of ten; more rows find weaker ones, and cost as "
                "much more time."
            )
    else:
        found.append(
            f"With {n_rows:,} rows, {measure} finds a dependence of "
            f"{smallest_effect(measure, n_rows, alpha):.2g} of the variance nine times out of "
            f"ten; {needed:,} rows would do so for {effect:.3g}."
        )
    if measure == "ncd" and own.hours > 12.0:
        sees = smallest_effect("rcd", n_rows, alpha)
        found.append(
            "That is more than half a day. RCD takes a small part of it, and finds dependences "
            f"from {sees:.2g} of the variance on with these rows; choose it for a first look."
        )
    if settings.screen is None and own.n_variables > 50 and own.hours > 1.0:
        fewer = expected_queries(
            own.n_variables, degree, screen=SCREENED, global_score=settings.global_score
        )
        share = fewer.total / own.queries.total
        found.append(
            f"With --screen {SCREENED} the search asks {percent(share)} of the queries. It loses "
            "edges that don't show pair by pair; do so where a variable has few causes."
        )
    return found


def time_text(hours: float) -> str:
    """A time for people, from seconds to days."""
    if hours < 1 / 60:
        return f"{max(1, round(hours * 3600))} s"
    if hours < 2:
        return f"{hours * 60:.0f} min"
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:,.0f} days"
