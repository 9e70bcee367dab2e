"""Data as they are given in Python: what a call takes for a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gesncd.data.arrays import refuse_as_in_files
from gesncd.data.dataset import Dataset
from gesncd.data.from_frame import from_frame
from gesncd.data.open import read_table
from gesncd.data.plan import Plan
from gesncd.data.prepare import Prepared, prepare

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray


def dataset_given(
    data: Dataset | pd.DataFrame | NDArray[np.float64] | str | Path,
) -> tuple[Dataset, Prepared | None]:
    """Data as a data set, refused as a file would be; of a file, also what was read and found.

    Raises
    ------
    DataError
        If they cannot be searched as they are.
    TypeError
        If they are no table.
    """
    if isinstance(data, str | Path):
        path = Path(data)
        table = read_table(path, name=path.name)
        prepared = prepare(table, Plan.strict(table.names))
        return prepared.require(), prepared
    return _dataset(data), None


def _dataset(data: Dataset | pd.DataFrame | NDArray[np.float64]) -> Dataset:
    if isinstance(data, np.ndarray):
        data = Dataset.from_array(data)
    if isinstance(data, Dataset):
        refuse_as_in_files(data.labels, data.columns_of(range(data.n_variables)))
        return data
    if not all(hasattr(data, name) for name in ("columns", "dtypes", "iloc", "isna")):
        # Tables of other packages have columns, too.
        hint = " Its method to_pandas() makes a data frame." if hasattr(data, "to_pandas") else ""
        raise TypeError(
            f"Give a data set, a pandas data frame, a numpy array or a path, no {type(data)}.{hint}"
        )
    return from_frame(data)
