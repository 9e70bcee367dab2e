"""Rows taken out of what was read, because they are no observations."""

from __future__ import annotations

from array import array
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from gesncd.data.scan import AlikeCells, Scan, TextCells

Flags = NDArray[np.bool_]


def drop_rows(scan: Scan, rows: Collection[int]) -> None:
    """Take rows out of a scan, with everything that was counted of them.

    Parameters
    ----------
    scan
        The rows.
    rows
        Indices of those that go.
    """
    gone = np.zeros(scan.n_rows, dtype=bool)
    gone[list(rows)] = True
    lines = {scan.lines[row] for row in rows}
    _drop_missing(scan, gone, lines)
    values = scan.table[~gone]
    # Replaced before it is filled anew: the old numbers and the new ones may be all that fits.
    scan.values = array("d")
    scan.values.frombytes(values.ravel().view(np.uint8).data)
    scan.lines = array("q", np.asarray(scan.lines)[~gone].tobytes())
    if scan.labels:
        scan.labels = [label for label, out in zip(scan.labels, gone, strict=True) if not out]
    new_row = np.cumsum(~gone) - 1
    for column, cells in list(scan.text.items()):
        kept = texts_left(cells, gone, new_row, scan.lines)
        if kept.count:
            scan.text[column] = kept
        else:
            del scan.text[column]


def _drop_missing(scan: Scan, gone: Flags, lines: set[int]) -> None:
    """Count the missing and infinite cells of these rows no more."""
    out = scan.table[gone]
    for column, cells in list(scan.missing.items()):
        text = scan.text.get(column)
        n_texts = 0 if text is None else int(gone[np.asarray(text.rows, dtype=np.int64)].sum())
        _forget(cells, int(np.isnan(out[:, column]).sum()) - n_texts, lines)
        if not cells.count:
            del scan.missing[column]
    for column, cells in list(scan.infinite.items()):
        _forget(cells, int(np.isinf(out[:, column]).sum()), lines)
        if not cells.count:
            del scan.infinite[column]


def _forget(cells: AlikeCells, count: int, lines: set[int]) -> None:
    cells.count -= count
    cells.first = [entry for entry in cells.first if entry[0] not in lines]


def texts_left(
    cells: TextCells, gone: Flags, new_row: NDArray[np.int64], lines: array[int]
) -> TextCells:
    """The texts of the rows that are not gone, codes in order of appearance."""
    names = {code: text for text, code in cells.known.items()}
    kept = TextCells(marks=cells.marks, n_decisive=cells.n_decisive)
    for row, code, grouped in zip(cells.rows, cells.codes, cells.grouped, strict=True):
        if gone[row]:
            continue
        row = int(new_row[row])
        kept.take_over(lines[row], row, names.get(code, ""), grouped)
    return kept
