"""Numbers with marks between thousands: "1,288,184.75", "1.288.184,75", "1 288", "1'288"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPACES = " \u00a0\u2009\u202f"
_APOSTROPHES = "'\u2019"
_MINUS = ("\u2212", "\u2013")
_LAST = frozenset("0123456789.,")
_SWAP_MARKS = str.maketrans(",.", ".,")
_GROUPED = re.compile(
    rf"([+-]?[1-9]\d{{0,2}})([,{_SPACES}{_APOSTROPHES}])(\d{{3}}(?:\2\d{{3}})*)(\.\d*)?", re.ASCII
)

MARK_NAMES = {",": "commas", ".": "points", " ": "spaces", "'": "apostrophes"}
"""Marks between thousands, with their names for people."""


@dataclass(frozen=True, slots=True)
class Grouped:
    """A number with marks between thousands.

    Parameters
    ----------
    value
        The number.
    mark
        The mark, a key of :data:`MARK_NAMES`.
    decisive
        Whether it can be nothing else; "1,288" may also have a decimal comma.
    """

    value: float
    mark: str
    decisive: bool


def swap_marks(cell: str) -> str:
    """Exchange commas and points, so that a decimal comma reads as a number, a point does not."""
    return cell.translate(_SWAP_MARKS)


def plain_sign(text: str) -> str:
    """A number with its minus as typed on a keyboard, where it is a printed one."""
    return "-" + text[1:] if text[:1] in _MINUS else text


def may_be_grouped(text: str) -> bool:
    """Whether a closer look is worth it: numbers with marks end in a digit or a decimal mark."""
    return text[-1:] in _LAST


def parse_grouped(cell: str, decimal: str) -> Grouped | None:
    """The number of a cell with marks between thousands, or None.

    Parameters
    ----------
    cell
        The cell.
    decimal
        The decimal mark of its table; the other one may stand between thousands.
    """
    text = plain_sign(cell.strip())
    match = _GROUPED.fullmatch(swap_marks(text) if decimal == "," else text)
    if match is None:
        return None
    first, mark, rest, fraction = match.groups()
    groups = rest.split(mark)
    value = float("".join([first, *groups, fraction or ""]))
    if mark == ",":
        return Grouped(value, "," if decimal == "." else ".", len(groups) > 1 or bool(fraction))
    return Grouped(value, "'" if mark in _APOSTROPHES else " ", True)
