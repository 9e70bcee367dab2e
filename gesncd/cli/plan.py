"""``plan``: what a search will take before it is begun."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gesncd.cli.common import read_prepared, settings_of
from gesncd.cli.sentences import shown
from gesncd.engine import VARIABLE, chosen_engine
from gesncd.runs.machine.capacity import Capacity
from gesncd.runs.machine.free_memory import free_mb
from gesncd.runs.planning.memory import measure_memory
from gesncd.runs.planning.memory_advice import fits, memory_text
from gesncd.runs.planning.plan import (
    USUAL_DEGREE,
    Estimate,
    advice,
    estimate,
    rows_needed,
    time_text,
)
from gesncd.runs.planning.trials import Pace, found_degree, measured_pace
from gesncd.settings.device import is_here
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_settings import RunSettings
from gesncd.words import plural

_VARIABLES: Final = (10, 20, 50, 100, 200, 500, 1000)
_ROWS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def plan(options: argparse.Namespace) -> int:
    """Run the command; its exit code.

    Raises
    ------
    SettingsError
        If an option is out of range; the message names it.
    """
    settings = settings_of(options, global_score=not options.no_global_score)
    if not 0 < options.effect < 1:
        raise SettingsError(f"effect must lie between 0 and 1, not {options.effect}.")
    if options.workers is not None and options.workers < 1:
        raise SettingsError(f"workers must be a whole number from 1 on, not {options.workers}.")
    if options.degree is not None and not options.degree > 0:
        raise SettingsError(f"degree must be above 0, not {options.degree}.")
    prepared = read_prepared(options, quiet=True)
    dataset = prepared.require()
    if not is_here(settings):
        settings = replace(settings, device="cpu")
        print("The workers' GPUs cannot be timed from here; the times are those of CPUs.")
    engine = chosen_engine()
    # Without an engine only NCD has processes of its own, and none beside a GPU.
    spread = engine is not None or (settings.measure == "ncd" and settings.device == "cpu")
    n_workers = options.workers
    if n_workers is None:
        alone = Capacity.of().cpus if settings.device == "cpu" else 1
        n_workers = alone if engine is None else engine.n_workers()
    degree, source = _degree(options.degree, found_degree(dataset, settings.alpha))
    pace = measured_pace(settings, dataset)
    memory = measure_memory(
        settings, [variable.size for variable in dataset.variables], dataset.n_rows
    )
    own = estimate(
        settings,
        pace,
        n_variables=dataset.n_variables,
        n_rows=dataset.n_rows,
        degree=degree,
        n_workers=n_workers,
        spread=spread,
        memory=memory,
    )
    where = "this machine" if engine is None else engine.name
    print(f"{shown(options.data.name)}: {own.n_variables} variables, {own.n_rows:,} rows.")
    print(f"Edges at a variable: {degree:.2g}, {source}.")
    print(
        f"Pace of {settings.measure} in one process at {own.n_rows:,} rows: "
        f"{1 / pace.later.at(own.n_rows):,.3g} queries a second given another variable."
    )
    print(f"With {plural(n_workers, 'worker')} on {where}:")
    for line in _own_lines(own, spread=spread):
        print(line)
    if engine is None:
        print(_room(own, n_workers if spread else 1))
    for sentence in advice(settings, own, dataset.n_rows, degree=degree, effect=options.effect):
        print(sentence)
    if settings.measure == "rcd" and not spread:
        print(f"RCD uses one process here; set {VARIABLE} to spread its queries over more.")
    print()
    for line in _table(settings, pace, degree, options.effect, n_workers, spread=spread):
        print(line)
    return 0


def _degree(given: float | None, found: float | None) -> tuple[float, str]:
    if given is not None:
        return given, "as given"
    if found is not None:
        return max(found, 0.1), "as a quick search with partial correlation finds"
    return USUAL_DEGREE, "assumed; the quick search was not done in time"


def _own_lines(own: Estimate, *, spread: bool) -> Iterator[str]:
    queries = own.queries
    yield (
        f"  queries    about {queries.total:,.0f}"
        + (f", of which {queries.global_score:,.0f} for S_g" if queries.global_score else "")
    )
    yield f"  time       about {time_text(own.hours)}"
    if spread:
        yield f"  memory     about {memory_text(own.worker_mb)} a worker"
        yield f"             and {memory_text(own.search_mb)} for the search"
    else:
        yield f"  memory     about {memory_text(own.worker_mb + own.search_mb)}"


def _table(
    settings: RunSettings,
    pace: Pace,
    degree: float,
    effect: float,
    n_workers: int,
    *,
    spread: bool,
) -> Iterator[str]:
    """Times for other sizes, without S_g, whose cost depends on the data most."""
    needed = rows_needed(settings.measure, effect, settings.alpha)
    plain = RunSettings(
        measure=settings.measure, alpha=settings.alpha, screen=settings.screen, global_score=False
    )
    thins = settings.measure != "partial-correlation"
    yield (
        f"The same for other sizes, {degree:.2g} edges at a variable, without S_g: queries, and "
        "time by rows."
    )
    yield f"{'d':>6}{'queries':>12}" + "".join(f"{f'n = {n:,}':>16}" for n in _ROWS)
    for d in _VARIABLES:
        row = [
            estimate(
                plain,
                pace,
                n_variables=d,
                n_rows=min(n, needed) if thins else n,
                degree=degree,
                n_workers=n_workers,
                spread=spread,
            )
            for n in _ROWS
        ]
        times = "".join(
            f"{time_text(each.hours) + ('*' if each.n_rows < n else ''):>16}"
            for n, each in zip(_ROWS, row, strict=True)
        )
        yield f"{d:>6}{row[0].queries.total:>12,.0f}{times}"
    if thins:
        yield (
            f"* on {needed:,} evenly spaced rows: enough to find a dependence of {effect:.3g} of "
            "the variance nine times out of ten (--effect). What only more rows show is weaker."
        )
    else:
        yield "Partial correlation reads the rows once; their number hardly changes the time."
    memory = [
        estimate(
            plain,
            pace,
            n_variables=d,
            n_rows=min(max(_ROWS), needed) if thins else max(_ROWS),
            degree=degree,
            n_workers=n_workers,
            spread=spread,
        )
        for d in (_VARIABLES[0], _VARIABLES[-1])
    ]
    low, high = (memory_text(each.worker_mb) for each in memory)
    rows = f"{memory[0].n_rows:,}"
    yield f"Memory of a worker at {rows} rows: about {low} at d = 10, {high} at d = 1000."


def _room(own: Estimate, n_processes: int) -> str:
    """What is free, and whether the search fits into it."""
    needed, free = own.search_mb + n_processes * own.worker_mb, free_mb()
    if free is None:
        return f"  together   about {memory_text(needed)}"
    line = f"  together   about {memory_text(needed)}; {memory_text(free)} are free here"
    if fits(needed, free):
        return line
    return (
        f"{line}\nThat may not fit into memory: the system may end the search. Choose fewer "
        "columns, fewer rows, or fewer --workers."
    )
