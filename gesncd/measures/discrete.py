"""Which columns are discrete, and which rows agree in several of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

ROWS_A_VALUE = 10
"""A column is discrete if it varies and each of its values occurs so often on average."""


class Cells:
    """Which rows agree in all columns of a conditioning set, where all are discrete.

    Columns are looked at when they are first asked about.

    Parameters
    ----------
    values
        Array of shape ``(n, c)``.
    """

    def __init__(self, values: NDArray[np.float64]) -> None:
        self._values = values
        self._numbers: dict[int, NDArray[np.int32] | None] = {}

    def of(self, z: Sequence[int]) -> NDArray[np.intp] | None:
        """The number of each row's cell, shape ``(n,)``; None where Z is empty or not discrete.

        Constant columns don't count.
        """
        cells: NDArray[np.intp] | None = None
        for column in z:
            numbers = self._numbers_of(column)
            if numbers is None:
                return None
            if not self._is_discrete(column):
                continue
            if cells is None:
                cells = numbers.astype(np.intp)
                continue
            pairs = cells * (int(numbers.max()) + 1) + numbers
            # Numbered anew each time, so that the numbers stay small.
            cells = np.unique(pairs, return_inverse=True)[1]
        return cells

    def discrete(self, columns: Iterable[int]) -> list[int]:
        """Those of some columns that are discrete."""
        return [column for column in columns if self._is_discrete(column)]

    def _is_discrete(self, column: int) -> bool:
        """Whether a column is discrete: has few values, but more than one."""
        numbers = self._numbers_of(column)
        return numbers is not None and bool(numbers.any())

    def _numbers_of(self, column: int) -> NDArray[np.int32] | None:
        """The number of each row's value; all 0 if the column is constant, None if not discrete."""
        if column not in self._numbers:
            values, numbers = np.unique(self._values[:, column], return_inverse=True)
            few = len(values) == 1 or ROWS_A_VALUE * len(values) <= len(numbers)
            self._numbers[column] = numbers.astype(np.int32) if few else None
        return self._numbers[column]


def discrete_columns(values: NDArray[np.float64]) -> list[int]:
    """The columns of an array of shape ``(n, c)`` that are discrete."""
    return Cells(values).discrete(range(values.shape[1]))


def vary_within(cells: NDArray[np.intp], values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether columns differ among the rows of any cell.

    Parameters
    ----------
    cells
        The number of each row's cell, shape ``(n,)``.
    values
        Array of shape ``(n, c)``.

    Returns
    -------
    Array of shape ``(c,)``.
    """
    order = np.argsort(cells, kind="stable")
    starts = np.unique(cells[order], return_index=True)[1]
    largest = np.maximum.reduceat(values[order], starts)
    differs: NDArray[np.bool_] = largest > np.minimum.reduceat(values[order], starts)
    return np.asarray(differs.any(axis=0))
