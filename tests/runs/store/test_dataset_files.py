import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesncd.data import Dataset, Variable
from gesncd.runs.errors import StoreError
from gesncd.runs.store.dataset_files import read_dataset, write_dataset

names = st.text(st.characters(codec=None), max_size=12)
values = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def datasets(draw):
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    n_columns, n_rows = sum(sizes), draw(st.integers(0, 4))
    cells = draw(st.lists(values, min_size=n_rows * n_columns, max_size=n_rows * n_columns))
    order = draw(st.permutations(range(n_columns)))
    chosen = draw(st.lists(names, min_size=len(sizes), max_size=len(sizes), unique=True))
    variables, start = [], 0
    for name, size in zip(chosen, sizes, strict=True):
        variables.append(Variable(name, tuple(order[start : start + size])))
        start += size
    return Dataset(np.array(cells).reshape(n_rows, n_columns), tuple(variables))


@given(datasets())
def test_a_data_set_of_any_names_comes_back_bit_by_bit(dataset):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.parquet"
        write_dataset(dataset, path)
        again = read_dataset(path, dataset.sha256, "feed")
        assert [each.name for each in Path(folder).iterdir()] == ["data.parquet"]
    assert again.values.tobytes() == dataset.values.tobytes()
    assert again.values.shape == dataset.values.shape
    assert again.variables == dataset.variables
    assert again.source_sha256 == "feed"


def test_a_missing_file_gives_a_message(tmp_path):
    with pytest.raises(StoreError, match="is missing; add the data again"):
        read_dataset(tmp_path / "absent.parquet", "0")


def test_a_damaged_file_gives_a_message(tmp_path, dataset):
    path = tmp_path / "data.parquet"
    write_dataset(dataset, path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(StoreError, match="is damaged"):
        read_dataset(path, dataset.sha256)


def test_a_foreign_parquet_file_gives_a_message(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"c0": ["text"]}), tmp_path / "data.parquet")
    with pytest.raises(StoreError, match="is damaged"):
        read_dataset(tmp_path / "data.parquet", "0")


def test_changed_data_are_not_taken_for_the_old_ones(tmp_path, dataset):
    path = tmp_path / "data.parquet"
    changed = dataset.values.copy()
    changed[0, 0] += 1e-12
    write_dataset(Dataset(changed, dataset.variables), path)
    with pytest.raises(StoreError, match="was changed"):
        read_dataset(path, dataset.sha256)


def test_a_failed_write_leaves_no_file(tmp_path, dataset, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(StoreError, match="No space left"):
        write_dataset(dataset, tmp_path / "data.parquet")
    assert list(tmp_path.iterdir()) == []
