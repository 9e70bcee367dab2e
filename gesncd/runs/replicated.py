"""Replicates of a search one after the other, by several processes or an engine's workers.

Nothing is kept of them on the way; a task (:mod:`gesncd.runs.tasks`) keeps each.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Final

from gesncd.analysis.replicates import ReplicateResult
from gesncd.analysis.resamples import Replicate
from gesncd.data import Dataset
from gesncd.end_with_parent import end_with_parent
from gesncd.engine import Engine, EngineError, Lost
from gesncd.processors import ONE_THREAD
from gesncd.runs.tasks.parts_stability import search_replicate
from gesncd.settings.engine_measure import refuse_other_versions
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

_IDLE_SECONDS: Final = 60


def search_replicates(
    settings: RunSettings,
    dataset: Dataset,
    replicates: Sequence[Replicate],
    *,
    jobs: int,
    engine: Engine | None = None,
) -> Iterator[ReplicateResult]:
    """Results in the order of the plan, whoever computes them.

    Parameters
    ----------
    settings, dataset
        What is searched.
    replicates
        The plan.
    jobs
        Processes of this machine; with one, this process works alone.
    engine
        Whose workers search in their place, if any.

    Raises
    ------
    EngineError
        If a worker of the engine cannot answer.
    """
    if engine is not None:
        yield from _by_workers(engine, settings, dataset, replicates)
        return
    if jobs == 1:
        yield from (_search(settings, dataset, replicate) for replicate in replicates)
        return
    # Imported here: one process needs none of it.
    from loky import ProcessPoolExecutor

    executor = ProcessPoolExecutor(
        max_workers=jobs,
        timeout=_IDLE_SECONDS,
        initializer=end_with_parent,
        initargs=(os.getpid(),),
        env=dict(ONE_THREAD),
    )
    try:
        # Not executor.map, which cancels what is left where its reader goes: the executor then
        # fails to tell those that their workers are gone, and prints a traceback of its own.
        asked = [executor.submit(_search, settings, dataset, each) for each in replicates]
        yield from (future.result() for future in asked)
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def _search(settings: RunSettings, dataset: Dataset, replicate: Replicate) -> ReplicateResult:
    """Search one replicate in this process alone."""
    return search_replicate(settings, dataset, replicate, partial(build_measure, jobs=1))


def _by_workers(
    engine: Engine, settings: RunSettings, dataset: Dataset, replicates: Sequence[Replicate]
) -> Iterator[ReplicateResult]:
    versions = software_versions(settings.measure)
    asked = iter([_Asked(settings, replicate, versions) for replicate in replicates])
    came: dict[Replicate, ReplicateResult] = {}
    results = engine.run(_search_there, dataset, lambda: next(asked, None))
    with closing(results):
        for replicate in replicates:
            while replicate not in came:
                part, result = next(results)
                if isinstance(result, Lost):
                    raise EngineError(result.message)
                came[part.replicate] = result
            yield came.pop(replicate)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A replicate on its way to a worker, with the versions of whoever asks."""

    settings: RunSettings
    replicate: Replicate
    versions: Mapping[str, str]


def _search_there(dataset: Dataset, asked: _Asked) -> ReplicateResult:
    """Search a replicate in a worker of an engine."""
    refuse_other_versions(asked.versions, software_versions(asked.settings.measure))
    return _search(asked.settings, dataset, asked.replicate)
