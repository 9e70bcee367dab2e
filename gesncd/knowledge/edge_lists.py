"""CSV lists of edges as statements: a row of ``source,target`` says that one causes the other.

A third column ``directed`` may say ``false`` of an edge without a direction, as exported
lists of edges do; what these tell besides, such as scores, is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_HEADER: Final = ["source", "target", "directed"]
_RELATIONS: Final = {"true": "->", "directed": "->", "false": "--", "undirected": "--"}


def is_edge_header(cells: Sequence[str]) -> bool:
    """Whether a first row is that of a list of edges."""
    names = [cell.strip().lower() for cell in cells]
    return names[:3] == _HEADER or names == _HEADER[:2]


def as_statement(cells: Sequence[str]) -> list[str] | None:
    """A row of a list of edges as source, relation and target.

    Parameters
    ----------
    cells
        Source, target, and whether the edge is directed where the list says so.

    Returns
    -------
    The three, the relation as in knowledge files; None where the row is no edge.
    """
    if len(cells) == 2:
        return [cells[0], "->", cells[1]]
    if len(cells) >= 3 and cells[2].lower() in _RELATIONS:
        return [cells[0], _RELATIONS[cells[2].lower()], cells[1]]
    return None
