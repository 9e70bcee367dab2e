"""Why columns are left out, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.data.checks.linear import are_combined, spread_rows
from gesncd.data.exact import rounded_names
from gesncd.data.kinds import Kind
from gesncd.data.plan import ColumnPlan, Encoding, Marker, Missing, Plan
from gesncd.data.profile import Profile
from gesncd.data.propose import MOST_MISSING, can_encode
from gesncd.data.resolve import Resolved, resolve, resolve_used, rows_lacking
from gesncd.data.table import Table, Texts
from gesncd.words import percent, quoted

_FIRST = 200
_MOST_COMPARED = 500
_ROUNDING = 1e-12
_LEAST_COMPARED = 0.5
_MOST_SUMMED, _LEAST_ROWS, _ROWS_SUMMED = 100, 3, 1000
_NO_MEASUREMENT = frozenset([Kind.EMPTY, Kind.CONSTANT, Kind.DATE, Kind.ID, Kind.INDEX])


def left_out_reasons(
    table: Table,
    profile: Profile,
    plan: Plan,
    names: Sequence[str],
    *,
    used: Sequence[Resolved] | None = None,
) -> list[str]:
    """Why columns have no place in the analysis; if nothing speaks against one, what it holds.

    Parameters
    ----------
    table, profile
        The table and what it holds.
    plan
        The plan that leaves them out.
    names
        The columns that are left out.
    used
        The columns in use as the plan sees them, where they are at hand.
    """
    if used is None and names:
        used = resolve_used(table, plan)
    return [_reason(table, profile, name, plan, used or ()) for name in names]


def _reason(table: Table, profile: Profile, name: str, plan: Plan, used: Sequence[Resolved]) -> str:
    about = profile.column(name)
    if about.kind is Kind.CONSTANT and name in rounded_names(table):
        return "whole numbers beyond 2^53, rounded to one value"
    if about.kind in _NO_MEASUREMENT:
        return about.kind.value
    column = _numbers(table, name, plan.markers)
    if column.missing.all():
        return Kind.EMPTY.value
    if _is_constant(table, column, ~column.missing):
        return Kind.CONSTANT.value
    twin = _twin(table, column, plan)
    if twin:
        return twin
    if column.n_missing > MOST_MISSING * table.n_rows:
        return f"{percent(column.n_missing / table.n_rows)} missing"
    if column.n_missing + about.n_bounds > MOST_MISSING * table.n_rows:
        share = (column.n_missing + about.n_bounds) / table.n_rows
        return f"{percent(share)} missing or beyond a limit"
    if about.kind is Kind.CATEGORY and not can_encode(about):
        return f"{about.n_distinct:,} different texts"
    kept = ~column.missing
    if plan.missing is Missing.DROP:
        kept &= ~rows_lacking(used, table.n_rows)
    if _is_constant(table, column, kept):
        return "one value in the rows that remain"
    if _is_sum(table, column, used, kept):
        return "given exactly by others"
    return f"{about.kind.value}, as chosen"


def _is_constant(table: Table, column: Resolved, rows: NDArray[np.bool_]) -> bool:
    """Whether a column says the same in all of some rows."""
    numbers = table.numbers[rows & ~_are_texts(table, column.place), column.place]
    if column.texts is None:
        return len(numbers) > 0 and float(np.ptp(numbers)) == 0
    codes = column.texts.codes[rows[column.texts.rows]]
    return column.texts.complete and not len(numbers) and len(np.unique(codes)) == 1


def _is_sum(
    table: Table, column: Resolved, used: Sequence[Resolved], rows: NDArray[np.bool_]
) -> bool:
    """Whether columns of numbers in use give a column of numbers exactly."""
    others = [c for c in used if not c.encoded and c.texts is None]
    if column.texts is not None or not 2 <= len(others) <= _MOST_SUMMED:
        return False
    for other in others:
        rows = rows & ~other.missing
    complete = np.flatnonzero(rows)
    if len(complete) < _LEAST_ROWS * len(others):
        return False
    some = complete[spread_rows(len(complete), _ROWS_SUMMED)]
    numbers = [table.numbers[some, column.place], *(c.numbers(table)[some] for c in others)]
    values = np.column_stack(numbers)
    return bool(np.isfinite(values).all()) and are_combined(values, 0, range(1, len(numbers)))


def _numbers(table: Table, name: str, markers: tuple[Marker, ...]) -> Resolved:
    """A column before any encoding: its numbers, its texts, and where neither is."""
    return resolve(table, ColumnPlan(name, encoding=Encoding.NUMBER), markers)


def _twin(table: Table, column: Resolved, plan: Plan) -> str:
    """The first column in use that says the same, if one does."""
    for name in plan.used[:_MOST_COMPARED]:
        if not _begin_alike(table, column.place, table.index[name]):
            continue
        other = _numbers(table, name, plan.markers)
        if _same_cells(table, column, other):
            return f"the same as {quoted(name)}"
        # A text of one, be it missing by now, may stand where the other has a number.
        texts = _are_texts(table, column.place) | _are_texts(table, other.place)
        if not np.array_equal(column.missing[~texts], other.missing[~texts]):
            continue
        both = ~texts & ~column.missing
        if both.sum() < _LEAST_COMPARED * table.n_rows:
            continue
        how = _alike(table.numbers[both, column.place], table.numbers[both, other.place])
        if how:
            unit = " but for unit and zero point" if how == "scaled" else ""
            where = "" if not texts.any() else " where both hold numbers"
            return f"the same as {quoted(name)}{unit}{where}"
    return ""


def _are_texts(table: Table, place: int) -> NDArray[np.bool_]:
    """Which rows hold text in a column of the file."""
    texts = np.zeros(table.n_rows, dtype=bool)
    if place in table.texts:
        texts[table.texts[place].rows] = True
    return texts


def _begin_alike(table: Table, one: int, other: int) -> bool:
    """Whether the first rows leave it open that two columns are alike: most are told apart here."""
    a, b = table.numbers[:_FIRST, one], table.numbers[:_FIRST, other]
    known = ~np.isnan(a) & ~np.isnan(b)
    a, b = a[known], b[known]
    return len(a) < 3 or np.array_equal(a, b) or np.ptp(a) == 0 or _is_scaled(a, b)


def _alike(a: NDArray[np.float64], b: NDArray[np.float64]) -> str:
    """``"same"``, ``"scaled"`` if b = s·a + t but for rounding errors, or nothing."""
    if np.array_equal(a, b):
        return "same"
    return "scaled" if _is_scaled(a, b) else ""


def _is_scaled(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    if len(a) < 3 or not (np.isfinite(a).all() and np.isfinite(b).all()):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        x, y = a - a.mean(), b - b.mean()
        norm = float(np.sqrt((x @ x) * (y @ y)))
        return bool(norm > 0 and abs(float(x @ y)) >= (1 - _ROUNDING) * norm)


def _same_cells(table: Table, one: Resolved, other: Resolved) -> bool:
    """Whether two columns hold the same texts, and the same numbers where they have none."""
    if not np.array_equal(one.missing, other.missing):
        return False
    if one.texts is None or other.texts is None or not _same_texts(one.texts, other.texts):
        return False
    numbers = ~one.missing
    numbers[one.texts.rows] = False
    return np.array_equal(table.numbers[numbers, one.place], table.numbers[numbers, other.place])


def _same_texts(one: Texts, other: Texts) -> bool:
    # Codes are in the order of appearance, so equal columns have equal codes.
    return (
        one.complete
        and other.complete
        and one.values == other.values
        and np.array_equal(one.rows, other.rows)
        and np.array_equal(one.codes, other.codes)
    )
