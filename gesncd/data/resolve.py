"""One column after the plan: numbers or categories, and where nothing is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gesncd.data.bounds import Bound, Put, bound_of, put_at_ends
from gesncd.data.dialect import parse_number
from gesncd.data.kinds import TRUE
from gesncd.data.missing_words import may_say_low
from gesncd.data.plan import ColumnPlan, Encoding, Marker, Plan, Role, Spelling
from gesncd.data.profile import categories_of
from gesncd.data.scales import ranks_on_scale
from gesncd.data.table import Table, Texts, number_text

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Resolved:
    """A column as the plan sees it.

    Parameters
    ----------
    plan
        Its entry of the plan.
    place
        Its position in the table.
    missing
        Shape ``(n,)``: where it has no value.
    texts
        Its text cells that no marker covers.
    categories
        For an encoded column, its categories in the order of their codes; of two,
        the second becomes 1. Those in order begin with the lowest, if they are on a known scale.
    filled
        Its numbers where some stand for cells such as "<LOD"; else those of the table.
    put
        These cells, with the numbers that stand for them.
    """

    plan: ColumnPlan
    place: int
    missing: Flags
    texts: Texts | None
    categories: tuple[str, ...] = ()
    filled: Floats | None = None
    put: tuple[Put, ...] = ()

    @property
    def name(self) -> str:
        """Name of the column."""
        return self.plan.name

    @property
    def encoded(self) -> bool:
        """Whether it holds categories."""
        return self.plan.encoding is not Encoding.NUMBER

    @property
    def is_flag(self) -> bool:
        """Whether it becomes 0 and 1."""
        return self.plan.encoding in (Encoding.TWO_VALUES, Encoding.ONE_HOT)

    def numbers(self, table: Table) -> Floats:
        """Its numbers, shape ``(n,)``: those of the table, and what stands for other cells."""
        return table.numbers[:, self.place] if self.filled is None else self.filled

    @property
    def n_missing(self) -> int:
        """Number of missing values."""
        return int(self.missing.sum())

    @property
    def width(self) -> int:
        """Number of numeric columns it becomes."""
        return len(self.categories) if self.plan.encoding is Encoding.ONE_HOT else 1

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the numeric columns it becomes."""
        if self.plan.encoding is not Encoding.ONE_HOT:
            return (self.name,)
        return tuple(f"{self.name} = {category}" for category in self.categories)


def rows_lacking(columns: Sequence[Resolved], n_rows: int) -> Flags:
    """Which of the table's rows lack a value in one of the columns.

    A column without any value lacks it everywhere and must be left out anyway: it does not count.
    """
    lacking = np.zeros(n_rows, dtype=bool)
    for column in columns:
        if column.n_missing < n_rows:
            lacking |= column.missing
    return lacking


def resolve_used(table: Table, plan: Plan) -> list[Resolved]:
    """The columns that a plan uses, as it sees them."""
    return [
        resolve(table, column, plan.markers, plan.beyond, plan.spellings)
        for column in plan.columns
        if column.role is not Role.IGNORE
    ]


def resolve(
    table: Table,
    column: ColumnPlan,
    markers: Sequence[Marker],
    beyond: Sequence[str] = (),
    spellings: Sequence[Spelling] = (),
) -> Resolved:
    """Apply a plan's markers and encoding to one column.

    Parameters
    ----------
    table
        The table.
    column
        Its entry of the plan.
    markers, beyond
        The plan's; a marker comes before.
    spellings
        The plan's, which concern categories, and words for missing values that are bounds.
    """
    place = table.index[column.name]
    numbers = table.numbers[:, place]
    texts = table.texts.get(place)
    missing = table.missing(place)
    wanted = [m.text.strip() for m in markers if not m.columns or column.name in m.columns]
    if wanted:
        missing = missing.copy()
        for value in (parse_number(text, ".") for text in wanted):
            if value is not None:
                missing |= numbers == value
        if texts is not None:
            texts = _without(texts, {text.lower() for text in wanted}, missing)
    if column.encoding is Encoding.NUMBER:
        found = Resolved(column, place, missing, texts)
        if column.name not in beyond:
            return found
        own = {s.text: s.meaning for s in spellings if s.column == column.name}
        return _put(table, found, wanted, own)
    is_number = ~missing
    if texts is not None:
        is_number[texts.rows] = False
        texts = _respelled(texts, {s.text: s.meaning for s in spellings if s.column == column.name})
    categories = categories_of(numbers[is_number], texts)
    if column.encoding is Encoding.ORDER:
        ranks = ranks_on_scale(categories)
        if ranks:
            categories = tuple(c for _, c in sorted(zip(ranks, categories, strict=True)))
    else:
        categories = _no_before_yes(categories)
    return Resolved(column, place, missing, texts, categories)


def _put(
    table: Table, column: Resolved, markers: Sequence[str], spellings: Mapping[str, str]
) -> Resolved:
    """Let numbers stand for a column's cells that name bounds.

    Those that may mean "not detected" are meant too where a spelling says so, or where there are
    no others.
    """
    numbers = table.numbers[:, column.place]
    texts, missing = column.texts, column.missing
    decimal = table.source.decimal or "."
    bounds = [bound_of(text, decimal) for text in texts.values] if texts is not None else []
    unclear = unclear_cells(table, column.place, markers)
    if unclear is not None and any(bounds):
        unclear = unclear.only(lambda text: bound_of(spellings.get(text, "")) is not None)
    low: list[Bound | None] = [Bound(is_low=True)] * (0 if unclear is None else len(unclear.values))
    cells = unclear if texts is None else texts if unclear is None else texts.and_those_of(unclear)
    if cells is None or not (low or any(bounds)):
        return column
    filled, texts, put = put_at_ends(numbers, missing, cells, [*bounds, *low])
    if put and unclear is not None:
        missing = missing.copy()
        missing[unclear.rows] = False
    return replace(column, missing=missing, texts=texts, filled=filled, put=put)


def unclear_cells(table: Table, place: int, markers: Sequence[str]) -> Texts | None:
    """Missing cells of a column that may mean "not detected", but for those that are markers."""
    words = table.words.get(place)
    known = {marker.strip().lower() for marker in markers}
    if words is None:
        return None
    return words.only(lambda text: may_say_low(text) and text.lower() not in known)


def category_codes(table: Table, column: Resolved) -> NDArray[np.int64]:
    """Index of each row's category, shape ``(n,)``; -1 where a value is missing."""
    index = {category: i for i, category in enumerate(column.categories)}
    codes = np.full(table.n_rows, -1, dtype=np.int64)
    is_number = ~column.missing
    if column.texts is not None:
        translate = np.array([*(index[v] for v in column.texts.values), -1], dtype=np.int64)
        codes[column.texts.rows] = translate[column.texts.codes]
        is_number[column.texts.rows] = False
    if is_number.any():
        values, inverse = np.unique(table.numbers[is_number, column.place], return_inverse=True)
        translate = np.array([index[number_text(float(v))] for v in values], dtype=np.int64)
        codes[is_number] = translate[inverse]
    return codes


def _without(texts: Texts, markers: set[str], missing: Flags) -> Texts | None:
    """The texts that are no markers; rows of the others become missing."""
    marked = np.array([*(value.lower() in markers for value in texts.values), False])
    if not marked.any():
        return texts
    hit = marked[texts.codes]
    missing[texts.rows[hit]] = True
    if hit.all():
        return None
    new = np.cumsum(~marked) - 1
    new[-1] = -1
    kept = tuple(v for v, gone in zip(texts.values, marked, strict=False) if not gone)
    codes = new[texts.codes[~hit]].astype(np.int32)
    return Texts(texts.rows[~hit], codes, kept)


def _respelled(texts: Texts, meanings: Mapping[str, str]) -> Texts:
    """The texts, with some of them written as others are."""
    if not meanings:
        return texts
    read = [meanings.get(text, text) for text in texts.values]
    known = {text: code for code, text in enumerate(dict.fromkeys(read))}
    translate = np.array([*(known[text] for text in read), -1], dtype=np.int32)
    return Texts(texts.rows, translate[texts.codes], tuple(known))


def _no_before_yes(categories: tuple[str, ...]) -> tuple[str, ...]:
    """Of two categories that say no and yes, yes comes second."""
    if len(categories) == 2 and categories[0].lower() in TRUE:
        return categories[::-1]
    return categories
