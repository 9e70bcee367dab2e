"""The cells of a grid, as the commands ``grid`` and ``rehearse`` take them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from gesncd.analysis.grid import Cell, plan_grid
from gesncd.cli.common import ProgressLine, refuse_single_layer
from gesncd.cli.evidence import enforced_knowledge
from gesncd.data import Dataset
from gesncd.measures import ConditionalDependence
from gesncd.search.progress import OnProgress
from gesncd.settings.calibration import calibrated
from gesncd.settings.device import chosen_device
from gesncd.settings.engine_measure import measure_for_search
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import noise_floor
from gesncd.settings.run_settings import RunSettings, trains_networks


def cells_of(options: argparse.Namespace) -> tuple[Cell, ...]:
    """Every combination of the settings given, once.

    Raises
    ------
    SettingsError
        If depths or widths are given for networks that have none, a depth is too small, or the
        preset and the networks differ.
    """
    defaults = RunSettings()
    sized = options.depths is not None or options.widths is not None
    networks = options.networks or (["perceptron"] if sized else [defaults.networks])
    if options.preset == "paper":
        if options.networks not in (None, ["paper"]):
            raise SettingsError("--preset paper is the same as --networks paper; give one of them.")
        networks = ["paper"]
    if sized and set(networks) == {"radial"}:
        raise SettingsError("Radial networks have no depth and width; use --networks perceptron.")
    if options.depths is not None:
        refuse_single_layer("--depths", options.depths)
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
    # Knowledge is no option of a rehearsal.
    known = getattr(options, "knowledge", None)
    return RunSettings(
        alpha=options.alpha,
        global_score=False,
        max_subset=options.max_subset,
        max_conditioning=options.max_conditioning,
        knowledge=enforced_knowledge(known, quiet=options.quiet),
        screen=options.screen,
    )


def planned(
    options: argparse.Namespace,
) -> tuple[RunSettings, tuple[Cell, ...], tuple[RunSettings, ...]]:
    """What the cells share, the cells, and the settings of each.

    Raises
    ------
    SettingsError, KnowledgeError
        If a value is out of range, the device is not there, or the knowledge file is not
        understood.
    gesncd.engine.EngineError
        If the device depends on workers that cannot be reached.
    """
    shared, cells = shared_settings(options), cells_of(options)
    if options.tau is not None:
        # Settings know what a threshold may be.
        replace(shared, tau=options.tau)
    every = tuple(replace(shared, **cell.changes()) for cell in cells)
    return shared, cells, with_device(every, options.device)


def with_device(every: Sequence[RunSettings], choice: str) -> tuple[RunSettings, ...]:
    """Settings of cells, on the device that was chosen; those that train nothing stay on the CPU.

    Parameters
    ----------
    every
        The settings.
    choice
        One of :data:`~gesncd.settings.run_settings.DEVICE_CHOICES`.

    Raises
    ------
    SettingsError
        If a GPU is asked for and none is here, or no cell has a use for one.
    gesncd.engine.EngineError
        If the device depends on workers that cannot be reached.
    """
    trains = [trains_networks(each.measure, each.networks) for each in every]
    # Without any, the first cell's refusal is that of them all.
    first = every[trains.index(True) if any(trains) else 0]
    device = chosen_device(choice, first.measure, first.networks)
    # Settings know which measures have no device.
    return tuple(replace(each, device=device) for each in every)


def device_lines(every: Sequence[RunSettings]) -> list[str]:
    """What is said of the device: nothing of the CPU."""
    return ["Perceptrons were trained on a GPU."] if any(s.device != "cpu" for s in every) else []


def cell_measure(
    settings: RunSettings, dataset: Dataset, tau: float | None, on_progress: OnProgress
) -> tuple[ConditionalDependence, float | None]:
    """A cell's measure on data, and its automatic τ; None where it has none.

    Parameters
    ----------
    settings, dataset
        The cell's settings, and what is searched.
    tau
        The threshold that was given, if any.
    on_progress
        Called while the noise is calibrated.

    Raises
    ------
    SettingsError
        If there is no threshold of either kind, or the measure cannot be used on the data.
    """
    measure = calibrated(
        settings,
        dataset,
        measure_for_search(settings, dataset),
        measure_for_search,
        on_progress=on_progress,
    )
    tau_auto = noise_floor(settings, measure)
    if tau_auto is None and tau is None:
        raise SettingsError(f"{measure.name} has no automatic τ with these settings; give --tau.")
    return measure, tau_auto


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
