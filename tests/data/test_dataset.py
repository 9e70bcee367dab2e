import numpy as np
import pytest

from gesncd.data import DataError, Dataset, Variable


def test_values_are_copied_and_read_only():
    values = np.arange(6.0).reshape(3, 2)
    data = Dataset.from_array(values, ["a", "b"])
    values[0, 0] = 99
    assert data.values[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        data.values[0, 0] = 1
    assert data.n_rows == 3
    assert data.n_variables == 2
    assert data.names == ("a", "b")


def test_default_names():
    assert Dataset.from_array(np.zeros((1, 3))).names == ("X1", "X2", "X3")


def test_variables_of_several_columns():
    values = np.arange(12.0).reshape(3, 4)
    data = Dataset(values, (Variable("v", (3, 0)), Variable("w", (1,))))
    assert data.variables[0].size == 2
    assert np.array_equal(data.columns_of([1, 0]), values[:, [1, 3, 0]])


@pytest.mark.parametrize(
    ("values", "variables", "message"),
    [
        (np.zeros(3), [("a", (0,))], "1 axes"),
        (np.zeros((3, 1)), [], "no variables"),
        (np.zeros((3, 2)), [("a", (0,)), ("a", (1,))], "Two variables are named 'a'"),
        (np.zeros((3, 2)), [("a", ())], "'a' has no columns"),
        (np.zeros((3, 2)), [("a", (2,))], "'a' refers to column 2"),
        (np.zeros((3, 2)), [("a", (0,)), ("b", (0,))], "Column 0 belongs to two"),
        (np.array([[0.0], [np.nan]]), [("a", (0,))], "Row 2, column 1"),
        (np.array([[np.inf]]), [("a", (0,))], "Row 1, column 1"),
    ],
)
def test_refusals(values, variables, message):
    with pytest.raises(DataError, match=message):
        Dataset(values, tuple(Variable(name, columns) for name, columns in variables))


def test_wrong_number_of_names():
    with pytest.raises(DataError, match="1 names for 2 columns"):
        Dataset.from_array(np.zeros((3, 2)), ["a"])


def test_hash_sees_every_value_name_and_column():
    values = np.arange(6.0).reshape(3, 2)
    base = Dataset.from_array(values, ["a", "b"])
    changed = values.copy()
    changed[2, 1] = np.nextafter(changed[2, 1], 9)
    others = [
        Dataset.from_array(changed, ["a", "b"]),
        Dataset.from_array(values, ["a", "c"]),
        Dataset.from_array(values.reshape(2, 3)[:, :2], ["a", "b"]),
        Dataset(values, (Variable("a", (0, 1)),)),
    ]
    assert base.sha256 == Dataset.from_array(values.copy(), ["a", "b"]).sha256
    assert len({data.sha256 for data in (base, *others)}) == 5
