"""A pandas data frame as a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gesncd.data.arrays import (
    is_inexact,
    no_numbers,
    refuse_as_in_files,
    refuse_gaps,
    refuse_inexact,
)
from gesncd.data.dataset import Dataset

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
        If a column holds something else, has missing values, never changes, or holds whole
        numbers that would be rounded; the message names the columns.
        :func:`gesncd.data.prepare` mends tables.
    """
    names = [str(name) for name in frame.columns]
    kinds = [dtype.kind for dtype in frame.dtypes]
    other = [name for name, kind in zip(names, kinds, strict=True) if kind not in "biuf"]
    if other:
        raise no_numbers(other)
    refuse_gaps(names, frame.isna().sum(axis=0).to_numpy())
    # Once all columns share one type, whole numbers are rounded already.
    whole = [
        kind in "iu" and is_inexact(frame.iloc[:, i].to_numpy(dtype=f"{kind}8"))
        for i, kind in enumerate(kinds)
    ]
    refuse_inexact(names, whole)
    dataset = Dataset.from_array(frame.to_numpy(dtype=np.float64), names)
    refuse_as_in_files(names, dataset.values)
    return dataset
