"""A text table as it came: its bytes, and how they are understood."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path

from gesncd.data.dialect import Dialect, Lines, detect_dialect, rows_of, sample_lines
from gesncd.data.findings import Finding, TableError, error, note, plural
from gesncd.data.layout import Layout, find_layout
from gesncd.data.scan import Scan, scan_rows, split_rows
from gesncd.data.text import Encoding, detect_encoding, read_bytes

_LAYOUT_ROWS = 1000


@dataclass(frozen=True, eq=False)
class Table:
    """A text table before its cells are read as numbers.

    Parameters
    ----------
    name
        Name of the file, for messages.
    content
        Its bytes.
    encoding, dialect
        How they are understood; :func:`open_table` detects both, and
        :meth:`understood_as` changes the dialect.
    """

    name: str
    content: bytes = field(repr=False)
    encoding: Encoding
    dialect: Dialect

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the bytes."""
        return hashlib.sha256(self.content).hexdigest()

    def understood_as(self, dialect: Dialect) -> Table:
        """The same bytes in another dialect."""
        return replace(self, dialect=dialect)

    def preview(self, n_rows: int) -> list[list[str]]:
        """Cells of the header and the first rows, as text."""
        lines = Lines(self.content, self.encoding)
        rows = rows_of(lines, self.dialect.delimiter, strict=False)
        try:
            return list(islice((row for row in rows if row), n_rows + 1))
        except csv.Error:
            return []

    @cached_property
    def _layout(self) -> tuple[Layout, list[Finding]]:
        lines = Lines(self.content, self.encoding)
        rows = split_rows(lines, rows_of(lines, self.dialect.delimiter))
        header = next(rows, None)
        if header is None:
            raise TableError([error("empty", f"{self.name} holds no header and no rows.")])
        number = lines.number
        # An error in these rows is reported by the scan, which reads them again.
        sample = self.preview(_LAYOUT_ROWS)[1:]
        return find_layout(header, number, sample, self.dialect, self.name)

    @property
    def layout(self) -> Layout:
        """Places and names of the columns.

        Raises
        ------
        TableError
            If the header cannot be understood.
        """
        return self._layout[0]

    def scan(self) -> tuple[Scan, list[Finding]]:
        """Read every row.

        Returns
        -------
        The rows, and what was noted about header and comment lines.

        Raises
        ------
        TableError
            If the header cannot be understood or a line cannot be split.
        """
        layout, findings = self._layout
        lines = Lines(self.content, self.encoding)
        rows = split_rows(lines, rows_of(lines, self.dialect.delimiter))
        next(rows)
        scan = scan_rows(lines, rows, layout, self.dialect)
        return scan, [*findings, *_comments(lines.comments)]


def open_table(source: bytes | Path, name: str) -> Table:
    """Detect encoding, delimiter and decimal mark.

    Raises
    ------
    DataError
        If the file cannot be read, is no text, or has a single column.
    """
    content = read_bytes(source, name)
    encoding = detect_encoding(content, name)
    sample, announced = sample_lines(content, encoding)
    if not sample:
        raise TableError([error("empty", f"{name} holds no table, only comments or empty lines.")])
    dialect = detect_dialect(sample, announced)
    if dialect is None:
        raise TableError([_single_column(sample, name)])
    return Table(name, content, encoding, dialect)


def _single_column(sample: Sequence[str], name: str) -> Finding:
    if all(len(line.split()) > 1 for line in sample[:2]) and len(sample) > 1:
        return error(
            "spaces",
            f"The columns of {name} seem to be separated by spaces. Save the table with commas, "
            "semicolons or tabs between its columns.",
        )
    return error(
        "one-column",
        f"{name} has a single column: no comma, semicolon, tab or bar divides its lines. "
        "At least two variables are needed.",
    )


def _comments(numbers: Sequence[int]) -> list[Finding]:
    if not numbers:
        return []
    first = ", ".join(map(str, numbers[:5])) + (", …" if len(numbers) > 5 else "")
    return [
        note(
            "comments",
            f"{plural(len(numbers), 'line')} beginning with # skipped as comments "
            f"({'line' if len(numbers) == 1 else 'lines'} {first}).",
            lines=numbers[:5],
            count=len(numbers),
        )
    ]
