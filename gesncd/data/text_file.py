"""A text file as it came: its bytes, and how they are understood."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from gesncd.data.dialect import Dialect, Lines, detect_dialect, rows_of, sample_lines
from gesncd.data.findings import Finding, TableError, error
from gesncd.data.header_names import too_many_columns
from gesncd.data.layout import Layout, find_layout, unnamed_layout
from gesncd.data.mend import Change, Mend
from gesncd.data.options import ENCODINGS, ReadOptions
from gesncd.data.passed_over import comment_lines, skipped_lines
from gesncd.data.scan import Scan, scan_rows, split_rows
from gesncd.data.text import Encoding, chosen_encoding, detect_encoding, iterate_lines, read_bytes
from gesncd.data.titles import title_lines

_LAYOUT_ROWS = 1000
_PREVIEW_CELLS = 1_000_000


@dataclass(frozen=True, eq=False)
class TextFile:
    """A text table before its cells are read as numbers.

    Parameters
    ----------
    name
        Name of the file, for messages.
    content
        Its bytes.
    encoding, dialect
        How they are understood; :func:`open_text` detects both, and
        :meth:`understood_as` changes the dialect.
    number_duplicates
        Whether names that repeat in the header are told apart by numbers.
    """

    name: str
    content: bytes = field(repr=False)
    encoding: Encoding
    dialect: Dialect
    number_duplicates: bool = False

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the bytes."""
        return hashlib.sha256(self.content).hexdigest()

    def understood_as(self, dialect: Dialect) -> TextFile:
        """The same bytes in another dialect."""
        return replace(self, dialect=dialect)

    def lines(self) -> Lines:
        """Its lines from the beginning."""
        dialect = self.dialect
        return Lines(
            self.content,
            self.encoding,
            comment=dialect.comment,
            skip=dialect.skip,
            passed=dialect.passed,
        )

    def preview(self, n_rows: int) -> list[list[str]]:
        """Cells of the header and the first rows, as text; fewer rows where they are very wide."""
        rows = rows_of(self.lines(), self.dialect.delimiter, strict=False)
        kept: list[list[str]] = []
        cells = 0
        with contextlib.suppress(csv.Error):
            for row in rows:
                if row:
                    kept.append(row)
                    cells += len(row)
                if len(kept) > n_rows or cells > _PREVIEW_CELLS:
                    break
        return kept

    def first_comments(self, most: int = 5) -> tuple[str, ...]:
        """The first comment lines."""
        comment = self.dialect.comment
        if not comment:
            return ()
        head = itertools.islice(iterate_lines(self.content, self.encoding), _LAYOUT_ROWS)
        found = (line.rstrip("\r\n") for line in head if line.startswith(comment))
        return tuple(line[:500] for line in itertools.islice(found, most))

    @cached_property
    def _layout(self) -> tuple[Layout, list[Finding]]:
        lines = self.lines()
        rows = split_rows(lines, rows_of(lines, self.dialect.delimiter))
        header = next(rows, None)
        if header is None:
            raise TableError([error("empty", f"{self.name} holds no header and no rows.")])
        if len(header) > _PREVIEW_CELLS // 10:
            raise TableError([too_many_columns(len(header))])
        number = lines.number
        if not self.dialect.header:
            return unnamed_layout(len(header), number), []
        # An error in these rows is reported by the scan, which reads them again.
        sample = self.preview(_LAYOUT_ROWS)[1:]
        return find_layout(
            header,
            number,
            sample,
            self.dialect,
            self.name,
            number_duplicates=self.number_duplicates,
        )

    @property
    def layout(self) -> Layout:
        """Places and names of the columns.

        Raises
        ------
        TableError
            If the header cannot be understood.
        """
        return self._layout[0]

    def scan(self) -> tuple[Scan, list[Finding]]:
        """Read every row.

        Returns
        -------
        The rows, and what was noted about header and comment lines.

        Raises
        ------
        TableError
            If the header cannot be understood or a line cannot be split.
        """
        layout, findings = self._layout
        lines = self.lines()
        rows = split_rows(lines, rows_of(lines, self.dialect.delimiter))
        if self.dialect.header:
            next(rows)
        scan = scan_rows(lines, rows, layout, self.dialect)
        skipped = skipped_lines(lines.skipped, self.dialect, layout.names)
        return scan, [*skipped, *findings, *comment_lines(lines.comments, self.dialect.comment)]

    def skipped(self) -> tuple[tuple[int, str], ...]:
        """Numbers and texts of the first lines passed over."""
        last = max(self.dialect.skip, *self.dialect.passed, 0)
        lines = self.lines()
        for _ in lines:
            if lines.number > last:
                break
        return tuple(lines.skipped)


def open_text(source: bytes | Path, name: str, options: ReadOptions = ReadOptions()) -> TextFile:
    """Detect encoding, delimiter and decimal mark, unless they are chosen.

    Raises
    ------
    DataError
        If the file cannot be read, is no text, or has a single column.
    """
    content = read_bytes(source, name)
    codec = options.encoding
    if codec is None:
        encoding = detect_encoding(content, name)
    else:
        encoding = chosen_encoding(content, name, codec, ENCODINGS[codec])
    comment = "#" if options.comment is None else options.comment
    skip, passed = options.skip or 0, frozenset(options.skip_lines or ())
    sample, announced = sample_lines(content, encoding, comment=comment, skip=skip, passed=passed)
    if not sample:
        raise TableError([error("empty", f"{name} holds no table, only comments or empty lines.")])
    dialect = detect_dialect(sample, options.delimiter or announced)
    if dialect is None:
        raise TableError([_single_column(sample, name)])
    titles: tuple[int, ...] = ()
    if options.skip is None and options.header is not False:
        lines = Lines(content, encoding, comment=comment, passed=passed)
        titles = title_lines(lines, dialect.delimiter)
    if titles:
        # A title says nothing on how the rows below it are written.
        passed |= frozenset(titles)
        sample, _ = sample_lines(content, encoding, comment=comment, passed=passed)
        dialect = detect_dialect(sample, dialect.delimiter) or dialect
    missing = dialect.missing
    if options.missing is not None:
        missing = frozenset(["", *(marker.strip().lower() for marker in options.missing)])
    dialect = replace(
        dialect,
        decimal=options.decimal or dialect.decimal,
        header=options.header is not False,
        comment=comment,
        skip=skip,
        missing=missing,
        chosen_missing=options.missing is not None,
        titles=titles,
        skip_lines=options.skip_lines,
        thousands=options.thousands,
    )
    return TextFile(name, content, encoding, dialect, options.number_duplicates)


def _single_column(sample: Sequence[str], name: str) -> Finding:
    if all(len(line.split()) > 1 for line in sample[:2]) and len(sample) > 1:
        return error(
            "spaces",
            f"The columns of {name} seem to be separated by spaces. Read them so, or save the "
            "table with commas, semicolons or tabs between its columns.",
            mends=[
                Mend(
                    "delimiter-spaces",
                    "Read spaces as what separates the columns",
                    Change(reading=(("delimiter", " "),)),
                )
            ],
        )
    return error(
        "one-column",
        f"{name} has a single column: no comma, semicolon, tab or bar divides its lines. "
        "At least two variables are needed.",
    )
