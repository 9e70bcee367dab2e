"""What the store tells about a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from gesncd.settings.run_settings import RunSettings

HEARTBEAT_EVERY_S: Final = 1.0
"""How often a worker shows that it lives."""

STALE_AFTER_S: Final = 5.0
"""A heartbeat older than this makes a reader look whether the worker still lives."""

START_WITHIN_S: Final = 30.0
"""A run that no worker has taken up after this long is taken for interrupted."""


class RunState(Enum):
    """Where a run stands."""

    QUEUED = "queued"
    """It waits for its turn, or its worker has yet to begin."""
    RUNNING = "running"
    STOPPING = "stopping"
    """Stop was asked for, and the worker has yet to act."""
    STOPPED = "stopped"
    """Stopped before the search was over; what was found is kept."""
    FINISHED = "finished"
    FAILED = "failed"
    """The message says why, the log holds the traceback."""
    INTERRUPTED = "interrupted"
    """Its worker vanished; the run can be taken up again."""

    @property
    def is_live(self) -> bool:
        """Whether a worker is, or will be, at it."""
        return self in (RunState.QUEUED, RunState.RUNNING, RunState.STOPPING)

    @property
    def can_resume(self) -> bool:
        """Whether launching it again goes on where it ended."""
        return self in (RunState.STOPPED, RunState.FAILED, RunState.INTERRUPTED)


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far the batch of queries is that the search waits for.

    Parameters
    ----------
    phase, step, purpose
        As in :class:`gesncd.search.progress.Progress`.
    done, asked
        Queries of this batch, cached ones not counted.
    rate
        Queries per second of late, or None before two readings.
    """

    phase: str
    step: int
    purpose: str
    done: int
    asked: int
    rate: float | None

    @property
    def remaining_s(self) -> float | None:
        """Seconds until this batch is done at the present rate; None where unknown.

        The batches that come after it are not counted: how many the search
        needs is not known before it ends.
        """
        if not self.rate:
            return None
        return (self.asked - self.done) / self.rate


@dataclass(frozen=True, slots=True)
class Waiting:
    """A place in the queue.

    Parameters
    ----------
    running
        Runs that workers are at.
    ahead
        Runs that come first.
    """

    running: int
    ahead: int

    @property
    def sentence(self) -> str:
        """For people: ``2 running, yours is next``."""
        if self.ahead == 0:
            return f"{self.running} running, yours is next"
        before = "one is" if self.ahead == 1 else f"{self.ahead} are"
        return f"{self.running} running, {before} before yours"


@dataclass(frozen=True, slots=True)
class DamagedRun:
    """A run whose row was changed, or written by another release, so that it cannot be read.

    Parameters
    ----------
    id
        By which it can be deleted.
    title
        What a list calls it: its name, else that of its data.
    problem
        Why it cannot be read, a sentence.
    """

    id: str
    title: str
    problem: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as a page shows it; times are seconds since 1970.

    Parameters
    ----------
    id
        Unguessable; goes into the page's address.
    state, message
        Where it stands, and a sentence for people where it failed or was stopped.
    settings, tau, noise_floor
        What was asked for; the threshold in use and the score that noise
        reaches, None until the worker knows them.
    data_name, dataset_sha256, source_sha256
        Name and hash of the data set, and hash of the file it was read from.
    n_rows, names
        Shape of the data set: rows, and the variables' names in node order.
    versions
        Software the worker ran with.
    created, started, ended, heartbeat
        Times; None for what has not happened.
    progress
        How far the present batch is; None before the first.
    last_event
        Position of the newest event, -1 if there is none.
    stop_requested
        Whether Stop was asked for.
    attempt
        How often a worker has taken the run up. Events already read stay true
        within an attempt; a reader that sees another number reads them anew.
    name, note, pinned
        What its owner calls it and wrote about it, both empty at first, and whether
        it is kept when old runs expire.
    owner
        Who started it, as a hash; empty where the store is one person's.
    preparation
        What was done to the file before the search; None where nothing is known of it.
    claimed
        Whether a worker was started for it since it was last queued.
    waiting
        Where the run stands in line while no worker has been started for it.
    spent_s
        Seconds that workers spent on it before the present attempt.
    """

    id: str
    state: RunState
    message: str
    settings: RunSettings
    tau: float | None
    noise_floor: float | None
    data_name: str
    dataset_sha256: str
    source_sha256: str | None
    n_rows: int
    names: tuple[str, ...]
    versions: Mapping[str, str]
    created: float
    started: float | None
    ended: float | None
    heartbeat: float
    progress: RunProgress | None
    last_event: int
    stop_requested: bool
    attempt: int
    name: str = ""
    note: str = ""
    pinned: bool = False
    owner: str = ""
    preparation: Mapping[str, Any] | None = None
    claimed: bool = False
    waiting: Waiting | None = None
    spent_s: float = 0.0

    @property
    def title(self) -> str:
        """What a list calls the run: its name, else that of its data."""
        return self.name or self.data_name

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return len(self.names)

    @property
    def duration_s(self) -> float | None:
        """Seconds of work, over all attempts; None while it runs."""
        if self.ended is None or (self.started is None and not self.spent_s):
            return None
        return self.worked_s(self.ended)

    @property
    def all_attempts_s(self) -> float:
        """Seconds of work so far; an attempt that vanished lasted until its last heartbeat."""
        return self.worked_s(self.heartbeat if self.ended is None else self.ended)

    def worked_s(self, until: float) -> float:
        """Seconds of work until a time in the present attempt, with those of the earlier ones."""
        return self.spent_s + (0.0 if self.started is None else max(0.0, until - self.started))
