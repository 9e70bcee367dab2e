"""What a worker tells the store while it works, and what it hears from it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Final

from gesncd.measures import Cancelled
from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.store.records import HEARTBEAT_EVERY_S, RunProgress, RunState
from gesncd.runs.store.run_store import RunStore
from gesncd.search.progress import Progress

_WRITE_EVERY_S: Final = 0.2
_LISTEN_EVERY_S: Final = 0.25
_RATE_OVER_S: Final = 5.0
_PATIENCE_S: Final = 0.75
"""How long a search may take to answer to a stop; one score of large networks takes seconds."""


class RateMeter:
    """Queries per second over the last few seconds, through batches of any size."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, int]] = deque()
        self._total = 0
        self._done_in_batch = 0

    def read(self, done: int, now: float) -> float | None:
        """Take a reading.

        Parameters
        ----------
        done
            Queries done in the present batch; a smaller number than before begins another.
        now
            A clock in seconds that never goes back.

        Returns
        -------
        Queries per second, or None where that cannot be told yet.
        """
        if done < self._done_in_batch:
            self._done_in_batch = 0
        self._total += done - self._done_in_batch
        self._done_in_batch = done
        self._readings.append((now, self._total))
        while len(self._readings) > 2 and self._readings[1][0] < now - _RATE_OVER_S:
            self._readings.popleft()
        then, before = self._readings[0]
        if now <= then or self._total == before:
            return None
        return (self._total - before) / (now - then)


class Reporter:
    """Progress, heartbeat and Stop of one run, from ``with`` to its end.

    A thread beats and listens, so that a long batch neither looks dead nor goes
    deaf; the search itself asks at every chunk and between events.

    Parameters
    ----------
    store, run_id
        The run.
    end_process
        Called, and not expected to return, when the search does not answer to a
        stop because one score takes long. The run is marked as stopped by then;
        what was found is committed, as it always is.
    """

    def __init__(
        self, store: RunStore, run_id: str, end_process: Callable[[], None] | None = None
    ) -> None:
        self._store = store
        self._run_id = run_id
        self._end_process = end_process
        self._stop = threading.Event()
        self._over = threading.Event()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._meter = RateMeter()
        self._written = -float("inf")
        self._batch: tuple[str, int, str] | None = None

    def __enter__(self) -> Reporter:
        self._listener.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def end(self) -> None:
        """Listen no more: a stop that is asked for from now on comes too late."""
        self._over.set()
        self._listener.join()

    @property
    def stopped(self) -> bool:
        """Whether Stop was asked for."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Stop as if a person had asked for it; safe in a signal handler."""
        self._stop.set()

    def check(self) -> None:
        """Raise :class:`gesncd.measures.Cancelled` if the run shall stop."""
        if self._stop.is_set():
            raise Cancelled

    def on_progress(self, progress: Progress) -> None:
        """Keep how far a batch is: each new batch, then at most five times a second."""
        self.check()
        now = time.monotonic()
        rate = self._meter.read(progress.done, now)
        batch = (progress.phase.value, progress.step, progress.purpose)
        if batch == self._batch and now - self._written < _WRITE_EVERY_S:
            return
        self._written, self._batch = now, batch
        self._store.set_progress(
            self._run_id,
            RunProgress(
                phase=progress.phase.value,
                step=progress.step,
                purpose=progress.purpose,
                done=progress.done,
                asked=progress.asked,
                rate=rate,
            ),
        )

    def _listen(self) -> None:
        beaten = time.monotonic()
        stopped: float | None = None
        while not self._over.wait(_LISTEN_EVERY_S):
            now = time.monotonic()
            if self._hear(beats=now - beaten >= HEARTBEAT_EVERY_S):
                beaten = now
            if self._stop.is_set():
                stopped = now if stopped is None else stopped
                if now - stopped >= _PATIENCE_S and self._end_process is not None:
                    # Deleted, or the disk is full: ending is all that is left.
                    with contextlib.suppress(StoreError):
                        self._store.finish(self._run_id, RunState.STOPPED)
                    self._end_process()

    def _hear(self, *, beats: bool) -> bool:
        """Listen for a stop, and beat if it is time; whether it did."""
        try:
            if self._store.stop_requested(self._run_id):
                self._stop.set()
            if beats:
                self._store.beat(self._run_id)
        except UnknownRunError:
            # The run was deleted under its worker.
            self._stop.set()
        except StoreError:
            # A busy or full disk: the search itself meets it at its next write.
            return False
        return beats
