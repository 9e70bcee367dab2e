"""A CSV file as a data set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gesncd.data.checks.meaning import EXPLANATIONS
from gesncd.data.dataset import Dataset
from gesncd.data.findings import Finding
from gesncd.data.from_text import read_text
from gesncd.data.options import DELIMITER_CHOICES
from gesncd.data.plan import Plan
from gesncd.data.prepare import prepare


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
            f"{DELIMITER_CHOICES[self.delimiter]}{decimal}, encoding {self.encoding}."
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
    The data set as it stands in the file, nothing mended, whose ``source_sha256``
    is the SHA-256 of the bytes, and a report on how the file was understood.

    Raises
    ------
    DataError
        If the file is not a complete table of numbers; the message names
        columns and lines. Where the table itself is at fault it is a
        :class:`~gesncd.data.findings.TableError` with all findings.
    """
    table = read_text(source, name)
    prepared = prepare(table, Plan.strict(table.names))
    dataset = prepared.require()
    info = table.source
    report = ReadReport(
        name,
        info.delimiter or ",",
        info.decimal or ".",
        info.encoding or "UTF-8",
        dataset.n_rows,
        dataset.n_variables,
        tuple(f for f in prepared.findings if f.code not in EXPLANATIONS),
    )
    return dataset, report
