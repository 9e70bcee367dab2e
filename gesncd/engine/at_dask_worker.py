"""What a worker of Dask does: it makes a call as any worker does, and says who it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gesncd.data import Dataset
from gesncd.engine.at_worker import Lacking, call


@dataclass(frozen=True, slots=True)
class Packed:
    """An argument that Dask need not search for its own futures."""

    argument: Any


@dataclass(frozen=True, slots=True)
class LackingAt:
    """The worker with this address lacks the data."""

    address: str


def call_in_dask(
    function: Callable[[Dataset, Any], Any],
    sha256: str,
    dataset: Dataset | None,
    packed: Packed,
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
    return LackingAt(worker.address) if isinstance(reply, Lacking) else reply
