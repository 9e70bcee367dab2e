"""What a typed line says once some of its variables are gone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gesncd.analysis.statements import Relation, Statement
from gesncd.analysis.typed import parse_lines
from gesncd.analysis.typed_knowledge import first_of_lines, read_typed_knowledge


def left_of(line: str, names: Sequence[str], left: Collection[str]) -> str:
    """The part of a statement about groups that is about the variables that are left.

    Parameters
    ----------
    line
        One statement as typed, such as ``tier 1: A, B; tier 2: C``.
    names
        The variables that it was about.
    left
        Those of them that are left.

    Returns
    -------
    A line that is understood; empty where nothing is said of those that are left, as of a pair.
    """
    first, rest = first_of_lines(line, names)
    kept = [f"{name} comes first" for name in first if name in left]
    for statement in parse_lines(rest, names, enforced=True).statements:
        kept += _part(statement, left)
    text = "\n".join(kept)
    among = [name for name in names if name in left]
    return "" if read_typed_knowledge(text, among).problems else text


def _part(statement: Statement, left: Collection[str]) -> list[str]:
    groups = [[name for name in group if name in left] for group in statement.groups]
    groups = [group for group in groups if group]
    if statement.relation is Relation.TIERS and len(groups) > 1:
        tiers = (f"tier {k}: {', '.join(group)}" for k, group in enumerate(groups, start=1))
        return ["; ".join(tiers)]
    if statement.relation is Relation.CLOSED and groups and len(groups[0]) > 1:
        return [Statement.closed(groups[0]).text]
    return []
