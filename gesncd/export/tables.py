"""Graphs as CSV tables.

A spreadsheet runs a cell that starts with ``=``, ``+``, ``-``, ``@``, a tab or a line
break as a formula. Names come from other people's files, so such a name gets a
leading apostrophe in these tables, which spreadsheets don't show. A program that
needs the exact name reads the result document instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gesncd.export.named import named_edges
from gesncd.graphs import PDAG

_STARTS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def edges_csv(names: Sequence[str], graph: PDAG) -> str:
    """Table with the columns ``source,target,directed``, sorted by names.

    ``directed`` is ``true`` or ``false``; an undirected edge stands once, with
    the smaller name as its source.
    """
    rows: list[Sequence[str]] = [("source", "target", "directed")]
    rows += [
        (_cell(edge.source), _cell(edge.target), "true" if edge.directed else "false")
        for edge in named_edges(names, graph)
    ]
    return _csv(rows)


def adjacency_csv(names: Sequence[str], graph: PDAG) -> str:
    """Adjacency matrix with names in the header and the first column.

    A 1 says that the row causes the column; an undirected edge is two of them.
    """
    if len(names) != graph.n_nodes:
        raise ValueError(f"{len(names)} names for {graph.n_nodes} nodes.")
    cells = [_cell(name) for name in names]
    rows: list[Sequence[str]] = [("", *cells)]
    rows += [
        (cell, *(str(int(entry)) for entry in row))
        for cell, row in zip(cells, graph.to_matrix(), strict=True)
    ]
    return _csv(rows)


def table_csv(header: Sequence[str], rows: Iterable[Sequence[str | float | bool | None]]) -> str:
    """Any table; texts are made harmless, numbers stay as they are, None is an empty cell."""
    lines: list[Sequence[str]] = [[_cell(name) for name in header]]
    lines += [[_value(value) for value in row] for row in rows]
    return _csv(lines)


def _value(value: str | float | bool | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return _cell(value) if isinstance(value, str) else str(value)


def _cell(name: str) -> str:
    # What UTF-8 cannot hold would make the file impossible to write.
    text = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return f"'{text}" if text.startswith(_STARTS_FORMULA) else text


def _csv(rows: Iterable[Sequence[str]]) -> str:
    return "".join(",".join(map(_quoted, row)) + "\n" for row in rows)


def _quoted(cell: str) -> str:
    # The csv module leaves a lone carriage return unquoted, which readers take for a line's end.
    if any(mark in cell for mark in ',"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell
