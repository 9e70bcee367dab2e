"""Dask distributed as an engine."""

from __future__ import annotations

import queue
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from gesncd.data import Dataset
from gesncd.engine.at_dask_worker import LackingAt, Packed, call_in_dask
from gesncd.engine.at_worker import Raised
from gesncd.engine.dask_workers import CANCELLED, DaskWorkers
from gesncd.engine.errors import EngineError
from gesncd.engine.optional import INSTALL, require
from gesncd.engine.protocol import Lost

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_CONNECT_S: Final = 10.0
_FIRST_WORKER_S: Final = 30.0
"""How long a scheduler may be without workers at first; they may be starting, too."""
_WORKERS_S: Final = 60.0
"""How long a scheduler may be without workers in the middle before the work is given up."""
_WAKE_S: Final = 0.1
_MOST_LACKING: Final = 6
"""Times that workers may lack the data of one call."""
_MOST_LOSSES: Final = 3
"""Times that one call may be lost together with the data; Dask counts other losses itself."""
_LOST: Final = (
    "The workers that computed this ended unexpectedly, one after the other; their memory may "
    "not have sufficed."
)


@dataclass(slots=True)
class _Flight:
    """A call on its way."""

    argument: Any
    n_lacking: int = 0
    n_lost: int = 0
    lacking_at: str | None = None
    future: Any = None


class DaskEngine:
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://host:8786``.
    first_worker_s
        How long it may be without workers at first; half a minute by default.

    Raises
    ------
    EngineError
        If the package is missing, nobody answers there, or there are no workers.
    """

    def __init__(self, address: str, *, first_worker_s: float | None = None) -> None:
        self._distributed = require("distributed", "A Dask cluster", INSTALL)
        self._address = address
        try:
            self._client = self._distributed.Client(
                address, timeout=_CONNECT_S, set_as_default=False, name="gesncd"
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise EngineError(
                f"No Dask scheduler answers at {address} ({error}). Start it with "
                "'dask scheduler', or correct its address (GESNCD_ENGINE, or Engine on the page "
                "Runs)."
            ) from error
        self._scattered: dict[str, Any] = {}
        self._workers = DaskWorkers(self._client, address)
        try:
            wait_s = _FIRST_WORKER_S if first_worker_s is None else first_worker_s
            self._client.wait_for_workers(1, timeout=wait_s)
            self._workers.count()
        except TimeoutError as error:
            self.close()
            raise self._workers.lacking() from error
        except EngineError:
            self.close()
            raise

    @property
    def name(self) -> str:
        """For people: what it is and where."""
        return f"Dask at {self._address}"

    def n_workers(self) -> int:
        """Worker processes that there are now; at least one."""
        return max(1, self._workers.count())

    def all_have_gpus(self) -> bool:
        """Whether each worker that is there now has a GPU that torch can use."""
        return self._workers.all_have_gpus()

    def run(
        self,
        function: Callable[[Dataset, Argument], Result],
        dataset: Dataset,
        next_argument: Callable[[], Argument | None],
        *,
        tick: Callable[[], None] = lambda: None,
        ahead: int = 1,
    ) -> Generator[tuple[Argument, Result | Lost], None, None]:
        """See :meth:`gesncd.engine.protocol.Engine.run`.

        Dask makes the call of a lost worker again by itself. Data are scattered under
        their hash and sent to a worker when it says that it lacks them.

        Raises
        ------
        EngineError
            If there was no worker for a while, or the scheduler cannot be reached any more.
        """
        over: queue.SimpleQueue[Any] = queue.SimpleQueue()
        waiting: deque[_Flight] = deque()
        flying: dict[Any, _Flight] = {}
        seen_workers = time.monotonic()
        try:
            while True:
                tick()
                n_workers = self._workers.count()
                if n_workers:
                    seen_workers = time.monotonic()
                elif time.monotonic() - seen_workers > _WORKERS_S:
                    raise self._workers.lacking()
                while len(flying) < ahead * max(1, n_workers):
                    if waiting:
                        flight = waiting.popleft()
                    elif (argument := next_argument()) is not None:
                        flight = _Flight(argument)
                    else:
                        break
                    self._send(flight, function, dataset, over)
                    flying[flight.future.key] = flight
                if not flying:
                    return
                try:
                    key = over.get(timeout=_WAKE_S)
                except queue.Empty:
                    continue
                if key not in flying:
                    continue
                flight = flying[key]
                reply = self._reply(flight, dataset, tick)
                del flying[key]
                flight.future = None
                if reply is None:
                    waiting.append(flight)
                    continue
                yield flight.argument, reply
        finally:
            futures = [flight.future for flight in flying.values()]
            flying.clear()
            if futures and self._client.status == "running":
                self._client.cancel(futures)

    def close(self) -> None:
        """Part from the scheduler; what is in the air is cancelled."""
        self._scattered.clear()
        self._client.close()

    def _send(
        self,
        flight: _Flight,
        function: Callable[[Dataset, Any], Any],
        dataset: Dataset,
        over: queue.SimpleQueue[Any],
    ) -> None:
        where: dict[str, Any] = {}
        if flight.lacking_at is not None:
            # The one that lacks the data should be the one that gets them, if it is still there.
            where = {"workers": [flight.lacking_at], "allow_other_workers": True}
        # The first call of all brings the data; a worker that joins in later says so.
        brings = flight.lacking_at is not None or dataset.sha256 not in self._scattered
        try:
            flight.future = self._client.submit(
                call_in_dask,
                function,
                dataset.sha256,
                self._data(dataset) if brings else None,
                Packed(flight.argument),
                key=f"gesncd-{uuid.uuid4().hex}",
                pure=False,
                **where,
            )
        except (OSError, RuntimeError, *CANCELLED) as error:
            raise self._workers.parted(error) from error
        flight.future.add_done_callback(lambda future: over.put(future.key))

    def _data(self, dataset: Dataset) -> Any:
        if dataset.sha256 not in self._scattered:
            # A key of our own: another client's copy may be released at any time.
            key = f"gesncd-data-{dataset.sha256}-{uuid.uuid4().hex[:8]}"
            self._scattered[dataset.sha256] = self._client.scatter({key: dataset})[key]
        return self._scattered[dataset.sha256]

    def _reply(self, flight: _Flight, dataset: Dataset, tick: Callable[[], None]) -> Any:
        """What came of a call; None where it must be made again."""
        try:
            reply = self._result(flight.future, tick)
        except CANCELLED as error:
            # The worker that held the scattered data is gone, or so is the scheduler.
            if self._client.status != "running":
                raise self._workers.parted(error) from error
            flight.n_lost += 1
            if flight.n_lost > _MOST_LOSSES:
                return Lost(_LOST)
            self._scattered.pop(dataset.sha256, None)
            flight.lacking_at = None
            return None
        except self._distributed.scheduler.KilledWorker:
            return Lost(_LOST)
        if isinstance(reply, Raised):
            return reply.throw()
        if not isinstance(reply, LackingAt):
            return reply
        flight.n_lacking += 1
        if flight.n_lacking > _MOST_LACKING:
            raise EngineError(
                f"The workers of {self.name} lose the data as soon as they have them; their "
                "memory may not suffice."
            )
        flight.lacking_at = reply.address
        return None

    def _result(self, future: Any, tick: Callable[[], None]) -> Any:
        """The result of a call that is over; its worker may be lost before it is fetched."""
        while True:
            try:
                return future.result(timeout=1.0)
            except TimeoutError:
                tick()
