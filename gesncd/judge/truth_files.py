"""Graph files of other programs as named graphs: one reader a format, told apart by content."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import numpy as np

from gesncd.data.adjacency import read_adjacency
from gesncd.data.dataset import DataError
from gesncd.graphs import PDAG
from gesncd.judge.dot import is_dot, read_dot
from gesncd.judge.graphml import read_graphml
from gesncd.judge.named_graph import Link, NamedGraph, graph_of_links
from gesncd.judge.truth_error import TruthError
from gesncd.knowledge.delimiters import delimiter_of
from gesncd.knowledge.edge_lists import edge_columns
from gesncd.words import quoted

MAX_BYTES = 5_000_000
"""Largest file that is read; a graph of a thousand nodes is smaller."""

_HEADS = (
    {"source", "from", "cause", "parent", "tail"},
    {"target", "to", "effect", "child", "head"},
)
_DIRECTED = {"true": True, "false": False, "directed": True, "undirected": False}
_ARROWS = {"->": (True, False), "→": (True, False), "-->": (True, False)}
_ARROWS |= {"<-": (True, True), "←": (True, True), "<--": (True, True)}
_ARROWS |= {"--": (False, False), "—": (False, False), "---": (False, False)}


def read_named_graph(content: bytes, *, name: str) -> NamedGraph:
    """Read a graph of any format.

    Parameters
    ----------
    content
        The bytes of a file.
    name
        Name of the file, for messages.

    Raises
    ------
    TruthError
        If the file is too large, in no known format, or wrong within it.
    """
    if len(content) > MAX_BYTES:
        raise TruthError(
            f"{name} has {len(content):,} bytes; a graph file of more than {MAX_BYTES:,} is not "
            "read."
        )
    text = _text(content, name)
    if "\x00" in text:
        raise TruthError(f"{name} is no text file.")
    if not text.strip():
        raise TruthError(f"{name} is empty.")
    if text.lstrip().startswith("<"):
        return read_graphml(text, name)
    if is_dot(text):
        return read_dot(text, name)
    rows = _edge_rows(text)
    if rows is not None:
        return _edge_list(rows, name)
    try:
        names, matrix = read_adjacency(content, name=name)
    except DataError as error:
        raise TruthError(
            f"{error} Other truth files that are understood: a CSV edge list with the header "
            "source,target; DOT; DAGitty; GraphML."
        ) from error
    return NamedGraph(names, PDAG.from_matrix(np.asarray(matrix)), True, "adjacency matrix")


def _text(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace").lstrip("\ufeff")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _edge_rows(text: str) -> list[tuple[int, list[str]]] | None:
    """Rows of an edge list with their line numbers; None where the text is none."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error:
        return None
    rows = [(number, row) for number, row in rows if any(row)]
    if not rows:
        return None
    # Variables can be called source and target.
    edge = None if _is_matrix(rows) else edge_columns(rows[0][1])
    if edge is None and len(rows[0][1]) not in (2, 3):
        return None
    if edge is not None:
        rows = [(number, row[edge]) for number, row in rows]
    head = rows[0][1]
    # An adjacency matrix begins with an empty cell, or with a label over its names.
    named = head[0].lower() in _HEADS[0]
    with_arrow = len(head) == 3 and head[1] in _ARROWS
    plain = len(head) == 2 and bool(head[0]) and not _is_matrix(rows)
    return rows if named or with_arrow or plain else None


def _tells_more(cells: list[str]) -> bool:
    """Whether a header is that of our own edge lists, with more of each edge behind it."""
    head = [cell.strip().lower() for cell in cells]
    return head[2:3] == ["directed"] and edge_columns(head) is not None


def _is_matrix(rows: list[tuple[int, list[str]]]) -> bool:
    return len(rows) > 1 and all(re.fullmatch(r"[01](\.0)?", row[-1]) for _, row in rows[1:])


def _edge_list(rows: list[tuple[int, list[str]]], name: str) -> NamedGraph:
    head = [cell.lower() for cell in rows[0][1]]
    at_source, at_target = 0, len(head) - 1
    notes: tuple[str, ...] = ()
    if head[0] in _HEADS[0]:
        found = next((k for k, cell in enumerate(head) if cell in _HEADS[1]), None)
        if found is None:
            raise TruthError(
                f"{name}: the header begins with {quoted(rows[0][1][0])} but has no column "
                "'target' (or to, effect, child)."
            )
        at_target = found
        rows = rows[1:]
    elif len(head) == 2:
        notes = (
            f"{name} has no header source,target: its first line, {quoted(rows[0][1][0])} and "
            f"{quoted(rows[0][1][-1])}, was read as an edge.",
        )
    at_kind = 3 - at_source - at_target if len(head) == 3 else None
    if _tells_more(head):
        at_kind = 2
    links: list[Link] = []
    for number, row in rows:
        if len(row) != len(head):
            raise TruthError(
                f"{name}, line {number}: {len(row)} cells, but the first row has {len(head)}."
            )
        source, target = row[at_source], row[at_target]
        if not source or not target:
            raise TruthError(f"{name}, line {number}: a name is missing.")
        directed, backward = (True, False) if at_kind is None else _kind(row[at_kind], number, name)
        if backward:
            source, target = target, source
        links.append(Link(source, target, directed, f"line {number}"))
    read = graph_of_links((), links, False, "edge list", name)
    return replace(read, notes=(*notes, *read.notes))


def _kind(cell: str, number: int, name: str) -> tuple[bool, bool]:
    if cell in _ARROWS:
        return _ARROWS[cell]
    if cell.lower() in _DIRECTED:
        return _DIRECTED[cell.lower()], False
    raise TruthError(
        f"{name}, line {number}: {quoted(cell)} is no kind of edge; write ->, <- or --, or "
        "true and false in a column 'directed'."
    )
