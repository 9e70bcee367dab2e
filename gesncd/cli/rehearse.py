"""``rehearse``: settings tried on simulated data like a table, where the truth is known."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from gesncd.analysis.grid import Cell, run_cell
from gesncd.analysis.rehearsal import (
    REHEARSAL_FLOOR_SHARE,
    RehearsalResult,
    RehearsalSet,
    judge,
    plan_sets,
)
from gesncd.analysis.rehearsal_summary import (
    RehearsalRow,
    SettingsProposal,
    propose_settings,
    summarise_rehearsal,
)
from gesncd.cli.cells import cell_measure, device_lines, planned, table_lines, timed
from gesncd.cli.common import read_prepared
from gesncd.cli.result_files import paths_read, refuse_unwritable, write_whole
from gesncd.data import Dataset
from gesncd.export.result_json import result_text
from gesncd.search import Finished, reframed_ges
from gesncd.search.progress import OnProgress
from gesncd.settings.errors import SettingsError
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings

FORMAT: Final = "gesncd rehearsal"
"""Value of the key ``format`` in the JSON file."""


def rehearse(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    _, cells, every = planned(options)
    out: Path | None = options.out
    refuse_unwritable(out, paths_read(options))
    dataset = read_prepared(options, quiet=options.quiet).require()
    n_edges = options.edges
    # Before the table is searched for its number of edges.
    _sets(options, dataset, 0 if n_edges is None else n_edges)
    if n_edges is None:
        n_edges = _n_edges(dataset, every[0], cells[0], options.tau, quiet=options.quiet)
        print(f"Edges of the table: {n_edges}, as found with {cells[0].label}.")
    sets = _sets(options, dataset, n_edges)
    print(
        f"{len(sets)} data sets like {options.data.name}: {dataset.n_variables} variables, "
        f"{n_edges} edges, {dataset.n_rows} rows, model {options.model}."
    )
    results = {}
    for number, each in enumerate(sets):
        for k, (cell, settings) in enumerate(zip(cells, every, strict=True)):
            label = f"set {number + 1} of {len(sets)}, {cell.label}"
            with timed(label, quiet=options.quiet) as (on_progress, _):
                results[k, number] = _search(settings, each, options.tau, on_progress)
    rows = summarise_rehearsal(cells, results)
    proposal = propose_settings(rows)
    assert proposal is not None, "every cell has done every set"
    for line in (*_lines(rows, proposal), *device_lines(every)):
        print(line)
    if out is not None:
        devices = {cell: s.device for cell, s in zip(cells, every, strict=True)}
        document = {
            "format": FORMAT,
            "version": 1,
            "sets": [asdict(each) for each in sets],
            "rows": [_row(row) | {"device": devices[row.cell]} for row in rows],
            "proposal": _row(proposal.row)
            | {"as_good": [_row(row) for row in proposal.as_good], "warning": proposal.warning},
            "dataset_sha256": dataset.sha256,
        }
        write_whole(out, result_text(document))
    return 0


def _n_edges(
    dataset: Dataset, settings: RunSettings, cell: Cell, tau: float | None, *, quiet: bool
) -> int:
    """Edges that a cell finds in the table, at its automatic τ where it has one."""
    with timed(f"edges of the table, {cell.label}", quiet=quiet) as (on_progress, _):
        measure, tau_auto = cell_measure(settings, dataset, tau, on_progress)
        reference = tau if tau_auto is None else tau_auto
        assert reference is not None, "one of them is given"
        events = reframed_ges(
            measure,
            reference,
            on_progress=on_progress,
            global_score=False,
            limits=limits_of(settings, dataset),
        )
        return next(e.graph.n_edges for e in events if isinstance(e, Finished))


def _sets(options: argparse.Namespace, dataset: Dataset, n_edges: int) -> tuple[RehearsalSet, ...]:
    try:
        return plan_sets(
            options.model,
            count=options.sets,
            seed=min(options.seeds or [0]),
            n_nodes=dataset.n_variables,
            n_edges=n_edges,
            n_rows=dataset.n_rows,
        )
    except ValueError as error:
        raise SettingsError(str(error)) from error


def _search(
    settings: RunSettings, each: RehearsalSet, tau: float | None, on_progress: OnProgress
) -> RehearsalResult:
    try:
        simulated, dag = each.simulate()
    except ValueError as error:
        raise SettingsError(str(error)) from error
    measure, tau_auto = cell_measure(settings, simulated, tau, on_progress)
    found = run_cell(
        measure,
        tau_auto=tau_auto,
        tau_chosen=tau if tau_auto is None else None,
        floor_share=REHEARSAL_FLOOR_SHARE,
        on_progress=on_progress,
        limits=limits_of(settings, simulated),
        global_score=False,
    )
    return judge(found, dag)


def _lines(rows: Sequence[RehearsalRow], proposal: SettingsProposal) -> Iterator[str]:
    table = [["settings", "τ", "SHD", "±", "F1", "edges"]]
    for row in rows:
        table.append(
            [
                row.cell.label,
                _factor(row),
                f"{row.shd:.1f}",
                "" if row.shd_error is None else f"{row.shd_error:.1f}",
                f"{row.f1:.2f}",
                f"{row.n_edges:.1f}",
            ]
        )
    table.append(["no edges at all", "", f"{rows[0].empty_shd:.1f}", "", "0.00", "0.0"])
    yield from table_lines(table)
    yield f"Best: {proposal.row.cell.label}, {_factor(proposal.row)}."
    if len(proposal.as_good) > 1 and len(proposal.as_good) == len(rows) - 1:
        yield "The simulated sets cannot tell any of the others from it."
    elif proposal.as_good:
        others = "; ".join(f"{row.cell.label}, {_factor(row)}" for row in proposal.as_good)
        yield f"The simulated sets cannot tell from it: {others}."
    if proposal.warning:
        yield proposal.warning
    yield "Your data may be unlike the simulated ones; take this as a hint."


def _factor(row: RehearsalRow) -> str:
    return f"{row.factor:g} × τ"


def _row(row: RehearsalRow) -> dict[str, object]:
    cell: Cell = row.cell
    return {
        "settings": cell.changes(),
        "factor": row.factor,
        "shd": row.shd,
        "shd_error": row.shd_error,
        "f1": row.f1,
        "n_edges": row.n_edges,
        "empty_shd": row.empty_shd,
        "n_sets": row.n_sets,
    }
