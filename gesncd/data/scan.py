"""All rows of a table as numbers, and every cell that is none."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite, isnan, nan
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dialect import Dialect, is_missing, parse_number
from gesncd.data.findings import Finding, TableError, error
from gesncd.data.grouping import may_be_grouped, parse_grouped, swap_marks
from gesncd.data.layout import Layout

MAX_CELLS = 60_000_000
"""Largest number of cells read; as numbers they take 8 bytes each."""

MAX_TEXTS = 10_000
"""Number of different texts kept of one column."""

NONE = "none"
"""The word for a missing value that may be a category, in lower case."""

FIRST_KEPT = 5
"""How many cells with the same trouble are remembered, the first ones."""


@dataclass(slots=True)
class AlikeCells:
    """Cells of one column with the same trouble: how many, and the first ones."""

    count: int = 0
    first: list[tuple[int, str]] = field(default_factory=list)
    """Line and text of the first ones."""

    def add(self, line: int, text: str) -> None:
        """Count a cell."""
        self.count += 1
        if len(self.first) < FIRST_KEPT:
            self.first.append((line, text))

    @property
    def lines(self) -> list[int]:
        """Lines of the first cells."""
        return [line for line, _ in self.first]


@dataclass(slots=True)
class TextCells(AlikeCells):
    """Cells of one column that are text: all of them, as codes of the different texts."""

    rows: array[int] = field(default_factory=lambda: array("q"))
    """Row of each cell."""
    codes: array[int] = field(default_factory=lambda: array("i"))
    """Index of its text among the different ones, -1 where there are too many to keep."""
    known: dict[str, int] = field(default_factory=dict)
    """The different texts with their codes."""
    grouped: array[float] = field(default_factory=lambda: array("d"))
    """The number of each cell if marks between thousands are read, else NaN."""
    marks: set[str] = field(default_factory=set)
    """These marks."""
    n_decisive: int = 0
    """Number of cells in which the marks can be nothing else."""

    def add_text(self, line: int, row: int, text: str, decimal: str = ".") -> None:
        """Count and keep a cell."""
        self.add(line, text)
        number = parse_grouped(text, decimal) if may_be_grouped(text) else None
        self.grouped.append(nan if number is None else number.value)
        if number is not None:
            self.marks.add(number.mark)
            self.n_decisive += number.decisive
        code = self.known.get(text)
        if code is None:
            if len(self.known) < MAX_TEXTS:
                code = self.known[text] = len(self.known)
            else:
                code = -1
        self.rows.append(row)
        self.codes.append(code)

    def take_over(self, line: int, row: int, text: str, grouped: float) -> None:
        """Count and keep a cell of such a list; its text is empty where that was not kept."""
        self.add(line, text)
        self.rows.append(row)
        self.codes.append(self.known.setdefault(text, len(self.known)) if text else -1)
        self.grouped.append(grouped)


class Position(Protocol):
    """Where in a file its reader is."""

    number: int
    """Number of the last line read."""
    unusual: bool
    """Whether it may hold cells that Python reads as a number and people don't."""


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
    missing: dict[int, AlikeCells] = field(default_factory=dict)
    """Missing cells by column."""
    text: dict[int, TextCells] = field(default_factory=dict)
    """Cells that are not numbers, by column."""
    said_none: dict[int, TextCells] = field(default_factory=dict)
    """Those of the missing cells that hold the word "none", by column."""
    infinite: dict[int, AlikeCells] = field(default_factory=dict)
    """Cells beyond the range of floating point, by column."""
    stray: AlikeCells = field(default_factory=AlikeCells)
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
    def unreadable(self) -> tuple[int, int]:
        """Number of cells that cannot be numbers, and of those that are none for sure."""
        hopeless = sum(isnan(value) for cells in self.text.values() for value in cells.grouped)
        return hopeless, sum(cells.count - cells.n_decisive for cells in self.text.values())


def scan_rows(lines: Position, rows: Iterator[list[str]], layout: Layout, dialect: Dialect) -> Scan:
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
        If a quotation mark is not closed, a cell is enormous, or there are too many cells.
    """
    scan = Scan(layout)
    swap = dialect.decimal == ","
    width, plain, offset = layout.header_length, layout.plain, layout.offset
    # A number that stands for a missing value must not pass as one.
    fast = not any(parse_number(marker, dialect.decimal) is not None for marker in dialect.missing)
    only_offset = offset and len(layout.places) == width - 1
    lines.unusual = False
    for row in split_rows(lines, rows):
        unusual, lines.unusual = lines.unusual, False
        if len(scan.values) > MAX_CELLS:
            raise TableError([too_many_cells()])
        if len(row) == width and (plain or only_offset) and fast and not unusual:
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
        _add_row(scan, row, lines.number, dialect, plain_cells=fast and not unusual)
    return scan


def too_many_cells() -> Finding:
    """Finding for a table that is too large."""
    return error(
        "too-many-cells",
        f"The table has more than {MAX_CELLS:,} cells. Choose the columns or rows that matter.",
    )


def split_rows(lines: Position, rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Rows with at least one cell, with the csv module's errors made readable.

    Raises
    ------
    TableError
        If a line cannot be split into cells; the message has its number.
    """
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


def _add_row(scan: Scan, row: list[str], line: int, dialect: Dialect, *, plain_cells: bool) -> None:
    """Read a row cell by cell; ``plain_cells`` if Python reads numbers in it as people do."""
    layout = scan.layout
    if not any(cell.strip() for cell in row):
        scan.empty.append(line)
        return
    surplus = row[layout.header_length :]
    if len(row) < layout.named_last or any(cell.strip() for cell in surplus):
        scan.n_ragged += 1
        if len(scan.ragged) < FIRST_KEPT:
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
    swap = dialect.decimal == ","
    number: float | None
    for column, place in enumerate(layout.places):
        cell = row[place]
        if plain_cells:
            try:
                number = float(swap_marks(cell) if swap else cell)
            except ValueError:
                pass
            else:
                if isfinite(number):
                    scan.values.append(number)
                    continue
        number = parse_number(cell, dialect.decimal)
        if is_missing(cell, dialect.missing):
            text = cell.strip()
            scan.missing.setdefault(column, AlikeCells()).add(line, text)
            if text.lower() == NONE:
                said = scan.said_none.setdefault(column, TextCells())
                said.add_text(line, len(scan.lines) - 1, text, dialect.decimal)
            number = nan
        elif number is None:
            scan.text.setdefault(column, TextCells()).add_text(
                line, len(scan.lines) - 1, cell.strip(), dialect.decimal
            )
        elif not isfinite(number):
            scan.infinite.setdefault(column, AlikeCells()).add(line, cell.strip())
        scan.values.append(nan if number is None else number)
