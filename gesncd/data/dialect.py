"""How a text table is written: its delimiter and its decimal mark."""

from __future__ import annotations

import contextlib
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from gesncd.data.grouping import parse_grouped, plain_sign, swap_marks
from gesncd.data.text import Encoding, iterate_lines

DELIMITERS = (",", ";", "\t", "|")

MISSING_MARKERS = frozenset(
    ["", "na", "n/a", "#n/a", "#na", "nan", "-nan", "null", "none", "nil", "?", "-", ".", "missing"]
)
"""Lower-case cells that stand for a missing value."""

_SPREADSHEET_ERRORS = ("#N/A", "#NA", "#NV", "#VALUE!", "#DIV/0!", "#REF!", "#NAME?", "#NUM!")
_EXCEL_HINT = re.compile(r"\s*\"?sep=([,;\t|])\"?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?(?:inf|infinity)", re.IGNORECASE)
_BLANKS = re.compile("[ \t]+")

MOST_SKIPPED = 20
"""Number of lines passed over whose text is kept."""

_LONGEST_SKIPPED = 200
_SAMPLE_LINES = 1000
_SAMPLE_CHARACTERS = 1 << 19
_SAMPLE_CELLS = 200_000
MOST_TITLES = 20
"""Most lines above a header that are passed over by themselves."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a table is written.

    Parameters
    ----------
    delimiter
        The character between two cells.
    decimal
        The decimal mark, "." or ",".
    header
        Whether the first line names the columns.
    comment
        What comment lines begin with; ``""`` where there are none.
    skip
        Number of lines above the table.
    missing
        Lower-case cells that stand for a missing value.
    chosen_missing
        Whether the table's owner chose these.
    titles
        Numbers of the lines above the header that were found to be no part of the table.
    skip_lines
        Numbers of the lines to pass over, or None where nobody said which.
    thousands
        Whether marks between thousands are read; None: where they can be nothing else.
    """

    delimiter: str
    decimal: str = "."
    header: bool = True
    comment: str = "#"
    skip: int = 0
    missing: frozenset[str] = MISSING_MARKERS
    chosen_missing: bool = False
    titles: tuple[int, ...] = ()
    skip_lines: tuple[int, ...] | None = None
    thousands: bool | None = None

    @property
    def passed(self) -> frozenset[int]:
        """Numbers of the lines passed over, besides the first ``skip``."""
        return frozenset([*self.titles, *(self.skip_lines or ())])


class Lines:
    """Lines of a table without comments, knowing where in the file they are.

    A comment is a line that begins with ``comment``; a first line ``sep=;``, with
    which spreadsheets announce their delimiter, is left out too, and so are the
    first ``skip`` lines and those whose numbers are in ``passed``.
    """

    def __init__(
        self,
        content: bytes,
        encoding: Encoding,
        *,
        comment: str = "#",
        skip: int = 0,
        passed: frozenset[int] = frozenset(),
    ) -> None:
        self._source = iterate_lines(content, encoding)
        self._comment = comment
        self._skip = skip
        self._passed = passed
        self.number = 0
        """Number of the last line given, from 1."""
        self.unusual = False
        """Whether a line since this was last reset may hold cells that Python reads as a number
        and people don't: digits with underscores, or digits of other scripts."""
        self.comments: list[int] = []
        """Numbers of the comment lines passed."""
        self.announced: str | None = None
        """The delimiter announced by the first line."""
        self.skipped: list[tuple[int, str]] = []
        """Numbers and texts of the first lines passed over that hold something."""

    def __iter__(self) -> Iterator[str]:
        comment = self._comment
        for number, line in enumerate(self._source, 1):
            self.number = number
            if number <= self._skip or number in self._passed:
                if len(self.skipped) < MOST_SKIPPED and line.strip():
                    self.skipped.append((number, line.strip()[:_LONGEST_SKIPPED]))
                continue
            if comment and line.startswith(comment) and not line.startswith(_SPREADSHEET_ERRORS):
                self.comments.append(number)
                continue
            if number == 1 and (hint := _EXCEL_HINT.fullmatch(line)):
                self.announced = hint.group(1)
                continue
            if "_" in line or not line.isascii():
                self.unusual = True
            yield line.rstrip("\x1a") if line.endswith("\x1a") else line


def rows_of(lines: Iterable[str], delimiter: str, *, strict: bool = True) -> Iterator[list[str]]:
    """Split lines into cells; quoted cells may hold delimiters and line breaks.

    Where spaces are the delimiter, any run of spaces and tabs parts two cells.
    """
    if delimiter == " ":
        lines = map(_tabs_for_blanks, lines)
        delimiter = "\t"
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=strict)


def _tabs_for_blanks(line: str) -> str:
    body = line.rstrip("\r\n")
    end = line[len(body) :]
    if '"' not in body:
        return _BLANKS.sub("\t", body.strip(" \t")) + end
    parts = body.strip(" \t").split('"')
    parts[::2] = [_BLANKS.sub("\t", part) for part in parts[::2]]
    return '"'.join(parts) + end


def parse_number(cell: str, decimal: str) -> float | None:
    """The number a cell holds, or None: digits, one decimal mark, an exponent, nothing else."""
    text = plain_sign(cell.strip())
    if decimal == ",":
        text = swap_marks(text)
    if _NUMBER.fullmatch(text) or _INFINITE.fullmatch(text):
        return float(text)
    return None


def is_missing(cell: str, markers: frozenset[str] = MISSING_MARKERS) -> bool:
    """Whether a cell stands for a missing value."""
    return cell.strip().lower() in markers


def sample_lines(
    content: bytes,
    encoding: Encoding,
    *,
    comment: str = "#",
    skip: int = 0,
    passed: frozenset[int] = frozenset(),
) -> tuple[list[str], str | None]:
    """First lines that are neither empty nor comments, and an announced delimiter."""
    lines = Lines(content, encoding, comment=comment, skip=skip, passed=passed)
    sample: list[str] = []
    characters = 0
    for line in lines:
        if line.strip():
            sample.append(line)
            characters += len(line)
        if len(sample) >= _SAMPLE_LINES or characters >= _SAMPLE_CHARACTERS:
            break
    return sample, lines.announced


def detect_dialect(sample: Sequence[str], announced: str | None = None) -> Dialect | None:
    """Find the delimiter that splits lines most evenly into most numbers.

    Parameters
    ----------
    sample
        First lines, the header first.
    announced
        The delimiter that the file itself announces.

    Returns
    -------
    The dialect, or None if no delimiter gives two columns.
    """
    best: tuple[float, Dialect] | None = None
    for delimiter in [announced] if announced else DELIMITERS:
        rows = _rows_until_error(sample, delimiter)
        if not rows or max(map(len, rows)) < 2:
            continue
        for decimal in (".", ","):
            score = _evenness(rows) * (0.1 + _numeric_share(rows[1:], decimal))
            if best is None or score > best[0]:
                best = score, Dialect(delimiter, decimal)
    return best[1] if best else None


def _rows_until_error(sample: Sequence[str], delimiter: str) -> list[list[str]]:
    """Rows of the sample; a line that cannot be split ends it, to be reported later."""
    rows: list[list[str]] = []
    with contextlib.suppress(csv.Error):
        rows.extend(row for row in rows_of(sample, delimiter, strict=False) if row)
    return rows


def _evenness(rows: Sequence[Sequence[str]]) -> float:
    """Share of lines with the usual number of cells, less if the header is far from it."""
    lengths = Counter(map(len, rows[1:] or rows))
    usual, times = lengths.most_common(1)[0]
    if usual < 2:
        return 0.01
    # A header may be one name short or long and still belong to the table.
    off = abs(len(rows[0]) - usual)
    near = 1.0 if off == 0 else 0.9 if off == 1 and len(rows[0]) > 1 else 0.1
    if near < 1.0 and _has_header_below_titles(rows, usual):
        near = 0.95
    return near * times / max(1, len(rows[1:]))


def _has_header_below_titles(rows: Sequence[Sequence[str]], usual: int) -> bool:
    """Whether the first line with the usual number of cells has names, and those above have fewer.

    With a wrong delimiter that line is one of data mostly, in which there are numbers.
    """
    first = next((k for k, row in enumerate(rows[: MOST_TITLES + 1]) if len(row) >= usual), 0)
    header = rows[first]
    return (
        first > 0
        and len(header) == usual
        and all(cell.strip() and not _is_number(cell) for cell in header)
    )


def _is_number(cell: str) -> bool:
    return any(parse_number(cell, decimal) is not None for decimal in (".", ","))


def _numeric_share(rows: Sequence[Sequence[str]], decimal: str) -> float:
    # A line of millions of cells need not be read whole to know its decimal mark.
    cells = list(islice((cell for row in rows for cell in row), _SAMPLE_CELLS))
    hits = sum(
        is_missing(cell)
        or parse_number(cell, decimal) is not None
        or ((grouped := parse_grouped(cell, decimal)) is not None and grouped.decisive)
        for cell in cells
    )
    return hits / len(cells) if cells else 0.0
