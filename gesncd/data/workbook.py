"""Excel workbooks (.xlsx) as rows of values, refused where they are damaged or enormous."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from gesncd.data.dataset import DataError
from gesncd.data.sheets import sheet_of_table
from gesncd.words import listed, quoted

MAX_UNPACKED = 1 << 30
"""Largest size of a workbook's unpacked parts, in bytes."""

MAX_STRINGS = 100 << 20
"""Largest size of a workbook's unpacked texts, which are held in memory."""

_MAX_PARTS = 10_000


def is_workbook(content: bytes) -> bool:
    """Whether bytes are a zip archive with the parts of a workbook."""
    if not content.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return False


def open_sheet(
    content: bytes, name: str, sheet: str | None
) -> tuple[tuple[str, ...], str, Iterable[Sequence[Any]]]:
    """Names of a workbook's sheets, that of one of them, and its rows.

    By default it is the first that looks like a table.

    Raises
    ------
    DataError
        If it is no workbook, has no such sheet, or unpacks to an enormous size.
    """
    _refuse_bombs(content, name)
    import openpyxl  # type: ignore[import-untyped]

    try:
        with warnings.catch_warnings():
            # What openpyxl cannot keep, such as colours and input rules, is no data.
            warnings.simplefilter("ignore", UserWarning)
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheets = tuple(each.title for each in book.worksheets)
    except MemoryError:
        raise
    except Exception as trouble:
        # Whatever is wrong inside, the owner can only save the workbook anew.
        raise damaged(name) from trouble
    if not sheets:
        raise DataError(f"{name} has no sheet with cells.")
    if sheet is not None and sheet not in sheets:
        named = listed([quoted(title) for title in sheets[:10]], len(sheets))
        raise DataError(f"{name} has no sheet {quoted(sheet)}; its sheets are {named}.")
    try:
        wanted = sheet or sheet_of_table(book, sheets)
        found = book[wanted]
        # The stored size of a sheet is often wrong.
        found.reset_dimensions()
        return sheets, wanted, found.iter_rows(values_only=True)
    except Exception as trouble:
        raise damaged(name) from trouble


def _refuse_bombs(content: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as trouble:
        raise damaged(name) from trouble
    unpacked = sum(part.file_size for part in parts)
    strings = sum(part.file_size for part in parts if "sharedStrings" in part.filename)
    # Reading a part never gives more bytes than its entry says: zipfile stops there.
    if len(parts) > _MAX_PARTS or unpacked > MAX_UNPACKED or strings > MAX_STRINGS:
        raise DataError(
            f"{name} would unpack to {unpacked >> 20:,} MiB in {len(parts):,} parts, too much for "
            "a workbook. Save the table as CSV."
        )


def damaged(name: str) -> DataError:
    """The error for a workbook that cannot be read."""
    return DataError(f"{name} is damaged or no Excel workbook. Open and save it anew, or as CSV.")
