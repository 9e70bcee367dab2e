"""Arrays become data sets without any loss, or not at all."""

import warnings

import numpy as np
import pandas as pd
import pytest

from gesncd.data import DataError, Dataset, from_frame
from gesncd.data.arrays import is_inexact, refuse_as_in_files

VALUES = np.random.default_rng(0).normal(size=(30, 3))


@pytest.mark.parametrize(
    "values",
    [
        VALUES,
        VALUES.astype(np.float32),
        VALUES > 0,
        np.arange(90, dtype=np.uint8).reshape(30, 3),
        np.ma.masked_array(VALUES.copy()),
        VALUES.tolist(),
    ],
)
def test_real_numbers_are_taken_as_they_are(values):
    assert np.array_equal(Dataset.from_array(values).values, np.asarray(values, dtype=float))


def test_a_masked_cell_is_missing():
    masked = np.ma.masked_array(VALUES.copy(), mask=VALUES > 2)
    masked[1, 0] = np.ma.masked
    masked[2, 0] = np.nan
    assert masked.mask.sum() > 1
    counts = (masked.mask | np.isnan(np.asarray(masked))).sum(axis=0)
    told = ", ".join(f"{name} ({n})" for name, n in zip("abc", counts, strict=True) if n)
    with pytest.raises(DataError) as caught:
        Dataset.from_array(masked, list("abc"))
    assert str(caught.value).startswith(f"Missing values, by column: {told}. Drop those rows")


@pytest.mark.parametrize("kind", [complex, str, object, "datetime64[s]"])
def test_what_is_no_real_number_is_refused(kind):
    values = np.ones((30, 3)).astype(kind)
    with pytest.raises(DataError, match=r"of no type of real numbers: a, b, c\."):
        Dataset.from_array(values, list("abc"))


def test_whole_numbers_that_would_be_rounded_are_refused_by_column():
    values = np.arange(60, dtype=np.int64).reshape(20, 3)
    values[4, 1] = -(2**53) - 1
    with pytest.raises(DataError, match=r"would be rounded, in b\. Subtract a constant"):
        Dataset.from_array(values, list("abc"))
    values[4, 1] = 2**53
    assert Dataset.from_array(values).values[4, 1] == 2.0**53


@pytest.mark.parametrize("kind", ["int64", "Int64", "uint64", "UInt64"])
def test_frames_tell_them_before_the_columns_share_a_type(kind):
    whole = pd.array(np.arange(30) + 2**60, dtype=kind)
    with pytest.raises(DataError, match=r"would be rounded, in n\."):
        from_frame(pd.DataFrame({"x": VALUES[:, 0], "n": whole}))


@pytest.mark.parametrize("values", [np.zeros((0, 3)), [[1.0, 2.0], [3.0]], VALUES[0]])
def test_what_is_no_table_is_refused_in_words_of_ours(values):
    with pytest.raises(DataError, match=r"has no rows|different lengths|has 1 axes"):
        Dataset.from_array(values)


def test_many_columns_are_not_all_named():
    with pytest.raises(DataError, match=r"X9, X10 and 15 more\."):
        Dataset.from_array(np.full((30, 25), "x"))


def test_numbers_near_the_end_of_the_range_give_no_numpy_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        values = np.sign(VALUES) * 1.7e308
        with pytest.raises(DataError, match=r"too large to compute with, in a, b, c:"):
            refuse_as_in_files(list("abc"), values)
        refuse_as_in_files(list("abc"), VALUES * 1e99)


def test_only_whole_numbers_can_be_inexact():
    assert is_inexact(np.array([2**53 + 1]))
    assert not is_inexact(np.array([2.0**60]))
    assert not is_inexact(np.array([2**53]))


def test_infinite_values_are_told_by_column_and_not_as_missing():
    frame = pd.DataFrame(np.arange(60.0).reshape(20, 3), columns=list("abc"))
    frame.loc[3:4, "b"] = [np.inf, -np.inf]
    frame.loc[9, "c"] = np.inf
    for make in (from_frame, lambda given: Dataset.from_array(given.to_numpy(), given.columns)):
        with pytest.raises(DataError, match=r"^Infinite values, by column: b \(2\), c \(1\)\."):
            make(frame)
    # A gap is told first.
    frame.loc[0, "a"] = np.nan
    with pytest.raises(DataError, match=r"^Missing values, by column: a \(1\)\."):
        from_frame(frame)
