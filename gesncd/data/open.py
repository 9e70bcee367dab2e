"""Any file as a table: the format is told from the bytes, not from the name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gesncd.data.dataset import DataError
from gesncd.data.from_arrow import preview_arrow, read_arrow
from gesncd.data.from_excel import preview_excel, read_excel
from gesncd.data.from_text import read_text
from gesncd.data.join import join_tables
from gesncd.data.options import ReadOptions
from gesncd.data.table import Table
from gesncd.data.text import MAX_BYTES, read_bytes
from gesncd.data.text_file import open_text
from gesncd.data.workbook import is_workbook


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file, as text, and how it is understood.

    Parameters
    ----------
    format
        ``"text"``, ``"excel"``, ``"parquet"`` or ``"feather"``.
    rows
        Cells of the first rows, the header first where there is one.
    header
        Whether the first row is taken as the header.
    delimiter, decimal, encoding
        How a text is written; None elsewhere.
    comments
        The first comment lines of a text.
    sheets, sheet
        Names of a workbook's sheets, and that of the one shown.
    skipped
        Numbers and texts of the first lines that were passed over.
    titles
        Numbers of the lines above the header that were found to be no part of the table.
    """

    format: str
    rows: tuple[tuple[str, ...], ...]
    header: bool
    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    comments: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    sheet: str | None = None
    skipped: tuple[tuple[int, str], ...] = ()
    titles: tuple[int, ...] = ()


def read_table(source: bytes | Path, *, name: str, options: ReadOptions = ReadOptions()) -> Table:
    """Read CSV, TSV, TXT, Excel (.xlsx), Parquet or Feather.

    Parameters
    ----------
    source
        Bytes of a file, or its path.
    name
        Its name, for messages.
    options
        What its owner chose; the rest is detected.

    Raises
    ------
    DataError
        If it is no table; the message says why, and where it can the error is a
        :class:`~gesncd.data.findings.TableError` whose findings have mends.
    """
    content = read_bytes(source, name)
    kind = _format(content)
    if kind == "excel":
        return read_excel(content, name, options)
    if kind != "text":
        return read_arrow(content, name, kind, options)
    return read_text(content, name, options)


def read_tables(
    sources: Sequence[tuple[bytes | Path, str]], *, options: ReadOptions = ReadOptions()
) -> Table:
    """Read files, each given with its name, as one table.

    Raises
    ------
    DataError
        If one cannot be read, they don't have the same columns, or they are too large together.
    """
    contents = [(read_bytes(source, name), name) for source, name in sources]
    if sum(len(content) for content, _ in contents) > MAX_BYTES:
        raise DataError(
            f"The files are larger than {MAX_BYTES >> 20} MiB together. "
            "Choose fewer columns or rows."
        )
    return join_tables([read_table(c, name=name, options=options) for c, name in contents])


def preview_file(
    source: bytes | Path, *, name: str, options: ReadOptions = ReadOptions(), n_rows: int = 20
) -> Preview:
    """The first rows of a file, even where it cannot be read as a table yet.

    Parameters
    ----------
    source, name, options
        As for :func:`read_table`.
    n_rows
        How many rows after the header.

    Raises
    ------
    DataError
        If the file has no rows that can be shown.
    """
    content = read_bytes(source, name)
    kind = _format(content)
    header = options.header is not False
    if kind == "excel":
        rows, sheets, sheet, titles = preview_excel(content, name, options, n_rows)
        return Preview(kind, _frozen(rows), header, sheets=sheets, sheet=sheet, titles=titles)
    if kind != "text":
        return Preview(kind, _frozen(preview_arrow(content, name, kind, n_rows)), True)
    file = open_text(content, name, options)
    return Preview(
        kind,
        _frozen(file.preview(n_rows)),
        header,
        file.dialect.delimiter,
        file.dialect.decimal,
        file.encoding.title,
        file.first_comments(),
        skipped=file.skipped(),
        titles=file.dialect.titles,
    )


def _format(content: bytes) -> str:
    if content.startswith(b"PAR1\x15"):
        return "parquet"
    if content.startswith(b"ARROW1\x00"):
        return "feather"
    return "excel" if is_workbook(content) else "text"


def _frozen(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)
