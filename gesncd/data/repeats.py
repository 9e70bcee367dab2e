"""Rows that repeat earlier ones: in the variables that are analysed, and in the whole file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gesncd.data.table import Table

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


def repeated_rows(values: Floats) -> Rows:
    """Indices of rows that equal an earlier row in all columns, ascending."""
    return _repeats(values)[0]


def copied_rows(table: Table, rows: Rows, values: Floats) -> Rows:
    """Those of the repeated rows that equal an earlier one in every cell of the table.

    Parameters
    ----------
    table
        The table.
    rows, values
        Indices of its rows that are analysed, and what is analysed of them.

    Returns
    -------
    Indices of the table's rows, ascending.
    """
    repeats, first = _repeats(values)
    alike = rows[np.union1d(repeats, first)]
    groups = np.zeros(len(alike), dtype=np.int64)
    for column in range(len(table.names)):
        codes = _codes(table, alike, column)
        _, groups = np.unique(groups * (codes.max(initial=0) + 1) + codes, return_inverse=True)
        if len(alike) and groups.max() == len(alike) - 1:
            break
    _, earliest = np.unique(groups, return_index=True)
    copied: Rows = np.delete(alike, earliest)
    return copied


def _codes(table: Table, rows: Rows, column: int) -> NDArray[np.int64]:
    """A number for each different cell; texts that were not kept are taken as different."""
    _, codes = np.unique(table.numbers[rows, column], return_inverse=True)
    codes = codes.astype(np.int64)
    texts = table.texts.get(column)
    if texts is not None and texts.count:
        at = np.minimum(np.searchsorted(texts.rows, rows), texts.count - 1)
        is_text = texts.rows[at] == rows
        kept = texts.codes[at].astype(np.int64)
        own = np.where(kept >= 0, kept, len(texts.values) + np.arange(len(rows)))
        codes = np.where(is_text, codes.max(initial=0) + 1 + own, codes)
    return codes


def _repeats(values: Floats) -> tuple[Rows, Rows]:
    """The repeated rows, and for each the first row that it equals."""
    n, c = values.shape
    if n < 2 or c == 0:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    with np.errstate(over="ignore"):
        mixed = np.zeros(n, dtype=np.uint64)
        for j in range(c):
            # Adding 0 turns -0 into 0, which is equal but has other bits.
            bits = (values[:, j] + 0.0).view(np.uint64)
            mixed = (mixed ^ (bits ^ (bits >> np.uint64(29)))) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(32)
    _, first, inverse = np.unique(mixed, return_index=True, return_inverse=True)
    suspects = np.flatnonzero(first[inverse] != np.arange(n))
    # Equal hashes are only a hint.
    equal = (values[suspects] == values[first[inverse[suspects]]]).all(axis=1)
    repeats: Rows = suspects[equal]
    return repeats, first[inverse[repeats]]
