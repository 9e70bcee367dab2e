"""Which sheet of a workbook holds the table, where its owner has not said."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence
from typing import Any

from gesncd.data.dialect import parse_number
from gesncd.data.findings import Finding, note
from gesncd.data.mend import Change, Mend
from gesncd.words import listed, quoted

_MOST_SHEETS = 20
_ROWS_TRIED = 60
_LEAST_ROWS = 3
_LEAST_COLUMNS = 2
_MOST_BUTTONS = 5


def sheet_of_table(book: Any, titles: Sequence[str]) -> str:
    """The first sheet that looks like a table of measurements; the first one if none does.

    Parameters
    ----------
    book
        The workbook, opened by openpyxl for reading only.
    titles
        Names of its sheets with cells.
    """
    if len(titles) == 1:
        return titles[0]
    return next((t for t in titles[:_MOST_SHEETS] if _is_table(book[t])), titles[0])


def _is_table(sheet: Any) -> bool:
    # The stored size of a sheet is often wrong.
    sheet.reset_dimensions()
    rows = itertools.islice(sheet.iter_rows(values_only=True), _ROWS_TRIED)
    return sum(map(_is_measured, rows)) >= _LEAST_ROWS


def _is_measured(row: Sequence[Any]) -> bool:
    """Whether a row has several cells, and at least half of them are numbers or dates."""
    filled = [value for value in row if value is not None and str(value).strip()]
    measured = [value for value in filled if _is_value(value)]
    return len(filled) >= _LEAST_COLUMNS and 2 * len(measured) >= len(filled)


def _is_value(cell: Any) -> bool:
    if isinstance(cell, str):
        return parse_number(cell, ".") is not None
    return isinstance(cell, int | float | datetime.date | datetime.time)


def tell_sheet(sheet: str, sheets: Sequence[str]) -> list[Finding]:
    """Say which of several sheets was read, with the ways to read another."""
    others = [title for title in sheets if title != sheet]
    if not others:
        return []
    shown = listed([quoted(title) for title in others[:_MOST_BUTTONS]], len(others))
    return [
        note(
            "sheet",
            f"Sheet {quoted(sheet)} was read, number {sheets.index(sheet) + 1} of {len(sheets):,} "
            f"in the workbook. Not read: {shown}.",
            count=len(others),
            mends=[
                Mend(
                    f"sheet:{title}",
                    f"Read sheet {quoted(title)}",
                    Change(reading=(("sheet", title),)),
                )
                for title in others[:_MOST_BUTTONS]
            ],
        )
    ]
