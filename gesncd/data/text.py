"""From the bytes of a file to lines of text: encodings, and files that are not text."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gesncd.data.dataset import DataError

MAX_BYTES = 200 << 20
"""Largest file read, 200 MiB."""

MAX_LINE = 1 << 24
"""Longest line read, in bytes."""

MAX_LINES = 10_000_000
"""Largest number of lines read."""

_BLOCK = 1 << 20

_MAGIC = (
    (b"PK\x03\x04", "a zip archive or an Excel workbook (.xlsx)"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)"),
    (b"PAR1\x15", "a Parquet file"),
    (b"ARROW1\x00", "a Feather file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"%PDF-", "a PDF document"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x89PNG", "an image"),
    (b"\x93NUMPY", "a NumPy array"),
)

_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!doctype html|<html[\s>]|<\?xml |\[?\s*\{\s*\"[^\"]*\"\s*:)",
    re.IGNORECASE,
)

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)

# Control characters that no text table holds; tab, line feed and carriage return may.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Encoding:
    """How bytes become characters.

    Parameters
    ----------
    codec
        Python's name of it.
    title
        Its name for people.
    """

    codec: str
    title: str


def read_bytes(source: bytes | Path | str, name: str) -> bytes:
    """Bytes of an upload or a file.

    Raises
    ------
    DataError
        If the file cannot be read, is empty, or is larger than :data:`MAX_BYTES`.
    """
    if isinstance(source, str):
        source = Path(source)
    try:
        if isinstance(source, Path):
            size = source.stat().st_size if source.is_file() else 0
            content = b"" if size > MAX_BYTES else source.read_bytes()
        else:
            size, content = len(source), source
    except OSError as error:
        raise DataError(f"{name} cannot be read: {error.strerror or error}.") from error
    if size > MAX_BYTES:
        raise DataError(
            f"{name} is larger than {MAX_BYTES >> 20} MiB. Choose fewer columns or rows."
        )
    # The short test first spares a copy of a large file.
    if not content[:4096].strip() and not content.strip():
        raise DataError(f"{name} is empty.")
    return content


def detect_encoding(content: bytes, name: str) -> Encoding:
    """Find the encoding and make sure that all of the content is text in it.

    A byte order mark decides; without one the content is UTF-16 if every other
    byte at its beginning is NUL, else UTF-8 if it is valid, else Windows-1252
    or, where that has no such character, Latin-1.

    Raises
    ------
    DataError
        If the content is not text, a line is longer than :data:`MAX_LINE`, or there
        are more than :data:`MAX_LINES`.
    """
    if _MARKUP.match(content):
        raise DataError(f"{name} is a web page or JSON, not a text table. Save the table as CSV.")
    for magic, kind in _MAGIC:
        if content.startswith(magic):
            raise DataError(f"{name} is {kind}, not a text table. Save the table as CSV first.")
    for mark, codec, title in _BOMS:
        if content.startswith(mark):
            return _checked(content, Encoding(codec, title), name)
    beginning = content[: 4096 & ~1]
    for first, codec in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros = beginning[first::2].count(0)
        if zeros > 0.9 * (len(beginning) // 2) and not beginning[1 - first :: 2].count(0):
            return _checked(content, Encoding(codec, "UTF-16"), name)
    for codec, title in (("utf-8", "UTF-8"), ("cp1252", "Windows-1252")):
        try:
            return _checked(content, Encoding(codec, title), name)
        except UnicodeDecodeError:
            continue
    return _checked(content, Encoding("latin-1", "Latin-1"), name)


def chosen_encoding(content: bytes, name: str, codec: str, title: str) -> Encoding:
    """An encoding that was chosen, once all of the content is known to be text in it.

    Raises
    ------
    DataError
        If it is not.
    """
    if codec == "utf-8" and content.startswith(codecs.BOM_UTF8):
        codec = "utf-8-sig"
    try:
        return _checked(content, Encoding(codec, title), name)
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is not valid {title} text. Choose another encoding.") from error


def _checked(content: bytes, encoding: Encoding, name: str) -> Encoding:
    """Decode everything once, a block at a time."""
    decoder = codecs.getincrementaldecoder(encoding.codec)()
    certain = encoding.codec.startswith(("utf-16", "utf-32")) or encoding.codec.endswith("sig")
    line, length = 1, 0
    try:
        for start in range(0, len(content), _BLOCK):
            final = start + _BLOCK >= len(content)
            text = decoder.decode(content[start : start + _BLOCK], final)
            if final:
                # Old DOS programs end a text file with this character.
                text = text.rstrip("\x1a")
            control = _CONTROL.search(text)
            if control:
                line += _count_lines(text[: control.start()])
                raise DataError(
                    f"{name} is not a text table: line {line} holds the control character "
                    f"{ord(control.group()):#04x}. Save the table as CSV first."
                )
            line += _count_lines(text)
            if line > MAX_LINES:
                raise DataError(
                    f"{name} has more than {MAX_LINES:,} lines. Choose the rows that matter, or "
                    "draw a random sample of them."
                )
            last_break = max(text.rfind("\n"), text.rfind("\r"))
            length = length + len(text) if last_break < 0 else len(text) - last_break
            if length > MAX_LINE:
                raise DataError(
                    f"Line {line} of {name} is longer than {MAX_LINE:,} characters: "
                    "this is not a table with one row a line."
                )
    except UnicodeDecodeError as error:
        if not certain:
            raise
        raise DataError(
            f"{name} begins like {encoding.title} text, but is not valid after line {line}. "
            "The file is damaged; save it as CSV again."
        ) from error
    return encoding


def _count_lines(text: str) -> int:
    breaks = text.count("\n")
    returns = text.count("\r")
    return breaks + returns - text.count("\r\n") if returns else breaks


def iterate_lines(content: bytes, encoding: Encoding) -> Iterator[str]:
    """Lines with their ends; a line may end with LF, CR LF or CR."""
    return io.TextIOWrapper(io.BytesIO(content), encoding=encoding.codec, newline="")
