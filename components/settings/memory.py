"""The memory that searches need, tried in the background where it may matter."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import streamlit as st

from gesncd.data.checks.size import MANY_ROWS, MANY_VARIABLES
from gesncd.data.dataset import Dataset
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.machine.free_memory import free_mb
from gesncd.runs.planning.memory import (
    ProcessMemory,
    measure_memory,
    memory_by_formula,
    memory_settings,
    rows_to_try,
)
from gesncd.runs.planning.memory_advice import usual_search_mb
from gesncd.settings.run_settings import RunSettings

_MOST_KEPT = 100
_WORTH_TRYING = 0.25
"""Share of the free memory above which a formula is not enough."""

_Key = tuple[RunSettings, tuple[int, ...], tuple[int, int]]


class MemoryTrials:
    """Trials by settings and columns, each done once, one at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_work = threading.Lock()
        self._found: OrderedDict[_Key, ProcessMemory | None] = OrderedDict()

    def begin(self, settings: RunSettings, columns: Sequence[int], n_rows: int) -> None:
        """Start a trial, unless there was one for columns and settings like these."""
        key = _key(settings, columns, n_rows)
        with self._lock:
            if key in self._found:
                return
            self._found[key] = None
            while len(self._found) > _MOST_KEPT:
                self._found.popitem(last=False)
        # A daemon: nobody shall wait for a trial when the server ends.
        threading.Thread(target=self._try, args=(key, n_rows), daemon=True).start()

    def memory(self, settings: RunSettings, columns: Sequence[int], n_rows: int) -> ProcessMemory:
        """What a finished trial found; else a formula's answer."""
        found = self._found.get(_key(settings, columns, n_rows))
        return found or memory_by_formula(settings.measure, sum(columns))

    def is_going_on(self, settings: RunSettings, columns: Sequence[int], n_rows: int) -> bool:
        """Whether a later look may find more."""
        key = _key(settings, columns, n_rows)
        with self._lock:
            return key in self._found and self._found[key] is None

    def _try(self, key: _Key, n_rows: int) -> None:
        settings, columns, _ = key
        with self._at_work:
            found = measure_memory(settings, columns, n_rows)
        with self._lock:
            if key in self._found:
                self._found[key] = found


def _key(settings: RunSettings, columns: Sequence[int], n_rows: int) -> _Key:
    rows = rows_to_try(settings.measure, sum(columns), n_rows)
    return memory_settings(settings), tuple(columns), rows


@st.cache_resource(show_spinner=False)
def memory_trials() -> MemoryTrials:
    """The trials of this server."""
    return MemoryTrials()


def is_worth_trying(settings: RunSettings, columns: Sequence[int], n_rows: int) -> bool:
    """Whether so much may be needed that it should be measured: a trial loads the processors."""
    if settings.device != "cpu":
        return False
    if n_rows > MANY_ROWS or len(columns) > MANY_VARIABLES:
        return True
    free = free_mb()
    formula = memory_by_formula(settings.measure, sum(columns))
    needed = usual_search_mb(formula, len(columns), n_rows, n_processes=processes())
    return free is not None and needed > _WORTH_TRYING * free


def processes() -> int:
    """Processes that NCD uses here."""
    return Capacity.of().cpus


def needed_mb(settings: RunSettings, columns: Sequence[int], n_rows: int) -> float:
    """Memory of a search in MB, as far as it is known by now."""
    memory = memory_trials().memory(settings, columns, n_rows)
    return usual_search_mb(memory, len(columns), n_rows, n_processes=processes())


def columns_of(dataset: Dataset) -> tuple[int, ...]:
    """Number of columns of each variable."""
    return tuple(variable.size for variable in dataset.variables)
