"""Worker processes for NCD, one thread each, that hold the data from their start."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import Future

import numpy as np
from loky import ProcessPoolExecutor
from numpy.typing import NDArray

from gesncd.end_with_parent import end_with_parent
from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.scorer import NcdScorer
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.processors import ONE_THREAD

_IDLE_SECONDS = 60
"""After so long without work a worker ends; the next task starts a new one."""
_REST_SECONDS = 0.05

_scorer: NcdScorer | None = None
"""The scorer of this worker process; set once when the process starts, never in the parent."""


def _start(values: NDArray[np.float64], settings: NcdSettings, parent: int) -> None:
    global _scorer
    end_with_parent(parent)
    _scorer = NcdScorer(values, settings)


def _is_ready() -> bool:
    return _scorer is not None


def _rest() -> int:
    time.sleep(_REST_SECONDS)
    return os.getpid()


def _evaluate(queries: Sequence[ColumnQuery]) -> NDArray[np.float64]:
    if _scorer is None:
        raise RuntimeError("The worker process was not set up.")
    return _scorer.evaluate(queries)


class Pool:
    """Processes that evaluate queries.

    They start at once in the background; :attr:`ready` says when the first one
    can work.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``, sent once to each process.
    settings
        Those of the measure.
    jobs
        Number of processes.
    """

    def __init__(self, values: NDArray[np.float64], settings: NcdSettings, jobs: int) -> None:
        self._jobs = jobs
        self._executor = ProcessPoolExecutor(
            max_workers=jobs,
            timeout=_IDLE_SECONDS,
            initializer=_start,
            initargs=(values, settings, os.getpid()),
            env=dict(ONE_THREAD),
        )
        self._first: Future[bool] = self._executor.submit(_is_ready)

    @property
    def ready(self) -> bool:
        """Whether a worker has started."""
        return self._first.done()

    def wait_until_ready(self) -> None:
        """Return when every worker can work.

        Raises
        ------
        loky.process_executor.BrokenProcessPool
            If one cannot start.
        """
        known: set[int] = set()
        while len(known) < self._jobs:
            # Each occupies its worker for a moment, so that the next one goes elsewhere.
            rests = [self._executor.submit(_rest) for _ in range(self._jobs)]
            known.update(future.result() for future in rests)

    def submit(self, queries: Sequence[ColumnQuery]) -> Future[NDArray[np.float64]]:
        """Have queries of one shape evaluated."""
        future: Future[NDArray[np.float64]] = self._executor.submit(_evaluate, list(queries))
        return future

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._executor.shutdown(wait=True, kill_workers=True)
