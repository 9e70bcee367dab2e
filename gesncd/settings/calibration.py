"""The automatic τ of measures that no formula gives one: calibrated on the data of the run.

Perceptrons that are judged on the rows they were trained on are optimistic by an amount that
depends on the data. How much shows in scores of permuted data, asked for before the
search. They go through the search's own cache, progress and Stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from gesncd.measures import (
    ConditionalDependence,
    Noted,
    OnChunk,
    Query,
    ScoreCache,
)
from gesncd.search.events import Phase
from gesncd.search.progress import OnProgress
from gesncd.search.scoring import Scorer
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings

if TYPE_CHECKING:
    from gesncd.data import Dataset
    from gesncd.measures.permutation import PermutationNull

BuildMeasure = Callable[[RunSettings, "Dataset"], ConditionalDependence]
"""Makes the measure of settings on data."""

CALIBRATION_QUERIES: Final = 240
"""Queries that a calibration asks before the search."""

CALIBRATION: Final = f"calibrated by permutation, {CALIBRATION_QUERIES} queries"
"""What is said of a noise floor that came about like this."""

_OF_THE_NOISE: Final = (
    "measure",
    "alpha",
    "networks",
    "depth",
    "width",
    "seed",
    "ncd",
)


def judged_in_sample(settings: RunSettings) -> bool:
    """Whether networks are judged on the rows they were trained on, so that no formula holds."""
    if settings.measure != "ncd":
        return False
    in_sample = settings.networks == "perceptron" and settings.ncd.cross_fit is False
    return settings.networks == "paper" or in_sample


def calibrates(settings: RunSettings) -> bool:
    """Whether a run begins by calibrating its noise floor on the data.

    With a given τ it does not: that costs as much as many steps, and nothing would follow
    from it.
    """
    return settings.tau is None and judged_in_sample(settings)


def same_noise(one: RunSettings, other: RunSettings) -> bool:
    """Whether runs of the same data with these settings calibrate the same noise floor.

    On another device it is the same but for rounding.
    """
    return all(getattr(one, name) == getattr(other, name) for name in _OF_THE_NOISE)


def calibrated(
    settings: RunSettings,
    dataset: Dataset,
    measure: ConditionalDependence,
    build: BuildMeasure,
    *,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
    on_key: Callable[[str], None] | None = None,
) -> ConditionalDependence:
    """The measure, knowing its noise where it takes a calibration and τ is automatic.

    Parameters
    ----------
    settings, dataset, measure
        The run's.
    build
        Made the measure, and makes that on permuted data.
    cache, on_progress
        As in the search; the purpose of these scores is ``"noise floor"``.
    on_key
        Called with the key of the measure on permuted data before it is asked.

    Raises
    ------
    SettingsError
        If there are fewer than two variables.
    gesncd.measures.Cancelled
        From the progress callback; finished scores are in the cache.
    """
    if not calibrates(settings):
        return measure
    # Imported here: SciPy takes time, and few runs need this.
    from gesncd.measures.permutation import PermutationNull, permuted_queries

    try:
        asked = permuted_queries(dataset, settings.seed, n_queries=CALIBRATION_QUERIES)
    except ValueError as error:
        raise SettingsError(f"There is no automatic threshold here: {error}") from error
    there = build(settings, asked.dataset)
    if on_key is not None:
        on_key(there.key)
    scorer = Scorer(there, cache, on_progress)
    scorer.answer(asked.queries, phase=Phase.FORWARD, step=0, purpose="noise floor")
    null = PermutationNull.of(asked.queries, [scorer[query] for query in asked.queries])
    return Calibrated(measure, null)


class Calibrated:
    """A measure and the noise that was found for it; its scores are the measure's.

    Parameters
    ----------
    measure
        Gives the scores.
    null
        Its scores under independence.
    """

    def __init__(self, measure: ConditionalDependence, null: PermutationNull) -> None:
        self._measure, self._null = measure, null

    @property
    def name(self) -> str:
        """That of the measure."""
        return self._measure.name

    @property
    def key(self) -> str:
        """That of the measure; a threshold is no part of a score."""
        return self._measure.key

    @property
    def symmetric(self) -> bool:
        """Whether the measure is."""
        return self._measure.symmetric

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._measure.n_variables

    @property
    def notes(self) -> tuple[str, ...]:
        """Those of the measure, and where its noise floor comes from."""
        own = self._measure.notes if isinstance(self._measure, Noted) else ()
        return (
            *own,
            "Networks were judged on the rows they were trained on. The noise floor was therefore "
            f"calibrated by permutation, {self._null.n_queries} queries: X was exchanged among "
            "rows that are near in Z. It holds on average over pairs, not for each.",
        )

    def null_quantile(self, alpha: float) -> float:
        """Score that a permuted pair exceeds with probability alpha, about."""
        return self._null.quantile(alpha)

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries."""
        return self._measure.evaluate(queries, on_chunk)
