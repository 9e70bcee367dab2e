import numpy as np
import pytest

from gesncd.data import Dataset, Variable, read_csv, write_csv


def test_round_trip_to_the_last_bit(tmp_path):
    rng = np.random.default_rng(0)
    values = rng.standard_normal((40, 3)) * 10.0 ** rng.integers(-20, 20, (40, 3))
    for names in (["a", "b", "c"], ["#a", 'b,"', "c\nc"], ["ä", "b;b", "c|c\tc"]):
        data = Dataset.from_array(values, names)
        write_csv(tmp_path / "t.csv", data)
        again, _ = read_csv(tmp_path / "t.csv", name="t.csv")
        assert again.names == data.names
        assert again.sha256 == data.sha256


def test_variables_of_several_columns_are_refused(tmp_path):
    data = Dataset(np.zeros((3, 2)), (Variable("v", (0, 1)),))
    with pytest.raises(ValueError, match="'v' spans 2 columns"):
        write_csv(tmp_path / "t.csv", data)
