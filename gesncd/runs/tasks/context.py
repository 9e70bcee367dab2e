"""What a part's function is given besides the data and the part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gesncd.data import Dataset
from gesncd.measures import Cancelled, ConditionalDependence, MemoryCache, Query, ScoreCache
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.score_cache import StoreCache
from gesncd.search.progress import Progress
from gesncd.settings.device import refuse_missing_device
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings


class PartContext:
    """Scores, Stop and measures for one part.

    Parameters
    ----------
    store, dataset_sha256
        The run store and the task's data set, whose scores are shared with runs.
    stopped
        Tells whether Stop was asked for.
    """

    def __init__(
        self, store: RunStore, dataset_sha256: str, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        self._store = store
        self._dataset_sha256 = dataset_sha256
        self._stopped = stopped
        self._cache = PartCache(store)

    @property
    def cache(self) -> ScoreCache:
        """Scores of this part; those of measures on the task's own data are the store's."""
        return self._cache

    def check(self) -> None:
        """Raise :class:`gesncd.measures.Cancelled` after Stop.

        A function that never asks is ended half a second later, with its process.
        """
        if self._stopped():
            raise Cancelled

    def on_progress(self, progress: Progress) -> None:
        """What a search calls as scores come in: a chance to stop."""
        self.check()

    def settings_measure(self, settings: RunSettings, dataset: Dataset) -> ConditionalDependence:
        """The measure of settings on data, which computes in this process alone.

        Parameters
        ----------
        settings
            Those of a run.
        dataset
            The task's data, whose scores are then kept for every run, or other data
            made of them, such as a sample of their rows, whose scores are not.

        Raises
        ------
        gesncd.settings.errors.SettingsError
            If the measure cannot be used on these data, or its device is not here.
        """
        refuse_missing_device(settings)
        measure = build_measure(settings, dataset, jobs=1)
        if dataset.sha256 == self._dataset_sha256:
            self._store.own_measure(measure.key, dataset.sha256)
            self._cache.share(measure.key)
        return measure


class PartCache:
    """Scores in the store for measures that are shared, and in memory for others.

    The scores of a hundred resampled data sets would fill the store, and nobody else
    could ever ask for one.

    Parameters
    ----------
    store
        Where shared scores are.
    """

    def __init__(self, store: RunStore) -> None:
        self._stored = StoreCache(store)
        self._memory = MemoryCache()
        self._shared: set[str] = set()

    def share(self, measure_key: str) -> None:
        """Have a measure's scores kept in the store."""
        self._shared.add(measure_key)

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        """Known scores, None where there is none."""
        return self._of(measure_key).get(measure_key, queries)

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        """Keep scores."""
        self._of(measure_key).put(measure_key, queries, scores)

    def _of(self, measure_key: str) -> ScoreCache:
        return self._stored if measure_key in self._shared else self._memory
