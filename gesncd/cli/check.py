"""``check``: what stands in the way of analysing a table, and what its owner should know."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gesncd.cli.sentences import shown
from gesncd.data import (
    DataError,
    Dataset,
    Finding,
    Plan,
    Prepared,
    ReadOptions,
    Severity,
    Table,
    TableError,
    as_proposed,
    prepare,
    profile_table,
    read_tables,
)
from gesncd.data.checks.size import MANY_ROWS, MANY_VARIABLES
from gesncd.data.left_to_decide import left_to_decide
from gesncd.data.options import DELIMITER_CHOICES
from gesncd.data.text import read_bytes

_TITLES = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.INFORMATION: "Note",
}


def check(options: argparse.Namespace) -> int:
    """Run the command; its exit code: 1 if an error stops a run."""
    reading = ReadOptions(sheet=options.sheet, skip_lines=options.skip_lines)
    try:
        # Once: what comes from a pipe cannot be read again.
        sources = [(read_bytes(path, path.name), path.name) for path in options.data]
        table = read_tables(sources, options=reading)
    except TableError as refusal:
        _print_findings(refusal.findings)
        return 1
    except DataError as refusal:
        if not all(path.exists() for path in options.data):
            raise
        print(f"Error: {shown(str(refusal))}")
        return 1
    profile = profile_table(table)
    prepared = prepare(table, Plan.strict(table.names), profile=profile)
    print(shown(described(table)))
    _print_findings(prepared.findings)
    print(shown(prepared.sentence))
    if prepared.errors:
        _print_proposal(
            as_proposed(sources, reading)[1], is_told=len(sources) == 1 and options.sheet is None
        )
        return 1
    if prepared.dataset is not None:
        _print_cost(prepared.dataset)
    return 0


def _print_cost(dataset: Dataset) -> None:
    """What searches over a large table take, by short trials."""
    if dataset.n_rows <= MANY_ROWS and dataset.n_variables <= MANY_VARIABLES:
        return
    # Imported here because most tables are small, and this brings the measures along.
    from gesncd.runs.machine.capacity import Capacity
    from gesncd.runs.machine.free_memory import free_mb
    from gesncd.runs.planning.memory_advice import memory_finding, memory_text
    from gesncd.runs.planning.tried_costs import TOLD_MEASURES, tried_cost
    from gesncd.settings.run_settings import TITLES

    n_processes = Capacity.of().cpus
    costs = {measure: tried_cost(measure, dataset, n_processes) for measure in TOLD_MEASURES}
    for measure, cost in costs.items():
        print(
            f"A search with {TITLES[measure]} takes about {cost.time_text} and "
            f"{memory_text(cost.needed_mb)} of memory, by a short trial."
        )
    tight = memory_finding(
        {measure: cost.memory for measure, cost in costs.items()},
        dataset.n_variables,
        dataset.n_rows,
        free_mb(),
        n_processes=n_processes,
    )
    if tight is not None:
        _print_findings([tight])


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
        if finding.severity is Severity.INFORMATION or not finding.mends:
            continue
        option = _way_out_here(finding)
        if option is not None:
            print(f"  Way out: {option}, or delete what is meant in the file.")
        # Most mends are choices about columns, which no option of the command line makes.
        labels = "; ".join(mend.label for mend in finding.mends)
        print(f"  On the Data page: {shown(labels)}.")


def _way_out_here(finding: Finding) -> str | None:
    """The option that does what the first mend does, where there is one."""
    reading = dict(finding.mends[0].change.reading)
    lines, above = reading.get("skip_lines"), reading.get("skip")
    if isinstance(lines, tuple) and lines:
        return f"--skip-lines {','.join(map(str, lines))}"
    if isinstance(above, int) and above > 0:
        return f"--skip-lines {'1' if above == 1 else f'1-{above}'}"
    return None


def _print_proposal(proposal: Prepared, *, is_told: bool) -> None:
    """What would be analysed after the usual mends, what these leave to decide, and how to.

    ``is_told`` is whether commands that search can read what was read here.
    """
    said = f"{proposal.sentence} {left_to_decide(proposal.errors)}".rstrip()
    print(f"With the mends that the Data page proposes: {shown(said)}")
    if is_told and not proposal.errors:
        print("Commands that search take them all with --mend.")
