"""Rows under the header that hold units."""

from __future__ import annotations

import numpy as np

from gesncd.data.dialect import Dialect, parse_number
from gesncd.data.dropped_rows import drop_rows
from gesncd.data.findings import Finding, error
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import says_missing
from gesncd.data.scan import Scan
from gesncd.words import at_lines, listed, quoted

_MOST_ROWS = 3
_SHOWN = 5


def set_units_aside(scan: Scan, dialect: Dialect, word: str = "line") -> list[Finding]:
    """Take rows of units out of what was read, and say so.

    They are no observations: counted as one, they would make one up. The finding
    is an error, so that nothing goes on before the table's owner has agreed or
    has called them values.
    """
    if dialect.skip_lines is not None or not dialect.header:
        return []
    lines: list[int] = []
    units: list[str] = []
    while len(lines) < _MOST_ROWS and (found := _units(scan)):
        lines.append(scan.lines[0])
        units += found
        drop_rows(scan, [0])
    if not lines:
        return []
    shown = listed([quoted(unit) for unit in list(dict.fromkeys(units))[:_SHOWN]])
    where = at_lines(lines, len(lines), word)
    looks, it = ("looks", "it") if len(lines) == 1 else ("look", "them")
    return [
        error(
            "units-row",
            f"{where[0].upper()}{where[1:]} {looks} like units ({shown}), not like values: skip "
            f"{it}. The columns hold numbers below.",
            lines=lines,
            count=len(lines),
            mends=[
                Mend("units:skip", f"Skip {where}", Change(reading=(("skip_lines", (*lines,)),))),
                Mend(
                    "units:values",
                    f"Take {where} as values",
                    Change(reading=(("skip_lines", ()),)),
                ),
            ],
        )
    ]


def _units(scan: Scan) -> list[str]:
    """Texts of the first row, if it has text wherever the rows below hold numbers."""
    if scan.n_rows < 3 or not any(len(c.rows) and c.rows[0] == 0 for c in scan.text.values()):
        return []
    units = []
    empty = numbers = 0
    first = list(scan.values[: len(scan.layout.names)])
    for column, count in enumerate(_number_counts(scan)):
        cells = scan.text.get(column)
        # Text in the first row must not hide that a column holds numbers below it.
        if count <= (0 if cells is None else cells.count - 1):
            continue
        if first[column] == first[column]:
            numbers += 1
        elif cells is None or cells.rows[0] != 0:
            empty += 1
        else:
            code = cells.codes[0]
            text = next((t for t, c in cells.known.items() if c == code), "")
            # A unit stands there once; a word that recurs is a value, or says that one is missing.
            if says_missing(text) or _is_number(text) or cells.codes.count(code) > 1:
                return []
            units.append(text)
    # Some columns have no unit, and a few write it as 1.
    enough = len(units) >= 2 and empty <= len(units) and 4 * numbers <= len(units)
    return units if enough else []


def _number_counts(scan: Scan) -> list[int]:
    """Number of numbers in each column."""
    counts = (~np.isnan(scan.table)).sum(axis=0)
    return [int(count) for count in counts]


def _is_number(text: str) -> bool:
    return parse_number(text, ".") is not None or parse_number(text, ",") is not None
