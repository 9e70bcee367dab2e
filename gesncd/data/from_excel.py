"""Excel workbooks (.xlsx), read row by row."""

from __future__ import annotations

import datetime
import hashlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from gesncd.data.dataset import DataError
from gesncd.data.dialect import MISSING_MARKERS, MOST_SKIPPED, Dialect
from gesncd.data.dressed import read_dressed
from gesncd.data.findings import TableError, error
from gesncd.data.from_text import table_of_scan
from gesncd.data.layout import find_layout, unnamed_layout
from gesncd.data.missing_words import take_as_missing
from gesncd.data.none_category import read_none_as_category
from gesncd.data.options import ReadOptions
from gesncd.data.other_decimal import read_other_decimal
from gesncd.data.partly_dressed import read_partly_dressed
from gesncd.data.passed_over import skipped_lines
from gesncd.data.repeated_header import set_headers_aside
from gesncd.data.scan import Scan, scan_rows, too_many_cells
from gesncd.data.sheets import tell_sheet
from gesncd.data.summary_rows import find_summary_rows
from gesncd.data.table import SourceInfo, Table
from gesncd.data.thousands import read_thousands
from gesncd.data.titles import count_titles
from gesncd.data.units import set_units_aside
from gesncd.data.workbook import damaged, open_sheet
from gesncd.words import quoted

_LAYOUT_ROWS = 1000
_TITLE_ROWS = 200
_LONGEST_SKIPPED = 200
_MOST_CELLS = 100_000_000
_SAMPLE_CELLS = 1_000_000

# Cells that show an error in Excel; nobody has measured them.
_ERRORS = frozenset(
    ["#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#n/a", "#getting_data"]
)


class SheetRows:
    """Rows of a sheet as cells of text, knowing where in the sheet they are."""

    unusual = False

    def __init__(
        self,
        rows: Iterable[Sequence[Any]],
        skip: int = 0,
        passed: frozenset[int] = frozenset(),
    ) -> None:
        self._rows = rows
        self._skip = skip
        self._passed = passed
        self.number = 0
        self.skipped: list[tuple[int, str]] = []
        """Numbers and texts of the first rows passed over that hold something."""

    def __iter__(self) -> Iterator[list[str]]:
        passed = 0
        for number, row in enumerate(self._rows, 1):
            self.number = number
            if number <= self._skip or number in self._passed:
                filled = [_text(value) for value in row if value is not None]
                if len(self.skipped) < MOST_SKIPPED and any(map(str.strip, filled)):
                    self.skipped.append((number, "; ".join(filled)[:_LONGEST_SKIPPED]))
                continue
            passed += len(row)
            if passed > _MOST_CELLS:
                raise TableError([too_many_cells()])
            last = next((i for i in range(len(row) - 1, -1, -1) if row[i] is not None), -1)
            if last >= 0:
                yield [_text(value) for value in row[: last + 1]]


def read_excel(content: bytes, name: str, options: ReadOptions = ReadOptions()) -> Table:
    """Read one sheet of a workbook.

    Formulas count with the values that Excel stored last. Dates become text
    ``YYYY-MM-DD``; numbers are as in the sheet, whatever their display.

    Parameters
    ----------
    content
        Bytes of the file.
    name
        Its name, for messages.
    options
        All count but those on how a text is written: ``delimiter``, ``decimal``,
        ``encoding``, ``comment`` and ``grouped``.

    Raises
    ------
    DataError
        If it is no workbook, has no such sheet, or unpacks to an enormous size.
    """
    sheets, sheet, rows = open_sheet(content, name, options.sheet)
    missing = MISSING_MARKERS
    if options.missing is not None:
        missing = frozenset(["", *(marker.strip().lower() for marker in options.missing)])
    chosen = frozenset(options.skip_lines or ())
    reader = SheetRows(rows, options.skip or 0, chosen)
    try:
        found = _first_rows(reader)
        if not found:
            raise TableError([error("empty", f"Sheet {quoted(sheet)} of {name} holds no cells.")])
        titles = _titles(found, options)
        line, header = found[len(titles)]
        sample = [cells for _, cells in found[len(titles) + 1 :]]
        dialect = Dialect(
            "\t",
            header=options.header is not False,
            skip=options.skip or 0,
            missing=missing | _ERRORS,
            chosen_missing=options.missing is not None,
            titles=titles,
            skip_lines=options.skip_lines,
            thousands=options.thousands,
        )
        width = _width([header, *sample])
        if dialect.header:
            layout, findings = find_layout(
                _padded(header, width),
                line,
                [_padded(row, width) for row in sample],
                dialect,
                name,
                number_duplicates=options.number_duplicates,
            )
        else:
            layout, findings = unnamed_layout(width, line), []
        # The sample was read only to understand the header: begin anew.
        _, _, rows = open_sheet(content, name, sheet)
        reader = SheetRows(rows, dialect.skip, dialect.passed)
        cells = (_padded(row, width) for row in reader)
        if dialect.header:
            next(cells)
        scan = scan_rows(reader, cells, layout, dialect)
    except DataError:
        raise
    except Exception as trouble:
        raise damaged(name) from trouble
    findings = [
        *tell_sheet(sheet, sheets),
        *skipped_lines(reader.skipped, dialect, layout.names, "row"),
        *findings,
    ]
    read_none_as_category(scan, dialect)
    findings += set_units_aside(scan, dialect, "row")
    findings += set_headers_aside(scan, dialect, findings, "row")
    sums = find_summary_rows(scan, dialect, findings, "row")
    summaries = {line for finding in sums for line in finding.lines}
    findings += sums
    written = partial(_written_cells, content, name, sheet, scan)
    findings += read_other_decimal(
        scan, dialect.decimal, written, options.other_decimal, summaries, word="row"
    )
    findings += read_thousands(scan, dialect)
    findings += read_dressed(scan, dialect.decimal, wanted=options.dressed)
    findings += read_partly_dressed(scan, dialect.decimal, options.undressed)
    notes, words = take_as_missing(scan, dialect)
    info = SourceInfo(
        "excel",
        hashlib.sha256(content).hexdigest(),
        sheet=sheet,
        sheets=sheets,
        missing=tuple(sorted(dialect.missing)),
        skipped=tuple(reader.skipped),
    )
    return table_of_scan(name, scan, dialect, [*findings, *notes], info, word="row", words=words)


def _written_cells(
    content: bytes, name: str, sheet: str, scan: Scan, columns: Sequence[int]
) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Row by row, the row's index in the scan and those of some cells that were typed as text.

    A number is one whatever its display: nobody wrote a mark into it.
    """
    places = [(column, scan.layout.places[column]) for column in columns]
    index = {number: row for row, number in enumerate(scan.lines)}
    _, _, rows = open_sheet(content, name, sheet)
    for number, row in enumerate(rows, 1):
        if number in index:
            texts = [(column, row[place]) for column, place in places if place < len(row)]
            yield index[number], [(column, t.strip()) for column, t in texts if isinstance(t, str)]


def preview_excel(
    content: bytes, name: str, options: ReadOptions, n_rows: int
) -> tuple[list[list[str]], tuple[str, ...], str, tuple[int, ...]]:
    """The first rows of a sheet as text, the names of all sheets and its own, and rows above.

    The rows above are those that come before the header.

    Raises
    ------
    DataError
        As :func:`read_excel`.
    """
    sheets, sheet, rows = open_sheet(content, name, options.sheet)
    try:
        reader = SheetRows(rows, options.skip or 0, frozenset(options.skip_lines or ()))
        found = _first_rows(reader, max(n_rows + 1, _TITLE_ROWS), n_rows + 1)
        titles = _titles(found, options)
        kept = [cells for _, cells in found[len(titles) :]][: n_rows + 1]
    except Exception as trouble:
        raise damaged(name) from trouble
    width = _width(kept)
    return [_padded(row, width) for row in kept], sheets, sheet, titles


def _numbered(reader: SheetRows, most: int) -> Iterator[tuple[int, list[str]]]:
    """The first rows with their numbers."""
    for cells in itertools.islice(reader, most):
        yield reader.number, cells


def _first_rows(
    reader: SheetRows, most: int = _LAYOUT_ROWS + 1, least: int = 21
) -> list[tuple[int, list[str]]]:
    """Rows to understand the header by: fewer of them in a wide sheet."""
    found: list[tuple[int, list[str]]] = []
    n_cells = 0
    for number, cells in _numbered(reader, most):
        found.append((number, cells))
        n_cells += len(cells)
        if len(found) >= least and n_cells > _SAMPLE_CELLS:
            break
    return found


def _titles(found: Sequence[tuple[int, list[str]]], options: ReadOptions) -> tuple[int, ...]:
    """Numbers of the rows above the header that cannot be it."""
    if options.skip is not None or options.header is False:
        return ()
    first = found[:_TITLE_ROWS]
    # A row of a sheet ends at its last filled cell; the fullest one tells how wide the sheet is.
    width = _width([cells for _, cells in first])
    n_titles = count_titles([_padded(cells, width) for _, cells in first])
    return tuple(number for number, _ in first[:n_titles])


def _width(rows: Sequence[Sequence[str]]) -> int:
    """Number of columns up to the last filled cell."""
    return max(
        (i + 1 for row in rows for i in range(len(row) - 1, -1, -1) if row[i].strip()), default=1
    )


def _padded(row: Sequence[str], width: int) -> list[str]:
    """Cells of a row up to a column; more of them only where they are filled."""
    return [*row, *[""] * (width - len(row))]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(" ", "seconds")
    return str(value)
