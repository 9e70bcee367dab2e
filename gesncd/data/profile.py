"""What the columns of a table hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gesncd.data.bounds import bound_of
from gesncd.data.groups import ColumnGroup, find_groups
from gesncd.data.kinds import Kind, kind_of
from gesncd.data.mixed_units import mixed_units
from gesncd.data.spellings import Variant, variants_of
from gesncd.data.table import Table, Texts, number_text
from gesncd.data.thousands import asked_of

_EXAMPLES = 5
_MARKERS = (
    -1.0, -8.0, -9.0, -88.0, -99.0, -777.0, -888.0, -999.0, -9999.0, -99999.0,
    9.0, 99.0, 999.0, 9999.0, 99999.0,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """What one column holds.

    Parameters
    ----------
    name
        Its name.
    kind
        The kind of thing.
    n_missing
        Number of missing values.
    n_texts
        Number of text cells.
    n_distinct
        Number of different values; at least this many where a column holds
        thousands of different texts.
    examples
        The first different values, as text.
    low, high
        Smallest and largest finite number, if there is one.
    categories
        The different values of a text column with few, sorted, in the order of
        their codes.
    stray
        The different texts, the first ones, that interrupt a column of numbers.
    n_bounds
        Number of cells that say a value lies beyond a limit, as "<LOD" does, in a column of
        numbers; ``stray`` has none of them.
    variants
        Categories that are probably others, written in another way.
    units
        Units of one quantity that its cells mix, as "10 µM" and "0.05 mM" do.
    suspect
        A number that looks like a marker of missing values, as text, and its count.
    """

    name: str
    kind: Kind
    n_missing: int
    n_texts: int
    n_distinct: int
    examples: tuple[str, ...]
    low: float | None = None
    high: float | None = None
    categories: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()
    suspect: tuple[str, int] | None = None
    n_bounds: int = 0
    variants: tuple[Variant, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def n_meant(self) -> int:
        """Number of categories once the variants are read as what they mean."""
        return len(self.meant)

    @property
    def meant(self) -> tuple[str, ...]:
        """The categories once the variants are read as what they mean."""
        texts = {variant.text for variant in self.variants}
        return tuple(category for category in self.categories if category not in texts)


@dataclass(frozen=True)
class Profile:
    """What a table holds.

    Parameters
    ----------
    n_rows
        Number of rows.
    columns
        One entry a column, in the table's order.
    groups
        Columns that may be one variable.
    """

    n_rows: int
    columns: tuple[ColumnProfile, ...]
    groups: tuple[ColumnGroup, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, ColumnProfile]:
        """Entries by the columns' names."""
        return {column.name: column for column in self.columns}

    def column(self, name: str) -> ColumnProfile:
        """The entry of a column."""
        return self.by_name[name]


def profile_table(table: Table) -> Profile:
    """Look at every column of a table.

    Cost: one sort of each column.
    """
    # Spans and sums of numbers that are too large to compute with may be infinite.
    with np.errstate(over="ignore", invalid="ignore"):
        asked = asked_of(table.findings)
        columns = tuple(_profile(table, i, n, n in asked) for i, n in enumerate(table.names))
        kinds = {column.name: column.kind for column in columns}
        return Profile(table.n_rows, columns, find_groups(table, kinds))


def _profile(table: Table, i: int, name: str, is_asked: bool) -> ColumnProfile:
    column = table.numbers[:, i]
    texts = table.texts.get(i)
    filled = column[~np.isnan(column)]
    n_texts = texts.count if texts is not None else 0
    # Its cells are numbers, once their marks are known.
    kind = Kind.MIXED if is_asked and texts is not None else kind_of(name, filled, texts)
    finite = filled[np.isfinite(filled)]
    different = np.unique(filled)
    n_distinct = len(different) + (len(texts.values) if texts is not None else 0)
    categories: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    stray, n_bounds = _stray(texts) if texts and kind is Kind.MIXED and not is_asked else ((), 0)
    if kind in (Kind.CATEGORY, Kind.BOOLEAN) and texts is not None:
        categories = categories_of(different, texts)
        variants = variants_of(texts)
    return ColumnProfile(
        name,
        kind,
        len(column) - len(filled) - n_texts,
        n_texts,
        n_distinct,
        _examples(table, i, texts),
        float(finite.min()) if len(finite) else None,
        float(finite.max()) if len(finite) else None,
        categories,
        stray,
        _suspect(different, filled, kind),
        n_bounds,
        variants,
        mixed_units(texts) if texts and kind in (Kind.CATEGORY, Kind.MIXED) else (),
    )


def _stray(texts: Texts) -> tuple[tuple[str, ...], int]:
    """The first texts among numbers that name no bound, and the number of cells that do."""
    is_bound = np.array([*(bound_of(text) is not None for text in texts.values), False])
    others = [t for t, bound in zip(texts.values, is_bound, strict=False) if not bound]
    return tuple(others[:_EXAMPLES]), int(is_bound[texts.codes].sum())


def categories_of(numbers: NDArray[np.float64], texts: Texts | None) -> tuple[str, ...]:
    """Different values of a column of categories: numbers in order, then texts sorted."""
    values = [number_text(float(value)) for value in np.unique(numbers)]
    return (*values, *(sorted(texts.values) if texts is not None else ()))


def _examples(table: Table, column: int, texts: Texts | None) -> tuple[str, ...]:
    found: dict[str, None] = {}
    if texts is not None:
        for value in texts.values[:_EXAMPLES]:
            found[value] = None
    for value in table.numbers[:1000, column]:
        if len(found) >= _EXAMPLES:
            break
        if not np.isnan(value):
            found[number_text(float(value))] = None
    return tuple(found)[:_EXAMPLES]


def _suspect(
    different: NDArray[np.float64], filled: NDArray[np.float64], kind: Kind
) -> tuple[str, int] | None:
    """A marker far from all other numbers, or the one negative number among the others."""
    if len(different) < 3 or kind in (Kind.ID, Kind.INDEX, Kind.DATE):
        return None
    for end, rest in ((different[0], different[1:]), (different[-1], different[:-1])):
        if end not in _MARKERS or not np.isfinite(rest).all():
            continue
        gap = float(np.abs(rest - end).min())
        span = float(rest[-1] - rest[0])
        count = int((filled == end).sum())
        far = gap > span and abs(end) >= 9 and (end < 0 or count > 1)
        only_negative = end < 0 <= rest[0] and count > 1 and (abs(end) > 50 or gap > span)
        if far or only_negative:
            return number_text(float(end)), count
    return None
