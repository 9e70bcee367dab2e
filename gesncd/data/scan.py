"""All rows of a table as numbers, and every cell that is none."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite, nan

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dialect import Dialect, Lines, is_missing, parse_number, swap_marks
from gesncd.data.findings import TableError, error
from gesncd.data.layout import Layout

_KEPT = 5


@dataclass(slots=True)
class Cells:
    """Cells of one column with the same trouble: how many, and the first ones."""

    count: int = 0
    first: list[tuple[int, str]] = field(default_factory=list)
    """Line and text of the first ones."""

    def add(self, line: int, text: str) -> None:
        """Count a cell."""
        self.count += 1
        if len(self.first) < _KEPT:
            self.first.append((line, text))

    @property
    def lines(self) -> list[int]:
        """Lines of the first cells."""
        return [line for line, _ in self.first]


@dataclass(slots=True)
class Scan:
    """What the rows of a table hold.

    Parameters
    ----------
    layout
        The columns.
    """

    layout: Layout
    values: array[float] = field(default_factory=lambda: array("d"))
    """Numbers row by row; NaN where a cell holds none."""
    lines: array[int] = field(default_factory=lambda: array("q"))
    """Line number of each row."""
    missing: dict[int, Cells] = field(default_factory=dict)
    """Missing cells by column."""
    text: dict[int, Cells] = field(default_factory=dict)
    """Cells that are not numbers, by column."""
    infinite: dict[int, Cells] = field(default_factory=dict)
    """Cells beyond the range of floating point, by column."""
    stray: Cells = field(default_factory=Cells)
    """Filled cells of columns without a name."""
    stray_place: int = 0
    """Position in the row of the first of them."""
    labels: list[str] = field(default_factory=list)
    """First cells of the rows, where they are the rows' names."""
    ragged: list[tuple[int, int]] = field(default_factory=list)
    """Line and number of cells of the first rows that do not fit the header."""
    n_ragged: int = 0
    """How many there are."""
    longer: int = 0
    """Rows that end in a delimiter too many."""
    empty: list[int] = field(default_factory=list)
    """Lines without any value."""

    @property
    def n_rows(self) -> int:
        """Number of rows with values."""
        return len(self.lines)

    @property
    def table(self) -> NDArray[np.float64]:
        """Values as an array of shape ``(n_rows, n_columns)``; a view, not a copy."""
        flat = np.frombuffer(self.values, dtype=np.float64) if len(self.values) else np.empty(0)
        return flat.reshape(self.n_rows, len(self.layout.names))

    @property
    def unreadable(self) -> int:
        """Number of cells that are neither numbers nor missing."""
        return sum(cells.count for cells in self.text.values())


def scan_rows(lines: Lines, rows: Iterator[list[str]], layout: Layout, dialect: Dialect) -> Scan:
    """Read all rows after the header.

    Rows of plain numbers take a fast path; a row with anything else is read
    cell by cell, so that each trouble is known with its line.

    Parameters
    ----------
    lines
        The lines that ``rows`` are split from.
    rows
        Rows after the header.
    layout
        Which cells belong to which column.
    dialect
        How the table is written.

    Raises
    ------
    TableError
        If a quotation mark is not closed or a cell is enormous.
    """
    scan = Scan(layout)
    swap = dialect.decimal == ","
    width, plain, offset = layout.header_length, layout.plain, layout.offset
    only_offset = offset and len(layout.places) == width - 1
    lines.unusual = False
    for row in split_rows(lines, rows):
        unusual, lines.unusual = lines.unusual, False
        if len(row) == width and (plain or only_offset) and not unusual:
            cells = row[1:] if only_offset else row
            try:
                numbers = list(map(float, map(swap_marks, cells) if swap else cells))
            except ValueError:
                pass
            else:
                # The sum is finite only if every number is.
                if isfinite(sum(numbers)):
                    if only_offset:
                        scan.labels.append(row[0])
                    scan.values.fromlist(numbers)
                    scan.lines.append(lines.number)
                    continue
        _add_row(scan, row, lines.number, dialect)
    return scan


def split_rows(lines: Lines, rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Rows with at least one cell, with the csv module's errors made readable."""
    try:
        for row in rows:
            if row:
                yield row
    except csv.Error as trouble:
        raise TableError(
            [
                error(
                    "unreadable-line",
                    f"Line {lines.number} cannot be split into cells ({trouble}). Is a quotation "
                    "mark missing or one too many in it, or in a line above?",
                    lines=[lines.number],
                )
            ]
        ) from trouble


def _add_row(scan: Scan, row: list[str], line: int, dialect: Dialect) -> None:
    layout = scan.layout
    if not any(cell.strip() for cell in row):
        scan.empty.append(line)
        return
    surplus = row[layout.header_length :]
    if len(row) < layout.named_last or any(cell.strip() for cell in surplus):
        scan.n_ragged += 1
        if len(scan.ragged) < _KEPT:
            scan.ragged.append((line, len(row)))
        return
    if not any(row[place].strip() for place in layout.places):
        scan.empty.append(line)
        return
    scan.longer += bool(surplus)
    if layout.offset:
        scan.labels.append(row[0])
    if not layout.plain:
        for place in sorted(set(range(layout.offset, len(row))) - set(layout.places)):
            if row[place].strip():
                if not scan.stray.count:
                    scan.stray_place = place
                scan.stray.add(line, row[place])
    scan.lines.append(line)
    for column, place in enumerate(layout.places):
        cell = row[place]
        number = parse_number(cell, dialect.decimal)
        if number is None:
            kind = scan.missing if is_missing(cell) else scan.text
            kind.setdefault(column, Cells()).add(line, cell.strip())
        elif not isfinite(number):
            scan.infinite.setdefault(column, Cells()).add(line, cell.strip())
        scan.values.append(nan if number is None else number)
