"""Columns of numbers that all carry the same unit, currency or percent sign become numbers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gesncd.data.bounds import bound_of
from gesncd.data.findings import Finding, note
from gesncd.data.kinds import MOST_CATEGORIES, names_a_subject, names_an_id
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import says_missing
from gesncd.data.number_like import Dressed, undress
from gesncd.data.scan import Scan, TextCells
from gesncd.data.table import number_text
from gesncd.words import listed, quoted

_LEAST = 2
_SHOWN = 3
_MOST_WORDS = 5


def read_dressed(scan: Scan, decimal: str, *, wanted: bool | None) -> list[Finding]:
    """Read such columns, and say so.

    The sign must be the same in all cells, but for words that mean missing or beyond a limit:
    "40%" and "0.4" in one column may differ by a factor of 100. Then nothing is read. Other words
    may stand beside more numbers than there could be categories.

    Parameters
    ----------
    scan
        The rows, in which such cells become numbers.
    decimal
        The decimal mark of the table; a column may have the other one.
    wanted
        Whether their owner wants that; None is a yes.
    """
    if wanted is False:
        return []
    findings = []
    for column, cells in sorted(scan.text.items()):
        name = scan.layout.names[column]
        if -1 in cells.codes or names_an_id(name) or names_a_subject(name):
            continue
        own = scan.table[:, column]
        if (own[~np.isnan(own)] != 0).any():
            continue
        dressed = _all_dressed(list(cells.known), decimal)
        if len(dressed) and cells.count >= _LEAST:
            findings.append(_read(scan, column, dressed))
    return findings


def _all_dressed(texts: list[str], decimal: str) -> dict[str, Dressed]:
    """Numbers of all texts, in one dress and with one decimal mark; empty if they are others."""
    for mark in (decimal, "." if decimal == "," else ","):
        found = {text: undress(text, mark) for text in texts}
        numbers = {text: number for text, number in found.items() if number is not None}
        others = [text for text, number in found.items() if number is None]
        if len({number.dress for number in numbers.values()}) != 1:
            continue
        others = [t for t in others if not says_missing(t) and bound_of(t, decimal) is None]
        many = len(numbers) > MOST_CATEGORIES and len(others) <= _MOST_WORDS
        if not others or (many and not any(map(_has_digit, others))):
            return numbers
    return {}


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def put_numbers(scan: Scan, column: int, dressed: Mapping[str, Dressed]) -> int:
    """Make such cells of a column numbers, leave its other texts, and count the numbers."""
    cells = scan.text.pop(column)
    width = len(scan.layout.names)
    texts = [*cells.known, ""]
    left = TextCells()
    for row, code in zip(cells.rows, cells.codes, strict=True):
        number = dressed.get(texts[code])
        if number is None:
            left.add_text(scan.lines[row], row, texts[code])
        else:
            scan.values[row * width + column] = number.value
    if left.count:
        scan.text[column] = left
    return cells.count - left.count


def _read(scan: Scan, column: int, dressed: dict[str, Dressed]) -> Finding:
    name = scan.layout.names[column]
    count = put_numbers(scan, column, dressed)
    first = next(iter(dressed.values()))
    shown = [f"{quoted(text)} as {number_text(d.value)}" for text, d in dressed.items()][:_SHOWN]
    return note(
        "dressed-numbers",
        f"Every value of {quoted(name)} carries {quoted(first.text)}; the numbers were read: "
        f"{listed(shown)}.",
        columns=[name],
        count=count,
        mends=[
            Mend("dressed:text", "Take such cells as text", Change(reading=(("dressed", False),)))
        ],
    )
