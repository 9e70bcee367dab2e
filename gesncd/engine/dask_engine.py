"""Dask distributed as an engine."""

from __future__ import annotations

import asyncio
import concurrent.futures
import queue
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import gesncd
from gesncd.data import Dataset
from gesncd.engine.at_worker import Lacking, Raised, call
from gesncd.engine.errors import EngineError
from gesncd.engine.optional import require
from gesncd.engine.protocol import Lost

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_PACKAGE: Final = "gesncd"
_CONNECT_S: Final = 10.0
_FIRST_WORKER_S: Final = 30.0
"""How long a scheduler may be without workers at first; they may be starting, too."""
_WORKERS_S: Final = 60.0
"""How long a scheduler may be without workers in the middle before the work is given up."""
_COUNT_EVERY_S: Final = 2.0
_WAKE_S: Final = 0.1
_MOST_LACKING: Final = 6
"""Times that workers may lack the data of one call."""
_MOST_LOSSES: Final = 3
"""Times that one call may be lost together with the data; Dask counts other losses itself."""
_LOST: Final = (
    "The workers that computed this ended unexpectedly, one after the other; their memory may "
    "not have sufficed."
)
_CANCELLED: Final = (asyncio.CancelledError, concurrent.futures.CancelledError)


@dataclass(frozen=True, slots=True)
class _Packed:
    """An argument that Dask need not search for its own futures."""

    argument: Any


@dataclass(frozen=True, slots=True)
class _LackingAt:
    """The worker with this address lacks the data."""

    address: str


@dataclass(slots=True)
class _Flight:
    """A call on its way."""

    argument: Any
    n_lacking: int = 0
    n_lost: int = 0
    lacking_at: str | None = None
    future: Any = None


def call_in_dask(
    function: Callable[[Dataset, Any], Any],
    sha256: str,
    dataset: Dataset | None,
    packed: _Packed,
) -> Any:
    """Call a function in a worker of Dask; see :func:`gesncd.engine.at_worker.call`."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def unwanted() -> bool:
        # A call that is at work stays in this table; only its state says it was cancelled,
        # or that whoever asked is gone.
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    reply = call(function, sha256, dataset, packed.argument, unwanted)
    return _LackingAt(worker.address) if isinstance(reply, Lacking) else reply


class DaskEngine:
    """The workers of a Dask scheduler.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://host:8786``.
    first_worker_s
        How long it may be without workers at first.

    Raises
    ------
    EngineError
        If the package is missing, nobody answers there, or there are no workers.
    """

    def __init__(self, address: str, *, first_worker_s: float = _FIRST_WORKER_S) -> None:
        from gesncd.engine.choose import INSTALL

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
        self._counted_at = -float("inf")
        self._fit: set[str] = set()
        self._n_workers = 0
        try:
            self._client.wait_for_workers(1, timeout=first_worker_s)
            self._count()
        except TimeoutError as error:
            self.close()
            raise EngineError(self._without_workers()) from error
        except EngineError:
            self.close()
            raise

    @property
    def name(self) -> str:
        """For people: what it is and where."""
        return f"Dask at {self._address}"

    def n_workers(self) -> int:
        """Worker processes that there are now; at least one."""
        return max(1, self._count())

    def all_have_gpus(self) -> bool:
        """Whether each worker that is there now has a GPU that torch can use."""

        # Defined here, so that it travels itself and not by the name of its module.
        def has_gpu() -> bool:
            try:
                import torch
            except ImportError:
                return False
            return bool(torch.cuda.is_available())

        try:
            found = self._client.run(has_gpu, on_error="ignore")
            n_there = len(self._client.nthreads())
        except (OSError, RuntimeError, TimeoutError, *_CANCELLED) as error:
            raise self._parted(error) from error
        # One that could not be asked is not known to have any.
        return 0 < n_there <= len(found) and all(found.values())

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
        """
        over: queue.SimpleQueue[Any] = queue.SimpleQueue()
        waiting: deque[_Flight] = deque()
        flying: dict[Any, _Flight] = {}
        seen_workers = time.monotonic()
        try:
            while True:
                tick()
                n_workers = self._count()
                if n_workers:
                    seen_workers = time.monotonic()
                elif time.monotonic() - seen_workers > _WORKERS_S:
                    raise EngineError(self._without_workers())
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
                _Packed(flight.argument),
                key=f"gesncd-{uuid.uuid4().hex}",
                pure=False,
                **where,
            )
        except (OSError, RuntimeError, *_CANCELLED) as error:
            raise self._parted(error) from error
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
        except _CANCELLED as error:
            # The worker that held the scattered data is gone, or so is the scheduler.
            if self._client.status != "running":
                raise self._parted(error) from error
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
        if not isinstance(reply, _LackingAt):
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

    def _count(self) -> int:
        now = time.monotonic()
        if now - self._counted_at >= _COUNT_EVERY_S:
            try:
                there = set(self._client.nthreads())
                self._refuse_unfit(there - self._fit)
            except (OSError, RuntimeError, TimeoutError, *_CANCELLED) as error:
                raise self._parted(error) from error
            self._fit = there
            self._n_workers = len(there)
            self._counted_at = time.monotonic()
        return self._n_workers

    def _refuse_unfit(self, addresses: set[str]) -> None:
        """Refuse workers without this release: what they cannot import would end them."""

        # Defined here, so that it travels itself and not by the name of its module.
        def release(package: str) -> str | None:
            import importlib

            try:
                return str(importlib.import_module(package).__version__)
            except ImportError:
                return None

        if not addresses:
            return
        found = self._client.run(release, _PACKAGE, workers=sorted(addresses), on_error="ignore")
        for address, version in sorted(found.items()):
            if version != gesncd.__version__:
                raise EngineError(
                    f"The worker at {address} has {_PACKAGE} {version or 'not installed'}, and "
                    f"the machine that asks has {gesncd.__version__}. Install the same release "
                    "on every worker, in a place where it finds it, and start it again."
                )

    def _parted(self, error: BaseException) -> EngineError:
        return EngineError(
            f"The connection to the Dask scheduler at {self._address} was lost "
            f"({type(error).__name__}: {error}). What was scored is kept: go on when the "
            "scheduler is there again."
        )

    def _without_workers(self) -> str:
        return (
            f"The Dask scheduler at {self._address} has no workers. Start some with "
            f"'dask worker {self._address} --nworkers auto --nthreads 1'."
        )
