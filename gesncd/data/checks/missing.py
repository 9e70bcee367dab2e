"""Missing values: what is wrong with them, what can be done, and what a plan does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesncd.data.findings import Finding, error, ignore_mend, note, warning
from gesncd.data.kinds import Kind
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Missing, Plan
from gesncd.data.propose import MOST_MISSING
from gesncd.data.resolve import Resolved, rows_lacking
from gesncd.data.scan import FIRST_KEPT
from gesncd.data.table import Table
from gesncd.words import listed, plural, quoted

_SHOWN = 5
_BIASED_SHARE = 0.05
"""Share of rows above which dropping them is warned of."""


def check_missing(table: Table, columns: Sequence[Resolved], plan: Plan) -> list[Finding]:
    """Missing values: errors where nothing is planned for them, else what the plan does."""
    findings = []
    for column in columns:
        count = column.n_missing
        if count and count == table.n_rows:
            findings.append(
                error(
                    "missing-values",
                    f"Column {quoted(column.name)} holds no values. Leave it out.",
                    columns=[column.name],
                    count=count,
                    mends=[ignore_mend(column.name)],
                    cause=Kind.EMPTY.value,
                )
            )
    lacking = [c for c in columns if 0 < c.n_missing < table.n_rows]
    if not lacking:
        return findings
    if plan.missing is not Missing.REFUSE:
        return [*findings, _planned(table, lacking, plan)]
    n_lacking = int(rows_lacking(lacking, table.n_rows).sum())
    shared = [*_without_sparse(lacking, table.n_rows), *missing_mends(n_lacking, table.n_rows)]
    for column in lacking:
        rows = np.flatnonzero(column.missing)
        written = _written(table.marks.get(column.place, ()), count=len(rows))
        findings.append(
            error(
                "missing-values",
                f"Column {quoted(column.name)} has {plural(len(rows), 'missing value')} "
                f"({table.places(rows)}{written}). Fill in what is missing, or "
                "leave out these rows or this column.",
                columns=[column.name],
                lines=table.first_lines(rows),
                count=len(rows),
                mends=[*shared, ignore_mend(column.name)],
            )
        )
    return findings


def _written(marks: Sequence[str], *, count: int) -> str:
    """How a column's missing values look; nothing where all that is known are empty cells."""
    words = [quoted(mark) for mark in marks if mark]
    if not words:
        return ""
    first = "" if count <= FIRST_KEPT else "the first "
    if "" in marks:
        return f", {first}empty or written {' or '.join(words)}"
    return f", {first}written {listed(words)}"


def missing_mends(n_lacking: int, n_rows: int) -> list[Mend]:
    """The ways to deal with missing values in so many of a table's rows."""
    return [
        Mend(
            "missing:drop",
            f"Drop {plural(n_lacking, 'row')} with missing values: {n_rows - n_lacking:,} left",
            Change(missing=Missing.DROP),
        ),
        Mend("missing:median", "Fill in with medians", Change(missing=Missing.MEDIAN)),
        Mend(
            "missing:iterative",
            "Fill in with predictions from the other columns",
            Change(missing=Missing.ITERATIVE),
        ),
    ]


def _without_sparse(lacking: Sequence[Resolved], n_rows: int) -> list[Mend]:
    """To leave out columns that are mostly empty before rows are dropped, which keeps more cells.

    Nothing where there is no such column.
    """
    sparse = [column.name for column in lacking if column.n_missing > MOST_MISSING * n_rows]
    if not sparse:
        return []
    others = [column for column in lacking if column.name not in sparse]
    n_dropped = int(rows_lacking(others, n_rows).sum())
    gone = quoted(sparse[0]) if len(sparse) == 1 else f"{len(sparse)} mostly empty columns"
    drop = f", drop {plural(n_dropped, 'row')}" if n_dropped else ""
    return [
        Mend(
            "sparse:drop",
            f"Leave out {gone}{drop}: {plural(n_rows - n_dropped, 'row')} left",
            Change(ignore=tuple(sparse), missing=Missing.DROP),
        )
    ]


def _planned(table: Table, lacking: Sequence[Resolved], plan: Plan) -> Finding:
    rows = int(rows_lacking(lacking, table.n_rows).sum())
    by_count = sorted(lacking, key=lambda column: -column.n_missing)
    counted = [f"{quoted(c.name)} {c.n_missing:,}" for c in by_count]
    counts, all_counts = listed(counted[:_SHOWN], len(counted)), listed(counted)
    names = [column.name for column in by_count]
    worst = by_count[0]
    mends = [
        mend
        for mend in missing_mends(rows, table.n_rows)
        if mend.change.missing is not plan.missing
    ]
    if plan.missing is Missing.DROP:
        many = rows > _BIASED_SHARE * table.n_rows
        text = (
            f"{plural(rows, 'row')} of {table.n_rows:,} with missing values dropped "
            f"(missing: {counts})."
        )
        if many:
            text += " If values are missing for a reason, the rows that remain are a biased choice."
        kind = warning if many else note
        sparse = _without_sparse(lacking, table.n_rows)
        if sparse:
            mends = [*sparse, *mends]
        elif many and len(names) > 1:
            mends.append(ignore_mend(worst.name))
        in_full = text.replace(counts, all_counts)
        return kind(
            "missing-dropped", text, columns=names, count=rows, mends=mends, in_full=in_full
        )
    cells = sum(column.n_missing for column in lacking)
    whose = "its" if cells == 1 else "their"
    how = (
        f"{whose} column's median or most frequent category"
        if plan.missing is Missing.MEDIAN
        else "a prediction from the other columns, or the most frequent category"
    )
    text = (
        f"{plural(cells, 'missing value')} in {plural(rows, 'row')} replaced by {how} "
        f"(missing: {counts}). Filled-in values are no measurements: they can weaken, create or "
        "sharpen dependence, and the noise floor does not know of them."
    )
    return warning(
        "missing-imputed",
        text,
        columns=names,
        count=cells,
        mends=mends,
        in_full=text.replace(counts, all_counts),
    )
