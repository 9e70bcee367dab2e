"""Why a column is left out, in a few words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gesncd.data.exact import rounded_names
from gesncd.data.findings import quoted
from gesncd.data.kinds import Kind
from gesncd.data.plan import ColumnPlan, Encoding, Marker, Plan
from gesncd.data.profile import Profile
from gesncd.data.propose import MOST_MISSING
from gesncd.data.resolve import Resolved, resolve
from gesncd.data.table import Table, Texts

_FIRST = 200
_MOST_COMPARED = 500
_ROUNDING = 1e-12
_LEAST_COMPARED = 0.5
_NO_MEASUREMENT = frozenset([Kind.EMPTY, Kind.CONSTANT, Kind.DATE, Kind.ID, Kind.INDEX])


def left_out_reason(table: Table, profile: Profile, name: str, plan: Plan) -> str:
    """Why a column has no place in the analysis; if nothing speaks against it, what it holds.

    Parameters
    ----------
    table, profile
        The table and what it holds.
    name
        The column that is left out.
    plan
        The plan that leaves it out.
    """
    about = profile.column(name)
    if about.kind is Kind.CONSTANT and name in rounded_names(table):
        return "whole numbers beyond 2^53, rounded to one value"
    if about.kind in _NO_MEASUREMENT:
        return about.kind.value
    column = _numbers(table, name, plan.markers)
    known = ~column.missing
    if not known.any():
        return Kind.EMPTY.value
    if column.texts is None and np.ptp(table.numbers[known, column.place]) == 0:
        return Kind.CONSTANT.value
    twin = _twin(table, column, plan)
    if twin:
        return twin
    if column.n_missing > MOST_MISSING * table.n_rows:
        return f"{column.n_missing / table.n_rows:.0%} missing"
    return about.kind.value


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
