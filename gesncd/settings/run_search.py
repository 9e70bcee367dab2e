"""The search that settings describe, on a data set."""

from __future__ import annotations

from collections.abc import Iterator

from gesncd.data import Dataset
from gesncd.measures import ConditionalDependence, ScoreCache
from gesncd.search.events import Event
from gesncd.search.options import Limits
from gesncd.search.progress import OnProgress
from gesncd.search.reframed_ges import reframed_ges
from gesncd.settings.on_data import constraints_of
from gesncd.settings.run_settings import RunSettings


def search_events(
    settings: RunSettings,
    dataset: Dataset,
    measure: ConditionalDependence,
    tau: float,
    *,
    cache: ScoreCache | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[Event]:
    """Events of a run; see :func:`gesncd.search.reframed_ges`.

    Parameters
    ----------
    settings
        Caps, knowledge and whether S_g is computed.
    dataset
        The data that the knowledge names variables of.
    measure, tau
        What :func:`~gesncd.settings.on_data.build_measure` and
        :func:`~gesncd.settings.on_data.resolve_tau` made of the settings.
    cache, on_progress
        Where scores are kept, and what is called as they come in.

    Raises
    ------
    KnowledgeError
        If the knowledge names unknown variables or contradicts itself.
    """
    return reframed_ges(
        measure,
        tau,
        cache=cache,
        on_progress=on_progress,
        global_score=settings.global_score,
        limits=limits_of(settings, dataset),
        knowledge=constraints_of(settings, dataset),
    )


def limits_of(settings: RunSettings, dataset: Dataset | None) -> Limits:
    """The caps of a run, and the pairs that it screens out.

    Pairs that the knowledge requires to be joined are never screened out.

    Parameters
    ----------
    settings
        The run's.
    dataset
        The data that are searched. None where they are not here: then nothing can be
        screened.
    """
    partners: tuple[int, ...] | None = None
    if settings.screen is not None and dataset is not None:
        # Imported here: most searches screen nothing.
        from gesncd.search.screening import candidate_partners

        partners = candidate_partners(dataset, settings.screen, seed=settings.seed)
        known = constraints_of(settings, dataset)
        if known is not None:
            partners = tuple(p | j for p, j in zip(partners, known.joined, strict=True))
    return Limits(settings.max_subset, settings.max_conditioning, partners)
