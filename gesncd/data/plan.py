"""What is to become of each column of a table, as one value that can be kept and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gesncd.data.dataset import DataError


class Role(Enum):
    """What a column is in the analysis."""

    VARIABLE = "variable"
    """A variable of its own."""
    IGNORE = "ignore"
    """Left out."""
    PART = "part"
    """Part of a variable that spans several columns, named by the column's group."""


class Encoding(Enum):
    """How the cells of a column become numbers."""

    NUMBER = "number"
    """They are numbers."""
    TWO_VALUES = "two-values"
    """The two categories become 0 and 1."""
    ONE_HOT = "one-hot"
    """Each category becomes a column of 0 and 1; all belong to one variable."""
    ORDER = "order"
    """Categories on a known scale become 1, 2, 3, ... along it."""


class Missing(Enum):
    """What happens to missing values."""

    REFUSE = "refuse"
    """They stop the analysis."""
    DROP = "drop"
    """Rows with a missing value are left out."""
    MEDIAN = "median"
    """The column's median, or most frequent category, is filled in."""
    ITERATIVE = "iterative"
    """Numbers are predicted from the other columns by regressions repeated in turn."""


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """What is to become of one column.

    Parameters
    ----------
    name
        Its name.
    role
        What it is.
    group
        Name of the variable it is part of, for :attr:`Role.PART` only.
    encoding
        How its cells become numbers.
    """

    name: str
    role: Role = Role.VARIABLE
    group: str | None = None
    encoding: Encoding = Encoding.NUMBER


@dataclass(frozen=True, slots=True)
class Marker:
    """A cell that stands for a missing value, besides those known when reading.

    Parameters
    ----------
    text
        The cell; one that is a number matches every way of writing this number.
    columns
        Where it counts; everywhere by default.
    """

    text: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spelling:
    """A category that is another one, written in another way.

    Parameters
    ----------
    column
        Where.
    text, meaning
        The cell, and the category that it is.
    """

    column: str
    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A random choice of rows, kept in the table's order.

    Parameters
    ----------
    rows
        How many.
    seed
        Of the choice.
    """

    rows: int
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """How a table becomes a data set.

    Parameters
    ----------
    columns
        One entry a column of the table, in its order.
    missing
        What happens to missing values.
    markers
        Further cells that stand for missing values.
    drop_duplicates
        Whether a row that repeats an earlier one in all variables is left out.
    sample
        A choice of rows, taken last.
    accepted
        Codes of errors that their owner has seen and accepts; they become warnings.
        Only those in :data:`ACCEPTABLE` can be.
    beyond
        Columns in which cells such as "<LOD" count as values beyond all measured ones.
    spellings
        Categories that are read as others.
    """

    columns: tuple[ColumnPlan, ...]
    missing: Missing = Missing.REFUSE
    markers: tuple[Marker, ...] = ()
    drop_duplicates: bool = False
    sample: Sample | None = None
    accepted: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    spellings: tuple[Spelling, ...] = ()

    @classmethod
    def strict(cls, names: Sequence[str]) -> Plan:
        """Every column a variable, nothing mended: what is wrong stops the analysis."""
        return cls(tuple(ColumnPlan(name) for name in names))

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the columns that are not ignored."""
        return tuple(c.name for c in self.columns if c.role is not Role.IGNORE)

    @property
    def ignored(self) -> tuple[str, ...]:
        """Names of the columns left out."""
        return tuple(c.name for c in self.columns if c.role is Role.IGNORE)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "columns": [
                {
                    "name": c.name,
                    "role": c.role.value,
                    "group": c.group,
                    "encoding": c.encoding.value,
                }
                for c in self.columns
            ],
            "missing": self.missing.value,
            "markers": [{"text": m.text, "columns": list(m.columns)} for m in self.markers],
            "drop_duplicates": self.drop_duplicates,
            "sample": None
            if self.sample is None
            else {"rows": self.sample.rows, "seed": self.sample.seed},
            "accepted": list(self.accepted),
            "beyond": list(self.beyond),
            "spellings": [
                {"column": s.column, "text": s.text, "meaning": s.meaning} for s in self.spellings
            ],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Plan:
        """The plan of plain values.

        Raises
        ------
        DataError
            If these are no plan.
        """
        try:
            sample = values["sample"]
            return cls(
                tuple(
                    ColumnPlan(c["name"], Role(c["role"]), c["group"], Encoding(c["encoding"]))
                    for c in values["columns"]
                ),
                Missing(values["missing"]),
                tuple(Marker(m["text"], tuple(m["columns"])) for m in values["markers"]),
                bool(values["drop_duplicates"]),
                None if sample is None else Sample(int(sample["rows"]), int(sample["seed"])),
                tuple(values["accepted"]),
                # Plans of earlier releases have neither.
                tuple(values.get("beyond", ())),
                tuple(
                    Spelling(s["column"], s["text"], s["meaning"])
                    for s in values.get("spellings", ())
                ),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(f"This is no plan for a table ({error!r}).") from error


ACCEPTABLE = frozenset(
    [
        "ragged-rows",
        "unnamed-column",
        "linear-combination",
        "duplicate-columns",
        "one-hot-group",
        "summary-row",
    ]
)
"""Codes of errors that can be accepted."""
