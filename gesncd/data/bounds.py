"""Cells that say a value lies beyond what can be measured: "<LOD", "<14,0", "> 500"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dialect import parse_number
from gesncd.data.grouping import parse_grouped
from gesncd.data.table import Texts

Floats = NDArray[np.float64]

_BELOW = frozenset([
    "lod", "loq", "lloq", "llod", "bdl", "bql", "blq", "bld", "blod", "bloq", "bll", "blloq",
    "b.d.l", "b.l.q", "b.q.l", "b.l.d", "udl", "u.d.l", "u.d.n", "n.n", "not detected",
    "none detected", "not detectable", "undetected", "undetectable", "nicht nachgewiesen",
    "non détectable", "no detectado", "below detection", "below detection limit", "below limit",
    "below the limit of detection", "below limit of detection", "below limit of quantification",
    "below the limit of quantification", "below the detection limit", "under detection limit",
    "below lod", "below loq",
    "below lloq", "below range", "below quantification limit", "under the limit of detection",
    "nicht nachweisbar", "unter nachweisgrenze", "unter der nachweisgrenze",
    "unter bestimmungsgrenze", "unter der bestimmungsgrenze", "non détecté",
])  # fmt: skip
_ABOVE = frozenset([
    "uloq", "ulod", "aloq", "alq", "above range", "above detection", "above detection limit",
    "above limit", "above uloq", "above limit of quantification", "tntc", "out of range high",
    "über messbereich", "oberhalb messbereich", "ovrflw", "overflow", "ovfl", "over", "sat",
    "saturated", "adol",
])  # fmt: skip
_SIGN = re.compile(r"(<=|>=|[<>≤≥])\s*=?\s*(.*)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_][\w. -]{0,30}")
_LETTERS = re.compile(r"(?:[a-z]\. ?)+[a-z]")
_SHARE_OF_SPAN = 0.01


@dataclass(frozen=True, slots=True)
class Bound:
    """What such a cell says.

    Parameters
    ----------
    is_low
        Whether the value lies below what can be measured, or above.
    limit
        The limit, where the cell names it.
    """

    is_low: bool
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Cells of one column and one text, with the number that stands for them.

    Parameters
    ----------
    text
        The cells.
    value
        The number.
    count
        How many there are.
    is_low
        Whether the number lies below those measured, or above.
    """

    text: str
    value: float
    count: int
    is_low: bool


def bound_of(text: str, decimal: str = ".") -> Bound | None:
    """What a cell says if it names a bound, else nothing.

    Parameters
    ----------
    text
        The cell.
    decimal
        The decimal mark of its table.
    """
    plain = " ".join(text.lower().split()).rstrip(".")
    if _LETTERS.fullmatch(plain):
        plain = plain.replace(". ", ".")
    for words, is_low in ((_BELOW, True), (_ABOVE, False)):
        if plain in words:
            return Bound(is_low)
    match = _SIGN.fullmatch(plain)
    if match is None:
        return None
    is_low, rest = match[1][0] in "<≤", match[2].strip()
    number = parse_number(rest, decimal)
    if number is None and parse_grouped(rest, decimal) is None:
        number = parse_number(rest, "," if decimal == "." else ".")
    if number is not None and np.isfinite(number):
        return Bound(is_low, number)
    return Bound(is_low) if _WORD.fullmatch(rest) or parse_grouped(rest, decimal) else None


def put_at_ends(
    numbers: Floats,
    missing: NDArray[np.bool_],
    texts: Texts,
    bounds: Sequence[Bound | None],
) -> tuple[Floats, Texts | None, tuple[Put, ...]]:
    """Let numbers beyond all measured ones stand for a column's cells that name bounds.

    A limit that a cell names stands for it where it lies beyond all measured values, so that
    limits keep their order. All other cells get one value: half of the smallest measured value
    if that is positive, else the smallest less a hundredth of the span; and the largest plus a
    hundredth of the span. So no rank of a measured value changes, and cells of one text tie.

    Parameters
    ----------
    numbers, missing
        The column's numbers, and where it has no value.
    texts
        Some of its cells.
    bounds
        What each of their texts says.

    Returns
    -------
    The numbers with those put in, the other texts, and what was put.
    """
    is_number = ~missing & np.isfinite(numbers)
    is_number[texts.rows] = False
    if not is_number.any() or not any(bounds):
        return numbers, texts, ()
    measured = numbers[is_number]
    low, high = float(measured.min()), float(measured.max())
    values = [np.nan if bound is None else _value(bound, low, high) for bound in bounds]
    of_cells = np.array([*values, np.nan])[texts.codes]
    counts = np.bincount(texts.codes[texts.codes >= 0], minlength=len(values))
    put = tuple(
        Put(text, value, int(count), bound.is_low)
        for text, value, count, bound in zip(texts.values, values, counts, bounds, strict=True)
        if bound is not None and count
    )
    hit = ~np.isnan(of_cells)
    filled = numbers.copy()
    filled[texts.rows[hit]] = of_cells[hit]
    return filled, _others(texts, hit), put


def _value(bound: Bound, low: float, high: float) -> float:
    if bound.is_low:
        if bound.limit is not None and bound.limit < low:
            return bound.limit
        return low / 2 if low > 0 else low - (_SHARE_OF_SPAN * (high - low) or 1.0)
    if bound.limit is not None and bound.limit > high:
        return bound.limit
    return high + (_SHARE_OF_SPAN * (high - low) or 1.0)


def _others(texts: Texts, gone: NDArray[np.bool_]) -> Texts | None:
    """The texts without some cells, codes in the order of appearance."""
    if gone.all():
        return None
    codes = texts.codes[~gone]
    known = sorted({int(code) for code in codes if code >= 0})
    translate = np.full(len(texts.values) + 1, -1, dtype=np.int32)
    translate[known] = np.arange(len(known))
    return Texts(texts.rows[~gone], translate[codes], tuple(texts.values[code] for code in known))
