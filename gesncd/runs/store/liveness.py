"""Whether the process that should be at a run or task is still there."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Protocol

from gesncd.runs.machine.lock import is_held
from gesncd.runs.store.places import Placed, is_waiting
from gesncd.runs.store.records import STALE_AFTER_S, START_WITHIN_S, RunState


class Beating(Placed, Protocol):
    """What a worker is at, and shows that it lives."""

    @property
    def heartbeat(self) -> float:
        """When the worker last showed that it lives, in seconds since 1970."""
        ...


def has_vanished(record: Beating, lock: Path) -> bool:
    """Whether a worker was started, should be there, and is not.

    Parameters
    ----------
    record
        What is written of it.
    lock
        The file that the worker locks as long as it lives.
    """
    # Only a stale heartbeat makes it worth asking for the lock; a worker that
    # has just ended wrote its last state before it let the lock go.
    return is_overdue(record) and not is_held(lock)


def is_overdue(record: Beating) -> bool:
    """Whether a worker was started that has given no sign of life for too long."""
    if not record.state.is_live or is_waiting(record):
        return False
    # A run that is stopped before its worker began still waits for that worker.
    patience = STALE_AFTER_S if record.state is RunState.RUNNING else START_WITHIN_S
    return time.time() - record.heartbeat >= patience


def is_left(record: Beating, lock: Path) -> bool:
    """Whether no worker is there to answer, nor one on its way; asked where nobody else writes."""
    if record.state is RunState.RUNNING:
        # Whoever holds the lock writes this, and another state before letting go of it.
        return not is_held(lock)
    return is_waiting(record) or has_vanished(record, lock)
