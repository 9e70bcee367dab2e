"""The usual mend of every finding for which there is a safe one, of a plan or of files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gesncd.data.findings import Finding, TableError
from gesncd.data.open import read_tables
from gesncd.data.options import ReadOptions
from gesncd.data.plan import Plan
from gesncd.data.prepare import Prepared, prepare
from gesncd.data.profile import Profile, profile_table
from gesncd.data.propose import propose_plan
from gesncd.data.table import Table
from gesncd.data.text import read_bytes

SAFE = frozenset(
    [
        "alike-categories",
        "beyond-limits",
        "categories",
        "constant",
        "duplicate-columns",
        "linear-combination",
        "missing-values",
        "not-a-number",
        "one-hot-group",
    ]
)
"""Codes of findings whose first mend loses nothing that could be analysed otherwise."""

SAFE_READING = frozenset(
    ["other-decimal", "repeated-header", "spaces", "summary-row", "thousands-likely", "units-row"]
)
"""Codes of findings whose first mend is the usual way to read the file."""

_ROUNDS = 5


def settle_reading(options: ReadOptions, findings: Sequence[Finding]) -> ReadOptions:
    """Choices on how to read a file after the first mend of findings in :data:`SAFE_READING`."""
    for finding in findings:
        if finding.code in SAFE_READING and finding.mends:
            options = options.changed(finding.mends[0].change)
    return options


def as_proposed(
    sources: Sequence[tuple[bytes | Path, str]], reading: ReadOptions = ReadOptions()
) -> tuple[Table, Prepared]:
    """Read files and mend what has a usual mend, as the Data page proposes.

    Parameters
    ----------
    sources
        As of :func:`~gesncd.data.open.read_tables`.
    reading
        What is chosen on how to read them.

    Returns
    -------
    The table, and what comes of it; what needs a decision of its owner is left in its errors.

    Raises
    ------
    DataError
        If the files cannot be read.
    """
    # Once: what comes from a pipe cannot be read again.
    contents = [(read_bytes(source, name), name) for source, name in sources]
    try:
        table = read_tables(contents, options=reading)
    except TableError as refusal:
        reading = settle_reading(reading, refusal.findings)
        table = read_tables(contents, options=reading)
    usual = settle_reading(reading, prepare(table, Plan.strict(table.names)).errors)
    if usual != reading:
        table = read_tables(contents, options=usual)
    profile = profile_table(table)
    plan = settle_plan(table, propose_plan(profile), profile)
    return table, prepare(table, plan, profile=profile)


def settle_plan(table: Table, plan: Plan, profile: Profile) -> Plan:
    """Apply the first mend of every finding in :data:`SAFE`, until none is left.

    A column left out may make others constant or independent, so the checks run
    again after each round. Of columns that determine each other the last in the
    table is left out.

    Parameters
    ----------
    table
        The table.
    plan
        Where to begin; usually that of :func:`~gesncd.data.propose.propose_plan`.
    profile
        What the table holds.
    """
    for _ in range(_ROUNDS):
        found = prepare(table, plan, profile=profile).findings
        safe = [finding for finding in found if finding.code in SAFE and finding.mends]
        if not any(finding.mends[0].change.apply(plan) != plan for finding in safe):
            break
        touched: set[str] = set()
        for finding in safe:
            # Two sets may share columns: leaving out one may settle both.
            if not touched.intersection(finding.columns):
                plan = finding.mends[0].change.apply(plan)
                touched.update(finding.columns)
    return plan
