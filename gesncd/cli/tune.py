"""``tune``: the threshold that agrees best with statements held out of the search."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gesncd.analysis.agreement import Claim, Verdict, verdict
from gesncd.analysis.persistence import persistence
from gesncd.analysis.strips import AgreementSummary, Strip, agreement_summary, strips
from gesncd.analysis.tau_proposal import TauProposal, propose_tau
from gesncd.cli.common import (
    calibrated_measure,
    data_notes,
    floor_of_path,
    path_of,
    read_prepared,
    settings_of,
)
from gesncd.cli.evidence import evidence_of
from gesncd.cli.result_files import paths_read, refuse_unwritable, write_whole
from gesncd.cli.sentences import edge_lines, shown
from gesncd.export.result_json import result_text
from gesncd.export.tau_path_json import tau_path_document
from gesncd.search.plateaus import Plateau, TauPath
from gesncd.search.words import score_text
from gesncd.settings.on_data import noise_floor
from gesncd.settings.versions import software_versions
from gesncd.words import percent

FORMAT: Final = "gesncd tuning"
"""Value of the key ``format`` in the JSON file."""

_SIGNS: Final = {Verdict.SATISFIED: "+", Verdict.VIOLATED: "-", Verdict.UNDECIDED: "?"}


def tune(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    settings = settings_of(options, global_score=False)
    out: Path | None = options.out
    refuse_unwritable(out, paths_read(options))
    prepared = read_prepared(options, quiet=options.quiet)
    dataset = prepared.require()
    claims, settings = evidence_of(options, settings, dataset)
    measure = calibrated_measure(settings, dataset, quiet=options.quiet)
    tau_auto = noise_floor(settings, measure)
    floor = floor_of_path(options.tau_floor, tau_auto)
    path = path_of(dataset, settings, measure, floor, quiet=options.quiet)
    found = strips(path, claims)
    proposal = propose_tau(path, claims, tau_auto)
    assert proposal is not None, "there are claims"
    for line in _lines(path, found, proposal, tau_auto, dataset.names):
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
        document |= {"format": FORMAT, "version": 1}
        document |= _evidence(path, found, proposal, tau_auto, dataset.names)
        write_whole(out, result_text(document))
    return 0


def _lines(
    path: TauPath,
    found: Sequence[Strip],
    proposal: TauProposal,
    tau_auto: float | None,
    names: Sequence[str],
) -> Iterator[str]:
    """The strips, one row a τ-range, then the proposal and its graph."""
    claims = [strip.claim for strip in found]
    yield "Statements, held out (+ satisfied, - violated, ? undecided):"
    for place, claim in enumerate(claims, 1):
        yield f"  {place}. {shown(claim.text)}"
    wide = len(f"{len(claims)}+ {len(claims)}- {len(claims)}?") + 1
    yield (
        f"{'τ from':>12}{'to below':>12}{'edges':>7}{'agreement':>{wide + 9}}  statements in order"
    )
    for plateau in reversed(path.plateaus):
        signs = "".join(_SIGNS[verdict(plateau.graph, claim)] for claim in claims)
        summary = agreement_summary(plateau.graph, claims)
        counts = f"{summary.satisfied}+ {summary.violated}- {summary.undecided}?"
        high = "∞" if math.isinf(plateau.tau_high) else f"{plateau.tau_high:.6g}"
        mark = "*" if tau_auto is not None and _holds(plateau, tau_auto) else " "
        yield (
            f"{mark}{plateau.tau_low:>11.6g}{high:>12}{plateau.graph.n_edges:>7}  "
            f"{counts:>{wide}} {percent(summary.share or 0.0):>6}  {signs}"
        )
    yield from path.notes
    if tau_auto is not None and tau_auto < path.tau_floor:
        yield f"The automatic τ, {score_text(tau_auto)}, lies below the path: see --tau-floor."
    elif tau_auto is not None:
        yield f"* holds the automatic τ, {score_text(tau_auto)}."
    yield shown(proposal.sentence)
    if proposal.warning:
        yield proposal.warning
    yield from proposal.doubts
    if tau_auto is not None and proposal.at_automatic is not None and not proposal.holds_automatic:
        yield from _beside_the_automatic(path, claims, proposal.tau, tau_auto)
    yield f"At τ = {score_text(proposal.tau)}:"
    yield from edge_lines(path.at(proposal.tau).graph, names)


def _beside_the_automatic(
    path: TauPath, claims: Sequence[Claim], tau: float, tau_auto: float
) -> Iterator[str]:
    """What is chosen between, where the proposal leaves the automatic τ."""
    yield "The proposal leaves the automatic τ; their two graphs:"
    rows = [("", "τ", "edges", "agreement", "", "statements in order")]
    for name, each in (("proposed", tau), ("automatic", tau_auto)):
        graph = path.at(each).graph
        summary = agreement_summary(graph, claims)
        counts = f"{summary.satisfied}+ {summary.violated}- {summary.undecided}?"
        signs = "".join(_SIGNS[verdict(graph, claim)] for claim in claims)
        share = percent(summary.share or 0.0)
        rows.append((name, score_text(each), str(graph.n_edges), counts, share, signs))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]) - 1)]
    for name, *numbers, signs in rows:
        cells = (cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True))
        yield f"  {name.ljust(widths[0])}  {'  '.join(cells)}  {signs}"


def _holds(plateau: Plateau, tau: float) -> bool:
    return plateau.tau_low <= tau < plateau.tau_high


def _evidence(
    path: TauPath,
    found: Sequence[Strip],
    proposal: TauProposal,
    tau_auto: float | None,
    names: Sequence[str],
) -> dict[str, object]:
    return {
        "claims": [
            {
                "text": strip.claim.text,
                "statement": strip.claim.statement.text,
                "strip": [
                    {
                        "tau_low": piece.tau_low,
                        "tau_high": _finite(piece.tau_high),
                        "verdict": piece.verdict.value,
                    }
                    for piece in strip.pieces
                ],
            }
            for strip in found
        ],
        "proposal": {
            "tau_low": proposal.tau_low,
            "tau_high": _finite(proposal.tau_high),
            "tau": proposal.tau,
            "n_edges": path.at(proposal.tau).graph.n_edges,
            **_counts(proposal.summary),
            "n_claims": proposal.n_claims,
            "n_deciding": proposal.n_deciding,
            "holds_automatic": proposal.holds_automatic,
            "at_automatic": None
            if proposal.at_automatic is None
            else _counts(proposal.at_automatic),
            "n_edges_at_automatic": None
            if proposal.at_automatic is None or tau_auto is None
            else path.at(tau_auto).graph.n_edges,
            "passed_over": None
            if proposal.passed_over is None
            else {
                "tau_low": proposal.passed_over.tau_low,
                "tau_high": _finite(proposal.passed_over.tau_high),
            }
            | _counts(proposal.passed_over.summary),
            "n_directional": proposal.n_directional,
            "warning": proposal.warning,
            "doubts": list(proposal.doubts),
        },
        "persistence": [
            {
                "a": names[i],
                "b": names[j],
                "joined": shares.joined,
                "a_to_b": shares.forward,
                "b_to_a": shares.backward,
                "undirected": shares.undirected,
            }
            for (i, j), shares in persistence(path).items()
        ],
    }


def _counts(summary: AgreementSummary) -> dict[str, object]:
    return {
        "satisfied": summary.satisfied,
        "violated": summary.violated,
        "undecided": summary.undecided,
        "agreement": summary.share,
    }


def _finite(tau: float) -> float | None:
    return None if math.isinf(tau) else tau
