"""The kind ``stability``: each part is one replicate of the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from gesncd.analysis.replicates import ReplicateResult, known_of, run_replicate
from gesncd.analysis.resamples import Replicate, Resampling
from gesncd.data import Dataset
from gesncd.knowledge import KnowledgeError
from gesncd.measures import ConditionalDependence, ScoreCache
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.search.options import Limits
from gesncd.search.progress import OnProgress
from gesncd.settings.calibration import calibrated
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings


def stability_parts(settings: RunSettings, replicates: Iterable[Replicate]) -> list[dict[str, Any]]:
    """Parts of a stability task, one a replicate.

    Parameters
    ----------
    settings
        Those of the search; where their τ is automatic, it is that of each sample.
    replicates
        The plan.
    """
    values = settings.to_dict()
    return [
        {
            "settings": values,
            "resampling": replicate.resampling.value,
            "number": replicate.number,
            "seed": replicate.seed,
        }
        for replicate in replicates
    ]


def replicate_of_part(part: Mapping[str, Any]) -> Replicate:
    """The replicate of a part."""
    return Replicate(Resampling(part["resampling"]), part["number"], part["seed"])


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Search one replicate.

    Parameters
    ----------
    dataset
        The data.
    part
        One of :func:`stability_parts`.
    context
        Scores, Stop and measures.

    Returns
    -------
    What :meth:`gesncd.analysis.replicates.ReplicateResult.from_dict` reads.

    Raises
    ------
    PartError
        If the settings or the knowledge do not fit these data; the message says why.
    """
    try:
        settings = RunSettings.from_dict(part["settings"])
        result = search_replicate(
            settings,
            dataset,
            replicate_of_part(part),
            context.settings_measure,
            cache=context.cache,
            on_progress=context.on_progress,
        )
    except (SettingsError, KnowledgeError) as error:
        raise PartError(str(error)) from error
    return result.to_dict()


def search_replicate(
    settings: RunSettings,
    dataset: Dataset,
    replicate: Replicate,
    settings_measure: Callable[[RunSettings, Dataset], ConditionalDependence],
    *,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
) -> ReplicateResult:
    """Search a replicate with the settings of a run.

    Parameters
    ----------
    settings, dataset, replicate
        What to search.
    settings_measure
        Makes the measure of settings on data.
    cache, on_progress
        As in the search.

    Raises
    ------
    SettingsError
        If the settings have no automatic τ, or cannot be used on so few rows.
    KnowledgeError
        If the knowledge names unknown variables or contradicts itself.
    """

    def build(sample: Dataset, seed: int | None) -> ConditionalDependence:
        own = settings if seed is None else replace(settings, seed=seed)
        return calibrated(
            own,
            sample,
            settings_measure(own, sample),
            settings_measure,
            cache=cache,
            on_progress=on_progress,
        )

    def limits(sample: Dataset) -> Limits:
        # A sample may lack variables, about which then nothing is known.
        known = known_of(settings.knowledge, sample.names)
        return limits_of(replace(settings, knowledge=known), sample)

    settings.knowledge.check_names(dataset.names)
    try:
        return run_replicate(
            dataset,
            replicate,
            build,
            tau=settings.tau,
            alpha=settings.alpha,
            limits=limits,
            knowledge=settings.knowledge,
            cache=cache,
            on_progress=on_progress,
        )
    except ValueError as error:
        if isinstance(error, SettingsError | KnowledgeError):
            raise
        raise SettingsError(str(error)) from error
