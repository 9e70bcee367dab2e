"""Data sets as Parquet files, written whole or not at all, and checked when read."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import Final

import numpy as np

from gesncd.data import DataError, Dataset, Variable
from gesncd.runs.errors import StoreError

_KEY: Final = b"gesncd"


def write_dataset(dataset: Dataset, path: Path) -> None:
    """Write a data set to a Parquet file that appears only when it is complete.

    Columns are called ``c0, c1, ...``; the variables, whose names may be any
    text, are JSON in the file's metadata.

    Raises
    ------
    StoreError
        If the file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    variables = [[variable.name, list(variable.columns)] for variable in dataset.variables]
    # Escaped to ASCII, because a name may hold what UTF-8 cannot.
    described = json.dumps({"version": 1, "variables": variables}, ensure_ascii=True)
    n_columns = dataset.values.shape[1]
    table = pa.table(
        {f"c{i}": np.ascontiguousarray(dataset.values[:, i]) for i in range(n_columns)},
        metadata={_KEY: described.encode("ascii")},
    )
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("wb") as file:
            pq.write_table(table, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise StoreError(f"The data set cannot be saved to {path} ({error}).") from error
    finally:
        temporary.unlink(missing_ok=True)


def read_dataset(path: Path, sha256: str, source_sha256: str | None = None) -> Dataset:
    """Read a data set that :func:`write_dataset` wrote.

    Parameters
    ----------
    path
        The file.
    sha256
        The hash the data set must have.
    source_sha256
        Hash of the file that the data set was once read from.

    Raises
    ------
    StoreError
        If the file is missing or damaged, or holds other data.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with path.open("rb") as file:
            # In this thread alone: Arrow's own may still be at work when a short command ends,
            # which would abort it after all was done.
            table = pq.ParquetFile(file).read(use_threads=False)
        described = json.loads((table.schema.metadata or {})[_KEY])
        values = np.empty((table.num_rows, table.num_columns), dtype=np.float64)
        for i in range(table.num_columns):
            values[:, i] = table.column(f"c{i}").to_numpy()
        variables = tuple(
            Variable(name, tuple(columns)) for name, columns in described["variables"]
        )
        dataset = Dataset(values, variables, source_sha256=source_sha256)
    except FileNotFoundError as error:
        raise StoreError(f"The data set {path} is missing; add the data again.") from error
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError, DataError) as error:
        raise StoreError(f"The data set {path} is damaged ({error}); add it again.") from error
    if dataset.sha256 != sha256:
        raise StoreError(f"The data set {path} was changed since it was saved; add it again.")
    return dataset


def read_foreign_dataset(
    content: bytes, sha256: str, source_sha256: str | None, n_rows: int, most_bytes: int
) -> Dataset:
    """Read the bytes of a Parquet file that a stranger may have made.

    Parameters
    ----------
    content
        The file.
    sha256, source_sha256, n_rows
        What the data set must be.
    most_bytes
        Size of the numbers in memory, beyond which the file is refused unread.

    Raises
    ------
    StoreError
        If it is no such file, is too large, or holds other data.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # A few bytes can stand for billions of numbers: the sizes are read first.
        file = pq.ParquetFile(
            pa.BufferReader(content),
            thrift_string_size_limit=2**26,
            thrift_container_size_limit=2**20,
        )
        n_columns = file.metadata.num_columns
        if file.metadata.num_rows != n_rows:
            raise StoreError(f"The capsule's data have not the {n_rows:,} rows that it says.")
        if n_rows * n_columns * 8 > most_bytes:
            raise StoreError(
                f"The capsule's data are {n_rows:,} rows of {n_columns:,} columns, more than "
                f"{most_bytes / 2**20:,.0f} MB of numbers."
            )
        schema = file.schema_arrow
        if schema.names != [f"c{i}" for i in range(n_columns)] or any(
            kind != pa.float64() for kind in schema.types
        ):
            raise StoreError("The capsule's data are no table of numbers as a capsule has it.")
        variables = tuple(
            Variable(name, tuple(columns))
            for name, columns in json.loads((schema.metadata or {})[_KEY])["variables"]
        )
        values = np.empty((n_rows, n_columns), dtype=np.float64)
        start = 0
        for batch in file.iter_batches(batch_size=65_536, use_threads=False):
            if start + batch.num_rows > n_rows:
                raise StoreError("The capsule's data have more rows than they say.")
            for i in range(n_columns):
                values[start : start + batch.num_rows, i] = batch.column(i).to_numpy(
                    zero_copy_only=False
                )
            start += batch.num_rows
        if start != n_rows:
            raise StoreError("The capsule's data have fewer rows than they say.")
        dataset = Dataset(values, variables, source_sha256=source_sha256)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError, DataError) as error:
        raise StoreError(f"The capsule's data are damaged ({error}).") from error
    if dataset.sha256 != sha256:
        raise StoreError("The capsule's data are not those of its run: their hash differs.")
    return dataset
