"""The plan that a careful colleague would propose, all of it visible and changeable."""

from __future__ import annotations

from gesncd.data.kinds import MOST_CATEGORIES, Kind
from gesncd.data.number_like import may_be_number
from gesncd.data.plan import ColumnPlan, Encoding, Marker, Missing, Plan, Role
from gesncd.data.profile import ColumnProfile, Profile
from gesncd.data.scales import ranks_on_scale
from gesncd.data.spellings import reading

_IGNORED = frozenset([Kind.EMPTY, Kind.CONSTANT, Kind.DATE, Kind.ID, Kind.INDEX])
MOST_MISSING = 0.5
"""Largest share of missing values of a column that is used unless its owner wants it."""


def propose_plan(profile: Profile) -> Plan:
    """Roles, encodings and missing values as one would usually choose.

    - Left out: dates, identifiers, row numbers, constant and empty columns,
      columns with more than half of their values missing or beyond a limit, texts of more than
      :data:`~gesncd.data.kinds.MOST_CATEGORIES` categories.
    - Categories that differ in capitals or blanks only are one; where one seems to abbreviate
      another, or where a column mixes units, it waits for its owner's word.
    - Two categories become 0 and 1, more become one variable of several columns; where all lie
      on one known scale, as "low", "medium" and "high" do, they are kept in order.
    - One-hot groups are joined into one variable each.
    - Numbers that look like markers of missing values are taken as such, and
      so is a single text that interrupts numbers.
    - Cells such as "<LOD" count as values beyond all measured ones.
    - Rows with missing values are dropped.

    Nothing else is mended: what remains is for the owner to decide.
    """
    columns = {column.name: _column(column, profile.n_rows) for column in profile.columns}
    for group in profile.groups:
        if group.one_hot:
            for name in group.columns:
                columns[name] = ColumnPlan(name, Role.PART, group.name)
    markers = [marker for column in profile.columns for marker in _markers(column)]
    beyond = tuple(
        column.name
        for column in profile.columns
        if column.n_bounds and columns[column.name].role is not Role.IGNORE
    )
    spellings = tuple(
        spelling
        for column in profile.columns
        if columns[column.name].encoding is not Encoding.NUMBER
        for spelling in reading(column.name, column.variants)[1]
    )
    return Plan(
        tuple(columns.values()),
        Missing.DROP,
        tuple(markers),
        beyond=beyond,
        spellings=spellings,
    )


def encoding_for(column: ColumnProfile) -> Encoding:
    """The encoding that suits a column of categories, its variants read as what they mean."""
    if column.kind is Kind.BOOLEAN or column.n_meant == 2:
        return Encoding.TWO_VALUES
    return Encoding.ORDER if ranks_on_scale(column.meant) else Encoding.ONE_HOT


def can_encode(column: ColumnProfile) -> bool:
    """Whether a column has a number of categories that can be encoded."""
    if column.kind is Kind.BOOLEAN:
        return column.n_meant == 2
    return column.kind is Kind.CATEGORY and 2 <= column.n_meant <= MOST_CATEGORIES


def is_open(column: ColumnProfile) -> bool:
    """Whether its owner must say if some of its categories are one: "F" and "female"."""
    return any(not variant.is_sure for variant in column.variants)


def _column(column: ColumnProfile, n_rows: int) -> ColumnPlan:
    missing = column.n_missing + (column.suspect[1] if column.suspect else 0) + column.n_bounds
    if column.kind in _IGNORED or missing > MOST_MISSING * n_rows:
        return ColumnPlan(column.name, Role.IGNORE)
    if can_encode(column) or column.units:
        if is_open(column) or column.units:
            return ColumnPlan(column.name)
        return ColumnPlan(column.name, encoding=encoding_for(column))
    if column.kind in (Kind.CATEGORY, Kind.BOOLEAN):
        return ColumnPlan(column.name, Role.IGNORE)
    return ColumnPlan(column.name)


def _markers(column: ColumnProfile) -> list[Marker]:
    markers = []
    if column.suspect is not None:
        markers.append(Marker(column.suspect[0], (column.name,)))
    # A number that could not be read is not missing.
    if len(column.stray) == 1 and not may_be_number(column.stray[0]):
        markers.append(Marker(column.stray[0], (column.name,)))
    return markers
