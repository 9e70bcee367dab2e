"""Tables with columns of variables' names: long names go on over further lines, none is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_WIDEST: Final = 190
"""Pixels: two such columns leave room for the figures beside the sidebar of a small screen."""
_ONE_LINE: Final = 35
_THREE_LINES: Final = 66
"""Streamlit breaks the lines of cells from more than 64 pixels on."""
_HEAD: Final = 38
_HIGHEST: Final = 600
_FEW_MORE: Final = 3
"""Rows for which nobody should have to scroll inside a table."""


def name_width(names: Sequence[str]) -> int:
    """Pixels of a column of names: those of the longest, within limits."""
    return min(max(_needed(names), 72), _WIDEST)


def name_row_height(
    names: Sequence[str], others: Sequence[tuple[int, Iterable[str]]] = ()
) -> int | None:
    """Pixels of a row in which texts have three lines; None where one line holds them all.

    Parameters
    ----------
    names
        Of the columns of names.
    others
        Width and texts of other columns that are to be read in full.
    """
    is_long = _needed(names) > _WIDEST
    is_long |= any(_needed(tuple(texts)) > width for width, texts in others)
    return _THREE_LINES if is_long else None


def table_height(n_rows: int, row_height: int | None) -> int:
    """Pixels for a table's head and all of its rows, up to about what a screen has room for."""
    height = row_height or _ONE_LINE
    whole = _HEAD + n_rows * height
    return whole if whole <= _HIGHEST + _FEW_MORE * height else _HIGHEST


def _needed(names: Sequence[str]) -> int:
    return 8 * max((len(name) for name in names), default=0) + 24
