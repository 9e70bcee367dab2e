"""Graphs as CSV tables.

A spreadsheet runs a cell that starts with ``=``, ``+``, ``-``, ``@``, a tab or a line
break as a formula. Names come from other people's files, so such a name gets a
leading apostrophe in these tables, which spreadsheets don't show. A program that
needs the exact name reads the result document instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gesncd.export.named import named_edges
from gesncd.graphs import PDAG

_STARTS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class EdgeStory:
    """What a search tells of an edge.

    Parameters
    ----------
    score
        Dependence at the step that added it; None where no step did.
    floors
        The score as a multiple of the noise floor; None where that is not known.
    step
        The step that added it.
    reason
        Why it points as it does.
    """

    score: float | None = None
    floors: float | None = None
    step: int | None = None
    reason: str = ""


_TOLD: Final = ("score", "times_noise_floor", "step", "reason")


def edges_csv(
    names: Sequence[str],
    graph: PDAG,
    stories: Mapping[tuple[int, int], EdgeStory] | None = None,
) -> str:
    """Table with the columns ``source,target,directed``, sorted by names.

    ``directed`` is ``true`` or ``false``; an undirected edge stands once, with
    the smaller name as its source.

    Parameters
    ----------
    names, graph
        The graph, and one name a node.
    stories
        What is known of edges, by pair ``(i, j)`` with i < j. Given, the columns
        ``score,times_noise_floor,step,reason`` follow; what is not known is an empty cell.
    """
    header: tuple[str, ...] = ("source", "target", "directed")
    told: dict[frozenset[str], EdgeStory] = {}
    if stories is not None:
        header = (*header, *_TOLD)
        told = {frozenset(names[k] for k in pair): each for pair, each in stories.items()}
    rows: list[Sequence[str | float | bool | None]] = []
    for edge in named_edges(names, graph):
        row: tuple[str | float | bool | None, ...] = (edge.source, edge.target, edge.directed)
        if stories is not None:
            story = told.get(frozenset((edge.source, edge.target)), EdgeStory())
            row += (story.score, story.floors, story.step, story.reason)
        rows.append(row)
    return table_csv(header, rows)


def adjacency_csv(names: Sequence[str], graph: PDAG) -> str:
    """Adjacency matrix with names in the header and the first column.

    A 1 says that the row causes the column; an undirected edge is two of them.

    Raises
    ------
    ValueError
        If there are not as many names as nodes.
    """
    if len(names) != graph.n_nodes:
        raise ValueError(f"{len(names)} names for {graph.n_nodes} nodes.")
    cells = [harmless(name) for name in names]
    rows: list[Sequence[str]] = [("", *cells)]
    rows += [
        (cell, *(str(int(entry)) for entry in row))
        for cell, row in zip(cells, graph.to_matrix(), strict=True)
    ]
    return _csv(rows)


def table_csv(header: Sequence[str], rows: Iterable[Sequence[str | float | bool | None]]) -> str:
    """Any table; texts are made harmless, numbers stay as they are, None is an empty cell."""
    lines: list[Sequence[str]] = [[harmless(name) for name in header]]
    lines += [[_value(value) for value in row] for row in rows]
    return _csv(lines)


def _value(value: str | float | bool | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return harmless(value) if isinstance(value, str) else str(value)


def harmless(name: str) -> str:
    """A text as these tables have it: no formula to a spreadsheet, and fit for UTF-8."""
    # What UTF-8 cannot hold would make the file impossible to write.
    text = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return f"'{text}" if text.startswith(_STARTS_FORMULA) else text


def _csv(rows: Iterable[Sequence[str]]) -> str:
    return "".join(",".join(map(_quoted, row)) + "\n" for row in rows)


def _quoted(cell: str) -> str:
    # The csv module leaves a lone carriage return unquoted, which readers take for a line's end,
    # and a line that begins with # would be read back as a comment.
    if any(mark in cell for mark in ',"\r\n') or cell.startswith("#"):
        return '"' + cell.replace('"', '""') + '"'
    return cell
