"""Who does the work of NCD: this process, and several where there is enough to do."""

from __future__ import annotations

import multiprocessing
import weakref
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

import numpy as np
from loky.process_executor import BrokenProcessPool
from numpy.typing import NDArray

from gesncd.measures.collector import Collector
from gesncd.measures.ncd.pool import Pool
from gesncd.measures.ncd.scorer import NcdScorer
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.measures.ncd.work import Task
from gesncd.processors import usable_cpus

_START_SECONDS = 4.0
"""Processes take seconds of work to start; they do when so much has been asked for in all."""
_WORTH_SECONDS = 0.3
"""A smaller batch is not worth sending to processes that run already."""


class Processes:
    """The scorer of this process and the pool of others, each made when it is first needed.

    The pool ends with :meth:`close`, or with this object.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``.
    settings
        Those of the measure.
    device
        With ``"cuda"`` this process works alone.
    jobs
        Number of processes; the number of usable cores by default.
    """

    def __init__(
        self,
        values: NDArray[np.float64],
        settings: NcdSettings,
        device: str,
        jobs: int | None = None,
    ) -> None:
        self._values, self._settings, self._device = values, settings, device
        # A daemonic process may not have children of its own.
        alone = device != "cpu" or multiprocessing.current_process().daemon
        self.n = 1 if alone else max(1, jobs or usable_cpus())
        """How many may work at once."""
        self._asked_seconds = 0.0
        self._scorer: NcdScorer | None = None
        self._pool: Pool | None = None
        self._end_pool: weakref.finalize[..., Processes] | None = None

    def here(self) -> NcdScorer:
        """The scorer of this process."""
        if self._scorer is None:
            self._scorer = NcdScorer(self._values, self._settings, self._device)
        return self._scorer

    def do(self, tasks: Sequence[Task], seconds: float, collector: Collector) -> None:
        """Have tasks done, here or by others, and their scores collected.

        Parameters
        ----------
        tasks, seconds
            The tasks, and how long they take in all, about.
        collector
            Takes the scores as they come; it may raise, and the rest is then left.

        Raises
        ------
        RuntimeError
            If a worker process cannot start or dies, which mostly means that memory ran out.
        """
        self._asked_seconds += seconds
        started = self._pool is not None or self._asked_seconds > _START_SECONDS
        if self.n > 1 and started and seconds > _WORTH_SECONDS:
            try:
                self._share(tasks, collector)
            except BrokenProcessPool as error:
                self.close()
                raise RuntimeError(
                    "A worker process could not start or ended unexpectedly, perhaps for lack of "
                    "memory. What was finished is kept; try again with one process (jobs=1)."
                ) from error
        else:
            for task in tasks:
                self._do_here(task, collector)

    def start(self) -> None:
        """Start the others now, if there are to be any, and wait until they can work."""
        if self.n > 1:
            self._own_pool().wait_until_ready()

    def close(self) -> None:
        """End the others; work that comes later starts new ones."""
        if self._end_pool is not None:
            self._end_pool()
        self._pool = self._end_pool = None

    def _do_here(self, task: Task, collector: Collector) -> None:
        collector.put(task.indices, [float(score) for score in self.here().evaluate(task.queries)])

    def _own_pool(self) -> Pool:
        if self._pool is None:
            self._pool = Pool(self._values, self._settings, self.n)
            self._end_pool = weakref.finalize(self, self._pool.close)
        return self._pool

    def _share(self, tasks: Sequence[Task], collector: Collector) -> None:
        pool = self._own_pool()
        left = list(reversed(tasks))
        # Processes take seconds to start; meanwhile this one works.
        while left and not pool.ready:
            self._do_here(left.pop(), collector)
        if self._scorer is not None:
            # From here on others do the work, and need the memory.
            self._scorer.forget()
        running: dict[Future[NDArray[np.float64]], Task] = {}
        try:
            while left or running:
                # Few at a time, so that little is in the air when the caller cancels.
                while left and len(running) < 2 * self.n:
                    task = left.pop()
                    running[pool.submit(task.queries)] = task
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    task = running.pop(future)
                    collector.put(task.indices, [float(score) for score in future.result()])
        finally:
            for future in running:
                future.cancel()
