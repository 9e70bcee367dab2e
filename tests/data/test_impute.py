import numpy as np

from gesncd.data.impute import fill_codes, impute_iterative, impute_median


def gappy(n=500, share=0.2):
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(n, 4)) * [1, 10, 1, 1] + [0, 5, 0, 0]
    truth[:, 2] = truth[:, 0] + 0.1 * rng.normal(size=n)
    truth[:, 3] = rng.integers(0, 2, n)
    values = truth.copy()
    values[rng.random((n, 4)) < share] = np.nan
    return truth, values


def test_median():
    values = np.array([[1.0, np.nan], [np.nan, 2.0], [3.0, 2.0], [8.0, 5.0]])
    assert impute_median(values).tolist() == [[1, 2], [3, 2], [3, 2], [8, 5]]


def test_predictions_are_far_better_where_columns_depend():
    truth, values = gappy()
    gaps = np.isnan(values)
    filled = impute_iterative(values, [False] * 4)
    assert np.array_equal(filled[~gaps], values[~gaps])
    alone = gaps[:, 2] & ~gaps[:, 0]
    error = np.abs(filled - truth)[alone, 2].mean()
    assert error < 0.15
    assert np.abs(impute_median(values) - truth)[alone, 2].mean() > 0.5
    assert np.array_equal(filled, impute_iterative(values, [False] * 4))


def test_predictions_stay_in_range_and_whole():
    _, values = gappy()
    filled = impute_iterative(values, [False, False, False, True])
    assert set(np.unique(filled[:, 3])) == {0.0, 1.0}
    assert (filled.max(axis=0) <= np.nanmax(values, axis=0)).all()
    assert (filled.min(axis=0) >= np.nanmin(values, axis=0)).all()


def test_units_do_not_matter():
    _, values = gappy()
    scaled = impute_iterative(values * [1, 1000, 1, 1], [False] * 4) / [1, 1000, 1, 1]
    assert np.allclose(scaled, impute_iterative(values, [False] * 4), atol=1e-6)


def test_columns_without_variation():
    values = np.array([[1.0, 1.0], [1.0, np.nan], [np.nan, 2.0]])
    assert np.isfinite(impute_iterative(values, [False, False])).all()


def test_one_column_has_nothing_to_be_predicted_from():
    values = np.array([[1.0], [np.nan], [3.0]])
    assert impute_iterative(values, [False]).tolist() == [[1], [2], [3]]


def test_codes():
    assert fill_codes(np.array([2, 0, -1, 2, 0, -1])).tolist() == [2, 0, 0, 2, 0, 0]
