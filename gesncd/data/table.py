"""A table of any format before its owner's choices: numbers, texts, and their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gesncd.data.findings import Finding
from gesncd.words import listed

_MOST_PLACES = 5


@dataclass(frozen=True, eq=False, slots=True)
class Texts:
    """The cells of one column that are text.

    Parameters
    ----------
    rows
        Shape ``(k,)``, int64: their rows, ascending.
    codes
        Shape ``(k,)``, int32: the index of each one's text in ``values``, -1 where
        the column holds too many different texts to keep them.
    values
        The different texts, in the order they appear.
    """

    rows: NDArray[np.int64]
    codes: NDArray[np.int32]
    values: tuple[str, ...]

    @property
    def count(self) -> int:
        """Number of cells, k."""
        return len(self.rows)

    @property
    def complete(self) -> bool:
        """Whether every cell's text was kept."""
        return not bool((self.codes < 0).any())

    @classmethod
    def of(cls, rows: Sequence[int], codes: Sequence[int], values: Iterable[str]) -> Texts:
        """Texts of plain numbers."""
        return cls(np.array(rows, np.int64), np.array(codes, np.int32), tuple(values))

    def only(self, wanted: Callable[[str], bool]) -> Texts | None:
        """Those of the cells whose text is wanted; None where there are none."""
        chosen = np.array([*map(wanted, self.values), False], dtype=bool)
        hit = chosen[self.codes]
        if not hit.any():
            return None
        translate = np.cumsum(chosen) - 1
        kept = (text for text, keep in zip(self.values, chosen, strict=False) if keep)
        return Texts(self.rows[hit], translate[self.codes[hit]].astype(np.int32), tuple(kept))

    def and_those_of(self, others: Texts) -> Texts:
        """These cells and others of the column, sorted by their rows."""
        rows = np.concatenate([self.rows, others.rows])
        codes = np.concatenate([self.codes, others.codes + np.int32(len(self.values))])
        order = np.argsort(rows, kind="stable")
        return Texts(rows[order], codes[order], self.values + others.values)

    def text(self, index: int) -> str:
        """Text of the cell at an index into ``rows``; empty where it was not kept."""
        code = int(self.codes[index])
        return self.values[code] if code >= 0 else ""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """How a file was understood.

    Parameters
    ----------
    format
        ``"text"``, ``"excel"``, ``"parquet"``, ``"feather"`` or ``"several files"``.
    sha256
        Hash of the bytes; of several files, hash of their hashes in order.
    delimiter, decimal, encoding, comment
        How a text is written; None elsewhere. ``encoding`` is a name for people.
    comments
        Number of comment lines passed over.
    sheet, sheets
        The sheet read and all sheets of a workbook.
    missing
        Lower-case cells that were read as missing values.
    skipped
        Numbers and texts of the first lines passed over as no part of the table.
    """

    format: str
    sha256: str
    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    comment: str | None = None
    comments: int = 0
    sheet: str | None = None
    sheets: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    skipped: tuple[tuple[int, str], ...] = ()

    def to_dict(self) -> dict[str, object]:
        """What is known, as plain values for JSON."""
        known: dict[str, object] = {"format": self.format, "sha256": self.sha256}
        for key in ("delimiter", "decimal", "encoding", "sheet"):
            value = getattr(self, key)
            if value is not None:
                known[key] = value
        if self.comments:
            known["comments"] = self.comments
        if self.skipped:
            known["skipped"] = [{"line": line, "text": text} for line, text in self.skipped]
        return known


@dataclass(frozen=True, eq=False)
class Table:
    """A table as read, nothing chosen, nothing mended.

    Parameters
    ----------
    name
        Name of the file, for messages.
    names
        Names of the c columns.
    numbers
        Shape ``(n, c)``, float64: NaN where a cell holds text or nothing; infinite
        where it holds a number beyond the range of floating point.
    texts
        Text cells by column, for the columns that have any.
    marks
        How the first missing values are written, by column; ``""`` where a cell is empty.
    lines
        Shape ``(n,)``, int64: line (or row) of the file for each row.
    source
        How the file was understood.
    findings
        What was found while reading; an error among them stops an analysis.
    parts
        Name and number of rows of each file, where there are several.
    word
        What ``lines`` counts, for messages: ``"line"`` or ``"row"``.
    words
        Cells by column that are missing values here because a word says so: "k. A."; of some, as
        "n.d.", it may mean that a value was too small to be detected.
    """

    name: str
    names: tuple[str, ...]
    numbers: NDArray[np.float64]
    texts: Mapping[int, Texts]
    marks: Mapping[int, tuple[str, ...]]
    lines: NDArray[np.int64]
    source: SourceInfo
    findings: tuple[Finding, ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    word: str = field(default="line", kw_only=True)
    words: Mapping[int, Texts] = field(default_factory=dict, kw_only=True)

    @property
    def n_rows(self) -> int:
        """Number of rows, n."""
        return len(self.lines)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Position of each column by name."""
        return {name: i for i, name in enumerate(self.names)}

    def missing(self, column: int) -> NDArray[np.bool_]:
        """Which rows lack a value in a column, shape ``(n,)``."""
        lacking = np.isnan(self.numbers[:, column])
        if column in self.texts:
            lacking[self.texts[column].rows] = False
        return lacking

    def places(self, rows: Sequence[int] | NDArray[np.integer], total: int | None = None) -> str:
        """Name rows in a sentence: "line 3", "lines 3, 5 and 12 more".

        Parameters
        ----------
        rows
            Indices of rows.
        total
            How many there are when not all are given.
        """
        total = len(rows) if total is None else total
        shown = [int(row) for row in rows[:_MOST_PLACES]]
        if not self.parts:
            numbers = listed([str(self.lines[row]) for row in shown], total)
        else:
            numbers = listed([f"{self.lines[row]} of {self.file(row)}" for row in shown], total)
        return f"{self.word} {numbers}" if total == 1 else f"{self.word}s {numbers}"

    def first_lines(self, rows: Sequence[int] | NDArray[np.integer]) -> list[int]:
        """Lines of the first few of some rows."""
        return [int(self.lines[row]) for row in rows[:_MOST_PLACES]]

    def file(self, row: int) -> str:
        """Name of the file that a row comes from."""
        for name, count in self.parts:
            if row < count:
                return name
            row -= count
        return self.name

    def cell(self, row: int, column: int) -> str:
        """A cell as text: as written where it is text, the shortest way where it is a number."""
        texts = self.texts.get(column)
        if texts is not None:
            at = int(np.searchsorted(texts.rows, row))
            if at < texts.count and texts.rows[at] == row:
                return texts.text(at)
        value = float(self.numbers[row, column])
        return "" if np.isnan(value) else number_text(value)

    def preview(self, n_rows: int) -> list[list[str]]:
        """The first rows as text."""
        return [
            [self.cell(row, column) for column in range(len(self.names))]
            for row in range(min(n_rows, self.n_rows))
        ]


def number_text(value: float) -> str:
    """A number the shortest way that reads back as it: 3, 0.1, 1e+300."""
    if np.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(value)
