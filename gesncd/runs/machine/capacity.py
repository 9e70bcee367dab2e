"""How much of this machine runs may use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from gesncd.processors import usable_cpus
from gesncd.runs.errors import StoreError


@dataclass(frozen=True, slots=True)
class Capacity:
    """Limits of all runs of a machine together.

    Parameters
    ----------
    max_running
        Runs that go on at once; further ones wait.
    cpus
        Processors that the running ones, and tasks, divide among themselves.
    """

    max_running: int
    cpus: int

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None) -> Capacity:
        """Limits set by ``GESNCD_MAX_RUNNING`` and ``GESNCD_CPUS``.

        By default all usable processors, and half as many runs at once, but at least two.

        Raises
        ------
        StoreError
            If a value is no whole number from 1 on.
        """
        variables = os.environ if environment is None else environment
        cpus = whole_number(variables, "GESNCD_CPUS", usable_cpus())
        return cls(whole_number(variables, "GESNCD_MAX_RUNNING", max(2, cpus // 2)), cpus)

    @property
    def max_tasks(self) -> int:
        """Tasks that go on at once beside the runs; further ones wait.

        As many as the runs leave processors for, and no more than runs: together they
        find a processor each, unless there are three processors or fewer.
        """
        return max(1, min(self.max_running, self.cpus - self.max_running))

    def share(self, n_running: int) -> int:
        """Processors for each of so many runs and tasks; at least one."""
        return max(1, self.cpus // max(1, n_running))


def whole_number(variables: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    """A whole number from the environment.

    Raises
    ------
    StoreError
        If it is none, or too small.
    """
    text = variables.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise StoreError(f"{name} must be a whole number from {least} on, not {text!r}.")
    return int(text)
