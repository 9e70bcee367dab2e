"""Categories that are probably one, written in several ways: "F" and "Female" beside "female"."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gesncd.data.findings import listed, quoted
from gesncd.data.mend import Change
from gesncd.data.plan import Encoding, Spelling
from gesncd.data.table import Texts

_MOST_TRIED = 100
_LONGEST_SHORT = 3
_SHORTEST_LONG = 3
_FEW = 0.1


@dataclass(frozen=True, slots=True)
class Variant:
    """A category that is probably another one.

    Parameters
    ----------
    text, meaning
        The category as it is written, and the more frequent one.
    is_sure
        Whether they differ in capitals and blanks only.
    """

    text: str
    meaning: str
    is_sure: bool


def variants_of(texts: Texts) -> tuple[Variant, ...]:
    """Texts of a column that are other spellings, or abbreviations in a few cells, of others."""
    if not texts.complete or len(texts.values) > _MOST_TRIED:
        return ()
    counts = np.bincount(texts.codes, minlength=len(texts.values))
    alike: dict[str, list[int]] = {}
    for code, text in enumerate(texts.values):
        alike.setdefault(_plain(text), []).append(code)
    total = {plain: int(counts[codes].sum()) for plain, codes in alike.items()}
    variants = []
    for plain, codes in alike.items():
        most = max(codes, key=lambda code: counts[code])
        longer = [other for other in alike if _abbreviates(plain, other)]
        if len(longer) == 1 and total[plain] <= _FEW * texts.count < total[longer[0]]:
            meant = max(alike[longer[0]], key=lambda code: counts[code])
            variants += [Variant(texts.values[c], texts.values[meant], False) for c in codes]
        else:
            variants += [
                Variant(texts.values[c], texts.values[most], True) for c in codes if c != most
            ]
    return tuple(variants)


def reading(column: str, variants: tuple[Variant, ...]) -> tuple[str, tuple[Spelling, ...]]:
    """What is read as what, in words and as choices of a plan."""
    words = [f"{quoted(v.text)} as {quoted(v.meaning)}" for v in variants]
    chosen = tuple(Spelling(column, v.text, v.meaning) for v in variants)
    return listed(words[:3], len(words)), chosen


def read_so(column: str, variants: tuple[Variant, ...], encoding: Encoding) -> Change:
    """Read the variants as what they mean, and encode what is left."""
    return Change(encode=((column, encoding),), spellings=reading(column, variants)[1])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _abbreviates(short: str, long: str) -> bool:
    letters = short.rstrip(".")
    return (
        letters.isalpha()
        and long.isalpha()
        and len(letters) <= _LONGEST_SHORT
        and len(long) >= max(_SHORTEST_LONG, len(letters) + 1)
        and long.startswith(letters)
    )
