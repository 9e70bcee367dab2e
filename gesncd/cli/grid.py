"""``grid``: one table searched with several settings, side by side."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from gesncd.analysis.agreement import Claim
from gesncd.analysis.grid import (
    GLOBAL_SCORE_SENTENCE,
    Cell,
    CellResult,
    run_cell,
)
from gesncd.analysis.grid_summary import GridRow, Point, grid_caveats, summarise_grid
from gesncd.analysis.strips import AgreementSummary
from gesncd.cli.cells import cell_measure, device_lines, planned, table_lines, timed
from gesncd.cli.common import data_notes, read_prepared
from gesncd.cli.evidence import evidence_of
from gesncd.cli.parts import tell_parts
from gesncd.cli.result_files import paths_read, refuse_unwritable, write_whole
from gesncd.data import Dataset
from gesncd.export.named import named_edges
from gesncd.export.result_json import result_text
from gesncd.search.progress import OnProgress
from gesncd.search.words import score_text
from gesncd.settings.on_data import constraints_of
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings
from gesncd.settings.versions import software_versions
from gesncd.words import percent

FORMAT: Final = "gesncd grid"
"""Value of the key ``format`` in the JSON file."""


def grid(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    shared, cells, every = planned(options)
    out: Path | None = options.out
    refuse_unwritable(out, paths_read(options))
    prepared = read_prepared(options, quiet=options.quiet)
    dataset = prepared.require()
    claims: Sequence[Claim] = ()
    if options.priors is not None:
        claims, shared = evidence_of(options, shared, dataset)
        every = tuple(replace(each, knowledge=shared.knowledge) for each in every)
    results: dict[int, CellResult] = {}
    seconds: dict[int, float] = {}
    for k, (cell, settings) in enumerate(zip(cells, every, strict=True)):
        label = f"cell {k + 1} of {len(cells)}, {cell.label}"
        with timed(label, quiet=options.quiet) as (on_progress, taken):
            results[k] = _search(settings, dataset, options.tau, on_progress)
            seconds[k] = taken()
        tell_parts(len(results), len(cells), "cells", quiet=options.quiet)
    rows = summarise_grid(cells, results, claims, seconds)
    for line in _lines(rows, judged=bool(claims)):
        print(line)
    caveats = grid_caveats(rows)
    for line in (GLOBAL_SCORE_SENTENCE, *caveats, *device_lines(every)):
        print(line)
    if out is not None:
        document = {
            "format": FORMAT,
            "version": 1,
            "variables": list(dataset.names),
            "cells": [
                _cell(row, settings, dataset.names)
                for row, settings in zip(rows, every, strict=True)
            ],
            "tau_chosen": options.tau,
            "caveats": list(caveats),
            "settings": dict(sorted(_common(shared).items())),
            "data_sha256": dataset.source_sha256 or dataset.sha256,
            "dataset_sha256": dataset.sha256,
            "versions": {
                name: version
                for measure in sorted({cell.measure for cell in cells})
                for name, version in sorted(software_versions(measure).items())
            },
            "notes": data_notes(prepared),
        }
        write_whole(out, result_text(document))
    return 0


def _search(
    settings: RunSettings, dataset: Dataset, tau: float | None, on_progress: OnProgress
) -> CellResult:
    measure, tau_auto = cell_measure(settings, dataset, tau, on_progress)
    return run_cell(
        measure,
        tau_auto=tau_auto,
        tau_chosen=tau,
        on_progress=on_progress,
        limits=limits_of(settings, dataset),
        knowledge=constraints_of(settings, dataset),
    )


def _common(shared: RunSettings) -> dict[str, object]:
    """The settings that the cells do not vary."""
    varied = ("measure", "networks", "depth", "width", "seed", "device", "tau", "global_score")
    return {name: value for name, value in shared.to_dict().items() if name not in varied}


def _lines(rows: Sequence[GridRow], *, judged: bool) -> Iterator[str]:
    """A line a cell and threshold."""
    heading = ["settings", "τ", "edges", "S_g"]
    heading += ["agreement"] if judged else []
    heading += ["seeds differ by", "seconds"]
    table: list[list[str]] = [heading]
    for row in rows:
        for point, apart, mark in (
            (row.auto, row.seeds_shd_auto, "auto "),
            (row.chosen, row.seeds_shd_chosen, ""),
        ):
            if point is None:
                continue
            values = [row.cell.label, mark + score_text(point.tau), str(point.n_edges)]
            values.append("" if point.global_score is None else score_text(point.global_score))
            if judged:
                values.append(_agreement(point.agreement))
            values.append("" if apart is None else f"{apart:.1f} edges")
            values.append("" if row.seconds is None else f"{row.seconds:.1f}")
            table.append(values)
    yield from table_lines(table)
    if judged:
        yield "agreement: + satisfied, - violated, ? undecided, which counts half."


def _agreement(summary: AgreementSummary) -> str:
    """Counts and share."""
    counts = f"{summary.satisfied}+ {summary.violated}- {summary.undecided}?"
    return f"{counts} {percent(summary.share or 0.0)}"


def _cell(row: GridRow, settings: RunSettings, names: Sequence[str]) -> dict[str, object]:
    cell: Cell = row.cell
    return {
        "settings": cell.changes(),
        "device": settings.device,
        "auto": _point(row.auto, row.seeds_shd_auto, names),
        "chosen": _point(row.chosen, row.seeds_shd_chosen, names),
    }


def _point(
    point: Point | None, apart: float | None, names: Sequence[str]
) -> dict[str, object] | None:
    if point is None:
        return None
    return {
        "tau": point.tau,
        "edges": [dict(edge._asdict()) for edge in named_edges(names, point.graph)],
        "global_score": point.global_score,
        "satisfied": point.agreement.satisfied,
        "violated": point.agreement.violated,
        "undecided": point.agreement.undecided,
        "agreement": point.agreement.share,
        "seeds_shd": apart,
    }
