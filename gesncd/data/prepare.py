"""A table and a plan become a data set, with an account of everything done on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gesncd.data.account import account_record, account_sentence
from gesncd.data.arrays import MIN_ROWS
from gesncd.data.assemble import Assembly, assemble
from gesncd.data.checks.beyond import ask_unclear, report_beyond, told_of_words
from gesncd.data.checks.categories import report_categories, still_apart
from gesncd.data.checks.cells import check_finite, check_large, check_markers, check_texts
from gesncd.data.checks.left_out import left_out_reasons
from gesncd.data.checks.meaning import (
    EXPLANATIONS,
    MOST_NAMED,
    check_families,
    check_kinds,
    report_choices,
)
from gesncd.data.checks.missing import check_missing
from gesncd.data.checks.relations import check_relations
from gesncd.data.checks.rows import (
    check_counters,
    check_duplicate_rows,
    check_few_rows,
    check_order,
    check_time_and_subjects,
)
from gesncd.data.checks.size import Estimate, check_few_variables, check_size
from gesncd.data.checks.spread import (
    check_near_constant,
    check_outliers,
    check_ranges,
    check_scales,
)
from gesncd.data.dataset import DataError, Dataset
from gesncd.data.findings import Finding, Severity, TableError, error
from gesncd.data.plan import ACCEPTABLE, Encoding, Plan, Role
from gesncd.data.profile import Profile, profile_table
from gesncd.data.resolve import Resolved, resolve_used
from gesncd.data.table import Table
from gesncd.data.thousands import ASKED, asked_of
from gesncd.words import names_listed, quoted

_OF_COLUMNS = frozenset(["inexact-integers", "leading-zeros", "thousands-possible"])
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFORMATION)


@dataclass(frozen=True, eq=False)
class Prepared:
    """What a plan makes of a table.

    Parameters
    ----------
    dataset
        The data set, or None while an error stands in the way.
    sentence
        What will be analysed, for people.
    findings
        Everything found: errors, then warnings, then information.
    record
        Account of what was read and done, as plain values for JSON.
    labels
        Names of the data set's columns; of a category, "name = category".
    """

    dataset: Dataset | None
    sentence: str
    findings: tuple[Finding, ...]
    record: dict[str, Any]
    labels: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that stand in the way."""
        return tuple(f for f in self.findings if f.severity is Severity.ERROR)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was found, without what only explains the kinds of values."""
        return tuple(f.told for f in self.findings if f.code not in EXPLANATIONS)

    def require(self) -> Dataset:
        """The data set.

        Raises
        ------
        TableError
            If there is none, with the errors.
        """
        if self.dataset is None:
            raise TableError(self.errors)
        return self.dataset


def prepare(
    table: Table,
    plan: Plan,
    *,
    profile: Profile | None = None,
    estimate: Estimate | None = None,
) -> Prepared:
    """Follow a plan and check what comes of it.

    Missing values are dealt with first, repeated rows second; a random sample is
    drawn last. The checks look at what remains.

    Parameters
    ----------
    table
        The table.
    plan
        One entry for each of its columns.
    profile
        What :func:`~gesncd.data.profile.profile_table` found, if it is at hand.
    estimate
        Called with rows and variables; says in a sentence what a search takes.

    Raises
    ------
    DataError
        If the plan is for other columns.
    """
    _refuse_other_columns(table, plan)
    if profile is None:
        profile = profile_table(table)
    entries = [c for c in plan.columns if c.role is not Role.IGNORE]
    columns = resolve_used(table, plan)
    found = [*_group_names(plan)]
    asked = asked_of(table.findings)
    found += check_texts(table, profile, [c for c in columns if c.encoded or c.name not in asked])
    found += check_missing(table, columns, plan)
    found += check_finite(table, columns)
    found += check_large(table, columns)
    # The other checks look at the columns that are numbers throughout.
    troubled = asked | {n for f in found if f.severity is Severity.ERROR for n in f.columns}
    clean = [column for column in columns if column.name not in troubled]
    # Rows that are alike in some of the variables say nothing.
    is_whole = len(clean) == len(columns)
    data = assemble(table, clean, plan, planned=columns, find_repeats=is_whole)
    held = {column.name: column for column in data.columns}
    columns = [held.get(column.name, column) for column in columns]
    left_out = plan.ignored[:MOST_NAMED]
    reasons = left_out_reasons(table, profile, plan, left_out, used=columns)
    variables = {(c.role, c.group if c.role is Role.PART else c.name) for c in entries}
    # What is ragged may be split wrongly, so its size means nothing.
    if not any(f.code == "ragged-rows" and f.code not in plan.accepted for f in table.findings):
        found += check_few_variables(len(variables), table.name)
        found += check_few_rows(data)
    found += check_ranges(data)
    found += _further(data, profile, columns, plan, estimate)
    found += report_choices(profile, plan, reasons)
    read = [f for f in told_of_words(table, columns) if _concerns(f, plan)]
    findings = _sorted([_accepted(f, plan) for f in (*read, *found)])
    failed = any(f.severity is Severity.ERROR for f in findings)
    dataset = None
    if not failed:
        dataset = Dataset(data.values, data.variables, source_sha256=table.source.sha256)
    why = dict(zip(left_out, reasons, strict=True))
    asked_still = {
        c.name: apart[0]
        for c in columns
        if c.encoded and (apart := still_apart(c, profile.column(c.name)))
    }
    sentence = account_sentence(data, columns, plan, len(variables), failed, why, asked_still)
    record = account_record(data, columns, plan, profile, findings, sentence)
    return Prepared(dataset, sentence, findings, record, data.labels)


def _further(
    data: Assembly,
    profile: Profile,
    columns: Sequence[Resolved],
    plan: Plan,
    estimate: Estimate | None,
) -> list[Finding]:
    """Checks that say nothing on an empty table."""
    found = check_markers(profile, columns, plan)
    found += report_beyond(data.table, columns)
    found += ask_unclear(data.table, columns, plan)
    found += check_size(data, estimate, MIN_ROWS)
    found += check_near_constant(data, profile)
    found += check_relations(data, profile, plan)
    found += check_duplicate_rows(data, plan)
    found += check_order(data)
    found += check_time_and_subjects(data, profile, plan)
    found += check_counters(profile, plan)
    found += report_categories(profile, columns, plan, data.absent)
    found += check_families(profile, plan)
    found += check_kinds(data, profile)
    found += check_outliers(data)
    found += check_scales(data)
    return found


def _refuse_other_columns(table: Table, plan: Plan) -> None:
    planned = [column.name for column in plan.columns]
    lacking = [name for name in planned if name not in table.index]
    unplanned = [name for name in table.names if name not in set(planned)]
    if lacking or unplanned or len(planned) != len(table.names):
        problem = (
            f"it names {names_listed(lacking)}, which the table lacks"
            if lacking
            else f"it says nothing on {names_listed(unplanned)}"
            if unplanned
            else "it names a column twice"
        )
        raise DataError(f"The plan is for another table: {problem}.")


def _group_names(plan: Plan) -> list[Finding]:
    """Joined variables need names, and others than single variables have."""
    singles = {c.name for c in plan.columns if c.role is Role.VARIABLE}
    findings = []
    for column in plan.columns:
        if column.role is not Role.PART:
            continue
        if not column.group or not column.group.strip():
            text = f"Column {quoted(column.name)} is part of a variable without a name. Name it."
            findings.append(error("group-name", text, columns=[column.name]))
        elif column.group in singles:
            text = (
                f"Column {quoted(column.name)} is part of {quoted(column.group)}, but another "
                "column that is a variable of its own has this name. Choose another name."
            )
            findings.append(error("group-name", text, columns=[column.name]))
    return findings


def _concerns(finding: Finding, plan: Plan) -> bool:
    """Whether a finding of reading matters to a plan: not what is about columns left out."""
    if finding.code in ASKED:
        numbers = {
            c.name
            for c in plan.columns
            if c.role is not Role.IGNORE and c.encoding is Encoding.NUMBER
        }
        return bool(numbers.intersection(finding.columns))
    return finding.code not in _OF_COLUMNS or not set(finding.columns) <= set(plan.ignored)


def _accepted(finding: Finding, plan: Plan) -> Finding:
    """The finding, as a warning where the plan accepts it."""
    if finding.code in ACCEPTABLE and finding.code in plan.accepted:
        return replace(finding, severity=Severity.WARNING, mends=())
    return finding


def _sorted(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: _ORDER.index(finding.severity)))
