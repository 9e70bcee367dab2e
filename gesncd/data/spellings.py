"""Categories that are probably one, written in several ways: "F", "Female" and "femlae"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from gesncd.data.mend import Change
from gesncd.data.plan import Encoding, Spelling
from gesncd.data.scales import ranks_on_scale
from gesncd.data.table import Texts
from gesncd.words import listed, quoted

_MOST_TRIED = 100
_LONGEST_SHORT = 3
_SHORTEST_LONG = 3
_SHORT_ANSWERS = frozenset(["no", "ja", "si"])
_FEW = 0.1
_SHORTEST_MISTYPED = 5
_VOWELS = frozenset("aeiou")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])[\s_\-\u2010-\u2014]+(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Variant:
    """A category that is probably another one.

    Parameters
    ----------
    text, meaning
        The category as it is written, and the more frequent one.
    is_sure
        Whether they differ in capitals and blanks only.
    alike
        The most frequent category that differs from the text in capitals and blanks only; empty
        where it is the text or the meaning.
    """

    text: str
    meaning: str
    is_sure: bool
    alike: str = ""


def variants_of(texts: Texts) -> tuple[Variant, ...]:
    """Texts of a column that are other spellings, abbreviations or misspellings of others.

    Those that must be asked about come first, the most frequent one at the front. A single letter,
    what ends in a point, or what differs in a hyphen or blank between letters may be as frequent
    as what it stands for; others are in a few cells only.
    """
    if not texts.complete or len(texts.values) > _MOST_TRIED:
        return ()
    counts = np.bincount(texts.codes, minlength=len(texts.values))
    alike: dict[str, list[int]] = {}
    for code, text in enumerate(texts.values):
        alike.setdefault(_plain(text), []).append(code)
    total = {plain: int(counts[codes].sum()) for plain, codes in alike.items()}
    short = _shortened(alike, total, texts.count)
    # What would leave one category is no abbreviation.
    short = short if len(alike) - len(short) > 1 else {}
    variants = []
    for plain, codes in alike.items():
        most = max(codes, key=lambda code: counts[code])
        if plain in short:
            meant = max(alike[short[plain]], key=lambda code: counts[code])
            variants += [
                Variant(
                    texts.values[c],
                    texts.values[meant],
                    False,
                    texts.values[most] if c != most else "",
                )
                for c in codes
            ]
        else:
            variants += [
                Variant(texts.values[c], texts.values[most], True) for c in codes if c != most
            ]
    times = dict(zip(texts.values, counts, strict=True))
    return tuple(sorted(variants, key=lambda v: (v.is_sure, -times[v.text])))


def _shortened(plains: Collection[str], total: Mapping[str, int], n_cells: int) -> dict[str, str]:
    """What seems to abbreviate, misspell or part one other category, with that one."""
    if ranks_on_scale(list(plains)):
        # "I", "II" and "III" are places, not abbreviations.
        return {}
    parted = _parted(plains, total)
    whole = Counter[str]()
    for plain in plains:
        whole[parted.get(plain, plain)] += total[plain]
    short = _abbreviated(whole, n_cells)
    return short | {plain: short.get(most, most) for plain, most in parted.items()}


def _parted(plains: Collection[str], total: Mapping[str, int]) -> dict[str, str]:
    """What differs in blanks, hyphens and underscores between letters, with the most frequent."""
    alike: dict[str, list[str]] = {}
    for plain in plains:
        alike.setdefault(_BETWEEN_LETTERS.sub("", plain), []).append(plain)
    parted = {}
    for same in alike.values():
        most = max(same, key=lambda plain: total[plain])
        parted.update({plain: most for plain in same if plain != most})
    return parted


def _abbreviated(total: Mapping[str, int], n_cells: int) -> dict[str, str]:
    """What seems to abbreviate or misspell one other category, with that one."""
    short = {}
    for plain in total:
        longer = [other for other in total if _abbreviates(plain, other)]
        few = _FEW * n_cells
        if total[plain] <= few:
            # A frequent category may be meant, not another rare one.
            longer = [
                other
                for other in total
                if total[other] > few and (other in longer or _misspells(plain, other))
            ] or longer
        if len(longer) != 1:
            continue
        is_rare = total[plain] <= few < total[longer[0]]
        if is_rare or len(plain) == 1 or plain.endswith("."):
            short[plain] = longer[0]
    return short


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
        and (len(letters) <= _LONGEST_SHORT or short.endswith("."))
        and (len(long) >= _SHORTEST_LONG or long in _SHORT_ANSWERS)
        and len(long) > len(letters)
        and long.startswith(letters)
    )


def _misspells(text: str, other: str) -> bool:
    """Whether a word is another with one slip of the fingers, or without most of its vowels."""
    if not (text.isalpha() and other.isalpha()):
        return False
    return _is_one_slip(text, other) or _lacks_vowels(text, other)


def _is_one_slip(text: str, other: str) -> bool:
    """One letter more or fewer, or of longer words another one, or two in turned order.

    Another last letter is none: it may number groups.
    """
    shortest = _SHORTEST_MISTYPED - (len(text) != len(other))
    if min(len(text), len(other)) < shortest or text == other:
        return False
    first = next(
        (k for k, (a, b) in enumerate(zip(text, other, strict=False)) if a != b),
        min(len(text), len(other)),
    )
    rest, other_rest = text[first:], other[first:]
    if len(text) != len(other):
        return rest[1:] == other_rest or rest == other_rest[1:]
    if len(rest) == 1:
        return False
    turned = rest[1] + rest[0] + rest[2:]
    return rest[1:] == other_rest[1:] or turned == other_rest


def _lacks_vowels(text: str, other: str) -> bool:
    """Whether only consonants of the other are left, its first and last letter among them."""
    if (
        len(text) < _LONGEST_SHORT
        or len(other) < _SHORTEST_MISTYPED
        or _VOWELS.intersection(text)
        or len(text) >= len(other)
    ):
        return False
    letters = iter(other)
    return text[0] == other[0] and text[-1] == other[-1] and all(c in letters for c in text)
