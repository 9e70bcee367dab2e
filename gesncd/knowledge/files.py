"""Knowledge files: CSV, JSON and Tetrad's text, read and written by variable name.

CSV has the header ``source,relation,target`` and the relations ``->`` (required),
``!->`` (forbidden), ``--`` (adjacent) and ``!--`` (not adjacent); it holds no tiers. A
list of edges with the header ``source,target`` requires each of them.
JSON has ``required``, ``forbidden``, ``adjacent``, ``not_adjacent`` (lists of pairs),
``tiers`` (list of lists) and ``closed_tiers`` (indices). Tetrad's text is the part of
its files under ``/knowledge``: ``addtemporal``, ``forbiddirect`` and ``requiredirect``;
it cannot state adjacencies. JSON that keeps what is held out of the search apart has two
such objects, ``enforced`` and ``held_out``; only the first one is knowledge.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any, Final

from gesncd.knowledge.delimiters import delimiter_of
from gesncd.knowledge.edge_lists import as_statement, edge_columns
from gesncd.knowledge.statements import Knowledge, KnowledgeError

_RELATIONS = {
    "->": "required",
    "!->": "forbidden",
    "--": "adjacent",
    "!--": "not_adjacent",
}
ENFORCED: Final = "enforced"
HELD_OUT: Final = "held_out"
"""Keys of a JSON file that tells statements that are enforced from those that are held out."""

_HEADER: Final = ["source", "relation", "target"]
_PAIR_LISTS = tuple(_RELATIONS.values())
_TETRAD_SECTIONS = ("addtemporal", "forbiddirect", "requiredirect", "forbidgroup", "requiregroup")


def bytes_of(source: Path | str | bytes, name: str | None, nameless: str) -> tuple[bytes, str]:
    """What a file holds, and what to call it in messages: its path, or ``nameless`` for bytes.

    Raises
    ------
    KnowledgeError
        If it cannot be read.
    """
    if isinstance(source, bytes):
        return source, name or nameless
    name = name or str(source)
    try:
        return Path(source).read_bytes(), name
    except OSError as error:
        raise KnowledgeError(f"{name} cannot be read: {error.strerror}.") from error


def read_knowledge(source: Path | str | bytes, *, name: str | None = None) -> Knowledge:
    """Read knowledge in any of the three formats, told apart by their content.

    Of a file that holds statements out, too, those that it enforces.

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
    raw, name = bytes_of(source, name, "The knowledge file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KnowledgeError(f"{name} is not UTF-8 text (byte {error.start + 1}).") from error
    stripped = text.lstrip()
    if stripped.startswith("{"):
        return _from_json(text, name)
    if stripped.startswith("/knowledge"):
        return _from_tetrad(text, name)
    return _from_csv(text, name)


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
    writer.writerow(["source", "relation", "target"])
    for relation, field in _RELATIONS.items():
        writer.writerows([a, relation, b] for a, b in getattr(knowledge, field))
    return buffer.getvalue()


def to_json(knowledge: Knowledge) -> str:
    """JSON text of knowledge."""
    return json.dumps(to_dict(knowledge), ensure_ascii=False, indent=2) + "\n"


def to_dict(knowledge: Knowledge) -> dict[str, Any]:
    """Knowledge as plain lists, as JSON holds it."""
    lists: dict[str, Any] = {
        field: [*map(list, getattr(knowledge, field))] for field in _PAIR_LISTS
    }
    lists["tiers"] = [list(tier) for tier in knowledge.tiers]
    lists["closed_tiers"] = list(knowledge.closed_tiers)
    return lists


def from_dict(document: object, *, name: str = "The knowledge") -> Knowledge:
    """Knowledge of plain lists; see :func:`to_dict`.

    Raises
    ------
    KnowledgeError
        If a key is unknown or a value has the wrong shape.
    """
    if not isinstance(document, dict):
        raise KnowledgeError(f"{name} must be an object with lists such as 'required'.")
    known = {*_PAIR_LISTS, "tiers", "closed_tiers"}
    unknown = sorted(set(document) - known)
    if unknown:
        raise KnowledgeError(
            f"{name} has the unknown entry {unknown[0]!r}; known are {', '.join(sorted(known))}."
        )
    fields: dict[str, Any] = {}
    for field in _PAIR_LISTS:
        pairs = _list(document, field, name)
        for k, pair in enumerate(pairs):
            if not _is_strings(pair) or len(pair) != 2:
                raise KnowledgeError(f"{name}: entry {k + 1} of {field!r} is not a pair of names.")
        fields[field] = tuple((a, b) for a, b in pairs)
    tiers = _list(document, "tiers", name)
    for k, tier in enumerate(tiers):
        if not _is_strings(tier):
            raise KnowledgeError(f"{name}: tier {k} is not a list of names.")
    closed = _list(document, "closed_tiers", name)
    if not all(type(index) is int for index in closed):
        raise KnowledgeError(f"{name}: 'closed_tiers' must list the numbers of tiers.")
    return Knowledge(**fields, tiers=tuple(map(tuple, tiers)), closed_tiers=tuple(closed))


def two_lists(document: object, *, name: str = "The file") -> dict[str, Any] | None:
    """What a document enforces and what it holds out; None where it does not tell them apart.

    Raises
    ------
    KnowledgeError
        If it does, and has an unknown entry besides.
    """
    if not isinstance(document, dict) or not {ENFORCED, HELD_OUT} & set(document):
        return None
    unknown = sorted(set(document) - {ENFORCED, HELD_OUT})
    if unknown:
        raise KnowledgeError(
            f"{name} has the unknown entry {unknown[0]!r} beside {ENFORCED!r} and {HELD_OUT!r}, "
            "which hold all statements."
        )
    return {key: document.get(key, {}) for key in (ENFORCED, HELD_OUT)}


def to_tetrad(knowledge: Knowledge) -> str:
    """Tetrad's text of knowledge without adjacencies.

    Raises
    ------
    KnowledgeError
        If there are adjacency statements, or a name holds white space, neither of
        which the format can hold.
    """
    if knowledge.adjacent or knowledge.not_adjacent:
        raise KnowledgeError("Tetrad's format has no adjacencies; write CSV or JSON instead.")
    spaced = next((name for name in knowledge.names if not name or name.split() != [name]), None)
    if spaced is not None:
        raise KnowledgeError(f"Tetrad's format cannot hold the name {spaced!r} with its spaces.")
    lines = ["/knowledge", "addtemporal", ""]
    for index, tier in enumerate(knowledge.tiers):
        mark = "*" if index in knowledge.closed_tiers else ""
        lines.append(" ".join([f"{index + 1}{mark}", *tier]))
    lines += ["", "forbiddirect", ""]
    lines += [f"{a} {b}" for a, b in knowledge.forbidden]
    lines += ["", "requiredirect", ""]
    lines += [f"{a} {b}" for a, b in knowledge.required]
    return "\n".join(lines) + "\n"


def _from_csv(text: str, name: str) -> Knowledge:
    fields: dict[str, list[tuple[str, str]]] = {field: [] for field in _PAIR_LISTS}
    header_seen = False
    edge: slice | None = None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if not header_seen:
                edge = edge_columns(cells)
                if edge is None and [cell.lower() for cell in cells] != _HEADER:
                    raise KnowledgeError(
                        f"{name}, line {reader.line_num}: a knowledge file begins with the line "
                        "'source,relation,target', with 'source,target' (edges), with '{' (JSON) "
                        "or with '/knowledge' (Tetrad)."
                    )
                header_seen = True
                continue
            if edge is not None:
                stated = as_statement(cells[edge])
                if stated is None:
                    raise KnowledgeError(
                        f"{name}, line {reader.line_num}: this row is no edge; give source and "
                        "target, and true or false where there is a column 'directed'."
                    )
                cells = stated
            if len(cells) != 3:
                raise KnowledgeError(
                    f"{name}, line {reader.line_num}: expected source, relation and target, "
                    f"found {len(cells)} fields."
                )
            source, relation, target = cells
            if relation not in _RELATIONS:
                what = (
                    "'!=>', does not cause, can be held out on Tune but not enforced"
                    if relation == "!=>"
                    else f"the relation {relation!r} is unknown"
                )
                raise KnowledgeError(
                    f"{name}, line {reader.line_num}: {what}; use '->', '!->', '--' or '!--'."
                )
            if not source or not target:
                raise KnowledgeError(f"{name}, line {reader.line_num}: a name is missing.")
            fields[_RELATIONS[relation]].append((source, target))
    except csv.Error as error:
        raise KnowledgeError(f"{name}, line {reader.line_num}: {error}.") from error
    if not header_seen:
        raise KnowledgeError(f"{name} is empty.")
    lists: dict[str, Any] = {field: tuple(pairs) for field, pairs in fields.items()}
    return Knowledge(**lists)


def _from_json(text: str, name: str) -> Knowledge:
    try:
        document = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, name))
    except (json.JSONDecodeError, RecursionError) as error:
        where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise KnowledgeError(f"{name}{where}: this is not valid JSON.") from error
    both = two_lists(document, name=name)
    if both is None:
        return from_dict(document, name=name)
    return from_dict(both[ENFORCED], name=f"{name}, {ENFORCED!r}")


def _once(pairs: list[tuple[str, Any]], name: str) -> dict[str, Any]:
    """The entries of an object, none of them given twice: one would be passed over unsaid."""
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if key in entries:
            raise KnowledgeError(
                f"{name} has the entry {key!r} twice; put everything of that kind into one."
            )
        entries[key] = value
    return entries


def _from_tetrad(text: str, name: str) -> Knowledge:
    section = ""
    pairs: dict[str, list[tuple[str, str]]] = {"forbiddirect": [], "requiredirect": []}
    tiers: dict[int, tuple[str, ...]] = {}
    closed: set[int] = set()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words == ["/knowledge"]:
            continue
        if len(words) == 1 and words[0] in _TETRAD_SECTIONS:
            section = words[0]
        elif section == "addtemporal":
            index = words[0].removesuffix("*")
            if not index.isdecimal():
                raise KnowledgeError(
                    f"{name}, line {number}: a tier begins with its number, and with a star "
                    f"where it allows no edges within it; found {words[0]!r}."
                )
            # In Tetrad's files a star forbids edges within the tier.
            if words[0].endswith("*"):
                closed.add(int(index))
            tiers[int(index)] = (*tiers.get(int(index), ()), *words[1:])
        elif section in pairs:
            if len(words) != 2:
                raise KnowledgeError(
                    f"{name}, line {number}: expected two names, found {len(words)}."
                )
            pairs[section].append((words[0], words[1]))
        else:
            raise KnowledgeError(f"{name}, line {number}: {line.strip()!r} is not understood here.")
    order = sorted(tiers)
    return Knowledge(
        required=tuple(pairs["requiredirect"]),
        forbidden=tuple(pairs["forbiddirect"]),
        tiers=tuple(tiers[index] for index in order),
        closed_tiers=tuple(k for k, index in enumerate(order) if index in closed),
    )


def _list(document: dict[Any, Any], field: str, name: str) -> list[Any]:
    value = document.get(field, [])
    if not isinstance(value, list):
        raise KnowledgeError(f"{name}: {field!r} must be a list.")
    return value


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
