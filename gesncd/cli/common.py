"""What the commands that search have in common."""

from __future__ import annotations

import argparse
import math
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from gesncd.cli.check import described
from gesncd.cli.evidence import enforced_knowledge
from gesncd.cli.ncd_options import ncd_parts
from gesncd.cli.sentences import shown
from gesncd.data import (
    DataError,
    Dataset,
    Finding,
    Plan,
    Prepared,
    ReadOptions,
    as_proposed,
    prepare,
    read_table,
)
from gesncd.data.settle import SAFE, SAFE_READING
from gesncd.measures import ConditionalDependence
from gesncd.measures.ncd.settings import LEAST_DEPTH
from gesncd.search.plateaus import TauPath
from gesncd.search.progress import Progress
from gesncd.search.tau_path import DEFAULT_FLOOR_SHARE, tau_path
from gesncd.settings.calibration import calibrated
from gesncd.settings.device import chosen_device
from gesncd.settings.engine_measure import measure_for_search
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import constraints_of
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings

_MOST_ERRORS = 3
"""Errors of a table that a command which refuses it names; check names all."""


def settings_of(options: argparse.Namespace, *, global_score: bool) -> RunSettings:
    """Settings of the options that all searching commands take.

    Raises
    ------
    SettingsError, KnowledgeError
        If a value is out of range, the device is not there, or the knowledge file is not
        understood.
    gesncd.engine.EngineError
        If the device depends on workers that cannot be reached.
    """
    defaults = RunSettings()
    networks = _networks(options)
    if options.depth is not None:
        refuse_single_layer("--depth", [options.depth])
    return RunSettings(
        measure=options.measure,
        tau=getattr(options, "tau", None),
        alpha=options.alpha,
        networks=networks,
        depth=defaults.depth if options.depth is None else options.depth,
        width=defaults.width if options.width is None else options.width,
        seed=options.seed,
        global_score=global_score,
        max_subset=options.max_subset,
        max_conditioning=options.max_conditioning,
        knowledge=enforced_knowledge(options.knowledge, quiet=getattr(options, "quiet", False)),
        ncd=ncd_parts(options),
        screen=options.screen,
        device=chosen_device(options.device, options.measure, networks),
    )


def refuse_single_layer(option: str, depths: Sequence[int]) -> None:
    """Refuse networks with which every score given something would be high.

    Raises
    ------
    SettingsError
        If there is such a depth.
    """
    if min(depths) < LEAST_DEPTH:
        raise SettingsError(
            f"{option} must be at least {LEAST_DEPTH}: a single layer cannot take away what "
            "depends on the conditioning set, so that every score given one would be high."
        )


def _networks(options: argparse.Namespace) -> str:
    """Kind of networks; a depth or width asks for perceptrons, which alone have them.

    The preset ``paper`` is another name of the paper's networks.
    """
    given = [name for name in ("networks", "depth", "width") if getattr(options, name) is not None]
    if given and options.measure != "ncd":
        raise SettingsError(
            f"--{given[0]} is of NCD's networks; the measure {options.measure!r} has none."
        )
    if options.preset == "paper":
        if options.networks == "radial":
            raise SettingsError("The preset 'paper' has perceptrons, not radial networks.")
        return "paper"
    if options.networks == "paper":
        return "paper"
    if options.depth is not None or options.width is not None:
        if options.networks == "radial":
            raise SettingsError(
                "Radial networks have no depth and width; use --networks perceptron."
            )
        return "perceptron"
    return str(options.networks or RunSettings().networks)


def read_prepared(options: argparse.Namespace, *, quiet: bool) -> Prepared:
    """A table of any kind, as it is, or with the usual mends where ``--mend`` asks for them.

    Parameters
    ----------
    options
        Of a command that takes a table.
    quiet
        Whether to print nothing.

    Raises
    ------
    DataError
        If something must be mended first, all of it at once.
    """
    path: Path = options.data
    reading = ReadOptions(skip_lines=options.skip_lines)
    if options.mend:
        table, prepared = as_proposed([(path, path.name)], reading)
    else:
        table = read_table(path, name=path.name, options=reading)
        prepared = prepare(table, Plan.strict(table.names))
    if prepared.errors:
        raise DataError(_refusal(prepared.errors, options))
    if not quiet:
        print(shown(described(table)))
        print(shown(prepared.sentence))
        for note in data_notes(prepared):
            print(shown(note))
    return prepared


def _refusal(errors: Sequence[Finding], options: argparse.Namespace) -> str:
    """What must be mended first, in the words of check, and what mends it."""
    said = " ".join(finding.message for finding in errors[:_MOST_ERRORS])
    if not options.mend and {finding.code for finding in errors} <= SAFE | SAFE_READING:
        said += " With --mend it is mended as the Data page proposes."
    more = len(errors) - _MOST_ERRORS
    if more <= 0:
        return said
    again = f"python -m gesncd check {shlex.quote(str(options.data))}"
    if options.skip_lines:
        again += f" --skip-lines {','.join(map(str, options.skip_lines))}"
    return f"{said} And {more} more; all are in: {again}"


def data_notes(prepared: Prepared) -> list[str]:
    """What was found, without what only explains the kinds of values."""
    return list(prepared.notes)


def calibrated_measure(
    settings: RunSettings, dataset: Dataset, *, quiet: bool
) -> ConditionalDependence:
    """The measure of settings, which knows its noise, with a progress line on a terminal.

    Raises
    ------
    SettingsError
        If it cannot be used on these data.
    gesncd.engine.EngineError
        If the engine cannot be reached.
    """
    line = ProgressLine(enabled=not quiet and sys.stderr.isatty())
    measure = measure_for_search(settings, dataset)
    try:
        return calibrated(settings, dataset, measure, measure_for_search, on_progress=line.show)
    finally:
        line.clear()


def floor_of_path(given: float | None, tau_auto: float | None) -> float:
    """The smallest τ of a path: the given one, else a share of the automatic one.

    Raises
    ------
    SettingsError
        If it is out of range, or there is no automatic one.
    """
    if given is None:
        if tau_auto is None or not math.isfinite(tau_auto):
            raise SettingsError(
                "These settings have no automatic threshold to begin below; give --tau-floor."
            )
        return DEFAULT_FLOOR_SHARE * tau_auto
    if not 0 < given < 1:
        raise SettingsError(
            f"tau-floor must be a number between 0 and 1, both excluded; not {given}."
        )
    return given


def path_of(
    dataset: Dataset,
    settings: RunSettings,
    measure: ConditionalDependence,
    floor: float,
    *,
    quiet: bool,
) -> TauPath:
    """The τ-path of a table, with a progress line on a terminal."""
    line = ProgressLine(enabled=not quiet and sys.stderr.isatty())
    try:
        return tau_path(
            measure,
            floor,
            on_progress=line.show,
            global_score=settings.global_score,
            limits=limits_of(settings, dataset),
            knowledge=constraints_of(settings, dataset),
        )
    finally:
        line.clear()


class ProgressLine:
    """One line on a terminal's error stream that is overwritten as scores come in."""

    def __init__(self, *, enabled: bool, label: str = "") -> None:
        self._enabled = enabled
        self._begin = f"{label}: " if label else ""

    def show(self, progress: Progress) -> None:
        """Overwrite the line."""
        if self._enabled:
            sys.stderr.write(
                f"\r\x1b[K{self._begin}{progress.phase.value}, step {progress.step}, "
                f"{progress.purpose}: {progress.done} of {progress.asked} queries"
            )
            sys.stderr.flush()

    def clear(self) -> None:
        """Empty the line."""
        if self._enabled:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
