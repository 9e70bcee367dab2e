"""Prior statements: what a person said of a data set, enforced or held out.

They are in the run store, so that they are there after a reload and in other sessions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from components.knowledge_marks import compiled
from components.runs.owner import current_owner
from components.store import run_store
from components.text import count
from components.tune.said_messages import HEAD, tell
from gesncd.analysis.agreement import Claim, claims_of
from gesncd.analysis.contradictions import contradiction
from gesncd.analysis.enforced import already_enforced
from gesncd.analysis.repeated import repeated
from gesncd.analysis.statement_files import StatementFile, read_statement_file
from gesncd.analysis.statements import Statement, check_names, knowledge_of, statements_of
from gesncd.analysis.typed_knowledge import read_typed_statements
from gesncd.knowledge import Knowledge, KnowledgeError
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.statements import Said, SaidOfData, keep_said, said_of_data

_MOST_PROBLEMS = 3


def said_of(record: RunRecord) -> tuple[Said, ...]:
    """What was said of a run's data, with what the run itself enforces."""
    return _kept(record).said


def _kept(record: RunRecord) -> SaidOfData:
    """What is kept, and the run's own knowledge, unless that was taken in before."""
    try:
        kept = said_of_data(run_store(), record.dataset_sha256, current_owner())
    except StoreError as error:
        tell(HEAD, str(error))
        kept = SaidOfData()
    # A capsule without data may have named its variables wrongly.
    said = [each for each in kept.said if set(each.statement.names) <= set(record.names)]
    if record.id in kept.runs:
        return replace(kept, said=tuple(said))
    known = {each.statement for each in said}
    own = statements_of(record.settings.knowledge)
    fresh = [Said(statement, enforced=True) for statement in own if statement not in known]
    if fresh and not _can_be_enforced((*said, *fresh), record.names):
        # Where the run obeyed what contradicts the list, the list stays as it was.
        fresh = [replace(each, enforced=False) for each in fresh]
    return SaidOfData((*said, *fresh), (*kept.runs, record.id))


def released(record: RunRecord, said: Iterable[Said]) -> int:
    """How many statements are not enforced here that the run itself was made to obey."""
    enforced = {each.statement for each in said if each.enforced}
    return sum(each not in enforced for each in statements_of(record.settings.knowledge))


def _keep(record: RunRecord, said: Iterable[Said]) -> None:
    kept = replace(_kept(record), said=tuple(said))
    keep_said(run_store(), record.dataset_sha256, kept, current_owner())


def enforced_knowledge(said: Iterable[Said]) -> Knowledge:
    """What the search is made to obey.

    Raises
    ------
    KnowledgeError
        If a statement cannot be enforced, or two give tiers.
    """
    return knowledge_of(each.statement for each in said if each.enforced)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What is held out: the claims that count, and the statements that count nothing.

    Parameters
    ----------
    counted
        Claims that are evidence.
    implied
        Statements of which what is enforced implies all.
    repeated
        Other statements that follow from the rest, which counts.
    """

    counted: tuple[Claim, ...]
    implied: frozenset[Statement]
    repeated: frozenset[Statement]


def held_out(said: Iterable[Said], names: tuple[str, ...]) -> HeldOut:
    """What of all that was said is evidence, and what is none though it is held out."""
    return _held_out(tuple(said), names)


@lru_cache(maxsize=8)
def _held_out(said: tuple[Said, ...], names: tuple[str, ...]) -> HeldOut:
    claims = claims_of((each.statement for each in said if not each.enforced), names)
    knowledge = enforced_knowledge(said)
    facts = None if knowledge.is_empty else compiled(knowledge, names)
    implied = already_enforced(claims, facts)
    rest = [claim for claim in claims if claim not in implied]
    twice = repeated(rest, len(names), facts)
    counted = tuple(claim for claim in rest if claim not in twice)
    told = {claim.statement for claim in counted}
    following = frozenset(claim.statement for claim in twice) - told
    return HeldOut(
        counted, frozenset(claim.statement for claim in implied) - told - following, following
    )


def at_odds(said: Iterable[Said]) -> str | None:
    """Why what was said cannot all be true, enforced or held out; None where it can."""
    said = tuple(said)
    held_out, enforced = (
        tuple(each.statement for each in said if each.enforced is mark) for mark in (False, True)
    )
    return _contradiction(held_out, enforced)


@lru_cache(maxsize=8)
def _contradiction(held_out: tuple[Statement, ...], enforced: tuple[Statement, ...]) -> str | None:
    return contradiction(held_out, enforced=enforced)


def add(record: RunRecord, statements: Iterable[Statement], *, enforced: bool) -> str:
    """Say something more; what is to be told of it, if anything.

    Raises
    ------
    KnowledgeError
        If that is not possible.
    StoreError
        If it cannot be kept.
    """
    said = said_of(record)
    known = {each.statement for each in said}
    asked = tuple(dict.fromkeys(statements))
    fresh = [Said(each, enforced) for each in asked if each not in known]
    if not fresh:
        raise KnowledgeError("This was said already." if asked else "The file holds no statement.")
    _replace(record, said, (*said, *fresh))
    left = len(asked) - len(fresh)
    if len(fresh) == 1 and not left:
        return ""
    text = count(len(fresh), "statement") + " added"
    return f"{text}; {left} said already." if left else f"{text}."


def _replace(record: RunRecord, before: tuple[Said, ...], after: tuple[Said, ...]) -> None:
    """Keep a list instead of another one, unless that cannot be enforced or be true."""
    _check(record, after)
    why = at_odds(after)
    # A list that was at odds before, as a run obeyed the contrary, says so by itself.
    if why and not at_odds(before):
        raise KnowledgeError(f"{why} Nothing was added.")
    _keep(record, after)


def add_file(record: RunRecord, content: bytes, name: str, *, enforced: bool) -> str:
    """Say what a file says; what is to be told of it.

    Where the file tells what is enforced and what is held out, that counts, also of
    statements that were said before, and ``enforced`` does not.

    Raises
    ------
    KnowledgeError, StoreError
        As for :func:`add`, or if the file is not understood.
    """
    found = read_statement_file(content, name=name, names=record.names)
    if found.tells:
        return _restore(record, found)
    return add(record, found.held_out, enforced=enforced)


def _restore(record: RunRecord, file: StatementFile) -> str:
    """Take in a saved list with its marks."""
    said = said_of(record)
    marks = dict.fromkeys(file.held_out, False) | dict.fromkeys(file.enforced, True)
    if not marks:
        raise KnowledgeError("The file holds no statement.")
    known = {each.statement for each in said}
    changed = [each for each in said if marks.get(each.statement, each.enforced) != each.enforced]
    kept = (replace(each, enforced=marks.get(each.statement, each.enforced)) for each in said)
    fresh = [Said(each, mark) for each, mark in marks.items() if each not in known]
    if not fresh and not changed:
        raise KnowledgeError("All of this was said already, enforced and held out as here.")
    _replace(record, said, (*kept, *fresh))
    n = sum(marks.values())
    parts = [f"The file enforces {count(n, 'statement')} and holds {len(marks) - n} out"]
    parts += [f"{len(fresh)} added"] if fresh else []
    parts += [f"{len(changed)} changed to what the file says"] if changed else []
    return f"{parts[0]}: {', '.join(parts[1:])}."


def add_typed(record: RunRecord, text: str, *, enforced: bool) -> str:
    """Say what somebody typed, all of it or nothing; what is to be told of it.

    Raises
    ------
    KnowledgeError, StoreError
        As for :func:`add`, or if a line is not understood.
    """
    typed = read_typed_statements(text, record.names)
    if typed.problems:
        words = list(typed.problems[:_MOST_PROBLEMS])
        left = len(typed.problems) - len(words)
        if left:
            words.append(f"And {count(left, 'more line')} like that.")
        if typed.statements:
            words.append("Nothing was added yet.")
        raise KnowledgeError(" ".join(words))
    if not typed.statements:
        raise KnowledgeError("Type a statement first.")
    return add(record, typed.statements, enforced=enforced)


def remove(record: RunRecord, statement: Statement) -> None:
    """Take a statement back.

    Raises
    ------
    StoreError
        If that cannot be kept.
    """
    _keep(record, (each for each in said_of(record) if each.statement != statement))


def enforce(record: RunRecord, statement: Statement, enforced: bool) -> None:
    """Enforce a statement or hold it out.

    Raises
    ------
    KnowledgeError
        If that is not possible.
    StoreError
        If it cannot be kept.
    """
    said = tuple(
        replace(each, enforced=enforced) if each.statement == statement else each
        for each in said_of(record)
    )
    _check(record, said)
    _keep(record, said)


def forget_all(record: RunRecord) -> None:
    """Take every statement back, also those that the run itself enforces.

    Raises
    ------
    StoreError
        If that cannot be kept.
    """
    _keep(record, ())


def _can_be_enforced(said: Iterable[Said], names: tuple[str, ...]) -> bool:
    try:
        compiled(enforced_knowledge(said), names)
    except KnowledgeError:
        return False
    return True


def _check(record: RunRecord, said: tuple[Said, ...]) -> None:
    check_names((each.statement for each in said), record.names)
    compiled(enforced_knowledge(said), record.names)
