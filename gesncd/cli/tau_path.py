"""``tau-path``: the graphs of a table for every threshold at once."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from gesncd.cli.common import (
    calibrated_measure,
    data_notes,
    floor_of_path,
    path_of,
    read_prepared,
    settings_of,
)
from gesncd.cli.result_files import paths_read, refuse_unwritable, write_whole
from gesncd.cli.sentences import edge_lines, shown
from gesncd.export.named import NamedEdge, named_edges
from gesncd.export.result_json import result_text
from gesncd.export.tau_path_json import tau_path_document
from gesncd.search.plateaus import Plateau, TauPath
from gesncd.search.words import score_text
from gesncd.settings.on_data import noise_floor
from gesncd.settings.versions import software_versions

_MOST_CHANGES = 3


def tau_path(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    settings = settings_of(options, global_score=options.global_score)
    out: Path | None = options.out
    refuse_unwritable(out, paths_read(options))
    prepared = read_prepared(options, quiet=options.quiet)
    dataset = prepared.require()
    measure = calibrated_measure(settings, dataset, quiet=options.quiet)
    tau_auto = noise_floor(settings, measure)
    floor = floor_of_path(options.tau_floor, tau_auto)
    path = path_of(dataset, settings, measure, floor, quiet=options.quiet)
    for line in _lines(path, dataset.names, tau_auto):
        print(line)
    if out is not None:
        document = tau_path_document(
            path,
            dataset.names,
            settings=settings.to_dict(),
            tau_auto=tau_auto,
            data_sha256=dataset.source_sha256,
            dataset_sha256=dataset.sha256,
            versions=software_versions(settings.measure),
            notes=data_notes(prepared),
        )
        write_whole(out, result_text(document))
    return 0


def _lines(path: TauPath, names: Sequence[str], tau_auto: float | None) -> Iterator[str]:
    """The table, from the largest τ down, and the graph at the automatic τ."""
    count = len(path.plateaus)
    graphs = "graph" if count == 1 else "graphs"
    yield f"{count} {graphs} for τ from {score_text(path.tau_floor)} on:"
    at_auto = None if tau_auto is None or tau_auto < path.tau_floor else path.at(tau_auto)
    header = ("", "τ from", "to below", "edges", "directed", "S_g", "change")
    has_score = path.plateaus[0].global_score is not None
    rows: list[tuple[str, ...]] = [header]
    above: list[NamedEdge] = []
    for plateau in reversed(path.plateaus):
        edges = named_edges(names, plateau.graph)
        rows.append(_row(plateau, edges, above, is_auto=plateau is at_auto))
        above = edges
    if not has_score:
        rows = [(*row[:5], row[-1]) for row in rows]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join((*cells, row[-1])).rstrip()
    yield from path.notes
    if at_auto is not None and tau_auto is not None:
        yield f"* holds the automatic τ, {score_text(tau_auto)}, with {_heading(at_auto, names)}"
        yield from edge_lines(at_auto.graph, names)[1:]


def _heading(plateau: Plateau, names: Sequence[str]) -> str:
    heading = edge_lines(plateau.graph, names)[0]
    return heading[0].lower() + heading[1:]


def _row(
    plateau: Plateau, edges: list[NamedEdge], above: list[NamedEdge], *, is_auto: bool
) -> tuple[str, ...]:
    high = plateau.tau_high
    return (
        "*" if is_auto else "",
        f"{plateau.tau_low:.6g}",
        "∞" if math.isinf(high) else f"{high:.6g}",
        str(len(edges)),
        str(sum(edge.directed for edge in edges)),
        "" if plateau.global_score is None else score_text(plateau.global_score),
        _change(edges, above),
    )


def _change(edges: list[NamedEdge], above: list[NamedEdge]) -> str:
    """How a graph differs from that of the row above: edges that came, went or turned."""
    before = {frozenset(edge[:2]): edge for edge in above}
    after = {frozenset(edge[:2]): edge for edge in edges}
    changes = [f"+ {_arrow(edge)}" for pair, edge in after.items() if pair not in before]
    changes += [f"− {_arrow(edge)}" for pair, edge in before.items() if pair not in after]
    changes += [
        f"now {_arrow(edge)}"
        for pair, edge in after.items()
        if pair in before and before[pair] != edge
    ]
    if len(changes) > _MOST_CHANGES + 1:
        changes = [*changes[:_MOST_CHANGES], f"and {len(changes) - _MOST_CHANGES} more"]
    return ", ".join(changes)


def _arrow(edge: NamedEdge) -> str:
    return f"{shown(edge.source)} {'→' if edge.directed else '—'} {shown(edge.target)}"
