"""Doing the parts of a task in several processes, as many as there is room for now."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Mapping
from multiprocessing.connection import wait
from typing import Any, Final

from gesncd.measures import Cancelled
from gesncd.runs.errors import StoreError
from gesncd.runs.tasks.process import PartProcess, Unusable
from gesncd.runs.tasks.records import Outcome

WAKE_S: Final = 0.1
"""How often, at least, :class:`Pool` looks up from waiting."""
GRACE_S: Final = 0.5
"""How long parts may take to answer to a stop before their processes are ended."""
_STARTS: Final = 3
"""Processes in a row that may die before they are ready; a machine may be short of memory."""


class Unable(Exception):  # noqa: N818 - a message for people, as that of PartError
    """No part can be done; the message tells people why."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details


class Pool:
    """Processes that do the parts of one task.

    Parameters
    ----------
    start
        Starts a process.
    keep
        Called with the number and outcome of each part that is over.
    once
        Whether a process does one part only.
    limit_s
        Seconds that a part may take; None for no limit.
    """

    def __init__(
        self,
        start: Callable[[], PartProcess],
        keep: Callable[[int, Outcome], None],
        *,
        once: bool = False,
        limit_s: float | None = None,
    ) -> None:
        self._start, self._keep = start, keep
        self._once, self._limit_s = once, limit_s
        self._processes: list[PartProcess] = []
        self._starts_left = _STARTS

    @property
    def n_processes(self) -> int:
        """Processes that there are."""
        return len(self._processes)

    def run(
        self,
        parts: Mapping[int, Mapping[str, Any]],
        share: Callable[[], int],
        tick: Callable[[], None],
    ) -> None:
        """Do parts, in the order in which they are given.

        Parameters
        ----------
        parts
            By number.
        share
            Number of processes that may be at work now. One that has become too many
            ends its part first.
        tick
            Called several times a second; it raises
            :class:`gesncd.measures.Cancelled` to stop. Parts that end within half a
            second of that are kept.

        Raises
        ------
        Unable
            If no part can be done at all.
        """
        waiting = deque(parts.items())
        try:
            while waiting or any(process.is_busy for process in self._processes):
                tick()
                self._fill(waiting, share())
                wait([process.connection for process in self._processes], WAKE_S)
                for process in list(self._processes):
                    self._look_at(process)
        except Cancelled:
            self._part_from()
            raise
        finally:
            for process in self._processes:
                process.end()
            self._processes.clear()

    def _fill(self, waiting: deque[tuple[int, Mapping[str, Any]]], share: int) -> None:
        """Start what there is room for, give ready processes parts, and end idle ones."""
        for process in list(self._processes):
            too_many = len(self._processes) > share
            if process.is_busy:
                continue
            if too_many or not waiting:
                self._drop(process)
            elif process.is_ready:
                process.give(*waiting.popleft())
        starting = sum(not process.is_busy for process in self._processes)
        for _ in range(min(share - len(self._processes), len(waiting) - starting)):
            self._processes.append(self._start())

    def _look_at(self, process: PartProcess) -> None:
        """Take what a process has to say, and see whether it is there and in time."""
        # Asked first: a process may say its last words and end in between.
        alive = process.is_alive
        message = process.receive()
        if isinstance(message, Unusable):
            raise Unable(message.message, message.details)
        if process.is_ready:
            self._starts_left = _STARTS
        if message is not None:
            self._over(process, message)
        elif not alive:
            self._died(process)
        elif self._is_late(process):
            seconds = time.monotonic() - process.began
            self._over(
                process,
                Outcome(
                    None,
                    f"This part took longer than its limit of {self._limit_s:g} seconds, "
                    "and was ended.",
                    seconds=seconds,
                ),
                drop=True,
            )

    def _is_late(self, process: PartProcess) -> bool:
        if self._limit_s is None or not process.is_busy:
            return False
        return time.monotonic() - process.began > self._limit_s

    def _over(self, process: PartProcess, outcome: Outcome, *, drop: bool = False) -> None:
        number, process.number = process.number, None
        if drop or self._once:
            self._drop(process)
        if number is not None and not outcome.cancelled:
            self._keep(number, outcome)

    def _died(self, process: PartProcess) -> None:
        # What it says last may have come after we looked for it.
        message = process.receive()
        if isinstance(message, Outcome):
            self._over(process, message, drop=True)
            return
        how = process.end_text
        if process.is_busy:
            self._over(
                process,
                Outcome(
                    None,
                    f"The process that computed this part ended unexpectedly, {how}; the "
                    "memory may not have sufficed.",
                    seconds=time.monotonic() - process.began,
                ),
                drop=True,
            )
            return
        self._drop(process)
        if not process.is_ready:
            self._starts_left -= 1
            if self._starts_left == 0:
                raise Unable(f"The processes that compute end before they begin, {how}.")

    def _drop(self, process: PartProcess) -> None:
        process.end()
        self._processes.remove(process)

    def _part_from(self) -> None:
        """Keep the parts that end while all are asked to stop."""
        busy = [process for process in self._processes if process.is_busy]
        for process in busy:
            process.ask_to_stop()
        deadline = time.monotonic() + GRACE_S
        # A task that was deleted, or a full disk, keeps nothing: ending is all that is left.
        with contextlib.suppress(StoreError):
            while busy and (left := deadline - time.monotonic()) > 0:
                wait([process.connection for process in busy], left)
                for process in list(busy):
                    message = process.receive()
                    if isinstance(message, Outcome):
                        busy.remove(process)
                        number = process.number
                        if number is not None and not message.cancelled:
                            self._keep(number, message)
                    elif not process.is_alive:
                        busy.remove(process)
