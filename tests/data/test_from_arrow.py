import datetime
import decimal
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from gesncd.data import DataError, ReadOptions, TableError, from_arrow, preview_file, read_table


def written(table, kind):
    file = io.BytesIO()
    if kind == "parquet":
        pq.write_table(table, file)
    else:
        feather.write_feather(table, file)
    return file.getvalue()


def read(table, kind="parquet", **options):
    return read_table(written(table, kind), name="t", options=ReadOptions(**options))


COLUMNS = pa.table(
    {
        "f": [0.1, None, float("nan")],
        "i": pa.array([1, 2, None], pa.int64()),
        "b": [True, False, None],
        "s": ["x", " NA ", "2.5"],
        "cat": pa.array(["u", "v", "u"]).dictionary_encode(),
        "day": [datetime.date(2020, 1, 2)] * 3,
        "when": pa.array([datetime.datetime(2020, 1, 2, 3)] * 3, pa.timestamp("us")),
        "d": [decimal.Decimal("1.50")] * 3,
        "none": pa.nulls(3),
        "list": [[1], [2], [3]],
    }
)


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_columns_of_every_type(kind):
    table = read(COLUMNS, kind)
    assert table.names == ("f", "i", "b", "s", "cat", "day", "when", "d", "none")
    assert table.source.format == kind
    assert table.numbers[0, :2].tolist() == [0.1, 1]
    assert table.missing(0).tolist() == [False, True, True]
    assert table.missing(1).tolist() == [False, False, True]
    assert table.texts[2].values == ("true", "false")
    assert table.missing(2).tolist() == [False, False, True]
    assert table.texts[3].values == ("x",)
    assert table.missing(3).tolist() == [False, True, False]
    assert table.marks[3] == ("NA",)
    assert table.numbers[2, 3] == 2.5
    assert table.texts[4].codes.tolist() == [0, 1, 0]
    assert table.texts[5].values == ("2020-01-02",)
    assert table.texts[6].values[0].startswith("2020-01-02 03:00:00")
    assert table.numbers[:, 7].tolist() == [1.5] * 3
    assert table.missing(8).all()
    (finding,) = table.findings
    assert (finding.code, finding.columns) == ("unreadable-columns", ("list",))
    assert table.places([0]) == "row 1"


def test_preview():
    preview = preview_file(written(COLUMNS, "feather"), name="t", n_rows=2)
    assert preview.rows[0][:4] == ("f", "i", "b", "s")
    assert preview.rows[1][:4] == ("0.1", "1", "true", "x")
    assert preview.rows[2][:4] == ("", "2", "false", " NA ")
    assert len(preview.rows) == 3


def test_the_index_of_pandas_is_left_out():
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [2.0, 1.0]}, index=[5, 7])
    file = io.BytesIO()
    frame.to_parquet(file)
    table = read_table(file.getvalue(), name="t")
    assert table.names == ("a", "b")
    assert [f.code for f in table.findings] == ["index-column"]


def test_integers_beyond_floating_point_are_named():
    table = read(pa.table({"key": [2**60, 2**60 + 1], "a": [1, 2]}))
    (finding,) = table.findings
    assert (finding.code, finding.columns) == ("inexact-integers", ("key",))


def test_names_and_sizes_are_checked(monkeypatch):
    double = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(TableError, match="2 columns are named 'a'"):
        read(double)
    with pytest.raises(TableError, match="no name"):
        read(pa.table({"": [1], "b": [2]}))
    wide = pa.table({f"c{i}": [1] for i in range(2500)})
    for kind in ("parquet", "feather"):
        with pytest.raises(TableError, match="2,500 columns"):
            read(wide, kind)
    monkeypatch.setattr(from_arrow, "MAX_UNPACKED", 10_000)
    long = pa.table({"a": np.zeros(100_000), "b": np.arange(100_000)})
    for kind in ("parquet", "feather"):
        with pytest.raises(DataError, match="would unpack"):
            read(long, kind)
    monkeypatch.setattr(from_arrow, "MAX_CELLS", 10_000)
    for kind in ("parquet", "feather"):
        with pytest.raises(TableError, match="cells"):
            read(long, kind)


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_damaged_files(kind):
    content = written(COLUMNS, kind)
    with pytest.raises(DataError, match="damaged"):
        read_table(content[: len(content) // 2], name="t")


def test_markers_can_be_chosen():
    table = read(pa.table({"s": ["NA", "x", "n.d."], "a": [1, 2, 3]}), missing=("n.d.",))
    assert table.texts[0].values == ("NA", "x")
    assert table.missing(0).tolist() == [False, False, True]
    assert table.findings[-1].message == (
        "Cells that mean missing, as chosen, besides empty ones: 'n.d.'."
    )
