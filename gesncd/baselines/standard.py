"""Columns in the units that other people's methods expect."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gesncd.baselines.registry import BaselineError
from gesncd.data import Dataset


def standardised(dataset: Dataset) -> NDArray[np.float64]:
    """Columns of mean 0 and standard deviation 1, shape ``(n, d)``.

    Thresholds on weights would else depend on units.

    Raises
    ------
    BaselineError
        If a variable is constant.
    """
    values = dataset.values - dataset.values.mean(axis=0)
    spread = values.std(axis=0)
    for variable in dataset.variables:
        for column in variable.columns:
            if not spread[column] > 0:
                raise BaselineError(f"{variable.name!r} is constant, which the method cannot do.")
    columns = [variable.columns[0] for variable in dataset.variables]
    scaled: NDArray[np.float64] = values[:, columns] / spread[columns]
    return scaled
