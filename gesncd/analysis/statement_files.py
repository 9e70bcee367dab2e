"""Files of statements: knowledge files with one more relation, ``!=>``, "does not cause".

Every knowledge file is a file of statements. CSV has the further relation ``!=>``, JSON
the further list ``not_causes``.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gesncd.analysis.statements import Relation, Statement, knowledge_of, statements_of
from gesncd.knowledge import KnowledgeError, from_dict, read_knowledge, to_dict
from gesncd.knowledge.files import bytes_of

_KEY = "not_causes"


def read_statements(
    source: Path | str | bytes, *, name: str | None = None
) -> tuple[Statement, ...]:
    """Read statements from a CSV, JSON or Tetrad knowledge file.

    Parameters
    ----------
    source
        A path, or the bytes of a file.
    name
        What to call the file in messages.

    Raises
    ------
    KnowledgeError
        If the file is not understood, naming the line.
    """
    raw, name = bytes_of(source, name, "The file of statements")
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start == b"{":
        return _read_json(raw, name)
    if start == b"/":
        return statements_of(read_knowledge(raw, name=name))
    return _read_csv(raw, name)


def statements_to_dict(statements: Iterable[Statement]) -> dict[str, Any]:
    """Statements as the plain lists of a JSON file.

    Raises
    ------
    KnowledgeError
        If two give tiers.
    """
    statements = tuple(statements)
    others = [statement for statement in statements if statement.can_be_enforced]
    paths = [list(s.names) for s in dict.fromkeys(statements) if not s.can_be_enforced]
    return to_dict(knowledge_of(others)) | {_KEY: paths}


def statements_from_dict(document: Any, *, name: str = "The file") -> tuple[Statement, ...]:
    """Statements of plain lists; see :func:`statements_to_dict`.

    Raises
    ------
    KnowledgeError
        If a key is unknown or a value has the wrong shape.
    """
    if not isinstance(document, dict):
        return statements_of(from_dict(document, name=name))
    others = {key: value for key, value in document.items() if key != _KEY}
    pairs = document.get(_KEY, [])
    if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
        raise KnowledgeError(f"{name}: {_KEY!r} must be a list of pairs of names.")
    paths = [Statement.pair(a, Relation.NOT_CAUSE, b) for a, b in pairs]
    return (*statements_of(from_dict(others, name=name)), *dict.fromkeys(paths))


def statements_json(statements: Iterable[Statement]) -> str:
    """JSON text of statements; :func:`read_statements` reads it."""
    return json.dumps(statements_to_dict(statements), ensure_ascii=False, indent=2) + "\n"


def _read_json(raw: bytes, name: str) -> tuple[Statement, ...]:
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        # Said in the words of knowledge files, with the line.
        return statements_of(read_knowledge(raw, name=name))
    return statements_from_dict(document, name=name)


def _read_csv(raw: bytes, name: str) -> tuple[Statement, ...]:
    """Rows with our own relation are taken out; lines keep their numbers for messages."""
    try:
        text = raw.decode("utf-8-sig")
        own, rest = _take_own(text)
    except (UnicodeDecodeError, csv.Error):
        return statements_of(read_knowledge(raw, name=name))
    statements = statements_of(read_knowledge(rest.encode("utf-8"), name=name))
    return (*statements, *dict.fromkeys(own))


def _take_own(text: str) -> tuple[list[Statement], str]:
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(list(lines))
    own: list[Statement] = []
    before = 0
    for row in reader:
        cells = [cell.strip() for cell in row]
        if len(cells) == 3 and cells[1] == Relation.NOT_CAUSE.value and cells[0] and cells[2]:
            own.append(Statement.pair(cells[0], Relation.NOT_CAUSE, cells[2]))
            lines[before : reader.line_num] = ["\n"] * (reader.line_num - before)
        before = reader.line_num
    return own, "".join(lines)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)
