"""Numbers that are not written as such: "40%", "$3.50", "2.1 kg", "(0.4)", "0.4*"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gesncd.data.dialect import parse_number
from gesncd.data.grouping import parse_grouped

_MONEY = r"\$|€|£|¥|CHF|EUR|USD|GBP"
_NUMBER = r"[+\-\u2212]?\d[\d.,]*(?:[eE][+-]?\d+)?|[+\-\u2212]?[.,]\d+"
_DRESSED = re.compile(rf"({_MONEY})?\s*({_NUMBER})\s*((?:[^\W\d_]|[%‰€$£¥°²])[^\s,]{{0,11}})?")
_ODD = re.compile(rf"\(\s*({_NUMBER})\s*\)|({_NUMBER})(?:-|\*+|\s*±.*)|['\"]({_NUMBER})['\"]")


@dataclass(frozen=True, slots=True)
class Dressed:
    """A number with a unit, a currency or a percent sign.

    Parameters
    ----------
    value
        The number.
    dress
        What stands before and behind it.
    """

    value: float
    dress: tuple[str, str]

    @property
    def text(self) -> str:
        """What stands around the number."""
        return " ".join(filter(None, self.dress))


def undress(text: str, decimal: str) -> Dressed | None:
    """The number of a cell such as "40%", or None.

    Parameters
    ----------
    text
        The cell.
    decimal
        The decimal mark of its table.
    """
    match = _DRESSED.fullmatch(text.strip())
    if match is None or not (match[1] or match[3]):
        return None
    value = _value(match[2], decimal)
    return None if value is None else Dressed(value, (match[1] or "", match[3] or ""))


def _value(text: str, decimal: str) -> float | None:
    grouped = parse_grouped(text, decimal)
    return grouped.value if grouped and grouped.decisive else parse_number(text, decimal)


def is_bare_number(text: str) -> bool:
    """Whether a text is a number with one decimal mark or the other, and nothing else."""
    return any(
        parse_number(text, decimal) is not None or parse_grouped(text, decimal) is not None
        for decimal in ".,"
    )


def may_be_number(text: str) -> bool:
    """Whether a text was probably meant as a number, however it is written."""
    match = _ODD.fullmatch(text.strip())
    plain = next(filter(None, match.groups())) if match else text
    return is_bare_number(plain) or any(undress(plain, decimal) is not None for decimal in ".,")
