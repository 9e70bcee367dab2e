"""Any backend of joblib as an engine: its own, or one that another package registers."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

from gesncd.data import Dataset
from gesncd.engine.at_worker import Lacking, Raised, call
from gesncd.engine.errors import EngineError
from gesncd.engine.optional import INSTALL, require
from gesncd.engine.protocol import Lost

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_WAKE_S: Final = 0.1
_MOST_LOSSES: Final = 3
"""Times in a row that workers may be lost without a single call coming back."""
_REGISTERED_BY: Final = {"ray": ("ray.util.joblib", "register_ray", "pip install ray")}
"""Backends that a package brings: its module, what registers it, how to install it."""


def call_numbered(
    number: int,
    function: Callable[[Dataset, Any], Any],
    sha256: str,
    dataset: Dataset | None,
    argument: Any,
) -> tuple[int, Any]:
    """Call a function in a worker, and say which call it was."""
    return number, call(function, sha256, dataset, argument)


class JoblibEngine:
    """The workers of a backend of joblib.

    Parameters
    ----------
    backend
        Its name: ``loky``, ``multiprocessing``, ``threading``, ``ray``, or one that was
        registered in this process.

    Raises
    ------
    EngineError
        If joblib or the backend's package is missing, or there is no such backend.
    """

    def __init__(self, backend: str) -> None:
        self._joblib = require("joblib", "A backend of joblib", INSTALL)
        self._backend = backend
        if backend in _REGISTERED_BY:
            module, register, install = _REGISTERED_BY[backend]
            getattr(require(module, f"The backend {backend!r}", install), register)()
        try:
            with self._joblib.parallel_config(backend=backend):
                self._n_workers = max(1, int(self._joblib.effective_n_jobs(-1)))
        except (KeyError, ValueError, ImportError) as error:
            raise EngineError(
                f"joblib has no backend {backend!r} here ({error}); loky, multiprocessing and "
                "threading are always there."
            ) from error

    @property
    def name(self) -> str:
        """For people: what it is."""
        return f"joblib's backend {self._backend!r}"

    def n_workers(self) -> int:
        """Calls that go on at once."""
        return self._n_workers

    def all_have_gpus(self) -> bool:
        """False: what the workers of a backend have cannot be asked."""
        return False

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

        The first calls of a round bring the data, one for each worker; calls whose
        worker lacks them make up the next round. Where workers are lost, the calls
        that have not come back are made again.
        """
        work = _Work(self, function, dataset, next_argument, ahead)
        thread = threading.Thread(target=work.do, daemon=True)
        thread.start()
        over = False
        try:
            while True:
                tick()
                try:
                    item = work.came.get(timeout=_WAKE_S)
                except queue.Empty:
                    continue
                over = item is None or isinstance(item, BaseException)
                if item is None:
                    return
                if isinstance(item, BaseException):
                    raise item
                argument, reply = item
                yield argument, reply.throw() if isinstance(reply, Raised) else reply
        finally:
            work.stop.set()
            if not over:
                self._abort()

    def close(self) -> None:
        """End the workers, where they are this process's own."""
        self._abort()

    def parallel(self, calls: Iterator[Any], ahead: int) -> Generator[Any, None, None]:
        """Results of calls as they come."""
        joblib = self._joblib
        # Only loky takes the number of threads; it must not hand out several to a worker.
        more = {"inner_max_num_threads": 1} if self._backend == "loky" else {}
        with joblib.parallel_config(backend=self._backend, n_jobs=self._n_workers, **more):
            at_once = ahead * self._n_workers
            backend, _ = joblib.parallel.get_active_backend()
            if getattr(backend, "supports_return_generator", False):
                parallel = joblib.Parallel(
                    return_as="generator_unordered", batch_size=1, pre_dispatch=at_once
                )
                yield from parallel(calls)
                return
            # Ray's waits for all that it is given: so it is given a little at a time.
            while wave := list(islice(calls, at_once)):
                yield from joblib.Parallel(batch_size=1)(wave)

    def delayed(self, *arguments: Any) -> Any:
        """A numbered call for :meth:`parallel`."""
        return self._joblib.delayed(call_numbered)(*arguments)

    def _abort(self) -> None:
        if self._backend == "loky":
            from joblib.externals.loky import get_reusable_executor

            # Without this word another executor would be made, once this one is done.
            get_reusable_executor(reuse=True).shutdown(wait=False, kill_workers=True)


class _Work:
    """One call of :meth:`JoblibEngine.run`, done in a thread that may be left behind."""

    def __init__(
        self,
        engine: JoblibEngine,
        function: Callable[[Dataset, Any], Any],
        dataset: Dataset,
        next_argument: Callable[[], Any],
        ahead: int,
    ) -> None:
        self.came: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.stop = threading.Event()
        self._engine, self._function, self._dataset = engine, function, dataset
        self._next_argument, self._ahead = next_argument, ahead
        self._due: deque[Any] = deque()
        """What this round sends before it asks for more."""
        self._lacking: list[Any] = []
        self._out: dict[int, Any] = {}
        self._sent = 0

    def do(self) -> None:
        """Everything, then None; or the error that ended it."""
        losses = 0
        try:
            while not self.stop.is_set():
                try:
                    n_came = self._round()
                    losses = 0
                    if not n_came and not self._lacking:
                        break
                except _NextArgumentError as error:
                    raise error.error from None
                except Exception as error:
                    # Not the function's, whose errors are results: the backend's workers.
                    losses += 1
                    if losses > _MOST_LOSSES:
                        raise EngineError(
                            f"The workers of {self._engine.name} ended unexpectedly, again and "
                            f"again ({type(error).__name__}: {error}); their memory may not "
                            "have sufficed."
                        ) from error
                self._due.extend([*self._lacking, *self._out.values()])
                self._lacking.clear()
                self._out.clear()
        except BaseException as error:
            self.came.put(error)
        else:
            self.came.put(None)

    def _round(self) -> int:
        n_came = 0
        for number, reply in self._engine.parallel(self._calls(), self._ahead):
            if self.stop.is_set():
                break
            argument = self._out.pop(number)
            if isinstance(reply, Lacking):
                self._lacking.append(argument)
            else:
                self.came.put((argument, reply))
                n_came += 1
        return n_came

    def _calls(self) -> Iterator[Any]:
        brings = self._engine.n_workers()
        while not self.stop.is_set():
            if self._due:
                argument = self._due.popleft()
            else:
                try:
                    argument = self._next_argument()
                except BaseException as error:
                    raise _NextArgumentError(error) from error
                if argument is None:
                    return
            number, self._sent = self._sent, self._sent + 1
            self._out[number] = argument
            dataset = self._dataset if brings > 0 else None
            brings -= 1
            yield self._engine.delayed(
                number, self._function, self._dataset.sha256, dataset, argument
            )


class _NextArgumentError(Exception):
    """What the caller's own function raised."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error
