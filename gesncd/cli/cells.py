"""The cells of a grid, as the commands ``grid`` and ``rehearse`` take them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from gesncd.analysis.grid import Cell, plan_grid
from gesncd.cli.common import ProgressLine
from gesncd.knowledge import Knowledge, read_knowledge
from gesncd.runs.errors import SettingsError
from gesncd.runs.settings import RunSettings
from gesncd.search.progress import OnProgress


def cells_of(options: argparse.Namespace) -> tuple[Cell, ...]:
    """Every combination of the settings given, once.

    Raises
    ------
    SettingsError
        If depths or widths are given for networks that have none.
    """
    defaults = RunSettings()
    sized = options.depths is not None or options.widths is not None
    networks = options.networks or (["perceptron"] if sized else [defaults.networks])
    if sized and set(networks) == {"radial"}:
        raise SettingsError("Radial networks have no depth and width; use --networks perceptron.")
    return plan_grid(
        measures=options.measures,
        networks=networks,
        depths=options.depths or [defaults.depth],
        widths=options.widths or [defaults.width],
        seeds=options.seeds or [defaults.seed],
    )


def shared_settings(options: argparse.Namespace) -> RunSettings:
    """What all cells have in common.

    Raises
    ------
    SettingsError, KnowledgeError
        If a value is out of range, or the knowledge file is not understood.
    """
    return RunSettings(
        alpha=options.alpha,
        global_score=False,
        max_subset=options.max_subset,
        max_conditioning=options.max_conditioning,
        knowledge=Knowledge() if options.knowledge is None else read_knowledge(options.knowledge),
        screen=options.screen,
    )


@contextmanager
def timed(label: str, *, quiet: bool) -> Iterator[tuple[OnProgress, Callable[[], float]]]:
    """A progress line on a terminal while one cell is searched, and the seconds so far."""
    line = ProgressLine(enabled=not quiet and sys.stderr.isatty(), label=label)
    begin = time.perf_counter()
    try:
        yield line.show, lambda: time.perf_counter() - begin
    finally:
        line.clear()


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of text under each other, the first column to the left, the rest to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
