"""A CSV file as a data set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gesncd.data.check import check_scan
from gesncd.data.dataset import Dataset, Variable
from gesncd.data.dialect import Dialect, parse_number
from gesncd.data.findings import Finding, Severity, TableError
from gesncd.data.scan import Scan
from gesncd.data.table import Table, open_table

_DELIMITER_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


@dataclass(frozen=True, slots=True)
class ReadReport:
    """How a file was understood.

    Parameters
    ----------
    name
        Name of the file.
    delimiter, decimal, encoding
        How it is written; ``encoding`` is a name for people.
    rows, columns
        Size of the data set.
    findings
        What its owner should know; no errors, since there is a data set.
    """

    name: str
    delimiter: str
    decimal: str
    encoding: str
    rows: int
    columns: int
    findings: tuple[Finding, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people: how the file is written, and what was left out."""
        decimal = ", with decimal commas" if self.decimal == "," else ""
        written = (
            f"{self.name}: {self.columns:,} variables, {self.rows:,} rows; separated by "
            f"{_DELIMITER_NAMES[self.delimiter]}{decimal}, encoding {self.encoding}."
        )
        return (written, *(finding.message for finding in self.findings))


def read_csv(source: bytes | Path, *, name: str) -> tuple[Dataset, ReadReport]:
    """Read a table of numbers with a header.

    Encoding, delimiter (comma, semicolon, tab or bar) and decimal mark are
    detected. Every row is checked against the header, so that no value ends up
    in a neighbour's column. Names are those of the file without blanks around
    them.

    Parameters
    ----------
    source
        The bytes of the file, or its path.
    name
        Name of the file, for messages.

    Returns
    -------
    The data set, whose ``source_sha256`` is the SHA-256 of the bytes, and a
    report on how the file was understood.

    Raises
    ------
    DataError
        If the file is not a complete table of numbers; the message names
        columns and lines. Where the table itself is at fault it is a
        :class:`~gesncd.data.findings.TableError` with all findings.
    """
    table = open_table(source, name)
    table, scan, findings = _scan_in_best_decimal(table)
    findings = [*findings, *check_scan(scan, table.dialect, name)]
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        raise TableError(errors)
    variables = tuple(Variable(name, (i,)) for i, name in enumerate(scan.layout.names))
    dataset = Dataset(scan.table, variables, source_sha256=table.sha256)
    report = ReadReport(
        name,
        table.dialect.delimiter,
        table.dialect.decimal,
        table.encoding.title,
        dataset.n_rows,
        dataset.n_variables,
        tuple(findings),
    )
    return dataset, report


def _scan_in_best_decimal(table: Table) -> tuple[Table, Scan, list[Finding]]:
    """Scan; where cells are no numbers, try the other decimal mark.

    The mark is detected in the first lines, and these may hold integers only.
    """
    scan, findings = table.scan()
    mark = "." if table.dialect.decimal == "," else ","
    kept = [text for cells in scan.text.values() for _, text in cells.first]
    if any(parse_number(text, mark) is not None for text in kept):
        other = table.understood_as(Dialect(table.dialect.delimiter, mark))
        other_scan, other_findings = other.scan()
        if other_scan.unreadable < scan.unreadable:
            return other, other_scan, other_findings
    return table, scan, findings
