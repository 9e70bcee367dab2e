"""Knowledge as JSON: lists of pairs by name.

The lists are ``required``, ``forbidden``, ``adjacent``, ``not_adjacent`` (pairs), ``tiers``
(lists) and ``closed_tiers`` (their indices). A file that keeps what is held out of the search
apart has two such objects, ``enforced`` and ``held_out``; only the first one is knowledge.
"""

from __future__ import annotations

import json
from typing import Any, Final

from gesncd.knowledge.statements import Knowledge, KnowledgeError

ENFORCED: Final = "enforced"
HELD_OUT: Final = "held_out"
"""Keys of a file that tells statements that are enforced from those that are held out."""

_PAIR_LISTS: Final = ("required", "forbidden", "adjacent", "not_adjacent")


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


def from_json(text: str, name: str) -> Knowledge:
    """The knowledge of a file; of one that holds statements out, too, those that it enforces.

    Parameters
    ----------
    text
        Its text.
    name
        What to call it in messages.

    Raises
    ------
    KnowledgeError
        If it is no JSON, has an entry twice or an unknown one, or one of the wrong shape.
    """
    try:
        document = json.loads(text, object_pairs_hook=lambda pairs: _once(pairs, name))
    except (json.JSONDecodeError, RecursionError) as error:
        where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise KnowledgeError(f"{name}{where}: this is not valid JSON.") from error
    both = two_lists(document, name=name)
    if both is None:
        return from_dict(document, name=name)
    return from_dict(both[ENFORCED], name=f"{name}, {ENFORCED!r}")


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


def _list(document: dict[Any, Any], field: str, name: str) -> list[Any]:
    value = document.get(field, [])
    if not isinstance(value, list):
        raise KnowledgeError(f"{name}: {field!r} must be a list.")
    return value


def _is_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
