import numpy as np
import pytest

from gesncd.data import read_adjacency, read_csv
from gesncd.simulate import MODELS, topological_order, write_simulation


@pytest.mark.parametrize("model", sorted(MODELS))
def test_files_hold_the_simulation_to_the_last_bit(model, tmp_path):
    result = write_simulation(model, 6, 2, 60, 3, tmp_path / "a" / "b")
    assert result.data == tmp_path / "a" / "b" / "data.csv"
    data, _ = read_csv(result.data, name="data.csv")
    assert np.array_equal(data.values, result.dataset.values)
    names, adjacency = read_adjacency(result.dag)
    assert names == data.names == result.dataset.names
    assert adjacency.sum() == result.n_edges
    topological_order(adjacency)


def test_same_arguments_same_bytes(tmp_path):
    first = write_simulation("pnl-gp", 6, 2, 40, 3, tmp_path / "a")
    second = write_simulation("pnl-gp", 6, 2, 40, 3, tmp_path / "b")
    other = write_simulation("pnl-gp", 6, 2, 40, 4, tmp_path / "c")
    assert first.data.read_bytes() == second.data.read_bytes()
    assert first.dag.read_bytes() == second.dag.read_bytes()
    assert first.data.read_bytes() != other.data.read_bytes()


def test_negative_seed(tmp_path):
    with pytest.raises(ValueError, match="seed must not be negative"):
        write_simulation("linear", 5, 2, 40, -1, tmp_path)


@pytest.mark.parametrize("name", ["data.csv", "dag.csv"])
def test_files_that_are_there_are_replaced_only_on_request(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(FileExistsError) as refusal:
        write_simulation("linear", 5, 2, 40, 1, tmp_path)
    assert refusal.value.filename == str(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"
    write_simulation("linear", 5, 2, 40, 1, tmp_path, overwrite=True)
    assert (tmp_path / name).read_text() != "mine"
