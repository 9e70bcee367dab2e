"""Who comes next: runs wait in line, and owners take turns; so do tasks, in their own line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

from gesncd.runs.store.records import RunRecord, RunState, Waiting


class Placed(Protocol):
    """What waits for a worker, or has one: a run or a task."""

    @property
    def state(self) -> RunState:
        """Where it stands."""
        ...

    @property
    def owner(self) -> str:
        """Who asked for it."""
        ...

    @property
    def claimed(self) -> bool:
        """Whether a worker was started for it since it was last queued."""
        ...


P = TypeVar("P", bound=Placed)


def is_waiting(record: Placed) -> bool:
    """Whether no worker has been started for a queued run."""
    return record.state is RunState.QUEUED and not record.claimed


def is_active(record: Placed) -> bool:
    """Whether a worker is at a run, or was started for it."""
    return record.state.is_live and not is_waiting(record)


def in_line(live: Sequence[P]) -> list[P]:
    """Waiting runs in the order in which they will be started.

    The owner with the fewest runs that go on comes first, so that nobody's long
    list keeps the others waiting; among equals, whoever asked first.

    Parameters
    ----------
    live
        Runs that go on or wait, in the order in which they were asked for.
    """
    started = Counter(record.owner for record in live if is_active(record))
    waiting = [record for record in live if is_waiting(record)]
    order: list[P] = []
    while waiting:
        chosen = min(waiting, key=lambda record: started[record.owner])
        waiting.remove(chosen)
        started[chosen.owner] += 1
        order.append(chosen)
    return order


def place_of(run_id: str, live: Sequence[RunRecord]) -> Waiting | None:
    """Where a run stands in line; None if it is not waiting any more."""
    for ahead, record in enumerate(in_line(live)):
        if record.id == run_id:
            return Waiting(sum(map(is_active, live)), ahead)
    return None
