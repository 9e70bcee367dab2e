"""Numbers, lists and names as parts of a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

_LONGEST_CELL = 40


def quoted(text: str) -> str:
    """Text of a file as part of a message: on one line, in quotes, shortened."""
    flat = "".join(c if c.isprintable() else " " for c in text[: _LONGEST_CELL + 1])
    return f"'{flat[:_LONGEST_CELL]}…'" if len(flat) > _LONGEST_CELL else f"'{flat}'"


def listed(parts: Sequence[str], total: int | None = None) -> str:
    """Parts joined as in a sentence; ``total`` says how many there are when not all are given."""
    more = (total or len(parts)) - len(parts)
    if more > 0:
        return f"{', '.join(parts)} and {more:,} more"
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 row", "2 rows"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def percent(share: float) -> str:
    """A share of 1 as "63 %": halves are rounded up, and 0 % and 100 % mean none and all."""
    if 0.0 < share < 1.0:
        share = min(max(share, 0.01), 0.99)
    return f"{math.floor(100.0 * share + 0.5)} %"


def at_lines(lines: Sequence[int], total: int, word: str = "line") -> str:
    """Name lines: "line 3", "lines 3, 5 and 12 more"."""
    numbers = listed([str(line) for line in lines], total)
    return f"{word} {numbers}" if total == 1 else f"{word}s {numbers}"


def columns_named(names: Sequence[str], noun: str = "Column", most: int | None = 5) -> str:
    """Columns in a sentence, which they begin by default: "Column 'a'", "Columns 'a' and 'b'"."""
    return f"{noun if len(names) == 1 else f'{noun}s'} {names_listed(names, most)}"


def names_listed(names: Sequence[str], most: int | None = 5) -> str:
    """Column names in quotes, the first ones where there are many; None: all of them."""
    return listed([quoted(name) for name in names[:most]], len(names))
