"""Names of a truth that may be misspelt: close to a variable's, and yet nobody's."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from gesncd.words import listed, plural, quoted

_ALIKE = 0.8
_SOMEWHAT_ALIKE = 0.6
_MOST_TOLD = 5
_DATA = "those of the data"
_MOST_COMPARED = 50_000


def closest_name(stranger: str, absent: Sequence[str]) -> str | None:
    """The variable that a strange name all but spells, whatever its case; None where none is.

    Parameters
    ----------
    stranger
        A name that the data lack.
    absent
        Variables that the truth does not name.
    """
    folded = {_folded(name): name for name in absent}
    close = get_close_matches(_folded(stranger), list(folded), n=1, cutoff=_ALIKE)
    return folded[close[0]] if close else None


def misspelt_sentence(strangers: Sequence[str], absent: Sequence[str], name: str) -> str:
    """What strange names are probably meant for, and what to do; empty where none is close.

    Parameters
    ----------
    strangers
        Names that the data lack.
    absent
        Variables that the truth does not name.
    name
        What messages call the truth.
    """
    hints = [
        f"{quoted(stranger)} may be meant for {quoted(close)}"
        for stranger in strangers
        if (close := closest_name(stranger, absent))
    ]
    if not hints:
        return ""
    return (
        f"Names in {name} differ from those of the data: {listed(hints[:5], len(hints))}. "
        "Names are compared letter by letter; write them as in the data."
    )


@lru_cache(maxsize=32)
def doubtful_names(
    strangers: tuple[str, ...], variables: tuple[str, ...], absent: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    """Strange names with the variable that each may be meant for.

    A variable that the truth names too is suggested only where the spelling is very
    close: two nodes of a large network may well be called alike.

    Parameters
    ----------
    strangers
        Names that the data lack.
    variables
        Names of the data.
    absent
        Those of them that the truth does not name.
    """
    if len(strangers) * len(variables) > _MOST_COMPARED:
        # So many are no slips of a hand, and comparing them all would take long.
        return ()
    found = []
    for stranger in strangers:
        scored = [(_likeness(stranger, name, name in absent), name) for name in variables]
        best, name = max(scored, key=lambda pair: pair[0], default=(0.0, ""))
        if best > 0:
            found.append((stranger, name))
    return tuple(found)


def doubt_sentences(doubts: Sequence[tuple[str, str]], name: str) -> tuple[str, ...]:
    """Questions for people, of the first doubts only, and how many there are besides.

    Parameters
    ----------
    doubts
        Strange names, each with a variable.
    name
        What messages call the truth.
    """
    told = [
        f"{name} names {quoted(stranger)}, which the data lack. Did you mean {quoted(variable)}?"
        for stranger, variable in doubts[:_MOST_TOLD]
    ]
    if len(doubts) > _MOST_TOLD:
        more = len(doubts) - _MOST_TOLD
        told.append(f"{plural(more, 'more name')} {'is' if more == 1 else 'are'} close to {_DATA}.")
    return tuple(told)


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()


def _likeness(stranger: str, variable: str, is_absent: bool) -> float:
    """How much a name looks like another one misspelt, from 0 on; 0 if it does not."""
    one, other = _folded(stranger), _folded(variable)
    if not is_absent and _are_numbered(one, other):
        # Gene 12 and gene 13 are two.
        return 0.0
    matcher = SequenceMatcher(None, one, other)
    least = _SOMEWHAT_ALIKE if is_absent else _ALIKE
    if sorted(one) == sorted(other):
        # Letters in another order: the usual slip in a short name.
        return max(matcher.ratio(), _ALIKE)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= least else 0.0


def _are_numbered(one: str, other: str) -> bool:
    """Whether two names differ in their numbers alone, and both have one."""
    bare = ["".join(c for c in name if not c.isdigit()) for name in (one, other)]
    return bare[0] == bare[1] and all(
        len(b) < len(n) for b, n in zip(bare, (one, other), strict=True)
    )
