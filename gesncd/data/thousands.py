"""Columns with marks between thousands become numbers where that is all they can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesncd.data.bounds import bound_of
from gesncd.data.dialect import Dialect
from gesncd.data.findings import Finding, error, ignore_mend, note
from gesncd.data.grouping import MARK_NAMES, parse_grouped
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import says_missing
from gesncd.data.scan import Scan, TextCells
from gesncd.data.table import number_text
from gesncd.words import columns_named, listed, names_listed, quoted

LIKELY, UNCLEAR, MIXED = "thousands-likely", "thousands-unclear", "thousands-mixed"
"""Codes of the questions on columns with marks between thousands."""

OTHER_DECIMAL = "other-decimal"
"""Code of the question on columns whose decimal mark is not that of their file."""

ASKED = frozenset([LIKELY, UNCLEAR, MIXED, OTHER_DECIMAL])
"""Codes of the questions on what the marks in a column are."""

_SHOWN = 3


def read_thousands(scan: Scan, dialect: Dialect, *, is_proven: bool = False) -> list[Finding]:
    """Read marks between thousands, column by column, and say so.

    A column is read if all its cells are numbers with one kind of mark or none, besides words
    for missing values and for values beyond a limit, and one of them can be nothing else.
    Where that cannot be told, as of "1,288", it is asked: an error, as the column is text until
    then.

    Parameters
    ----------
    scan, dialect
        The rows, in which such cells become numbers, and how they are written.
    is_proven
        Whether the decimal mark is known, so that the other one can only stand between thousands.
    """
    if dialect.thousands is False:
        return []
    read: list[int] = []
    unclear: list[int] = []
    for column, cells in sorted(scan.text.items()):
        if _fits(cells, dialect.decimal):
            (read if cells.n_decisive or dialect.thousands else unclear).append(column)
    findings = _read(scan, read) + _unclear(scan, unclear, dialect.decimal, is_proven=is_proven)
    for column in read:
        _put_numbers(scan, column)
    return findings


def _fits(cells: TextCells, decimal: str) -> bool:
    others = np.isnan(np.frombuffer(cells.grouped, dtype=np.float64))
    if len(cells.marks) != 1 or others.all():
        return False
    codes = {int(code) for code in np.frombuffer(cells.codes, dtype=np.int32)[others]}
    texts = list(cells.known)
    return -1 not in codes and all(
        says_missing(texts[code]) or bound_of(texts[code], decimal) is not None for code in codes
    )


def _examples(cells: TextCells) -> str:
    """The first cells with marks, with what they become."""
    values = np.frombuffer(cells.grouped, dtype=np.float64)
    shown = [
        f"{quoted(text)} as {number_text(float(value))}"
        for (_, text), value in zip(cells.first, values, strict=False)
        if not np.isnan(value)
    ]
    return listed(shown[:_SHOWN])


def _marks(scan: Scan, columns: list[int]) -> str:
    marks = {mark for column in columns for mark in scan.text[column].marks}
    return listed([title for mark, title in MARK_NAMES.items() if mark in marks])


def _read(scan: Scan, columns: list[int]) -> list[Finding]:
    if not columns:
        return []
    names = [scan.layout.names[column] for column in columns]
    count = sum(int((~np.isnan(np.array(scan.text[c].grouped))).sum()) for c in columns)
    return [
        note(
            "thousands",
            f"{_marks(scan, columns).capitalize()} between thousands in {names_listed(names)} "
            f"were read: {_examples(scan.text[columns[0]])}.",
            columns=names,
            count=count,
            mends=[
                Mend("thousands:text", "Take them as text", Change(reading=(("thousands", False),)))
            ],
        )
    ]


def _unclear(scan: Scan, columns: list[int], decimal: str, *, is_proven: bool) -> list[Finding]:
    if not columns:
        return []
    names = [scan.layout.names[column] for column in columns]
    cells = scan.text[columns[0]]
    text = next(text for _, text in cells.first if parse_grouped(text, decimal) is not None)
    grouped = parse_grouped(text, decimal)
    assert grouped is not None
    mark, other = MARK_NAMES[grouped.mark], MARK_NAMES[decimal]
    read = Mend(
        "thousands:read",
        f"Read {quoted(text)} as {number_text(grouped.value)}",
        Change(reading=(("thousands", True),)),
    )
    swap = Mend(
        "thousands:decimal",
        f"Read the file with decimal {mark}",
        Change(reading=(("decimal", grouped.mark),)),
    )
    as_text = Mend("thousands:text", "It is text", Change(reading=(("thousands", False),)))
    if is_proven:
        code, tells = (
            LIKELY,
            (
                f"As {other} are decimal marks in this file, it looks like "
                f"{number_text(grouped.value)} with {mark} between thousands. Say so, or leave it "
                "out."
            ),
        )
    else:
        code, tells = (
            UNCLEAR,
            (
                f"It may be {number_text(grouped.value)} with {mark} between thousands, or have a "
                f"decimal {mark[:-1]}. Nothing in the file tells: say which."
            ),
        )
    lines = [line for line, _ in cells.first]
    return [
        error(
            code,
            f"{columns_named(names)}, line {lines[0]}: {quoted(text)} is not read as a "
            f"number yet. {tells}",
            columns=names,
            lines=lines,
            count=sum(scan.text[column].count for column in columns),
            mends=[read, *([] if is_proven else [swap]), as_text, ignore_mend(*names)],
        )
    ]


def asked_of(findings: Sequence[Finding]) -> frozenset[str]:
    """Columns of which nothing can be said until their owner tells what the marks in them are."""
    return frozenset(n for f in findings if f.code in ASKED for n in f.columns)


def _put_numbers(scan: Scan, column: int) -> None:
    """Move the cells with marks from a column's texts to its numbers."""
    cells = scan.text.pop(column)
    width = len(scan.layout.names)
    left = TextCells()
    texts = list(cells.known)
    for row, code, value in zip(cells.rows, cells.codes, cells.grouped, strict=True):
        if value == value:
            scan.values[row * width + column] = value
        else:
            left.add_text(scan.lines[row], row, texts[code])
    if left.count:
        scan.text[column] = left
