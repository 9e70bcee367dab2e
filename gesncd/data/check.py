"""What stands in the way of analysing a table, and what its owner should know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gesncd.data.dialect import Dialect, parse_number
from gesncd.data.findings import Finding, at_lines, error, listed, note, plural, quoted
from gesncd.data.layout import ragged
from gesncd.data.scan import Cells, Scan

MIN_VARIABLES = 2
MIN_ROWS = 20

# Beyond these bounds squares and their sums leave the range of floating point.
_LARGEST = 1e100
_SMALLEST_SPREAD = 1e-100


def check_scan(scan: Scan, dialect: Dialect, table: str) -> list[Finding]:
    """Find everything wrong with the rows of a table.

    Parameters
    ----------
    scan
        Its rows.
    dialect
        How it is written.
    table
        Its name, for messages.

    Returns
    -------
    Errors and notes; the table can be analysed if there is no error.
    """
    names = scan.layout.names
    findings: list[Finding] = []
    if scan.n_ragged:
        findings.append(ragged(scan.ragged, scan.n_ragged, scan.layout))
    findings += _labels(scan, dialect)
    if scan.stray.count:
        line, text = scan.stray.first[0]
        findings.append(
            error(
                "unnamed-column",
                f"Line {line} holds {quoted(text)} in column {scan.stray_place + 1}, which has no "
                f"name. Give every column a name in line {scan.layout.line}, or delete it.",
                lines=scan.stray.lines,
                count=scan.stray.count,
            )
        )
    findings += _text(scan.text, names, scan.n_rows, dialect)
    findings += _missing(scan.missing, names, scan.n_rows)
    findings += _infinite(scan.infinite, names)
    if not scan.n_ragged:
        findings += _size(scan, table)
    findings += _ranges(scan)
    findings += _notes(scan)
    return findings


def _labels(scan: Scan, dialect: Dialect) -> list[Finding]:
    """A first column without a name may be left out only if it names or numbers rows.

    Otherwise it may be a measurement, or, under a header one name short, the
    sign of a name forgotten further right.
    """
    labels = [label.strip() for label in scan.labels]
    numeric = all(parse_number(label, dialect.decimal) is not None for label in labels)
    distinct = len(set(labels)) == len(labels)
    if numeric and all(label.lstrip("+-").isdigit() for label in labels) and distinct:
        return []
    if not numeric and (distinct or not scan.layout.short_header):
        return []
    place = "The header is one name short" if scan.layout.short_header else "Column 1 has no name"
    return [
        error(
            "unnamed-column",
            f"{place}, but the first cells of the rows ({quoted(labels[0])}, "
            f"{quoted(labels[-1])}) don't name or number the rows. Give every column a name in "
            f"line {scan.layout.line}.",
            lines=[scan.layout.line],
        )
    ]


def _text(
    troubled: Mapping[int, Cells], names: Sequence[str], n_rows: int, dialect: Dialect
) -> list[Finding]:
    findings = []
    other = "." if dialect.decimal == "," else ","
    for column, cells in sorted(troubled.items()):
        line, text = cells.first[0]
        share = "all" if cells.count == n_rows else f"{cells.count:,} of"
        more = f" ({share} {n_rows:,} values are not)" if cells.count > 1 else ""
        if parse_number(text, other) is not None:
            more += f" where {'commas' if other == '.' else 'points'} are decimal marks"
        findings.append(
            error(
                "not-a-number",
                f"Column {quoted(names[column])}, line {line}: {quoted(text)} is not a "
                f"number{more}. Correct it, or leave the column out.",
                columns=[names[column]],
                lines=cells.lines,
                count=cells.count,
            )
        )
    return findings


def _missing(troubled: Mapping[int, Cells], names: Sequence[str], n_rows: int) -> list[Finding]:
    findings = []
    for column, cells in sorted(troubled.items()):
        if cells.count == n_rows:
            message = f"Column {quoted(names[column])} holds no values. Leave it out."
        else:
            marks = sorted({text for _, text in cells.first if text})
            written = f", written {listed([quoted(mark) for mark in marks])}" if marks else ""
            message = (
                f"Column {quoted(names[column])} has {plural(cells.count, 'missing value')} "
                f"({at_lines(cells.lines, cells.count)}{written}). Fill in what is missing, or "
                "leave out these rows or this column."
            )
        findings.append(
            error(
                "missing-values",
                message,
                columns=[names[column]],
                lines=cells.lines,
                count=cells.count,
            )
        )
    return findings


def _infinite(troubled: Mapping[int, Cells], names: Sequence[str]) -> list[Finding]:
    return [
        error(
            "not-finite",
            f"Column {quoted(names[column])}, line {cells.first[0][0]}: "
            f"{quoted(cells.first[0][1])} is not a finite number "
            f"({plural(cells.count, 'such value')}). Correct it, or leave out the row.",
            columns=[names[column]],
            lines=cells.lines,
            count=cells.count,
        )
        for column, cells in sorted(troubled.items())
    ]


def _size(scan: Scan, table: str) -> list[Finding]:
    findings = []
    if len(scan.layout.names) < MIN_VARIABLES:
        findings.append(
            error(
                "few-variables",
                f"{table} has {plural(len(scan.layout.names), 'variable')}; "
                f"a causal graph needs at least {MIN_VARIABLES}.",
                count=len(scan.layout.names),
            )
        )
    if scan.n_rows == 0:
        findings.append(error("no-rows", f"{table} has a header but no rows of values."))
    elif scan.n_rows < MIN_ROWS:
        findings.append(
            error(
                "few-rows",
                f"{table} has {plural(scan.n_rows, 'row')} of values; at least {MIN_ROWS} are "
                "needed, and hundreds for results to lean on.",
                count=scan.n_rows,
            )
        )
    return findings


def _ranges(scan: Scan) -> list[Finding]:
    """Columns that never change, or whose numbers are too large or too close to compute with."""
    if scan.n_rows < 2:
        return []
    findings = []
    low, high = scan.table.min(axis=0), scan.table.max(axis=0)
    for column, name in enumerate(scan.layout.names):
        if column in scan.text or column in scan.missing or column in scan.infinite:
            continue
        smallest, largest = float(low[column]), float(high[column])
        if smallest == largest:
            findings.append(
                error(
                    "constant",
                    f"Column {quoted(name)} holds the same value in every row ({smallest:g}). "
                    "It cannot depend on anything; leave it out.",
                    columns=[name],
                )
            )
        elif max(-smallest, largest) > _LARGEST:
            worst = largest if largest > -smallest else smallest
            row = int(np.argmax(scan.table[:, column] == worst))
            findings.append(
                error(
                    "too-large",
                    f"Column {quoted(name)}, line {scan.lines[row]}: {worst:g} is too large to "
                    "compute with. Correct it, or change the unit.",
                    columns=[name],
                    lines=[scan.lines[row]],
                )
            )
        elif largest - smallest < _SMALLEST_SPREAD:
            findings.append(
                error(
                    "too-close",
                    f"The values of column {quoted(name)} lie within {largest - smallest:g} of "
                    "each other, too close to compute with. Change the unit.",
                    columns=[name],
                )
            )
    return findings


def _notes(scan: Scan) -> list[Finding]:
    findings = []
    if scan.longer:
        findings.append(
            note(
                "trailing-delimiter",
                f"{plural(scan.longer, 'row')} ended in a delimiter too many; it was ignored.",
                count=scan.longer,
            )
        )
    if scan.empty:
        count = len(scan.empty)
        first = scan.empty[:5]
        findings.append(
            note(
                "empty-rows",
                f"{plural(count, 'row')} without any value skipped ({at_lines(first, count)}).",
                lines=first,
                count=count,
            )
        )
    return findings + _counters(scan)


def _counters(scan: Scan) -> list[Finding]:
    """Columns that only number the rows; they look like variables but are none."""
    if scan.n_rows < 2:
        return []
    findings = []
    table = scan.table
    for column, name in enumerate(scan.layout.names):
        first = table[0, column]
        if first not in (0.0, 1.0) or table[1, column] != first + 1:
            continue
        if np.array_equal(table[:, column], np.arange(scan.n_rows) + first):
            findings.append(
                note(
                    "counter",
                    f"Column {quoted(name)} numbers the rows ({first:g}, {first + 1:g}, "
                    f"{first + 2:g}, …). If it is no measurement, leave it out.",
                    columns=[name],
                )
            )
    return findings
