"""Which columns count as discrete, and the cells that they make."""

from __future__ import annotations

import numpy as np

from gesncd.measures.discrete import Cells, discrete_columns, vary_within

_N = 120
_RNG = np.random.default_rng(0)
_VALUES = np.column_stack(
    [
        _RNG.normal(size=_N),
        np.tile([0.0, 1.0, 5.0], _N // 3),
        np.full(_N, 2.5),
        np.repeat([-1.0, 1e300], _N // 2),
        np.tile(np.arange(12.0), _N // 12),
        np.append(np.tile(np.arange(12.0), _N // 12)[:-1], 12.0),
    ]
)


def test_a_column_is_discrete_if_its_values_occur_ten_times_on_average():
    # The last has 13 values in 120 rows; a constant column says nothing.
    assert Cells(_VALUES).discrete(range(6)) == [1, 3, 4]
    assert discrete_columns(_VALUES) == [1, 3, 4]
    assert not discrete_columns(_VALUES[:, [0, 2, 5]])


def test_cells_are_the_rows_that_agree_in_all_columns():
    cells = Cells(_VALUES)
    for z in [(1,), (1, 3), (3, 1, 4)]:
        found = cells.of(z)
        assert found is not None
        rows = _VALUES[:, list(z)]
        agree = (rows[:, None] == rows[None]).all(axis=2)
        assert np.array_equal(found[:, None] == found[None], agree)


def test_there_are_none_without_z_or_with_a_column_that_is_not_discrete():
    cells = Cells(_VALUES)
    for z in [(), (0,), (1, 0), (2,), (1, 5)]:
        assert cells.of(z) is None
    assert np.array_equal(cells.of((1, 2)), cells.of((1,)))


def test_columns_that_vary_within_a_cell():
    cells = np.array([2, 0, 2, 1, 0])
    values = np.array([[1, 1, 0], [2, 1, 1], [1, 1, 0], [5, 1, 2], [2, 1, 7]], dtype=float)
    assert vary_within(cells, values).tolist() == [False, False, True]
