"""What to say about the memory of a search, and what to do where it does not suffice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gesncd.data import Finding, Mend, Severity
from gesncd.data.mend import Change
from gesncd.data.plan import Sample
from gesncd.runs.planning.memory import ProcessMemory, search_mb
from gesncd.runs.planning.plan import USUAL_DEGREE, expected_queries
from gesncd.settings.run_settings import TITLES

_SHARE: Final = 0.8
"""Share of the free memory above which a search is said not to fit; programs come and go."""
_SAMPLES: Final = (100_000, 50_000, 20_000, 10_000, 5_000, 2_000)


def usual_search_mb(
    memory: ProcessMemory, n_variables: int, n_rows: int, *, n_processes: int
) -> float:
    """MB of a search that finds about two edges at a variable.

    Parameters
    ----------
    memory
        Of a process.
    n_variables, n_rows
        Size of the data.
    n_processes
        Processes that NCD uses; the other measures have one.
    """
    queries = expected_queries(n_variables, USUAL_DEGREE).total
    used = n_processes if memory.measure == "ncd" else 1
    return search_mb(memory, n_rows, queries, n_processes=used)


def fits(needed_mb: float, free: float | None) -> bool:
    """Whether a search fits into what is free; yes where nothing tells."""
    return free is None or needed_mb <= _SHARE * free


def memory_finding(
    memories: Mapping[str, ProcessMemory],
    n_variables: int,
    n_rows: int,
    free: float | None,
    *,
    n_processes: int,
) -> Finding | None:
    """A warning where the search with some measure needs more memory than there is.

    Parameters
    ----------
    memories
        Of a process, by measure.
    n_variables, n_rows
        Size of what will be analysed.
    free
        Free memory in MB; None where nothing tells.
    n_processes
        Processes that NCD uses.

    Returns
    -------
    None where all fit.
    """

    def needed(measure: str, rows: int) -> float:
        return usual_search_mb(memories[measure], n_variables, rows, n_processes=n_processes)

    tight = [measure for measure in memories if not fits(needed(measure, n_rows), free)]
    if not tight or free is None:
        return None
    needs = " and ".join(
        f"{memory_text(needed(measure, n_rows))} with {TITLES[measure]}" for measure in tight
    )
    samples = [
        rows
        for rows in _SAMPLES
        if rows < n_rows and all(fits(needed(measure, rows), free) for measure in tight)
    ][:2]
    way_out = (
        "Choose fewer columns or a sample of the rows."
        if samples
        else ("Choose fewer columns, or a machine with more memory.")
    )
    return Finding(
        "search-memory",
        Severity.WARNING,
        f"A search over {n_variables:,} variables and {n_rows:,} rows needs about {needs}, and "
        f"{memory_text(free)} are free here: the system may end it. {way_out}",
        count=n_rows,
        mends=tuple(
            Mend(
                f"sample:{rows}",
                f"Analyse a random sample of {rows:,} rows (seed 0)",
                Change(sample=Sample(rows, 0)),
            )
            for rows in samples
        ),
    )


def memory_text(mb: float) -> str:
    """Memory for people, two digits of it: 85 MB, 590 MB, 1.2 GB, 12 GB."""
    rounded = float(f"{max(1.0, mb):.2g}")
    if rounded < 1000.0:
        return f"{rounded:.0f} MB"
    gigabytes = mb / 1024.0
    return f"{gigabytes:.1f} GB" if gigabytes < 9.95 else f"{gigabytes:,.0f} GB"
