"""``check``: what stands in the way of analysing a table, and what its owner should know."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gesncd.cli.sentences import shown
from gesncd.data import (
    DataError,
    Finding,
    Plan,
    Prepared,
    ReadOptions,
    Severity,
    Table,
    TableError,
    prepare,
    profile_table,
    propose_plan,
    read_tables,
    settle_plan,
)
from gesncd.data.options import DELIMITER_CHOICES

_TITLES = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.INFORMATION: "Note",
}


def check(options: argparse.Namespace) -> int:
    """Run the command; its exit code: 1 if an error stops a run."""
    reading = ReadOptions(sheet=options.sheet)
    try:
        table = read_tables([(path, path.name) for path in options.data], options=reading)
    except TableError as refusal:
        _print_findings(refusal.findings)
        return 1
    except DataError as refusal:
        print(f"Error: {shown(str(refusal))}")
        return 1
    profile = profile_table(table)
    prepared = prepare(table, Plan.strict(table.names), profile=profile)
    print(shown(described(table)))
    _print_findings(prepared.findings)
    print(shown(prepared.sentence))
    if prepared.errors:
        plan = settle_plan(table, propose_plan(profile), profile)
        _print_proposal(prepare(table, plan, profile=profile))
        return 1
    return 0


def described(table: Table) -> str:
    """How a table was understood, in one line."""
    source = table.source
    details = [source.format]
    if source.delimiter is not None:
        details.append(f"separated by {DELIMITER_CHOICES[source.delimiter]}")
    if source.decimal == ",":
        details.append("with decimal commas")
    if source.encoding is not None:
        details.append(f"encoding {source.encoding}")
    if source.sheet is not None:
        details.append(f"sheet {source.sheet!r}")
    return f"{table.name}: {', '.join(details)}."


def _print_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        print(f"{_TITLES[finding.severity]}: {shown(finding.message)}")
        if finding.severity is not Severity.INFORMATION and finding.mends:
            print(f"  Ways out: {shown('; '.join(mend.label for mend in finding.mends))}.")


def _print_proposal(proposal: Prepared) -> None:
    """What would be analysed after the usual mends, or that these don't suffice."""
    if proposal.dataset is not None:
        print(f"With the mends that the Data page proposes: {shown(proposal.sentence)}")
    else:
        problems = sorted({finding.code.replace("-", " ") for finding in proposal.errors})
        print(f"Left to decide after the usual mends: {', '.join(problems)}.")
