"""A pandas data frame as a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gesncd.data.dataset import DataError, Dataset

if TYPE_CHECKING:
    import pandas as pd


def from_frame(frame: pd.DataFrame) -> Dataset:
    """Make a data set with one variable a column; nothing is mended.

    Parameters
    ----------
    frame
        Numbers or true/false in every column. The index is not read: make it a column
        if it is a variable.

    Raises
    ------
    DataError
        If a column holds something else or has missing values; the message names the
        columns. :func:`gesncd.data.prepare` mends tables.
    """
    names = [str(name) for name in frame.columns]
    other = [
        name for name, dtype in zip(names, frame.dtypes, strict=True) if dtype.kind not in "biuf"
    ]
    if other:
        raise DataError(
            f"These columns hold no numbers: {_listed(other)}. Leave them out, or turn each into "
            "numbers that mean something."
        )
    counts = frame.isna().sum(axis=0).to_numpy()
    gaps = [f"{name} ({count})" for name, count in zip(names, counts, strict=True) if count]
    if gaps:
        raise DataError(
            f"Missing values, by column: {_listed(gaps)}. Drop those rows or fill the gaps, "
            "for example with frame.dropna()."
        )
    return Dataset.from_array(frame.to_numpy(dtype=np.float64), names)


def _listed(items: list[str], most: int = 10) -> str:
    rest = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + rest
