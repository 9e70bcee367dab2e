"""Columns that belong together: one-hot groups and names with a common beginning."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gesncd.data.kinds import Kind
from gesncd.data.table import Table

_SPLIT = re.compile(r"(.+?)[_.:=|\- ]+([^_.:=|\- ]+)")
_AXES = frozenset(["x", "y", "z", "w", "re", "im", "real", "imag", "sin", "cos", "lat", "lon"])
_LARGEST = 20


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns that may be one variable.

    Parameters
    ----------
    name
        A name for it.
    columns
        Names of its columns.
    one_hot
        Whether exactly one of the columns is 1 in every row, the others 0; else
        only their names agree.
    """

    name: str
    columns: tuple[str, ...]
    one_hot: bool


def find_groups(table: Table, kinds: Mapping[str, Kind]) -> tuple[ColumnGroup, ...]:
    """One-hot groups of neighbours or of one prefix, and families of names."""
    groups = _one_hot_groups(table, kinds)
    taken = {column for group in groups for column in group.columns}
    for prefix, columns in _prefixes(table.names).items():
        suffixes = [column[len(prefix) :].strip("_.:=|- ").lower() for column in columns]
        family = all(s in _AXES for s in suffixes) or all(s.isdigit() for s in suffixes)
        plain = all(kinds[column] in (Kind.CONTINUOUS, Kind.COUNT) for column in columns)
        # When nearly all names agree they say nothing on what belongs together.
        special = len(columns) <= min(_LARGEST, len(table.names) // 2)
        if family and plain and special and not taken.intersection(columns):
            groups.append(ColumnGroup(_free(prefix, table.names), tuple(columns), False))
    return tuple(groups)


def _one_hot_groups(table: Table, kinds: Mapping[str, Kind]) -> list[ColumnGroup]:
    flags = [name for name in table.names if kinds[name] is Kind.BINARY and _is_flag(table, name)]
    groups: list[ColumnGroup] = []
    left = flags
    for prefix, columns in _prefixes(flags).items():
        if _one_of(table, columns):
            groups.append(ColumnGroup(_free(prefix, table.names), tuple(columns), True))
            left = [name for name in left if name not in columns]
    start = 0
    while start < len(left):
        run = _run(table, left[start:])
        if run:
            name = _free(" / ".join(run)[:60], table.names)
            groups.append(ColumnGroup(name, tuple(run), True))
        start += len(run) or 1
    return groups


def _run(table: Table, flags: Sequence[str]) -> list[str]:
    """The first flags, side by side in the table, if exactly one of them is 1 in every row."""
    total = np.zeros(table.n_rows)
    run: list[str] = []
    for name in flags:
        if run and table.index[name] != table.index[run[-1]] + 1:
            return []
        total += table.numbers[:, table.index[name]]
        run.append(name)
        if (total > 1).any():
            return []
        if (total == 1).all():
            return run if len(run) > 2 else []
    return []


def _is_flag(table: Table, name: str) -> bool:
    column = table.numbers[:, table.index[name]]
    return bool(((column == 0) | (column == 1)).all())


def _one_of(table: Table, columns: Sequence[str]) -> bool:
    if len(columns) < 3:
        return False
    places = [table.index[name] for name in columns]
    return bool((table.numbers[:, places].sum(axis=1) == 1).all())


def _prefixes(names: Sequence[str]) -> dict[str, list[str]]:
    families: dict[str, list[str]] = defaultdict(list)
    for name in names:
        match = _SPLIT.fullmatch(name)
        if match:
            families[match.group(1)].append(name)
    return {prefix: members for prefix, members in families.items() if len(members) > 1}


def _free(name: str, taken: Sequence[str]) -> str:
    """A name that no column has."""
    while name in taken:
        name += " (group)"
    return name
