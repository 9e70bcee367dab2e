"""Prior statements of this tab: what was said of a data set, enforced or held out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import streamlit as st

from components import state
from components.knowledge_marks import compiled
from components.text import count
from gesncd.analysis.agreement import Claim, claims_of
from gesncd.analysis.enforced import already_enforced
from gesncd.analysis.statement_files import read_statements
from gesncd.analysis.statements import Statement, check_names, knowledge_of, statements_of
from gesncd.knowledge import Knowledge, KnowledgeError
from gesncd.runs.records import RunRecord


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, and whether the search is made to obey it."""

    statement: Statement
    enforced: bool = False


def said_of(record: RunRecord) -> tuple[Said, ...]:
    """What was said of a run's data; at first what the run itself enforces."""
    known: dict[str, tuple[Said, ...]] = st.session_state.setdefault(state.TUNE_SAID, {})
    if record.dataset_sha256 not in known:
        own = statements_of(record.settings.knowledge)
        known[record.dataset_sha256] = tuple(Said(statement, enforced=True) for statement in own)
    return known[record.dataset_sha256]


def _keep(record: RunRecord, said: Iterable[Said]) -> None:
    known = st.session_state.get(state.TUNE_SAID, {})
    st.session_state[state.TUNE_SAID] = {**known, record.dataset_sha256: tuple(said)}


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
    _keep(record, (*said, *fresh))
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
    _keep(record, said)
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
