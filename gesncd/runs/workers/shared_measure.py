"""A measure that gives way: its processes are a share of what all runs may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gesncd.measures import ConditionalDependence, OnChunk, Query
from gesncd.runs.engine_setting import engine_in_use
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.workers.queue import n_active
from gesncd.settings.device import refuse_missing_device
from gesncd.settings.engine_measure import measure_on
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings

if TYPE_CHECKING:
    from gesncd.data import Dataset
    from gesncd.measures.ncd.measure import Ncd


def sharing_processors(store: RunStore) -> Callable[[RunSettings, Dataset], ConditionalDependence]:
    """A function that builds measures whose processes share a machine with the other runs.

    Where an engine is chosen, its workers answer instead.
    """

    def share() -> int:
        return Capacity.of().share(n_active(store))

    def build(settings: RunSettings, dataset: Dataset) -> ConditionalDependence:
        engine = engine_in_use(store)
        if engine is not None:
            return measure_on(engine, settings, dataset)
        refuse_missing_device(settings)
        if settings.measure != "ncd" or settings.device != "cpu":
            # What a GPU has, it has in one process.
            return build_measure(settings, dataset)
        return SharedNcd(lambda jobs: _ncd(settings, dataset, jobs), share)

    return build


def _ncd(settings: RunSettings, dataset: Dataset, jobs: int) -> Ncd:
    from gesncd.measures.ncd.measure import Ncd

    measure = build_measure(settings, dataset, jobs=jobs)
    if not isinstance(measure, Ncd):
        raise TypeError(f"{type(measure).__name__} has no processes to share.")
    return measure


class SharedNcd:
    """NCD that asks before each batch how many processes it may use.

    The number changes no score, so that the measure can be made anew in the
    middle of a search, when another run began or ended.

    Parameters
    ----------
    build
        Makes the measure with a number of processes.
    share
        Number of processes it may use now.
    """

    name = "ncd"
    symmetric = True

    def __init__(self, build: Callable[[int], Ncd], share: Callable[[], int]) -> None:
        self._build, self._share = build, share
        self._jobs = share()
        self._ncd = build(self._jobs)

    @property
    def key(self) -> str:
        """That of NCD with the same settings; the number of processes is no part of it."""
        return self._ncd.key

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._ncd.n_variables

    @property
    def notes(self) -> tuple[str, ...]:
        """What NCD has to say about its scores."""
        return self._ncd.notes

    @property
    def jobs(self) -> int:
        """Processes of the last batch."""
        return self._jobs

    def null_quantile(self, alpha: float) -> float:
        """Score that a conditionally independent pair exceeds with probability alpha."""
        return self._ncd.null_quantile(alpha)

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries, with as many processes as there is room for now."""
        jobs = self._share()
        if jobs != self._jobs:
            self._ncd.close()
            self._jobs, self._ncd = jobs, self._build(jobs)
        return self._ncd.evaluate(queries, on_chunk)

    def close(self) -> None:
        """End the processes."""
        self._ncd.close()
