"""CSV lists of edges as statements: a row of ``source,target`` says that one causes the other.

A third column ``directed`` may say ``false`` of an edge without a direction, as exported
lists of edges do; what these tell besides, such as scores, is passed over. R writes the
number of each row before it, under an empty header, and bnlearn says ``from,to``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_ENDS: Final = (["source", "target"], ["from", "to"])
_RELATIONS: Final = {"true": "->", "directed": "->", "false": "--", "undirected": "--"}


def edge_columns(cells: Sequence[str]) -> slice | None:
    """The cells of an edge in each row of a list of edges.

    Parameters
    ----------
    cells
        The first row of a CSV file.

    Returns
    -------
    The cells from the source on; None where this is no header of a list of edges.
    """
    names = [cell.strip().lower() for cell in cells]
    start = int(names[:1] == [""])
    ends, more = names[start : start + 2], names[start + 2 :]
    return slice(start, None) if ends in _ENDS and more[:1] in ([], ["directed"]) else None


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
