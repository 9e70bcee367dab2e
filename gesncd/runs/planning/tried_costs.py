"""What a search over data takes with a measure's usual settings, by short trials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gesncd.data import Dataset
from gesncd.runs.planning.memory import ProcessMemory, measure_memory
from gesncd.runs.planning.memory_advice import usual_search_mb
from gesncd.runs.planning.pace import measure_pace
from gesncd.runs.planning.plan import USUAL_DEGREE, expected_queries, time_text
from gesncd.settings.run_settings import RunSettings

TOLD_MEASURES: Final = ("ncd", "rcd")
"""Measures whose costs are told of a large table before one is chosen: the usual one, and the
quick one that sees as many shapes. Partial correlation takes next to nothing."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a search takes that finds about two edges at a variable.

    Parameters
    ----------
    hours
        Time.
    needed_mb
        Memory of all its processes.
    memory
        That of one of them.
    """

    hours: float
    needed_mb: float
    memory: ProcessMemory

    @property
    def time_text(self) -> str:
        """The time for people."""
        return time_text(self.hours)


def tried_cost(measure: str, dataset: Dataset, n_processes: int) -> Cost:
    """Try a measure on some of the rows for a second or two, and its memory in a process.

    Parameters
    ----------
    measure
        Its name.
    dataset
        The data.
    n_processes
        Processes that NCD uses.
    """
    settings = RunSettings(measure=measure)
    d, n = dataset.n_variables, dataset.n_rows
    pace = measure_pace(settings, dataset, cpus=n_processes)
    queries = expected_queries(d, USUAL_DEGREE).total
    memory = measure_memory(settings, [variable.size for variable in dataset.variables], n)
    return Cost(
        queries / pace.per_second / 3600.0,
        usual_search_mb(memory, d, n, n_processes=n_processes),
        memory,
    )
