"""What a person said of a run's data, as a capsule carries it and as it is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gesncd.analysis.statements import Relation, Statement, knowledge_of
from gesncd.knowledge import Constraints, KnowledgeError
from gesncd.runs.capsule.archive import STATEMENTS, CapsuleError, parse_json
from gesncd.runs.store.statements import (
    MOST_CHARACTERS,
    Said,
    SaidOfData,
    said_from_dict,
    said_to_dict,
)

MOST_PAIRS: Final = 2_000_000
"""Pairs of variables that the statements of a capsule may be about: a group is about all of its."""

_MOST_BYTES: Final = 4 * MOST_CHARACTERS
"""In a capsule they are written with line breaks and spaces."""


def said_values(said: SaidOfData, run_id: str, names: Sequence[str]) -> dict[str, Any] | None:
    """Plain values of what was said of a run's variables; None where that is nothing.

    Parameters
    ----------
    said
        What its exporter said of the data.
    run_id, names
        The run and its variables. Of other runs nothing is told.
    """
    known = set(names)
    own = tuple(each for each in said.said if set(each.statement.names) <= known)
    runs = (run_id,) if run_id in said.runs else ()
    return said_to_dict(SaidOfData(own, runs)) if own else None


def read_statements(content: bytes, run_id: str, names: Sequence[str]) -> SaidOfData:
    """What was said, of the file in a capsule; see :func:`read_said`.

    Raises
    ------
    CapsuleError
        If it is too long, no JSON, or holds no statements about these variables.
    """
    if len(content) > _MOST_BYTES:
        raise CapsuleError("The capsule's statements are too long to be kept.")
    return read_said(parse_json(content, STATEMENTS), run_id, names)


def taken_text(n_statements: int, *, took: bool) -> str:
    """What became of the statements of a capsule, for people; empty where it held none."""
    if not n_statements:
        return ""
    what = "1 statement" if n_statements == 1 else f"{n_statements:,} statements"
    if took:
        return f"With {what} about the data, as on Tune."
    return (
        f"The capsule's {what} about the data {'was' if n_statements == 1 else 'were'} not taken: "
        "yours are others, and stay as they are. To take the capsule's, forget yours on Tune and "
        "open it again."
    )


def read_said(value: object, run_id: str, names: Sequence[str]) -> SaidOfData:
    """What was said, of its plain values.

    Parameters
    ----------
    value
        The values as :func:`said_values` makes them.
    run_id, names
        The capsule's run and its variables.

    Raises
    ------
    CapsuleError
        If these are no statements about these variables, or cannot all be kept; the message
        names the first that is at fault.
    """
    if not isinstance(value, dict) or set(value) != {"said", "runs"}:
        raise CapsuleError("The capsule's statements are no list of statements.")
    if value["runs"] not in ([], [run_id]):
        raise CapsuleError("The capsule's statements name another run.")
    items = value["said"]
    if not isinstance(items, list) or not items:
        raise CapsuleError("The capsule's statements are no list of statements.")
    known, pairs = set(names), 0
    for position, item in enumerate(items):
        pairs += _checked_pairs(item, position, known)
        if pairs > MOST_PAIRS:
            raise CapsuleError("The capsule's statements are about too many pairs of variables.")
    try:
        said = said_from_dict(value)
        statements = [each.statement for each in said.said]
        if len(set(statements)) < len(statements):
            raise CapsuleError("The capsule says the same statement twice.")
        _refuse_contradictions(said.said, names)
    except KnowledgeError as error:
        raise CapsuleError(f"The capsule's statements cannot be kept: {error}") from error
    return said


def renamed(said: SaidOfData, run_id: str) -> SaidOfData:
    """The same of a run that has another id here."""
    return replace(said, runs=(run_id,) if said.runs else ())


def _checked_pairs(item: object, position: int, known: set[str]) -> int:
    """Compare the size of a statement before it is made: how many pairs it is about."""
    if not isinstance(item, Mapping) or set(item) != {"relation", "groups", "enforced"}:
        raise _refuse(position, "is no statement")
    if not isinstance(item["enforced"], bool):
        raise _refuse(position, "is neither enforced nor held out")
    if item["relation"] not in [relation.value for relation in Relation]:
        raise _refuse(position, "has a relation that no statement has")
    groups = item["groups"]
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        raise _refuse(position, "has no groups of names")
    n_names = sum(map(len, groups))
    if len(groups) > n_names or n_names > len(known):
        raise _refuse(position, "has too many names or groups")
    if not all(isinstance(name, str) and name in known for group in groups for name in group):
        raise _refuse(position, "names a variable that the run lacks")
    return n_names * (n_names - 1) // 2


def _refuse(position: int, reason: str) -> CapsuleError:
    return CapsuleError(f"The capsule's statement {position} {reason}.")


def _refuse_contradictions(said: Sequence[Said], names: Sequence[str]) -> None:
    enforced: list[Statement] = [each.statement for each in said if each.enforced]
    Constraints.of(knowledge_of(enforced), names)
