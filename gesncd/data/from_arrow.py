"""Parquet and Feather files: columns that know their type."""

from __future__ import annotations

import contextlib
import hashlib
import io
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import DataError
from gesncd.data.dialect import MISSING_MARKERS, is_missing, parse_number
from gesncd.data.exact import EXACT_INTEGERS, inexact_integers
from gesncd.data.findings import Finding, TableError, error, note, warning
from gesncd.data.header_names import MAX_COLUMNS, too_many_columns
from gesncd.data.missing_words import cells_chosen
from gesncd.data.options import ReadOptions
from gesncd.data.scan import MAX_CELLS, MAX_TEXTS, too_many_cells
from gesncd.data.table import SourceInfo, Table, Texts
from gesncd.words import names_listed, quoted

if TYPE_CHECKING:
    import pyarrow as pa

MAX_UNPACKED = 1 << 30
"""Largest size of a file's unpacked columns, in bytes."""


def read_arrow(content: bytes, name: str, kind: str, options: ReadOptions = ReadOptions()) -> Table:
    """Read a Parquet or Feather file.

    Booleans become the texts "true" and "false", dates and times texts in ISO
    form; null and NaN are missing. Columns of lists and the like are left out.

    Parameters
    ----------
    content
        Bytes of the file.
    name
        Its name, for messages.
    kind
        ``"parquet"`` or ``"feather"``.
    options
        ``missing`` counts.

    Raises
    ------
    DataError
        If the file is damaged or too large, or its names are missing or repeat.
    """
    with _readable(name, kind):
        arrow = _load(content, name, kind)
        names, findings = _names(arrow)
        arrow = arrow.select(names)
        markers = MISSING_MARKERS
        if options.missing is not None:
            markers = frozenset(["", *(m.strip().lower() for m in options.missing)])
        numbers = np.empty((arrow.num_rows, len(names)), dtype=np.float64)
        texts: dict[int, Texts] = {}
        marks: dict[int, tuple[str, ...]] = {}
        for i in range(len(names)):
            numbers[:, i], cells, written = _column(arrow.column(i), markers)
            if cells is not None and cells.count:
                texts[i] = cells
            if written:
                marks[i] = written
        findings += _inexact(arrow, names)
        if options.missing is not None:
            findings.append(cells_chosen(markers))
    info = SourceInfo(kind, hashlib.sha256(content).hexdigest(), missing=tuple(sorted(markers)))
    lines = np.arange(1, arrow.num_rows + 1, dtype=np.int64)
    return Table(
        name, tuple(names), numbers, texts, marks, lines, info, tuple(findings), word="row"
    )


def preview_arrow(content: bytes, name: str, kind: str, n_rows: int) -> list[list[str]]:
    """Names and first rows as text.

    Raises
    ------
    DataError
        If the file is damaged or too large.
    """
    with _readable(name, kind):
        arrow = _load(content, name, kind).slice(0, n_rows)
        header = [str(field.name) for field in arrow.schema]
        rows = zip(*(column.to_pylist() for column in arrow.columns), strict=True)
        return [header, *([_shown(value) for value in row] for row in rows)]


@contextlib.contextmanager
def _readable(name: str, kind: str) -> Iterator[None]:
    """Whatever Arrow finds wrong with a file becomes one sentence."""
    import pyarrow as pa

    try:
        yield
    except DataError:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, ArithmeticError, LookupError) as e:
        raise DataError(
            f"{name} is damaged, or no {kind.title()} file ({_first_line(e)}). "
            "Write it again, or save it as CSV."
        ) from e


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _load(content: bytes, name: str, kind: str) -> pa.Table:
    """The columns, once the file's own account of its size is acceptable."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if kind == "parquet":
        file = pq.ParquetFile(io.BytesIO(content))
        about = file.metadata
        if about.num_columns > MAX_COLUMNS + 1:
            raise TableError([too_many_columns(about.num_columns)])
        size = sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups))
        _refuse_large(about.num_rows * about.num_columns, size, name)
        arrow = file.read(use_threads=False)
        arrow.validate(full=True)
        return arrow
    reader = pa.ipc.open_file(pa.BufferReader(content))
    width = len(reader.schema)
    if width > MAX_COLUMNS + 1:
        raise TableError([too_many_columns(width)])
    batches, rows, size = [], 0, 0
    for i in range(reader.num_record_batches):
        batch = reader.get_batch(i)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        _refuse_large(rows * width, size, name)
        # Offsets in a damaged file may point anywhere in memory.
        batch.validate(full=True)
        batches.append(batch)
    return pa.Table.from_batches(batches, reader.schema)


def _refuse_large(cells: int, size: int, name: str) -> None:
    if cells > MAX_CELLS:
        raise TableError([too_many_cells()])
    if size > MAX_UNPACKED:
        raise DataError(
            f"{name} would unpack to more than {MAX_UNPACKED >> 20} MiB. "
            "Choose fewer columns or rows."
        )


def _names(arrow: pa.Table) -> tuple[list[str], list[Finding]]:
    import pyarrow as pa

    fields = list(arrow.schema)
    problems = [
        error("duplicate-names", f"{times} columns are named {quoted(name)}.", columns=[name])
        for name, times in Counter(field.name for field in fields).items()
        if times > 1
    ]
    if any(not field.name.strip() for field in fields):
        problems.append(error("unnamed-column", "A column has no name. Give every column a name."))
    if problems:
        raise TableError(problems)
    index = [f.name for f in fields if f.name.startswith("__index_level_")]
    unreadable = [
        f.name
        for f in fields
        if pa.types.is_nested(f.type)
        or pa.types.is_binary(f.type)
        or pa.types.is_large_binary(f.type)
        or pa.types.is_fixed_size_binary(f.type)
    ]
    findings = []
    if index:
        findings.append(
            note("index-column", "The index that numbers or names the rows was left out.")
        )
    if unreadable:
        findings.append(
            warning(
                "unreadable-columns",
                f"Left out, because cells are lists or raw bytes: {names_listed(unreadable)}.",
                columns=unreadable,
                count=len(unreadable),
            )
        )
    left_out = {*index, *unreadable}
    names = [f.name for f in fields if f.name not in left_out]
    if not names:
        raise TableError([error("no-header", "The file has no columns that can be read.")])
    return names, findings


def _column(
    column: Any, markers: frozenset[str]
) -> tuple[NDArray[np.float64], Texts | None, tuple[str, ...]]:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_decimal(kind):
        numbers = pc.fill_null(column.cast(pa.float64(), safe=False), float("nan"))
        return numbers.to_numpy(), None, ()
    n = len(column)
    if pa.types.is_null(kind):
        return np.full(n, np.nan), None, ()
    if pa.types.is_dictionary(kind):
        column = column.cast(kind.value_type)
        if not pa.types.is_string(kind.value_type) and not pa.types.is_large_string(
            kind.value_type
        ):
            return _column(column, markers)
    coded = column.cast(pa.string()).combine_chunks().dictionary_encode()
    if isinstance(coded, pa.ChunkedArray):
        coded = coded.combine_chunks()
    codes = pc.fill_null(coded.indices, -1).to_numpy(zero_copy_only=False).astype(np.int64)
    return _texts(codes, coded.dictionary.to_pylist(), markers)


def _texts(
    codes: NDArray[np.int64], values: list[str], markers: frozenset[str]
) -> tuple[NDArray[np.float64], Texts, tuple[str, ...]]:
    """Numbers and texts of a coded column of text; -1 and the codes of markers are missing."""
    new: dict[str, int] = {}
    translate = np.full(len(values) + 1, -2, dtype=np.int64)
    numbers = np.full(len(values) + 1, np.nan)
    written = [""] if (codes < 0).any() else []
    for code, value in enumerate(values):
        text = value.strip()
        if is_missing(text, markers):
            written.append(text)
        elif (number := parse_number(text, ".")) is not None:
            numbers[code] = number
        elif text in new or len(new) < MAX_TEXTS:
            translate[code] = new.setdefault(text, len(new))
        else:
            translate[code] = -1
    translated = translate[codes]
    rows = np.flatnonzero(translated > -2)
    return (
        numbers[codes],
        Texts(rows, translated[rows].astype(np.int32), tuple(new)),
        tuple(sorted(set(written))[:5]),
    )


def _inexact(arrow: pa.Table, names: list[str]) -> list[Finding]:
    """Whole numbers too large to be told apart as floating point."""
    import pyarrow as pa
    import pyarrow.compute as pc

    large = []
    for i, name in enumerate(names):
        column = arrow.column(i)
        if pa.types.is_int64(column.type) or pa.types.is_uint64(column.type):
            span = pc.min_max(column).as_py()
            bounds = [abs(v) for v in span.values() if v is not None]
            if bounds and max(bounds) > EXACT_INTEGERS:
                large.append(name)
    return inexact_integers(large)


def _first_line(trouble: Exception) -> str:
    return (str(trouble).splitlines() or [type(trouble).__name__])[0][:120]
