"""The parts of a task on the workers of an engine, which have no run store."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gesncd.data import Dataset
from gesncd.engine import Engine, EngineError, Lost
from gesncd.engine.at_worker import is_unwanted
from gesncd.measures import ConditionalDependence, MemoryCache, Query, ScoreCache
from gesncd.runs.engine_setting import engine_in_use
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.tasks.context import PartContext
from gesncd.runs.tasks.kinds import Kind
from gesncd.runs.tasks.pool import Pool, Unable
from gesncd.runs.tasks.process import Job, PartProcess, load_function, outcome_of
from gesncd.runs.tasks.records import Outcome
from gesncd.settings.engine_measure import refuse_other_versions, refuse_worker_without_gpu
from gesncd.settings.on_data import build_measure
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions

_MOST_KEPT: Final = 8
"""Measures on a task's own data whose scores a worker keeps from part to part."""

Scores = tuple[str, tuple[Query, ...], tuple[float, ...]]
"""A measure's key, queries, and their scores."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A part on its way to a worker.

    Parameters
    ----------
    number, part
        The part.
    function
        ``"module:function"`` that does it.
    versions
        Those of the software of whoever asks.
    log
        Where its traceback will be, for messages.
    """

    number: int
    part: Mapping[str, Any]
    function: str
    versions: Mapping[str, str]
    log: Path


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a part, and scores on the task's own data that the store may lack."""

    outcome: Outcome
    scores: tuple[Scores, ...]


_kept: OrderedDict[str, MemoryCache] = OrderedDict()
"""Scores on the data of tasks in this worker process, by measure."""


def do_part(dataset: Dataset, sent: Sent) -> Done:
    """Do a part, in a worker."""
    refuse_other_versions(sent.versions, software_versions("ncd"))
    context = DetachedContext(dataset.sha256, is_unwanted)
    run_part = load_function(sent.function)
    outcome = outcome_of(run_part, dataset, sent.part, context, sent.log)
    return Done(outcome, context.found())


class DetachedContext(PartContext):
    """What a part's function is given where there is no run store.

    Scores on the task's own data are kept in the worker from part to part, and travel
    to the store with the part's result.

    Parameters
    ----------
    dataset_sha256
        Hash of the task's data.
    stopped
        Tells whether nobody waits for the part any more.
    """

    def __init__(self, dataset_sha256: str, stopped: Callable[[], bool]) -> None:
        # No store: everything of the base class that asks for one is done otherwise here.
        self._dataset_sha256 = dataset_sha256
        self._stopped = stopped
        self._scores = _DetachedCache()

    @property
    def cache(self) -> ScoreCache:
        """Scores of this part, and those on the task's own data of earlier ones."""
        return self._scores

    def settings_measure(self, settings: RunSettings, dataset: Dataset) -> ConditionalDependence:
        """The measure of settings on data; see :class:`PartContext`."""
        refuse_worker_without_gpu(settings)
        measure = build_measure(settings, dataset, jobs=1)
        if dataset.sha256 == self._dataset_sha256:
            self._scores.share(measure.key)
        return measure

    def found(self) -> tuple[Scores, ...]:
        """New scores on the task's own data."""
        return self._scores.found()


class _DetachedCache:
    """Scores in memory, of which those of shared measures outlive the part."""

    def __init__(self) -> None:
        self._own = MemoryCache()
        self._found: dict[str, dict[Query, float]] = {}

    def share(self, measure_key: str) -> None:
        """Have a measure's scores kept, and told."""
        self._found.setdefault(measure_key, {})
        _kept.setdefault(measure_key, MemoryCache())
        _kept.move_to_end(measure_key)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)

    def get(self, measure_key: str, queries: Sequence[Query]) -> list[float | None]:
        """Known scores, None where there is none."""
        return self._of(measure_key).get(measure_key, queries)

    def put(self, measure_key: str, queries: Sequence[Query], scores: Sequence[float]) -> None:
        """Keep scores."""
        self._of(measure_key).put(measure_key, queries, scores)
        if measure_key in self._found:
            self._found[measure_key].update(zip(queries, map(float, scores), strict=True))

    def found(self) -> tuple[Scores, ...]:
        """What was put for shared measures."""
        return tuple(
            (key, tuple(scores), tuple(scores.values()))
            for key, scores in self._found.items()
            if scores
        )

    def _of(self, measure_key: str) -> MemoryCache:
        return _kept.get(measure_key, self._own)


class EnginePool:
    """Does the parts of one task on an engine, as :class:`~gesncd.runs.tasks.pool.Pool` does.

    Parameters
    ----------
    engine
        Who does them.
    store
        Where the data are, and where scores go.
    job
        What is done.
    keep
        Called with the number and outcome of each part that is over.
    """

    def __init__(
        self, engine: Engine, store: RunStore, job: Job, keep: Callable[[int, Outcome], None]
    ) -> None:
        self._engine, self._store, self._job, self._keep = engine, store, job, keep

    @property
    def n_processes(self) -> int:
        """Parts that go on at once."""
        return self._engine.n_workers()

    def run(
        self,
        parts: Mapping[int, Mapping[str, Any]],
        share: Callable[[], int],
        tick: Callable[[], None],
    ) -> None:
        """Do parts; see :meth:`gesncd.runs.tasks.pool.Pool.run`.

        The engine's workers are not this machine's: ``share`` says nothing about them.
        A stop keeps no part that is not over.

        Raises
        ------
        Unable
            If the engine cannot be reached, or can do no part.
        """
        waiting = self._sent(parts)
        try:
            dataset = self._store.dataset(self._job.dataset_sha256)
            results = self._engine.run(do_part, dataset, lambda: next(waiting, None), tick=tick)
            with closing(results):
                for sent, done in results:
                    self._over(sent, done)
        except EngineError as error:
            raise Unable(str(error)) from error

    def _sent(self, parts: Mapping[int, Mapping[str, Any]]) -> Iterator[Sent]:
        versions = software_versions("ncd")
        for number, part in parts.items():
            yield Sent(number, dict(part), self._job.function, versions, self._job.log)

    def _over(self, sent: Sent, done: Done | Lost) -> None:
        if isinstance(done, Lost):
            self._keep(sent.number, Outcome(None, done.message))
            return
        for key, queries, scores in done.scores:
            self._store.own_measure(key, self._job.dataset_sha256)
            self._store.add_scores(key, queries, scores)
        if not done.outcome.cancelled:
            self._keep(sent.number, done.outcome)


def pool_for(
    store: RunStore, job: Job, kind: Kind, keep: Callable[[int, Outcome], None]
) -> Pool | EnginePool:
    """What does the parts of a task: the chosen engine, or processes of this machine.

    Parts that need a process of their own, or may take so long and no longer, are done
    here: an engine's workers are shared, and cannot be ended.

    Raises
    ------
    Unable
        If an engine is chosen that cannot be reached.
    """
    if not kind.isolated and kind.limit_s is None:
        try:
            engine = engine_in_use(store)
        except EngineError as error:
            raise Unable(str(error)) from error
        if engine is not None:
            return EnginePool(engine, store, job, keep)
    return Pool(lambda: PartProcess(job), keep, once=kind.isolated, limit_s=kind.limit_s)
