"""Knowledge and statements as CSV: rows of source, relation and target.

The relations are ``->`` (required), ``!->`` (forbidden), ``--`` (adjacent) and ``!--`` (not
adjacent); statements have ``!=>``, does not cause, besides, which is no knowledge. There are
no tiers. The header ``source,relation,target`` may have other words, or be missing, where rows
tell by their relation what they are. A list of edges with the header ``source,target``
requires each of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gesncd.knowledge.delimiters import delimiter_of
from gesncd.knowledge.edge_lists import as_statement, edge_columns
from gesncd.knowledge.statements import Knowledge, KnowledgeError

_LISTS: Final = {
    "->": "required",
    "!->": "forbidden",
    "--": "adjacent",
    "!--": "not_adjacent",
}
_NOT_CAUSE: Final = "!=>"
_HEADER: Final = ["source", "relation", "target"]
_USE: Final = "use '->', '!->', '--' or '!--'"


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One statement of a file.

    Parameters
    ----------
    line
        Where it stands, from 1 on.
    source, relation, target
        Its cells; ``relation`` is one of those that the module names.
    """

    line: int
    source: str
    relation: str
    target: str


def statement_rows(text: str, name: str) -> Iterator[StatementRow]:
    """The statements of a CSV file, in its order.

    Parameters
    ----------
    text
        Its text.
    name
        What to call it in messages.

    Raises
    ------
    KnowledgeError
        If a row is not understood, naming its line, or there is none.
    """
    rows = _rows(text, name)
    if not rows:
        raise KnowledgeError(f"{name} is empty.")
    head = rows[0][1]
    edge = edge_columns(head)
    if edge is None and not _begins_statements([cells for _, cells in rows[:2]]):
        raise KnowledgeError(
            f"{name}, line {rows[0][0]}: a knowledge file begins with the line "
            "'source,relation,target', with 'source,target' (edges), with '{' (JSON) "
            "or with '/knowledge' (Tetrad)."
        )
    for line, cells in rows if _is_statement(head) else rows[1:]:
        yield _understood(cells if edge is None else _edge(cells[edge], line, name), line, name)


def is_statement_csv(text: str) -> bool:
    """Whether text begins as a CSV file of statements or of edges does.

    Lines of other text may hold commas, too; and what separates our header may be wrong.
    """
    first = [line for line in text.splitlines() if line.strip()][:2]
    if all(word in "".join(first[:1]).lower() for word in _HEADER):
        return True
    try:
        rows = [cells for _, cells in _rows("\n".join(first), "")]
    except KnowledgeError:
        return False
    return bool(rows) and (edge_columns(rows[0]) is not None or _begins_statements(rows))


def from_csv(text: str, name: str) -> Knowledge:
    """The knowledge of a file.

    Parameters
    ----------
    text
        Its text.
    name
        What to call it in messages.

    Raises
    ------
    KnowledgeError
        If a row is not understood or is no knowledge, naming its line.
    """
    lists: dict[str, list[tuple[str, str]]] = {field: [] for field in _LISTS.values()}
    for row in statement_rows(text, name):
        if row.relation == _NOT_CAUSE:
            raise KnowledgeError(
                f"{name}, line {row.line}: '!=>', does not cause, can be held out on Tune but "
                f"not enforced; {_USE}."
            )
        lists[_LISTS[row.relation]].append((row.source, row.target))
    fields: dict[str, Any] = {field: tuple(pairs) for field, pairs in lists.items()}
    return Knowledge(**fields)


def to_csv(knowledge: Knowledge) -> str:
    """CSV text of knowledge without tiers.

    Raises
    ------
    KnowledgeError
        If there are tiers, which CSV cannot hold, or a name begins or ends with white
        space, which readers of the format take away, or holds a carriage return.
    """
    if knowledge.tiers:
        raise KnowledgeError("The CSV format has no tiers; write JSON instead.")
    for name in knowledge.names:
        if not name or name != name.strip() or "\r" in name:
            raise KnowledgeError(
                f"The CSV format cannot hold the name {name!r} with its white space; "
                "write JSON instead."
            )
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(_HEADER)
    for relation, field in _LISTS.items():
        writer.writerows([a, relation, b] for a, b in getattr(knowledge, field))
    return buffer.getvalue()


def _rows(text: str, name: str) -> list[tuple[int, list[str]]]:
    """The rows that hold anything, each with the line that it ends in."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    found = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                found.append((reader.line_num, cells))
    except csv.Error as error:
        raise KnowledgeError(f"{name}, line {reader.line_num}: {error}.") from error
    return found


def _is_statement(cells: Sequence[str]) -> bool:
    return len(cells) == 3 and (cells[1] in _LISTS or cells[1] == _NOT_CAUSE)


def _begins_statements(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first rows are our header or a statement, or a header of other words and one."""
    head = rows[0]
    if [cell.lower() for cell in head] == _HEADER or _is_statement(head):
        return True
    return len(head) == 3 and any(map(_is_statement, rows[1:2]))


def _edge(cells: Sequence[str], line: int, name: str) -> Sequence[str]:
    stated = as_statement(cells)
    if stated is None:
        raise KnowledgeError(
            f"{name}, line {line}: this row is no edge; give source and target, and true or "
            "false where there is a column 'directed'."
        )
    return stated


def _understood(cells: Sequence[str], line: int, name: str) -> StatementRow:
    where = f"{name}, line {line}"
    if len(cells) != 3:
        raise KnowledgeError(
            f"{where}: expected source, relation and target, found {len(cells)} fields."
        )
    source, relation, target = cells
    if not _is_statement(cells):
        raise KnowledgeError(f"{where}: the relation {relation!r} is unknown; {_USE}.")
    if not source or not target:
        raise KnowledgeError(f"{where}: a name is missing.")
    if source == target:
        raise KnowledgeError(f"{where}: a statement joins {source!r} to itself.")
    return StatementRow(line, source, relation, target)
