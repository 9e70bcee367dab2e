"""The account of what a plan made of a table: a sentence for people, a record for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gesncd.data.assemble import Assembly
from gesncd.data.findings import Finding
from gesncd.data.plan import Encoding, Missing, Plan, Role
from gesncd.data.profile import Profile
from gesncd.data.resolve import Resolved, rows_lacking
from gesncd.data.spellings import Variant
from gesncd.words import listed, names_listed, plural, quoted

_NAMED = 3
_DROPPED_LINES = 100
"""Lines of dropped rows that a record lists."""


def account_sentence(
    data: Assembly,
    columns: Sequence[Resolved],
    plan: Plan,
    n_variables: int,
    failed: bool,
    reasons: Mapping[str, str],
    apart: Mapping[str, Variant],
) -> str:
    """What will be analysed, for people.

    Parameters
    ----------
    data, columns, plan
        What was made of a table, of which columns, and how.
    n_variables
        Variables of the plan.
    failed
        Whether an error stands in the way.
    reasons
        Why the first of the columns left out are.
    apart
        A category that seems to abbreviate another and is told apart from it, by column.
    """
    table = data.table
    why = []
    if data.n_incomplete:
        why.append(f"{data.n_incomplete:,} with missing values dropped")
    if plan.drop_duplicates and data.n_duplicates:
        which = "repeats another" if data.n_duplicates == 1 else "repeat others"
        why.append(f"{data.n_duplicates:,} that {which} dropped")
    if plan.sample is not None and data.n_rows < data.n_before_sample:
        why.append(f"a random sample of {data.n_before_sample:,}, seed {plan.sample.seed}")
    rows = (
        plural(data.n_rows, "row")
        if data.n_rows == table.n_rows
        else f"{data.n_rows:,} of {plural(table.n_rows, 'row')}"
    )
    because = f" ({'; '.join(why)})" if why else ""
    parts = [f"{plural(n_variables, 'variable')}, {rows}{because}"]
    if plan.ignored:
        said = [f"{quoted(name)} ({why})" for name, why in reasons.items()]
        parts.append(f"left out: {listed(said, len(plan.ignored))}")
    merged = {spelling.column for spelling in plan.spellings}
    named = [column.name for column in columns if column.encoded and column.name in merged]
    whole = [name for name in named if name not in apart]
    if whole:
        parts.append(f"spellings of {names_listed(whole)} merged")
    if len(whole) < len(named):
        partly = [name for name in named if name in apart]
        parts.append(f"spellings of {names_listed(partly)} merged by letter case")
    for name, variant in list(apart.items())[:_NAMED]:
        one, other = quoted(variant.text), quoted(variant.meaning)
        parts.append(f"{one} and {other} of {quoted(name)} are still two categories")
    ordered = [c.name for c in columns if c.encoded and c.plan.encoding is Encoding.ORDER]
    if ordered:
        parts.append(f"{names_listed(ordered)} kept in order")
    if data.imputed:
        how = "medians" if plan.missing is Missing.MEDIAN else "predictions"
        parts.append(f"{plural(sum(data.imputed.values()), 'missing value')} replaced by {how}")
    n_put = _n_put(data, columns)
    if n_put:
        ends = {put.is_low for column in columns for put in column.put}
        where = listed([text for low, text in ((True, "below"), (False, "above")) if low in ends])
        parts.append(f"{plural(n_put, 'value')} beyond a limit put {where} those measured")
    sentence = "; ".join(parts) + "."
    return f"Not ready: {sentence}" if failed else sentence


def _n_put(data: Assembly, columns: Sequence[Resolved]) -> int:
    """Cells beyond a limit among the rows that remain."""
    n = 0
    for column in columns:
        if column.filled is not None:
            lacked = np.isnan(data.table.numbers[data.rows, column.place])
            n += int((lacked & ~np.isnan(column.filled[data.rows])).sum())
    return n


def account_record(
    data: Assembly,
    columns: Sequence[Resolved],
    plan: Plan,
    profile: Profile,
    findings: Sequence[Finding],
    sentence: str,
) -> dict[str, Any]:
    """What was read and done, as plain values for JSON.

    Parameters
    ----------
    data, columns, plan
        What was made of a table, of which columns, and how.
    profile
        What the table's columns hold.
    findings, sentence
        What was found, and the sentence for people.
    """
    table = data.table
    resolved = {column.name: column for column in columns}
    entries: list[dict[str, Any]] = []
    for entry in plan.columns:
        about: dict[str, Any] = {
            "name": entry.name,
            "kind": profile.column(entry.name).kind.value,
            "role": entry.role.value,
        }
        if entry.role is Role.PART:
            about["group"] = entry.group
        column = resolved.get(entry.name)
        if column is not None:
            about["missing"] = column.n_missing
            if entry.encoding is not Encoding.NUMBER:
                about["encoding"] = entry.encoding.value
                about["categories"] = list(column.categories)
            if column.put:
                about["beyond"] = [
                    {"text": put.text, "value": put.value, "count": put.count} for put in column.put
                ]
            if entry.name in data.imputed:
                about["imputed"] = data.imputed[entry.name]
        entries.append(about)
    return {
        "sentence": sentence,
        "source": {
            "name": table.name,
            **table.source.to_dict(),
            "files": [{"name": name, "rows": rows} for name, rows in table.parts],
        },
        "rows": {
            "read": table.n_rows,
            "analysed": data.n_rows,
            "dropped_missing": data.n_incomplete,
            "dropped_missing_lines": _dropped_lines(data, columns, plan),
            "dropped_duplicates": data.n_duplicates if plan.drop_duplicates else 0,
            "sampled_from": data.n_before_sample if data.n_rows < data.n_before_sample else None,
        },
        "columns": entries,
        "plan": plan.to_dict(),
        "findings": [finding.to_dict() for finding in findings],
    }


def _dropped_lines(data: Assembly, columns: Sequence[Resolved], plan: Plan) -> list[int]:
    """Lines of the first rows dropped for missing values."""
    if plan.missing is not Missing.DROP or not data.n_incomplete:
        return []
    rows = np.flatnonzero(rows_lacking(columns, data.table.n_rows))[:_DROPPED_LINES]
    return [int(data.table.lines[row]) for row in rows]
