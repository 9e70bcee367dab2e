"""Files of statements: knowledge files with one more relation, ``!=>``, "does not cause".

Every knowledge file is a file of statements. CSV has the further relation ``!=>``, JSON
the further list ``not_causes``. Plain text is read, too: lines as people type them.
Statements keep the order of the file. JSON may have two such objects, ``enforced`` and
``held_out``, and so keep what the search obeys apart from what is evidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gesncd.analysis.statements import (
    Relation,
    Statement,
    knowledge_of,
    statements_of,
)
from gesncd.analysis.typed_knowledge import read_typed_statements
from gesncd.knowledge import Knowledge, KnowledgeError, from_dict, read_knowledge, to_dict
from gesncd.knowledge.as_csv import is_statement_csv, statement_rows
from gesncd.knowledge.as_json import ENFORCED, HELD_OUT, two_lists
from gesncd.knowledge.files import bytes_of

_KEY: Final = "not_causes"
_MORE_TIERS: Final = "more_tiers"
"""Of a file's tiers those after the first; knowledge has one order alone."""
_PAIRS: Final = {
    "required": Relation.CAUSES,
    "adjacent": Relation.ADJACENT,
    "not_adjacent": Relation.NOT_ADJACENT,
    "forbidden": Relation.NO_EDGE,
    _KEY: Relation.NOT_CAUSE,
}
_GROUPS: Final = {"tiers": Relation.TIERS, "closed_tiers": Relation.CLOSED}
"""What the lists of a JSON file say."""
_MOST_PROBLEMS: Final = 3


@dataclass(frozen=True, slots=True)
class StatementFile:
    """The statements of a file.

    Parameters
    ----------
    held_out
        Those that are evidence; all of a file that does not tell.
    enforced
        Those that the search is made to obey.
    tells
        Whether the file tells them apart.
    """

    held_out: tuple[Statement, ...]
    enforced: tuple[Statement, ...] = ()
    tells: bool = False


def read_statements(
    source: Path | str | bytes, *, name: str | None = None, names: Sequence[str] | None = None
) -> tuple[Statement, ...]:
    """The statements of a file that are evidence; see :func:`read_statement_file`.

    Parameters
    ----------
    source, name, names
        As there.

    Raises
    ------
    KnowledgeError
        If the file is not understood, naming the line.
    """
    return read_statement_file(source, name=name, names=names).held_out


def read_statement_file(
    source: Path | str | bytes, *, name: str | None = None, names: Sequence[str] | None = None
) -> StatementFile:
    """Read statements from a CSV, JSON or Tetrad knowledge file, or from lines as typed.

    Parameters
    ----------
    source
        A path, or the bytes of a file.
    name
        What to call the file in messages.
    names
        The variables of the data. Without them lines as typed are not understood, as only
        the data tell where a name ends.

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
        return StatementFile(statements_of(read_knowledge(raw, name=name)))
    if names is not None and _is_typed(raw):
        return StatementFile(_read_typed(raw.decode("utf-8-sig"), names, name))
    return StatementFile(_read_csv(raw, name))


def read_enforced(source: Path | str | bytes, *, name: str | None = None) -> tuple[Knowledge, str]:
    """Knowledge of a file, and what of it is left aside.

    Parameters
    ----------
    source
        A path, or the bytes of a file.
    name
        What to call the file in messages.

    Returns
    -------
    The knowledge, and a sentence on the statements that the file holds out; empty without any.

    Raises
    ------
    KnowledgeError
        If the file is not understood, naming the line.
    """
    raw, name = bytes_of(source, name, "The knowledge file")
    knowledge = read_knowledge(raw, name=name)
    if not raw.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return knowledge, ""
    both = _read_json(raw, name)
    n = len(both.held_out) if both.tells else 0
    if not n:
        return knowledge, ""
    what, are = ("1 statement", "it is") if n == 1 else (f"{n} statements", "they are")
    return knowledge, f"{name} holds {what} out of the search: {are} left aside here."


def _is_typed(raw: bytes) -> bool:
    """Whether a file is text with content that does not begin as our CSV does."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return bool(text.strip()) and not is_statement_csv(text)


def _read_typed(text: str, names: Sequence[str], name: str) -> tuple[Statement, ...]:
    typed = read_typed_statements(text, names)
    if typed.problems:
        words = [f"{name}: {' '.join(typed.problems[:_MOST_PROBLEMS])}"]
        left = len(typed.problems) - _MOST_PROBLEMS
        if left > 0:
            words.append(f"{left} more {'line is' if left == 1 else 'lines are'} not understood.")
        raise KnowledgeError(" ".join(words))
    return typed.statements


def statements_to_dict(statements: Iterable[Statement]) -> dict[str, Any]:
    """Statements as the plain lists of a JSON file."""
    statements = tuple(dict.fromkeys(statements))
    more = [each for each in statements if each.relation is Relation.TIERS][1:]
    others = [each for each in statements if each.can_be_enforced and each not in more]
    paths = [list(each.names) for each in statements if not each.can_be_enforced]
    document = to_dict(knowledge_of(others)) | {_KEY: paths}
    if more:
        document[_MORE_TIERS] = [[list(tier) for tier in each.groups] for each in more]
    return document


def statements_from_dict(document: Any, *, name: str = "The file") -> tuple[Statement, ...]:
    """Statements of plain lists; see :func:`statements_to_dict`.

    Raises
    ------
    KnowledgeError
        If a key is unknown or a value has the wrong shape.
    """
    if not isinstance(document, dict):
        return statements_of(from_dict(document, name=name))
    others = {key: value for key, value in document.items() if key not in (_KEY, _MORE_TIERS)}
    pairs = document.get(_KEY, [])
    if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
        raise KnowledgeError(f"{name}: {_KEY!r} must be a list of pairs of names.")
    paths = [Statement.pair(a, Relation.NOT_CAUSE, b) for a, b in pairs]
    more = _more_tiers(document.get(_MORE_TIERS, []), name)
    found = (*statements_of(from_dict(others, name=name)), *dict.fromkeys((*paths, *more)))
    places: dict[Statement | Relation, int] = {}
    for key, listed in document.items():
        said: list[Statement | Relation] = [_GROUPS[key]] if key in _GROUPS else []
        if key in _PAIRS:
            said += [Statement.pair(a, _PAIRS[key], b) for a, b in listed]
        said += more if key == _MORE_TIERS else []
        for each in said:
            places.setdefault(each, len(places))

    def place(statement: Statement) -> int:
        return places[statement if statement in places else statement.relation]

    return tuple(sorted(found, key=place))


def _more_tiers(listed: Any, name: str) -> list[Statement]:
    if not isinstance(listed, list):
        raise KnowledgeError(f"{name}: {_MORE_TIERS!r} must be a list of lists of tiers.")
    read = (from_dict({"tiers": tiers}, name=f"{name}, {_MORE_TIERS!r}") for tiers in listed)
    return [statement for knowledge in read for statement in statements_of(knowledge)]


def statements_json(held_out: Iterable[Statement], enforced: Iterable[Statement]) -> str:
    """JSON text of statements; :func:`read_statement_file` reads it.

    Parameters
    ----------
    held_out, enforced
        Those that are evidence, and those that the search is made to obey.

    Raises
    ------
    KnowledgeError
        If two that are enforced give tiers, or one cannot be enforced.
    """
    lists = {ENFORCED: to_dict(knowledge_of(enforced)), HELD_OUT: statements_to_dict(held_out)}
    return json.dumps(lists, ensure_ascii=False, indent=2) + "\n"


def _read_json(raw: bytes, name: str) -> StatementFile:
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        # Said in the words of knowledge files, with the line.
        return StatementFile(statements_of(read_knowledge(raw, name=name)))
    both = two_lists(document, name=name)
    if both is None:
        return StatementFile(statements_from_dict(document, name=name))
    held_out, enforced = (
        statements_from_dict(both[key], name=f"{name}, {key!r}") for key in (HELD_OUT, ENFORCED)
    )
    return StatementFile(held_out, enforced, tells=True)


def _read_csv(raw: bytes, name: str) -> tuple[Statement, ...]:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Said in the words of knowledge files.
        return statements_of(read_knowledge(raw, name=name))
    rows = statement_rows(text, name)
    stated = (Statement.pair(row.source, Relation(row.relation), row.target) for row in rows)
    return tuple(dict.fromkeys(stated))


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)
