"""From a draft to what is shown: reading, checking and preparing, each done once.

Everything is kept by the hash of the bytes and the choices; tables themselves are
never hashed by Streamlit, which would look at a sample of a large one only.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import streamlit as st

from components.data_page.draft import Draft, fitted
from gesncd.data import (
    ColumnPlan,
    DataError,
    Finding,
    Missing,
    Plan,
    Prepared,
    Preview,
    Profile,
    Severity,
    Table,
    TableError,
    prepare,
    preview_file,
    profile_table,
    propose_plan,
    read_tables,
    settle_plan,
    settle_reading,
)
from gesncd.data.checks.left_out import left_out_reasons as reasons_of
from gesncd.data.left_to_decide import left_to_decide

PREVIEW_ROWS = 12
_LARGE_TABLE = 2_000_000
"""Cells above which mends are only tried out when asked for."""


@dataclass(frozen=True, eq=False)
class Understood:
    """A table with its profile, or why there is none.

    Parameters
    ----------
    table, profile
        The table and what its columns hold; None where it cannot be read.
    refusals
        Why it cannot be read.
    """

    table: Table | None = None
    profile: Profile | None = None
    refusals: tuple[Finding, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns; empty where there is no table."""
        return self.table.names if self.table is not None else ()


@dataclass(frozen=True, eq=False)
class Outcome:
    """What the choices lead to.

    Parameters
    ----------
    table, profile
        The table and what its columns hold.
    plan
        What becomes of each column.
    prepared
        The data set, or what stands in its way.
    """

    table: Table
    profile: Profile
    plan: Plan
    prepared: Prepared


def understand(draft: Draft) -> Understood:
    """Read a draft's files."""
    return _understand(draft.key, _reading(draft), draft)


@st.cache_resource(show_spinner="Reading the table", max_entries=3)
def _understand(key: str, reading: str, _draft: Draft) -> Understood:
    try:
        sources = [(file.content, file.name) for file in _draft.files]
        table = read_tables(sources, options=_draft.options)
        return Understood(table, profile_table(table))
    except TableError as error:
        return Understood(refusals=error.findings)
    except DataError as error:
        return Understood(refusals=(Finding("unreadable", Severity.ERROR, str(error)),))
    except MemoryError:
        text = "The table needs more memory than there is. Choose fewer columns or rows."
        return Understood(refusals=(Finding("memory", Severity.ERROR, text),))


def preview(draft: Draft) -> Preview | str:
    """The first rows of the first file, or why they cannot be shown."""
    return _preview(draft.key, _reading(draft), draft)


@st.cache_data(show_spinner=False, max_entries=8)
def _preview(key: str, reading: str, _draft: Draft) -> Preview | str:
    file = _draft.files[0]
    try:
        return preview_file(
            file.content, name=file.name, options=_draft.options, n_rows=PREVIEW_ROWS
        )
    except DataError as error:
        return str(error)


def work_out(draft: Draft, understood: Understood) -> Outcome | None:
    """Follow a draft's plan; None where there is no table."""
    table, profile = understood.table, understood.profile
    if table is None or profile is None:
        return None
    plan = fitted(draft.plan, table.names)
    prepared = _prepare(draft.key, _reading(draft), _plan_text(plan), table, plan, profile)
    return Outcome(table, profile, plan, prepared)


@st.cache_resource(show_spinner="Checking the table", max_entries=3)
def _prepare(
    key: str, reading: str, plan_text: str, _table: Table, _plan: Plan, _profile: Profile
) -> Prepared:
    return prepare(_table, _plan, profile=_profile)


def proposal(draft: Draft, outcome: Outcome) -> Plan:
    """The plan with all usual mends: those of its columns nobody has decided on, then errors'."""
    plan_text = _plan_text(outcome.plan)
    return _propose(draft.key, _reading(draft), plan_text, outcome)


@st.cache_data(show_spinner=False, max_entries=16)
def _propose(key: str, reading: str, plan_text: str, _outcome: Outcome) -> Plan:
    plan = with_proposals(_outcome.plan, propose_plan(_outcome.profile))
    return settle_plan(_outcome.table, plan, _outcome.profile)


def read_as_usual(draft: Draft, outcome: Outcome) -> tuple[Draft, Outcome]:
    """The draft after the usual mends of the way its files are read, and what it leads to."""
    options = settle_reading(draft.options, outcome.prepared.errors)
    if options == draft.options:
        return draft, outcome
    again = replace(draft, options=options)
    found = work_out(again, understand(again))
    return (draft, outcome) if found is None else (again, found)


def with_proposals(plan: Plan, offer: Plan) -> Plan:
    """A plan with a proposal for whatever its owner has not decided."""
    columns = tuple(
        proposed if chosen == ColumnPlan(chosen.name) else chosen
        for chosen, proposed in zip(plan.columns, offer.columns, strict=True)
    )
    missing = offer.missing if plan.missing is Missing.REFUSE else plan.missing
    markers = tuple(dict.fromkeys((*plan.markers, *offer.markers)))
    beyond = tuple(dict.fromkeys((*plan.beyond, *offer.beyond)))
    taken = {new.name for old, new in zip(plan.columns, columns, strict=True) if old != new}
    spellings = (*plan.spellings, *(s for s in offer.spellings if s.column in taken))
    return replace(
        plan,
        columns=columns,
        missing=missing,
        markers=markers,
        beyond=beyond,
        spellings=tuple(dict.fromkeys(spellings)),
    )


def proposal_sentence(draft: Draft, outcome: Outcome) -> str | None:
    """What would be analysed with all usual mends; None where there is nothing to propose.

    Of a large table it is not worked out in advance: then the sentence is empty.
    """
    if outcome.table.n_rows * len(outcome.table.names) <= _LARGE_TABLE:
        draft, read = read_as_usual(draft, outcome)
    else:
        read = outcome
    errors = read.prepared.errors
    if any(mend.rereads for error in errors for mend in error.mends):
        # What columns hold means nothing before the file is read rightly.
        return None
    if read.table.n_rows * len(read.table.names) > _LARGE_TABLE:
        return "" if errors else None
    plan = proposal(draft, read)
    unchanged = (plan.columns, plan.markers, plan.spellings) == (
        read.plan.columns,
        read.plan.markers,
        read.plan.spellings,
    )
    if unchanged and read is outcome and not errors:
        return None
    tried = work_out(replace(draft, plan=plan), Understood(read.table, read.profile))
    if tried is None or tried.prepared.sentence == outcome.prepared.sentence:
        return None
    return f"{tried.prepared.sentence} {left_to_decide(tried.prepared.errors)}".rstrip()


def left_out_reasons(draft: Draft, outcome: Outcome) -> list[tuple[str, str]]:
    """Every column that is left out, with its reason."""
    return _reasons(draft.key, _reading(draft), _plan_text(outcome.plan), outcome)


@st.cache_data(show_spinner=False, max_entries=8)
def _reasons(key: str, reading: str, plan_text: str, _outcome: Outcome) -> list[tuple[str, str]]:
    table, profile, plan = _outcome.table, _outcome.profile, _outcome.plan
    return list(zip(plan.ignored, reasons_of(table, profile, plan, plan.ignored), strict=True))


def forget() -> None:
    """Empty what is kept of all tables, and whatever was computed from them."""
    for kept in (_understand, _prepare):
        kept.clear()
    # Pictures and thresholds of the data, wherever they were computed; all are cheap to have again.
    st.cache_data.clear()


def _reading(draft: Draft) -> str:
    return json.dumps(draft.options.to_dict(), sort_keys=True)


def _plan_text(plan: Plan) -> str:
    return json.dumps(plan.to_dict())
