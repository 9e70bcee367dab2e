"""Prior statements: what a person said of a data set, enforced or held out.

They are in the run store, so that they are there after a reload and in other sessions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from components import state
from components.knowledge_marks import compiled
from components.runs.owner import current_owner
from components.store import run_store
from components.text import count
from gesncd.analysis.agreement import Claim, claims_of
from gesncd.analysis.enforced import already_enforced
from gesncd.analysis.statement_files import read_statements
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
        tell(str(error))
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


def _keep(record: RunRecord, said: Iterable[Said]) -> bool:
    """Keep statements instead of those before; a message tells where that is not possible."""
    try:
        kept = replace(_kept(record), said=tuple(said))
        keep_said(run_store(), record.dataset_sha256, kept, current_owner())
    except StoreError as error:
        tell(str(error))
        return False
    return True


def enforced_knowledge(said: Iterable[Said]) -> Knowledge:
    """What the search is made to obey.

    Raises
    ------
    KnowledgeError
        If a statement cannot be enforced, or two give tiers.
    """
    return knowledge_of(each.statement for each in said if each.enforced)


def evidence(said: Iterable[Said], names: tuple[str, ...]) -> tuple[Claim, ...]:
    """Claims that may count: held out, and not implied by what is enforced."""
    said = tuple(said)
    claims = claims_of((each.statement for each in said if not each.enforced), names)
    knowledge = enforced_knowledge(said)
    facts = None if knowledge.is_empty else compiled(knowledge, names)
    implied = already_enforced(claims, facts)
    return tuple(claim for claim in claims if claim not in implied)


def add(record: RunRecord, statements: Iterable[Statement], *, enforced: bool) -> bool:
    """Say something more; a message tells where that is not possible."""
    said = said_of(record)
    known = {each.statement for each in said}
    asked = tuple(dict.fromkeys(statements))
    fresh = [Said(each, enforced) for each in asked if each not in known]
    if not fresh:
        tell("This was said already." if asked else "The file holds no statement.")
        return False
    if not _is_possible(record, (*said, *fresh)):
        return False
    if not _keep(record, (*said, *fresh)):
        return False
    left = len(asked) - len(fresh)
    if len(fresh) > 1 or left:
        text = count(len(fresh), "statement") + " added"
        tell(f"{text}; {left} said already." if left else f"{text}.", problem=False)
    return True


def add_file(record: RunRecord, content: bytes, name: str, *, enforced: bool) -> None:
    """Say what a file says."""
    try:
        add(record, read_statements(content, name=name), enforced=enforced)
    except KnowledgeError as error:
        tell(str(error))


def add_typed(record: RunRecord, text: str, *, enforced: bool) -> bool:
    """Say what somebody typed, all of it or nothing; whether it was taken."""
    typed = read_typed_statements(text, record.names)
    if typed.problems:
        words = list(typed.problems[:_MOST_PROBLEMS])
        left = len(typed.problems) - len(words)
        if left:
            words.append(f"And {count(left, 'more line')} like that.")
        if typed.statements:
            words.append("Nothing was added yet.")
        tell(" ".join(words))
        return False
    if not typed.statements:
        tell("Type a statement first.")
        return False
    return add(record, typed.statements, enforced=enforced)


def remove(record: RunRecord, statement: Statement) -> None:
    """Take a statement back."""
    _keep(record, (each for each in said_of(record) if each.statement != statement))


def enforce(record: RunRecord, statement: Statement, enforced: bool) -> bool:
    """Enforce a statement or hold it out; a message tells where that is not possible."""
    said = tuple(
        replace(each, enforced=enforced) if each.statement == statement else each
        for each in said_of(record)
    )
    if not _is_possible(record, said):
        return False
    return _keep(record, said)


def forget_all(record: RunRecord) -> None:
    """Take every statement back, also those that the run itself enforces."""
    _keep(record, ())


def _can_be_enforced(said: Iterable[Said], names: tuple[str, ...]) -> bool:
    try:
        compiled(enforced_knowledge(said), names)
    except KnowledgeError:
        return False
    return True


def _is_possible(record: RunRecord, said: tuple[Said, ...]) -> bool:
    try:
        check_names((each.statement for each in said), record.names)
        compiled(enforced_knowledge(said), record.names)
    except KnowledgeError as error:
        tell(str(error))
        return False
    return True


def tell(text: str, *, problem: bool = True) -> None:
    """Have the panel say something, once."""
    st.session_state[state.TUNE_MESSAGE] = (problem, text)
