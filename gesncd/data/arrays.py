"""Arrays from Python: what may become the numbers of a data set without any loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesncd.data.errors import DataError
from gesncd.words import plural

LARGEST = 1e100
"""Largest number that is computed with: squares of larger ones and their sums leave the range of
floating point."""

SMALLEST_SPAN = 1e-100
"""Smallest distance of the largest from the smallest number: below it, squares and their sums leave
the range of floating point."""

MIN_ROWS = 20
"""Fewest rows that are analysed."""

_EXACT_INTEGERS = 1 << 53
_MOST_NAMED = 10


def as_array(values: Any) -> NDArray[Any]:
    """An array of two axes with rows; a mask stays one.

    Raises
    ------
    DataError
        If it has other axes, rows of different lengths, or none.
    """
    try:
        array: NDArray[Any] = np.asanyarray(values)
    except ValueError as error:
        raise DataError("The rows of these data have different lengths.") from error
    if array.ndim != 2:
        raise DataError(f"A table has rows and columns; this array has {array.ndim} axes.")
    if not array.shape[0]:
        raise DataError("The array has no rows.")
    return array


def real_numbers(array: NDArray[Any], names: Sequence[str]) -> NDArray[np.float64]:
    """An array as float64, once it is certain that nothing is lost on the way.

    Parameters
    ----------
    array
        Of two axes.
    names
        Names of its columns, for messages.

    Raises
    ------
    DataError
        If it holds no real numbers, gaps, infinite values, or whole numbers that would be
        rounded.
    """
    if array.dtype.kind not in "biuf":
        raise no_numbers(names)
    masked = np.ma.getmaskarray(array)
    values = np.asarray(array)
    lacking = masked | np.isnan(values) if values.dtype.kind == "f" else masked
    refuse_gaps(names, lacking.sum(axis=0))
    refuse_inexact(names, [is_inexact(values[:, i]) for i in range(len(names))])
    with np.errstate(over="ignore"):
        numbers: NDArray[np.float64] = values.astype(np.float64)
    refuse_infinite(names, numbers)
    return numbers


def refuse_as_in_files(names: Sequence[str], numbers: NDArray[np.float64]) -> None:
    """Refuse what a file's check refuses: few rows, and columns that never change or are enormous.

    Numbers may also be too close to each other to compute with.

    Measures can do with such data; a search over them tells nothing.

    Raises
    ------
    DataError
        If there are too few rows, or such columns; the message names them.
    """
    if len(numbers) < MIN_ROWS:
        raise DataError(
            f"{plural(len(numbers), 'row')} of values; at least {MIN_ROWS} are needed, and "
            "hundreds for results to lean on."
        )
    sizes = np.abs(numbers).max(axis=0).tolist()
    large = [name for name, size in zip(names, sizes, strict=True) if size > LARGEST]
    if large:
        raise DataError(
            f"Numbers too large to compute with, in {_first(large)}: squares of numbers beyond "
            f"{LARGEST:g} and their sums leave the range of floating point. Correct them, or "
            "change the unit."
        )
    spans = np.ptp(numbers, axis=0)
    constant = [name for name, span in zip(names, spans, strict=True) if span == 0]
    if constant:
        raise DataError(
            f"These columns hold the same value in every row: {_first(constant)}. They cannot "
            "depend on anything; leave them out."
        )
    close = [name for name, span in zip(names, spans, strict=True) if span < SMALLEST_SPAN]
    if close:
        raise DataError(
            f"Values too close to compute with, in {_first(close)}: they lie within "
            f"{SMALLEST_SPAN:g} of each other. Change the unit."
        )


def no_numbers(names: Sequence[str]) -> DataError:
    """The error for columns of texts, complex numbers and the like."""
    return DataError(
        f"These columns are of no type of real numbers: {_first(names)}. Convert those that hold "
        "real numbers, for example with astype(float); leave the others out, or turn each into "
        "numbers that mean something."
    )


def refuse_gaps(names: Sequence[str], counts: Sequence[int] | NDArray[np.integer]) -> None:
    """Refuse missing values, so many in each column.

    Raises
    ------
    DataError
        If there are any; the message names the columns.
    """
    gaps = [f"{name} ({count})" for name, count in zip(names, counts, strict=True) if count]
    if gaps:
        raise DataError(
            f"Missing values, by column: {_first(gaps)}. Drop those rows or fill the gaps, "
            "for example with frame.dropna()."
        )


def refuse_infinite(names: Sequence[str], numbers: NDArray[np.float64]) -> None:
    """Refuse values that are no finite numbers, once no value is missing.

    Raises
    ------
    DataError
        If there are any; the message names the columns and how many each has.
    """
    counts = np.isinf(numbers).sum(axis=0)
    found = [f"{name} ({count})" for name, count in zip(names, counts, strict=True) if count]
    if found:
        raise DataError(
            f"Infinite values, by column: {_first(found)}. Correct them, or drop those rows, for "
            "example with frame.replace([np.inf, -np.inf], np.nan).dropna()."
        )


def is_inexact(column: NDArray[Any]) -> bool:
    """Whether a column holds whole numbers that floating point cannot tell apart."""
    if column.dtype.kind not in "iu":
        return False
    return bool(((column > _EXACT_INTEGERS) | (column < -_EXACT_INTEGERS)).any())


def refuse_inexact(names: Sequence[str], large: Sequence[bool]) -> None:
    """Refuse whole numbers that floating point would round.

    Raises
    ------
    DataError
        If there are any; the message names the columns.
    """
    rounded = [name for name, is_large in zip(names, large, strict=True) if is_large]
    if rounded:
        raise DataError(
            f"Whole numbers beyond 2^53 would be rounded, in {_first(rounded)}. Subtract a "
            "constant first; if they name things, leave them out."
        )


def _first(items: Sequence[str]) -> str:
    rest = f" and {len(items) - _MOST_NAMED} more" if len(items) > _MOST_NAMED else ""
    return ", ".join(items[:_MOST_NAMED]) + rest
