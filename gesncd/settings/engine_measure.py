"""The measures and parts of runs on the engine that ``GESNCD_ENGINE`` names."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import partial
from typing import Final

from gesncd.data import Dataset
from gesncd.engine import Engine, EngineError, EngineMeasure, chosen_engine, on_engine
from gesncd.measures import ConditionalDependence
from gesncd.settings.device import is_here, refuse_missing_device
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

_FREE: Final = frozenset({"python"})
"""Versions in which a worker may differ; scores come out of the others."""


def measure_for_search(settings: RunSettings, dataset: Dataset) -> ConditionalDependence:
    """The measure of settings, answered by the chosen engine or by this machine.

    Raises
    ------
    SettingsError
        If the measure cannot be used on these data.
    gesncd.engine.EngineError
        If the engine cannot be reached.
    """
    engine = chosen_engine()
    if engine is None:
        refuse_missing_device(settings)
        return build_measure(settings, dataset)
    return measure_on(engine, settings, dataset)


def measure_on(engine: Engine, settings: RunSettings, dataset: Dataset) -> EngineMeasure:
    """The measure of settings, answered by an engine.

    Raises
    ------
    SettingsError
        If the measure cannot be used on these data.
    """
    here = build_measure(settings, dataset, jobs=1)
    versions = software_versions(settings.measure)
    build = partial(measure_there, settings.to_dict(), versions)
    return on_engine(here, build, dataset, engine, answers_here=is_here(settings))


def measure_there(
    settings: Mapping[str, object], versions: Mapping[str, str], dataset: Dataset
) -> ConditionalDependence:
    """The measure of settings in a worker.

    Parameters
    ----------
    settings
        As :meth:`gesncd.settings.run_settings.RunSettings.to_dict` writes them.
    versions
        Those of the software of whoever asks.
    dataset
        The data.

    Raises
    ------
    gesncd.engine.EngineError
        If this worker computes with other versions, or lacks a GPU that is asked for.
    """
    chosen = RunSettings.from_dict(settings)
    refuse_worker_without_gpu(chosen)
    refuse_other_versions(versions, software_versions(chosen.measure))
    return build_measure(chosen, dataset, jobs=1)


def refuse_worker_without_gpu(settings: RunSettings) -> None:
    """Refuse, in a worker, to compute on a CPU what was asked of GPUs.

    Raises
    ------
    gesncd.engine.EngineError
        If the run is for GPUs and there is none here.
    """
    if not is_here(settings):
        raise EngineError(
            f"The worker on {platform.node()} has no GPU that torch can use, and this search is "
            "for GPUs. Connect only workers that have one, or choose the CPU."
        )


def refuse_other_versions(asked: Mapping[str, str], here: Mapping[str, str]) -> None:
    """Refuse to compute what another release of a library might compute otherwise.

    Raises
    ------
    gesncd.engine.EngineError
        If the versions differ in more than Python's own.
    """
    for name in sorted((set(asked) | set(here)) - _FREE):
        if asked.get(name) != here.get(name):
            raise EngineError(
                f"A worker has {name} {here.get(name, 'not at all')}, and the machine that asks "
                f"has {asked.get(name, 'none')}; the scores might differ. Install the same "
                "requirements.txt on the workers, and start them again."
            )
