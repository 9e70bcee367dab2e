"""What the store tells about a task."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gesncd.runs.store.records import RunState

FEWEST_FOR_ESTIMATE: Final = 2
"""Finished parts from which on the time that remains is estimated."""


@dataclass(frozen=True, slots=True)
class PartResult:
    """What came of one part.

    Parameters
    ----------
    ok
        Whether there is a value.
    value
        What the part's function returned; empty where it failed.
    message
        For people: why it failed, else empty.
    seconds
        How long it took.
    """

    ok: bool
    value: Mapping[str, Any]
    message: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a part, as its process tells it.

    Parameters
    ----------
    value
        JSON text; None where the part failed or was cancelled.
    message, details
        For people and for the log: why it failed, else empty.
    seconds
        How long it took.
    cancelled
        Whether it ended because of a stop.
    """

    value: str | None
    message: str = ""
    details: str = ""
    seconds: float = 0.0
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class TaskRecord:
    """A task as a page shows it; times are seconds since 1970.

    Parameters
    ----------
    id, kind, title
        Unguessable; what is computed, a name of :mod:`gesncd.runs.tasks.kinds`; and
        what people call it.
    dataset_sha256
        The data set, which is kept as long as the task.
    owner
        Who asked for it, as a hash; empty where the store is one person's.
    state, message
        Where it stands, with the states of a run, and a sentence for people where it
        failed, was interrupted, or some of its parts failed.
    n_parts, n_done, n_failed
        Parts in all; those that are over, failed ones included; those that failed.
    created, started, ended, heartbeat
        Times, of the present attempt but for the first; None for what has not happened.
    elapsed_s
        Seconds that workers spent on it, over all attempts.
    processes
        Processes that the worker uses at present.
    rate
        Parts a minute of late, or None while that cannot be told.
    remaining_s
        Least and most seconds that are likely to remain, or None while that cannot be
        told: before two parts of this attempt are over, and when no worker is at it.
    attempt
        How often a worker has taken the task up.
    stop_requested, claimed
        Whether Stop was asked for; whether a worker was started since it was queued.
    ahead
        Tasks that come first while this one waits for its turn; None if it does not wait.
    behind
        Title of the task of the same owner that has to end first, as far as can be told;
        empty where it is another's, or none waits.
    """

    id: str
    kind: str
    title: str
    dataset_sha256: str
    owner: str
    state: RunState
    message: str
    n_parts: int
    n_done: int
    n_failed: int
    created: float
    started: float | None
    ended: float | None
    heartbeat: float
    elapsed_s: float
    processes: int = 0
    rate: float | None = None
    remaining_s: tuple[float, float] | None = None
    attempt: int = 0
    stop_requested: bool = False
    claimed: bool = False
    ahead: int | None = None
    behind: str = ""

    @property
    def is_live(self) -> bool:
        """Whether a worker is, or will be, at it."""
        return self.state.is_live

    @property
    def n_left(self) -> int:
        """Parts that have yet to be done."""
        return self.n_parts - self.n_done

    @property
    def n_ok(self) -> int:
        """Parts that have a value."""
        return self.n_done - self.n_failed

    @property
    def can_resume(self) -> bool:
        """Whether launching it again does what is missing or failed."""
        # A worker that was killed at the very end leaves a task that only lacks its state.
        complete = self.state is RunState.FINISHED and self.n_ok == self.n_parts
        return not (self.state.is_live or complete)

    @property
    def fraction(self) -> float:
        """Share of the parts that are over, in [0, 1]."""
        return self.n_done / self.n_parts

    @property
    def progress_text(self) -> str:
        """For people: ``12 of 40 parts, 1 failed, 2 to 4 minutes left``."""
        words = [f"{self.n_done} of {self.n_parts} parts"]
        if self.n_failed:
            words.append(f"{self.n_failed} failed")
        if self.ahead is not None:
            words.append(f"waits for its turn{f' behind “{self.behind}”' if self.behind else ''}")
        if self.remaining_s is not None:
            words.append(f"{range_text(*self.remaining_s)} left")
        return ", ".join(words)


def likely_remaining(
    seconds: Sequence[float], n_left: int, processes: int
) -> tuple[float, float] | None:
    """Least and most seconds that the parts that are left are likely to take.

    The parts that are left are taken to be like those that are over: their mean, plus
    or minus two standard errors of a mean of parts to come against one of parts
    seen, over the processes. The end cannot come before a part's time.

    Parameters
    ----------
    seconds
        How long each of the newest parts took.
    n_left, processes
        Parts that are left, those at work included, and processes at work.

    Returns
    -------
    None where too few parts are over.
    """
    n = len(seconds)
    if n < FEWEST_FOR_ESTIMATE or n_left < 1 or processes < 1:
        return None
    mean = math.fsum(seconds) / n
    variance = math.fsum((each - mean) ** 2 for each in seconds) / (n - 1)
    spread = 2.0 * math.sqrt(variance * (1.0 / n + 1.0 / n_left))
    at_once = min(processes, n_left)
    # Rounds of parts: the last one may be far along already, or have just begun.
    least = max(0.0, mean - spread) * max(0.0, n_left / at_once - 1.0)
    most = (mean + spread) * math.ceil(n_left / at_once)
    return least, most


def range_text(least: float, most: float) -> str:
    """A range of seconds for people, such as ``20 to 40 seconds`` or ``about 2 minutes``."""
    for name, size in (("hour", 3600.0), ("minute", 60.0), ("second", 1.0)):
        if most >= 1.5 * size or size == 1.0:
            # Rounded outwards: a promise that is kept is worth more than a narrow one.
            low, high = math.floor(least / size), max(1, math.ceil(most / size))
            unit = name if high == 1 else name + "s"
            if low == 0:
                return f"up to {high} {unit}"
            return f"about {high} {unit}" if low == high else f"{low} to {high} {unit}"
    raise AssertionError("a second is the least unit")
