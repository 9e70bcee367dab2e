"""What settings come to on a data set: the measure, the constraints, noise floor and τ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gesncd.settings.errors import SettingsError
from gesncd.settings.ncd_parts import ncd_settings
from gesncd.settings.run_settings import RunSettings

if TYPE_CHECKING:
    from gesncd.data import Dataset
    from gesncd.knowledge import Constraints
    from gesncd.measures import ConditionalDependence


def build_measure(
    settings: RunSettings, dataset: Dataset, *, jobs: int | None = None
) -> ConditionalDependence:
    """The measure that settings describe, on a data set.

    Parameters
    ----------
    settings, dataset
        What a score depends on.
    jobs
        Processes of a measure that uses several; all usable processors by default.

    Raises
    ------
    SettingsError
        If the measure cannot be used on these data.
    """
    try:
        return _build(settings, dataset, jobs)
    except ValueError as error:
        raise SettingsError(f"{settings.measure} cannot be used here: {error}") from error


def _build(settings: RunSettings, dataset: Dataset, jobs: int | None) -> ConditionalDependence:
    # Imported here because torch and scipy take seconds that most callers can do without.
    match settings.measure:
        case "ncd":
            from gesncd.measures import Ncd

            parts = ncd_settings(
                settings.networks, settings.depth, settings.width, settings.seed, settings.ncd
            )
            return Ncd(dataset, parts, jobs=jobs, device=settings.device)
        case "rcd":
            from gesncd.measures import Rcd

            return Rcd(dataset, seed=settings.seed)
        case "partial-correlation":
            from gesncd.measures import PartialCorrelation

            return PartialCorrelation(dataset)
        case _:
            # Another measure in its place would give a wrong result under its name.
            raise SettingsError(
                "it has a name, but nothing builds it. Add a case for it to _build in "
                "gesncd/settings/on_data.py."
            )


def constraints_of(settings: RunSettings, dataset: Dataset) -> Constraints | None:
    """The knowledge of a run over the nodes of its data; None where there is none.

    Raises
    ------
    KnowledgeError
        If it names unknown variables or contradicts itself.
    """
    if settings.knowledge.is_empty:
        return None
    from gesncd.knowledge import Constraints

    return Constraints.of(settings.knowledge, dataset.names)


def noise_floor(settings: RunSettings, measure: ConditionalDependence) -> float | None:
    """Score that noise exceeds with probability alpha a query; None if the measure can't tell."""
    from gesncd.measures import NullCalibrated

    if not isinstance(measure, NullCalibrated):
        return None
    try:
        return float(measure.null_quantile(settings.alpha))
    except ValueError:
        # Judged on the rows they were trained on, NCD's networks keep to no formula. Where τ
        # is automatic, a run then calibrates the floor on the data (gesncd.settings.calibration).
        return None


def resolve_tau(settings: RunSettings, measure: ConditionalDependence) -> float:
    """The threshold of a run: the given one, or the noise floor at alpha.

    Raises
    ------
    SettingsError
        If τ is automatic and the measure cannot tell its noise.
    """
    if settings.tau is not None:
        return settings.tau
    from gesncd.measures import NullCalibrated

    missing = f"The measure {measure.name!r} has no automatic threshold; give τ as a number."
    if not isinstance(measure, NullCalibrated):
        raise SettingsError(missing)
    try:
        floor = float(measure.null_quantile(settings.alpha))
    except ValueError as error:
        # Whoever wrote the measure shall see which line of it said no.
        raise SettingsError(missing) from error
    if not math.isfinite(floor):
        raise SettingsError(missing)
    return floor
