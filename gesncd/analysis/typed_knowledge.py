"""Knowledge as people type it, for a search that is about to begin.

The lines of :mod:`gesncd.analysis.typed`, and one form more: variables that come first, which
nothing in the data causes. It is kept as tiers where no others are stated, for one statement
is easier to read than a forbidden edge for every other variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gesncd.analysis.statements import Statement, knowledge_of
from gesncd.analysis.typed import Typed, parse_lines, parse_statement
from gesncd.analysis.typed_names import Spellings, unknown_names
from gesncd.knowledge import Knowledge, KnowledgeError

_FIRST: Final = (" comes first", " come first", " has no causes", " have no causes")


@dataclass(frozen=True, slots=True)
class TypedKnowledge:
    """What was read of some lines.

    Parameters
    ----------
    knowledge
        Of the lines that were understood, without those on what comes first.
    first
        Variables that come first, in the data's order.
    problems
        What is wrong with the other lines, one sentence each.
    """

    knowledge: Knowledge
    first: tuple[str, ...]
    problems: tuple[str, ...]


def read_typed_knowledge(text: str, names: Sequence[str]) -> TypedKnowledge:
    """Read statements, one a line.

    Parameters
    ----------
    text
        The lines; empty ones count for nothing.
    names
        The variables of the data.
    """
    groups, rest, problems = _apart(text, names)
    first = {name for group in groups for name in group}
    typed = parse_lines(rest, names, enforced=True)
    knowledge, more = _enforced(typed.statements)
    ordered = tuple(name for name in names if name in first)
    return TypedKnowledge(knowledge, ordered, (*problems, *typed.problems, *more))


def read_typed_statements(text: str, names: Sequence[str]) -> Typed:
    """Read statements, one a line; that some variables come first is one about tiers.

    Parameters
    ----------
    text
        The lines; empty ones count for nothing.
    names
        The variables of the data.
    """
    groups, rest, problems = _apart(text, names)
    first = [
        Statement.tiers([group, [name for name in names if name not in group]]) for group in groups
    ]
    typed = parse_lines(rest, names)
    return Typed((*first, *typed.statements), (*problems, *typed.problems))


def in_own_spelling(text: str, names: Sequence[str]) -> str:
    """Lines that were understood, with the names as the data have them.

    Parameters
    ----------
    text
        The lines; they stay as they are where their names are spelt so.
    names
        The variables of the data.
    """
    groups, rest, _ = _apart(text, names)
    statements = parse_lines(rest, names, enforced=True).statements
    first = [name for group in groups for name in group]
    stated = [name for each in statements for group in each.groups for name in group]
    if all(name in text for name in (*first, *stated)):
        return text
    own = "\n".join([*(f"{n} comes first" for n in first), *(each.text for each in statements)])
    said_the_same = read_typed_knowledge(own, names) == read_typed_knowledge(text, names)
    return own if said_the_same else text


def first_of_lines(text: str, names: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Who is said to come first, and the other lines at their places."""
    groups, rest, _ = _apart(text, names)
    return tuple(name for group in groups for name in group), rest


def _apart(text: str, names: Sequence[str]) -> tuple[list[tuple[str, ...]], str, list[str]]:
    """Who comes first, line by line; the other lines, at their places; what is wrong."""
    groups: list[tuple[str, ...]] = []
    problems: list[str] = []
    lines = text.splitlines()
    for k, line in enumerate(lines):
        subject = _subject(line)
        if subject is None or _is_statement(line, names):
            continue
        found, problem = _listed(subject, names)
        if problem:
            problems.append(f"Line {k + 1}: {problem}" if len(lines) > 1 else problem)
        else:
            groups.append(found)
        # The others keep their numbers.
        lines[k] = ""
    return groups, "\n".join(lines), problems


def _subject(line: str) -> str | None:
    """Who is said to come first; None where a line says something else."""
    stripped = line.strip().rstrip(".")
    ending = next((words for words in _FIRST if stripped.endswith(words)), None)
    return None if ending is None else stripped.removesuffix(ending).strip()


def _is_statement(line: str, names: Sequence[str]) -> bool:
    """Whether it can be read as another statement, as a name may hold any words."""
    try:
        parse_statement(line, names)
    except KnowledgeError:
        return False
    return True


def _listed(subject: str, names: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The variables of a list, and what is wrong with it."""
    spelling = Spellings(names, any_case=True)
    whole = spelling.own(subject)
    if whole:
        return (whole,), ""
    parts = [part.strip() for part in subject.replace(" and ", ",").split(",")]
    strangers = [part for part in parts if part and not spelling.own(part)]
    if not strangers:
        return tuple(filter(None, map(spelling.own, parts))), ""
    return (), unknown_names(strangers, names)


def _enforced(statements: Iterable[Statement]) -> tuple[Knowledge, tuple[str, ...]]:
    statements = tuple(statements)
    problems = [
        f"{each.text!r} cannot be enforced: the search can forbid an edge, but not every path. "
        f"Write '{each.names[0]} !-> {each.names[1]}' to forbid the edge."
        for each in statements
        if not each.can_be_enforced
    ]
    try:
        knowledge = knowledge_of(each for each in statements if each.can_be_enforced)
    except KnowledgeError as error:
        return Knowledge(), (*problems, str(error))
    return knowledge, tuple(problems)


def together(parts: Iterable[Knowledge]) -> Knowledge:
    """Everything that several say.

    Raises
    ------
    KnowledgeError
        If they order the variables in different ways.
    """
    parts = [part for part in parts if part != Knowledge()]
    orders = list(dict.fromkeys((p.tiers, p.closed_tiers) for p in parts if p.tiers))
    if len(orders) > 1:
        raise KnowledgeError(
            "Tiers are stated in two places, and in different ways. Keep them in one place."
        )
    tiers, closed = orders[0] if orders else ((), ())
    return Knowledge(
        required=tuple(pair for part in parts for pair in part.required),
        forbidden=tuple(pair for part in parts for pair in part.forbidden),
        adjacent=tuple(pair for part in parts for pair in part.adjacent),
        not_adjacent=tuple(pair for part in parts for pair in part.not_adjacent),
        tiers=tiers,
        closed_tiers=closed,
    )


def with_first(knowledge: Knowledge, first: Iterable[str], names: Sequence[str]) -> Knowledge:
    """Knowledge, and that no edge leads into some variables.

    Parameters
    ----------
    knowledge
        What is known besides.
    first
        The variables without causes in the data. There is no edge between two of them either.
    names
        The variables of the data.
    """
    chosen = set(first)
    if not chosen:
        return knowledge
    head = tuple(name for name in names if name in chosen)
    rest = tuple(name for name in names if name not in chosen)
    if not knowledge.tiers and rest:
        order = Knowledge(tiers=(head, rest), closed_tiers=(0,) if len(head) > 1 else ())
        return together((knowledge, order))
    pairs = tuple((cause, effect) for effect in head for cause in names if cause != effect)
    return together((knowledge, Knowledge(forbidden=pairs)))


def come_first(knowledge: Knowledge, names: Sequence[str]) -> tuple[str, ...]:
    """Variables that tiers put first, as :func:`with_first` does; empty where none do so."""
    if len(knowledge.tiers) != 2:
        return ()
    head, rest = knowledge.tiers
    if {*head, *rest} != set(names) or not head or not rest:
        return ()
    alone = len(head) == 1 or 0 in knowledge.closed_tiers
    return head if alone and 1 not in knowledge.closed_tiers else ()
