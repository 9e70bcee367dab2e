"""Columns of numbers like "1,288": with three decimals, or with a mark between thousands?

Where every cell is so, the two readings differ by a factor of 1000, which changes no result.
Where "950" stands beside them they differ in the order of the values: then the owner must say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesncd.data.bounds import bound_of
from gesncd.data.dialect import is_missing, parse_number, rows_of
from gesncd.data.findings import Finding, note
from gesncd.data.grouping import MARK_NAMES
from gesncd.data.mark_questions import MarkedColumn, ask_alike, ask_mixed, ask_sure, grouped_number
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import says_missing
from gesncd.data.scan import Scan, TextCells, split_rows
from gesncd.data.table import number_text
from gesncd.data.text_file import TextFile
from gesncd.words import listed, names_listed, quoted

_LEAST_MARKED = 3
_SHOWN = 3
_SMALL = re.compile(r"[+-]?\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Marks:
    """How the decimal mark of a text is used.

    Parameters
    ----------
    is_proven
        Whether a cell shows that it is the decimal mark and nothing else.
    findings
        Questions on columns in which it may stand between thousands.
    """

    is_proven: bool
    findings: list[Finding]


def read_marks(file: TextFile, scan: Scan, grouped: Sequence[str], *, chosen: bool) -> Marks:
    """Look for marks that may stand between thousands, and read those that do.

    The file is read a second time, and only if the numbers of a column allow it.

    Parameters
    ----------
    file, scan
        The file, and its rows, in which numbers of the ``grouped`` columns are replaced.
    grouped
        Names of columns in which the decimal mark stands between thousands.
    chosen
        Whether the table's owner chose the decimal mark.
    """
    read = {i: n for i, n in enumerate(scan.layout.names) if n in grouped}
    findings = [_read(file, scan, read)] if read else []
    suspects, is_proven = _suspects(file, scan)
    suspects = {i: name for i, name in suspects.items() if i not in read}
    if chosen or not suspects:
        return Marks(chosen or is_proven, findings)
    columns = {i: MarkedColumn(name) for i, name in suspects.items()}
    for row, cells in cells_of(file, scan, list(suspects)):
        for i, cell in cells:
            if i in columns and not _add(columns[i], scan.lines[row], cell, file):
                del columns[i]
                is_proven = True
        if not columns:
            break
    kept = [c for c in columns.values() if c.marked]
    sure = [c for c in kept if c.decisive]
    open_ = [c for c in kept if not c.decisive]
    mixed = [c for c in open_ if c.unmarked and c.marked >= _LEAST_MARKED]
    alike = [c for c in open_ if not c.unmarked]
    if is_proven and file.dialect.decimal == ".":
        # Decimal points are what they seem.
        alike = []
    mark = file.dialect.decimal
    findings += ask_sure(sure, mark, grouped) if sure else []
    findings += ask_mixed(mixed, mark, grouped) if mixed else []
    findings += ask_alike(alike, mark, grouped) if alike else []
    return Marks(is_proven, findings)


def _suspects(file: TextFile, scan: Scan) -> tuple[dict[int, str], bool]:
    """Columns whose numbers allow it, and whether those of another one show decimals."""
    suspects, is_proven = {}, False
    round_ones = _has_round_ones(file)
    for i, name in enumerate(scan.layout.names):
        values = scan.table[:, i]
        values = values[np.isfinite(values)]
        texts = scan.text[i].known if i in scan.text else {}
        if not all(_fits(text, file) for text in texts) or not (len(values) or texts):
            continue
        whole = bool((values == np.rint(values)).all())
        if whole and not texts and not (round_ones and (np.abs(values) < 1000).all()):
            continue
        if _may_be_thousands(values):
            suspects[i] = name
        else:
            is_proven |= not whole
    return suspects, is_proven


def _may_be_thousands(values: NDArray[np.float64]) -> bool:
    sizes = np.abs(values)
    thousands = sizes * 1000
    allowed = (sizes < 1000) & (np.abs(thousands - np.rint(thousands)) < 1e-6)
    return bool((allowed & ((sizes >= 1) | (sizes == 0))).all())


def _has_round_ones(file: TextFile) -> bool:
    """Whether the text has cells such as "1,000", which look like whole numbers once read."""
    if file.encoding.codec.startswith(("utf-16", "utf-32")):
        return True
    return f"{file.dialect.decimal}000".encode("ascii") in file.content


def _fits(text: str, file: TextFile) -> bool:
    """Whether a text may stand in a column of numbers with marks between thousands."""
    return (
        grouped_number(text, file.dialect.decimal) is not None
        or says_missing(text)
        or bound_of(text, file.dialect.decimal) is not None
    )


def cells_of(
    file: TextFile, scan: Scan, columns: Sequence[int]
) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Row by row, the row's index in the scan and the text of some of its cells."""
    places = [(i, scan.layout.places[i]) for i in columns]
    lines = file.lines()
    index, n_rows = 0, scan.n_rows
    for row in split_rows(lines, rows_of(lines, file.dialect.delimiter)):
        while index < n_rows and scan.lines[index] < lines.number:
            index += 1
        if index == n_rows:
            return
        if scan.lines[index] == lines.number:
            yield index, [(i, row[place].strip()) for i, place in places if place < len(row)]


def _add(column: MarkedColumn, line: int, cell: str, file: TextFile) -> bool:
    """Count a cell; False if its mark must be a decimal one."""
    if is_missing(cell, file.dialect.missing):
        return True
    number = grouped_number(cell, file.dialect.decimal)
    if number is not None:
        column.marked += 1
        if not column.telling or (number.decisive and not column.decisive):
            column.telling, column.line = cell, line
        column.decisive |= number.decisive
        return True
    if _SMALL.fullmatch(cell):
        column.unmarked += 1
        column.plain = column.plain or cell
        return True
    return parse_number(cell, file.dialect.decimal) is None


def _read(file: TextFile, scan: Scan, columns: dict[int, str]) -> Finding:
    """Put the numbers that cells with marks between thousands are into columns."""
    width = len(scan.layout.names)
    shown: list[str] = []
    count = 0
    done: dict[int, set[int]] = {i: set() for i in columns}
    for row, cells in cells_of(file, scan, list(columns)):
        for i, cell in cells:
            number = grouped_number(cell, file.dialect.decimal)
            if number is not None:
                scan.values[row * width + i] = number.value
                done[i].add(row)
                count += 1
                if len(shown) < _SHOWN:
                    shown.append(f"{quoted(cell)} as {number_text(number.value)}")
    for i in set(columns) & set(scan.text):
        _keep_texts(scan, i, done[i])
    mark = MARK_NAMES[file.dialect.decimal]
    return note(
        "thousands-chosen",
        f"{mark.capitalize()} in {names_listed(list(columns.values()))} were read as standing "
        f"between thousands, as chosen: {listed(shown)}.",
        columns=list(columns.values()),
        count=count,
        mends=[Mend("marks:back", f"They are decimal {mark}", Change(reading=(("grouped", ()),)))],
    )


def _keep_texts(scan: Scan, column: int, gone: set[int]) -> None:
    """Keep the texts of a column in other rows."""
    cells = scan.text.pop(column)
    texts = [*cells.known, ""]
    left = TextCells()
    for row, code in zip(cells.rows, cells.codes, strict=True):
        if row not in gone:
            left.add_text(scan.lines[row], row, texts[code])
    if left.count:
        scan.text[column] = left
