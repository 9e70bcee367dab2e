"""The resolved columns become one array of numbers, with the rows that remain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Variable
from gesncd.data.impute import fill_codes, impute_iterative, impute_median
from gesncd.data.plan import Encoding, Missing, Plan, Role
from gesncd.data.repeats import copied_rows, repeated_rows
from gesncd.data.resolve import Resolved, category_codes, rows_lacking
from gesncd.data.scales import ranks_on_scale
from gesncd.data.table import Table

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Assembly:
    """What will be analysed, before it is checked.

    Parameters
    ----------
    table
        The table it comes from.
    rows
        Shape ``(m,)``: indices of the table's rows that remain.
    values
        Shape ``(m, c)``.
    labels
        Names of the c columns.
    flags
        Whether each column is a 0/1 code of categories.
    variables
        The variables over these columns.
    n_incomplete
        Rows dropped for missing values.
    n_duplicates
        Rows that repeat an earlier one in all columns, dropped or not.
    first_duplicates
        The first of them, as indices of the table's rows.
    n_copies
        Those of them that equal an earlier row in every cell of the table.
    n_before_sample
        Rows before a sample was drawn.
    imputed
        Number of values filled in, by column name.
    columns
        The table's columns that these come from, with the categories that the rows hold.
    absent
        Categories that no row holds, by column name; they have no column.
    """

    table: Table
    rows: NDArray[np.int64]
    values: Floats
    labels: tuple[str, ...]
    flags: tuple[bool, ...]
    variables: tuple[Variable, ...]
    n_incomplete: int
    n_duplicates: int
    first_duplicates: tuple[int, ...]
    n_copies: int
    n_before_sample: int
    imputed: dict[str, int]
    columns: tuple[Resolved, ...]
    absent: dict[str, tuple[str, ...]]

    @property
    def n_rows(self) -> int:
        """Number of rows that remain, m."""
        return len(self.rows)

    @property
    def owners(self) -> NDArray[np.int64]:
        """Index of each column's variable, shape ``(c,)``."""
        owners = np.empty(len(self.labels), dtype=np.int64)
        for i, variable in enumerate(self.variables):
            owners[list(variable.columns)] = i
        return owners


def assemble(
    table: Table,
    columns: Sequence[Resolved],
    plan: Plan,
    *,
    planned: Sequence[Resolved],
    find_repeats: bool = True,
) -> Assembly:
    """Build the array that a plan describes.

    Parameters
    ----------
    table
        The table.
    columns
        Its columns that are used, none with a cell that cannot become a number.
    plan
        The plan they were resolved by.
    planned
        All columns that the plan uses, also those with such a cell: rows are dropped by them all.
    find_repeats
        Whether repeated rows are looked for.
    """
    incomplete = np.zeros(table.n_rows, dtype=bool)
    if plan.missing is Missing.DROP:
        incomplete = rows_lacking(planned, table.n_rows)
    rows = np.flatnonzero(~incomplete)
    values, imputed = _values(table, columns, rows, plan.missing)
    repeats = repeated_rows(values if find_repeats else values[:0])
    rows_before = rows
    n_copies = len(copied_rows(table, rows, values)) if len(repeats) else 0
    if plan.drop_duplicates and len(repeats):
        keep = np.ones(len(rows), dtype=bool)
        keep[repeats] = False
        rows, values = rows[keep], values[keep]
    n_before = len(rows)
    if plan.sample is not None and plan.sample.rows < n_before:
        rng = np.random.default_rng(plan.sample.seed)
        drawn = np.sort(rng.choice(n_before, plan.sample.rows, replace=False))
        rows, values = rows[drawn], values[drawn]
    columns, absent, values = _without_absent(columns, values)
    return Assembly(
        table=table,
        rows=rows,
        values=values,
        labels=tuple(label for column in columns for label in column.labels),
        flags=tuple(column.is_flag for column in columns for _ in range(column.width)),
        variables=_variables(columns),
        n_incomplete=int(incomplete.sum()),
        n_duplicates=len(repeats),
        first_duplicates=tuple(int(rows_before[i]) for i in repeats[:5]),
        n_copies=n_copies,
        n_before_sample=n_before,
        imputed=imputed,
        columns=columns,
        absent=absent,
    )


def _without_absent(
    columns: Sequence[Resolved], values: Floats
) -> tuple[tuple[Resolved, ...], dict[str, tuple[str, ...]], Floats]:
    """The columns without categories that none of the rows holds, these, and the values."""
    kept = np.ones(values.shape[1], dtype=bool)
    found: list[Resolved] = []
    absent: dict[str, tuple[str, ...]] = {}
    at = 0
    for column in columns:
        span = slice(at, at + column.width)
        at += column.width
        if column.plan.encoding is Encoding.ONE_HOT and len(values):
            kept[span] = values[:, span].any(axis=0)
            flags = list(zip(column.categories, kept[span], strict=True))
            gone = tuple(category for category, is_held in flags if not is_held)
            if gone:
                absent[column.name] = gone
                held = tuple(category for category, is_held in flags if is_held)
                column = replace(column, categories=held)
        found.append(column)
    return tuple(found), absent, values if kept.all() else values[:, kept]


def _values(
    table: Table, columns: Sequence[Resolved], rows: NDArray[np.int64], missing: Missing
) -> tuple[Floats, dict[str, int]]:
    values = np.empty((len(rows), sum(column.width for column in columns)), dtype=np.float64)
    all_rows = len(rows) == table.n_rows
    numeric: list[int] = []
    imputed: dict[str, int] = {}
    at = 0
    for column in columns:
        lacking = column.n_missing if missing is not Missing.DROP else 0
        if lacking:
            imputed[column.name] = lacking
        if column.encoded:
            codes = category_codes(table, column)
            codes = (fill_codes(codes) if lacking else codes)[rows]
            if column.plan.encoding is Encoding.ONE_HOT:
                values[:, at : at + column.width] = codes[:, None] == np.arange(column.width)
            elif column.plan.encoding is Encoding.ORDER:
                values[:, at] = np.array(ranks_on_scale(column.categories))[codes]
            else:
                values[:, at] = codes
        else:
            numbers = column.numbers(table)
            values[:, at] = numbers if all_rows else numbers[rows]
            if lacking:
                values[column.missing[rows], at] = np.nan
            numeric.append(at)
        at += column.width
    if imputed and numeric:
        if missing is Missing.ITERATIVE:
            whole = [_is_whole(values[:, j]) for j in numeric]
            values[:, numeric] = impute_iterative(values[:, numeric], whole)
        else:
            values[:, numeric] = impute_median(values[:, numeric])
    return values, imputed


def _is_whole(column: Floats) -> bool:
    known = column[~np.isnan(column)]
    return bool(np.array_equal(known, np.rint(known)))


def _variables(columns: Sequence[Resolved]) -> tuple[Variable, ...]:
    """Variables in the order of their first columns."""
    spans: dict[tuple[bool, str], list[int]] = {}
    at = 0
    for column in columns:
        part = column.plan.role is Role.PART
        name = column.plan.group or column.name if part else column.name
        spans.setdefault((part, name), []).extend(range(at, at + column.width))
        at += column.width
    return tuple(Variable(name, tuple(span)) for (_, name), span in spans.items())
