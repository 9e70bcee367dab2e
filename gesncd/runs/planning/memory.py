"""How much memory a search needs, by a short trial in a process of its own.

A trial (:mod:`gesncd.runs.planning.memory_trial`) says how large a process becomes that builds the
measure on numbers of the same columns and asks it a few queries, at a thousand rows and at
more. Between and beyond, a process is taken to grow by the same MB a row, and never by
less than the table itself takes. To this come what a measure keeps of earlier queries, up to
its limit, the scores of all queries, and, where NCD uses several processes, one more such
process each, less the files that they share.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from gesncd.data import Dataset, Variable
from gesncd.knowledge import Knowledge
from gesncd.measures.ncd.rows import LARGEST_N
from gesncd.runs.errors import StoreError
from gesncd.runs.machine.spawn import module_command
from gesncd.runs.store.dataset_files import write_dataset
from gesncd.settings.run_settings import RunSettings

QUERY_BYTES: Final = 700.0
"""A query with its score and its share of the operators, in the search and its cache."""

_FEW: Final = 1_000
_MOST_CELLS: Final = 4_000_000
_TABLE_COPIES: Final = 5
"""The numbers in the file's form, as kept, and what is made of them on the way."""
_PATIENCE_S: Final = 180.0
_MB: Final = 2.0**20


class _Known(NamedTuple):
    """What is known of a measure's memory before a trial, as measured on one machine."""

    rows_tried: int
    """Rows that are tried at most; there a trial still takes seconds."""
    fixed_mb: float
    """Of a process."""
    row_bytes: float
    """For each row."""
    cell_bytes: float
    """For each number of the table."""
    kept_mb: float
    """Most that is kept for later queries."""
    kept_bytes: float
    """Of that, for each row and query."""
    shared_mb: float
    """Of files that processes share."""


_KNOWN: Final = {
    "ncd": _Known(4_000, 390.0, 18_000.0, 60.0, 56.0, 500.0, 130.0),
    "rcd": _Known(20_000, 150.0, 300.0, 60.0, 64.0, 5.0, 50.0),
    "partial-correlation": _Known(200_000, 140.0, 0.0, 40.0, 0.0, 0.0, 40.0),
}


def _known(measure: str) -> _Known:
    """What is known of a measure; of one that nobody has measured, as if it were RCD.

    RCD is the larger of the two that need no torch.
    """
    return _KNOWN.get(measure, _KNOWN["rcd"])


@dataclass(frozen=True, slots=True)
class ProcessMemory:
    """MB of a process that answers queries, by the number of rows.

    Parameters
    ----------
    measure
        Its name.
    few, many
        Rows, and MB at that many, twice.
    table_mb
        MB a row that the table takes.
    shared_mb
        Of files that processes of one kind share.
    measured
        Whether a trial was made; else it is a formula.
    """

    measure: str
    few: tuple[int, float]
    many: tuple[int, float]
    table_mb: float
    shared_mb: float
    measured: bool

    def mb(self, n_rows: int) -> float:
        """MB at so many rows."""
        (low, least), (high, most) = self.few, self.many
        if n_rows <= low:
            return least
        if n_rows <= high:
            return least + max(0.0, most - least) * (n_rows - low) / (high - low)
        a_row = max(self.table_mb, (most - least) / (high - low))
        drawn = max(high, rows_used(self.measure, n_rows))
        return max(least, most) + a_row * (drawn - high) + self.table_mb * (n_rows - drawn)

    def kept_mb(self, n_rows: int, n_queries: float) -> float:
        """MB of what is kept of so many queries, for later ones."""
        known = _known(self.measure)
        return min(
            known.kept_mb, known.kept_bytes * rows_used(self.measure, n_rows) * n_queries / _MB
        )


def rows_used(measure: str, n_rows: int) -> int:
    """Rows that a measure computes with."""
    return min(n_rows, LARGEST_N) if measure == "ncd" else n_rows


def search_mb(
    memory: ProcessMemory, n_rows: int, n_queries: float, *, n_processes: int = 1
) -> float:
    """MB of a search with all its processes.

    Parameters
    ----------
    memory
        Of one process.
    n_rows
        Rows of the data.
    n_queries
        Queries that it will ask.
    n_processes
        Processes that answer them; with one, that is the search's own.
    """
    own = memory.mb(n_rows) + memory.kept_mb(n_rows, n_queries)
    others = n_processes * (own - memory.shared_mb) if n_processes > 1 else 0.0
    return own + others + QUERY_BYTES * n_queries / _MB


def measure_memory(
    settings: RunSettings, columns: Sequence[int], n_rows: int, *, patience_s: float = _PATIENCE_S
) -> ProcessMemory:
    """Try how much memory a process takes; some seconds, most of them for loading libraries.

    Parameters
    ----------
    settings
        What is about to be searched.
    columns
        Number of columns of each variable.
    n_rows
        Rows of the data.
    patience_s
        Seconds after which the trial is given up.

    Returns
    -------
    What the trial found; a formula's answer where it could not be made.
    """
    few, many = rows_to_try(settings.measure, sum(columns), n_rows)
    try:
        with tempfile.TemporaryDirectory() as folder:
            asked = {
                "settings": memory_settings(settings).to_dict(),
                "files": [_written(Path(folder), columns, rows) for rows in (few, many)],
            }
            done = subprocess.run(
                input=json.dumps(asked),
                capture_output=True,
                text=True,
                timeout=patience_s,
                check=True,
                **module_command("gesncd.runs.planning.memory_trial"),
            )
        found = json.loads(done.stdout)
        at_few, at_many = (float(peak) for peak in found["peaks"])
        shared = float(found["shared"])
    except (OSError, StoreError, subprocess.SubprocessError, ValueError, KeyError, TypeError):
        return memory_by_formula(settings.measure, sum(columns))
    return ProcessMemory(
        settings.measure,
        (few, at_few),
        (many, at_many),
        _table_mb(sum(columns)),
        min(shared, at_few),
        measured=True,
    )


def _written(folder: Path, columns: Sequence[int], n_rows: int) -> tuple[str, str]:
    """A file of random numbers and its hash: memory depends on their shape alone.

    It is written here, so that the trial takes what reading takes, and not writing too.
    """
    variables, start = [], 0
    for number, width in enumerate(columns):
        variables.append(Variable(f"x{number}", tuple(range(start, start + width))))
        start += width
    values = np.random.default_rng(0).normal(size=(n_rows, start))
    dataset, path = Dataset(values, tuple(variables)), folder / f"{n_rows}.parquet"
    write_dataset(dataset, path)
    return str(path), dataset.sha256


def rows_to_try(measure: str, n_columns: int, n_rows: int) -> tuple[int, int]:
    """Both numbers of rows of a trial; the larger is one of a few, so that trials serve again."""
    most = _known(measure).rows_tried if n_rows > 2 * _FEW else 2 * _FEW
    return _FEW, max(_FEW + _FEW // 2, min(most, _MOST_CELLS // max(1, n_columns)))


def memory_by_formula(measure: str, n_columns: int) -> ProcessMemory:
    """Memory of a process by a formula that was fitted elsewhere."""
    known = _known(measure)
    a_row = (known.row_bytes + known.cell_bytes * n_columns) / _MB
    few, many = ((n, known.fixed_mb + a_row * n) for n in (_FEW, 2 * _FEW))
    table_mb = _table_mb(n_columns)
    return ProcessMemory(measure, few, many, table_mb, known.shared_mb, measured=False)


def memory_settings(settings: RunSettings) -> RunSettings:
    """Settings without what a process's memory does not depend on."""
    return replace(
        settings,
        tau=None,
        alpha=0.001,
        seed=0,
        global_score=True,
        max_subset=None,
        max_conditioning=None,
        screen=None,
        knowledge=Knowledge(),
    )


def _table_mb(n_columns: int) -> float:
    return 8.0 * _TABLE_COPIES * n_columns / _MB
