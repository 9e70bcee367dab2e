"""Names as people type them, and the variables that they mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

_UNIT: Final = re.compile(r"\s*[(\[{][^()\[\]{}]*[)\]}]\s*$")

_ABBREVIATES: Final = 3
"""Fewest letters that are taken for the beginning of a name."""


class Spellings:
    """The variables of the data by what may be typed for them.

    Parameters
    ----------
    names
        The variables.
    any_case
        Whether a name that is like exactly one variable but for the case of its letters is
        taken as that one; else every name has to be as the data have it.
    """

    def __init__(self, names: Sequence[str], *, any_case: bool) -> None:
        self._own = dict(zip(names, names, strict=True))
        self._folded: dict[str, str] = {}
        if any_case:
            times = Counter(name.casefold() for name in names)
            self._folded = {n.casefold(): n for n in names if times[n.casefold()] == 1}

    def own(self, typed: str) -> str | None:
        """The variable that is meant, as the data spell it; None where that is not sure."""
        typed = typed.strip()
        return self._own.get(typed) or self._folded.get(typed.casefold())


def unknown_names(strangers: Sequence[str], names: Sequence[str]) -> str:
    """That some names are none of the data's, and which ones may be meant."""
    listed = " and ".join(map(repr, strangers))
    near = {name: nearest for name in strangers if (nearest := nearest_name(name, names))}
    if not near:
        return f"The data have no variable {listed}. None has a name like that."
    if len(strangers) == 1:
        return f"The data have no variable {listed}. Did you mean {next(iter(near.values()))!r}?"
    asked = " and ".join(f"{nearest!r} for {name!r}" for name, nearest in near.items())
    return f"The data have no variable {listed}. Did you mean {asked}?"


def nearest_name(typed: str, names: Sequence[str]) -> str | None:
    """The name that is most like what was typed, whatever its case; None where none is.

    A name without its unit, which is in brackets, comes before names that have what was typed
    among their words, the shortest of them, these before those that look alike, and these before
    the shortest that begins with what was typed.
    """
    by_folded: dict[str, str] = {}
    for name in names:
        by_folded.setdefault(name.casefold(), name)
    folded = typed.strip().casefold()
    units = [name for name in by_folded if _UNIT.sub("", name) == folded]
    if len(units) == 1:
        return by_folded[units[0]]
    words = rf"(?<!\w){re.escape(folded)}(?!\w)"
    parts = [name for name in by_folded if folded and re.search(words, name)]
    if parts:
        return by_folded[min(parts, key=len)]
    close = get_close_matches(folded, by_folded, n=1, cutoff=0.6)
    if not close and len(folded) >= _ABBREVIATES:
        close = sorted((name for name in by_folded if name.startswith(folded)), key=len)
    return by_folded[close[0]] if close else None
