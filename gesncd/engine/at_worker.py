"""What a worker process does: it calls a function on data that it keeps.

Data come along with a call only when the worker says that it lacks them.
"""

from __future__ import annotations

import os
import pickle
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from gesncd.data import Dataset
from gesncd.engine.errors import EngineError

_MOST_DATA: Final = 3
"""Data sets that a worker keeps; the one that was used last stays longest."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """The worker has no such data: the call is to be made again, with them."""


@dataclass(frozen=True, slots=True)
class Raised:
    """What the function raised, as far as it can travel."""

    error: Exception | None
    summary: str
    trace: str

    def throw(self) -> Any:
        """Raise it here."""
        error = self.error or RuntimeError(self.summary)
        error.add_note(f"At the worker:\n{self.trace}")
        raise error


_data: OrderedDict[str, Dataset] = OrderedDict()
_turn = threading.RLock()
"""A worker may have several threads; scores are computed by one at a time."""
_unwanted: ContextVar[Callable[[], bool] | None] = ContextVar("unwanted", default=None)


def call(
    function: Callable[[Dataset, Any], Any],
    sha256: str,
    dataset: Dataset | None,
    argument: Any,
    unwanted: Callable[[], bool] | None = None,
) -> Any:
    """Call a function on data.

    Parameters
    ----------
    function, argument
        What is called, with what besides the data.
    sha256
        Hash of the data.
    dataset
        The data, or None where the worker may have them.
    unwanted
        Tells whether the caller has lost interest.

    Returns
    -------
    What the function returns; :class:`Lacking` or :class:`Raised`.
    """
    with _turn:
        if dataset is not None:
            _keep(sha256, dataset)
        if sha256 not in _data:
            return Lacking()
        _data.move_to_end(sha256)
        token = _unwanted.set(unwanted)
        try:
            _refuse_threads()
            return function(_data[sha256], argument)
        except Exception as error:
            return _raised(error)
        finally:
            _unwanted.reset(token)


def is_unwanted() -> bool:
    """Whether whoever asked for the present call has lost interest, as far as can be told."""
    probe = _unwanted.get()
    return probe is not None and probe()


def _keep(sha256: str, dataset: Dataset) -> None:
    _data[sha256] = dataset
    while len(_data) > _MOST_DATA:
        _data.popitem(last=False)


def _refuse_threads() -> None:
    """The order of a library's sums, and so the last bits, may depend on its threads."""
    if os.environ.get("OMP_NUM_THREADS") != "1":
        raise EngineError(
            "A worker may use several threads for one product, which can change the last bits "
            "of a score. Start the workers with OMP_NUM_THREADS=1 in their environment."
        )


def _raised(error: Exception) -> Raised:
    trace = "".join(traceback.format_exception(error))
    try:
        # A class that only the worker has, or with arguments of its own, cannot travel.
        pickle.loads(pickle.dumps(error))
    except Exception:
        return Raised(None, f"{type(error).__name__}: {error}", trace)
    return Raised(error, f"{type(error).__name__}: {error}", trace)
