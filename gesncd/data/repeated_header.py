"""Lines within a table that repeat its header, as exports put one below the other have them."""

from __future__ import annotations

from collections import Counter

import numpy as np

from gesncd.data.dialect import Dialect, parse_number
from gesncd.data.dropped_rows import drop_rows
from gesncd.data.findings import Finding, error, warning
from gesncd.data.mend import Change, Mend
from gesncd.data.scan import Scan
from gesncd.words import at_lines

REPEATED_HEADER = "repeated-header"
"""Code of the finding on such lines."""

_SHOWN = 5
_LEAST = 2
_LEAST_WITH_ANOTHER = 4


def set_headers_aside(
    scan: Scan, dialect: Dialect, found: list[Finding], word: str = "line"
) -> list[Finding]:
    """Take lines that repeat the header out of what was read, and say so.

    A line repeats it if all its filled cells are the names of their columns; of several cells one
    may differ. The finding is an error, so that nothing goes on before the table's owner has
    agreed or has called them values.

    Parameters
    ----------
    scan
        The rows.
    dialect
        How they are written.
    found
        What was found so far: lines of units set aside stay so when these are skipped.
    word
        What line numbers count.
    """
    if not dialect.header:
        return []
    rows = _repeats(scan, dialect.decimal)
    if not rows:
        return []
    lines = [scan.lines[row] for row in rows]
    # Who has said that no line is to be skipped takes them as values.
    as_values = dialect.skip_lines == ()
    if not as_values:
        drop_rows(scan, rows)
    where = at_lines(lines[:_SHOWN], len(lines), word)
    one = len(lines) == 1
    aside = [line for finding in found if finding.code == "units-row" for line in finding.lines]
    skip = tuple(sorted({*(dialect.skip_lines or ()), *aside, *lines}))
    mends = [Mend("header:skip", f"Skip {where}", Change(reading=(("skip_lines", skip),)))]
    if skip == tuple(lines) and not as_values:
        # With others skipped, nothing could say that these are values.
        back = Change(reading=(("skip_lines", ()),))
        mends.append(Mend("header:values", f"Take {where} as values", back))
    kind = warning if as_values else error
    return [
        kind(
            REPEATED_HEADER,
            f"{where[0].upper()}{where[1:]} {'repeats' if one else 'repeat'} the header and "
            f"{'holds' if one else 'hold'} no values: skip {'it' if one else 'them'}.",
            lines=lines,
            count=len(lines),
            mends=mends,
        )
    ]


def _repeats(scan: Scan, decimal: str) -> list[int]:
    """Indices of the rows that repeat the header."""
    alike: Counter[int] = Counter()
    for column, cells in scan.text.items():
        code = cells.known.get(scan.layout.names[column])
        if code is not None:
            codes = np.asarray(cells.codes, dtype=np.int64)
            alike.update(np.asarray(cells.rows, dtype=np.int64)[codes == code].tolist())
    return [row for row in sorted(alike) if _repeats_header(scan, row, alike[row], decimal)]


def _repeats_header(scan: Scan, row: int, n_alike: int, decimal: str) -> bool:
    """Whether a row with some texts that are names holds nothing else, but for one cell."""
    n_others = 0
    for column, value in enumerate(scan.table[row]):
        name = scan.layout.names[column]
        if not np.isnan(value):
            same = parse_number(name, decimal) == value
            n_alike += same
            n_others += not same
        elif column in scan.text:
            n_others += _is_other(scan, column, row, name)
    if n_others:
        return n_others == 1 and n_alike >= _LEAST_WITH_ANOTHER
    return n_alike >= _LEAST


def _is_other(scan: Scan, column: int, row: int, name: str) -> bool:
    """Whether a column has a text in a row, not its name; of too many texts none is known."""
    cells = scan.text[column]
    at = int(np.searchsorted(np.asarray(cells.rows, dtype=np.int64), row))
    if at == len(cells.rows) or cells.rows[at] != row:
        return False
    return cells.codes[at] not in (-1, cells.known.get(name))
