"""Lines above the header that are no part of the table: a title, a date, merged headings."""

from __future__ import annotations

import contextlib
import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from gesncd.data.dialect import MOST_TITLES, Lines, parse_number, rows_of

_ROWS = 200
_CELLS = 1_000_000

Numbered = tuple[tuple[int, ...], Sequence[str]]
"""Lines that a row stands on, and its cells."""


def title_lines(lines: Lines, delimiter: str) -> tuple[int, ...]:
    """Numbers of the lines above the header that cannot be it.

    Parameters
    ----------
    lines
        Lines of the file from its beginning.
    delimiter
        What separates cells.
    """
    rows: list[Numbered] = []
    # A line that cannot be split is reported when the table is read.
    with contextlib.suppress(csv.Error):
        n_cells = 0
        for numbers, cells in islice(_numbered(lines, delimiter), _ROWS):
            rows.append((numbers, cells))
            n_cells += len(cells)
            if n_cells > _CELLS:
                break
    above = rows[: count_titles([cells for _, cells in rows])]
    return tuple(number for numbers, _ in above for number in numbers)


def _numbered(lines: Lines, delimiter: str) -> Iterator[Numbered]:
    """Rows that hold something, with their lines: a quoted cell may span several."""
    passed: list[int] = []

    def recorded() -> Iterator[str]:
        for line in lines:
            passed.append(lines.number)
            yield line

    for row in rows_of(recorded(), delimiter, strict=False):
        numbers = tuple(passed)
        passed.clear()
        if any(cell.strip() for cell in row):
            yield numbers, row


def count_titles(rows: Sequence[Sequence[str]]) -> int:
    """How many of the first rows stand above a header.

    Only a clear case counts: rows with a single filled cell, with fewer than
    half of the usual cells, or shorter than a full row of names that follows at
    once; then a row of names as long as the rows below it, and below that
    numbers. Everything else is for the table's owner to say.
    """
    if len(rows) < 3:
        return 0
    usual = Counter(len(row) for row in rows).most_common(1)[0][0]
    if usual < 2:
        return 0
    for count, row in enumerate(rows[: MOST_TITLES + 1]):
        # A header one name short has no second header below it; a title with a comma may.
        short = len(row) < usual and count + 1 < len(rows) and _is_full(rows[count + 1], usual)
        if _may_be_header(row, usual) and not short:
            below = (cell for later in rows[count + 1 :] for cell in later)
            return count if any(_is_number(cell) for cell in below) else 0
        if not short and not _is_too_short(row, usual):
            return 0
    return 0


def _may_be_header(row: Sequence[str], usual: int) -> bool:
    filled = [cell for cell in row if cell.strip()]
    # Headers may be one name short, as R writes them, or end in a delimiter too many.
    return (
        abs(len(row) - usual) <= 1
        and len(filled) >= max(2, usual - 1)
        and not any(_is_number(cell) for cell in filled)
    )


def _is_full(row: Sequence[str], usual: int) -> bool:
    """Whether a row has a name in every place."""
    return len(row) == usual and all(cell.strip() and not _is_number(cell) for cell in row)


def _is_too_short(row: Sequence[str], usual: int) -> bool:
    filled = sum(bool(cell.strip()) for cell in row)
    return filled <= 1 or 2 * filled < usual


def _is_number(cell: str) -> bool:
    return parse_number(cell, ".") is not None or parse_number(cell, ",") is not None
