"""The table a search runs on: named variables over the columns of one array."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesncd.data.arrays import as_array, real_numbers

# Told again, since whoever uses data sets looks for it here.
from gesncd.data.errors import DataError as DataError


@dataclass(frozen=True, slots=True)
class Variable:
    """One node of the graph; it may span several columns of the table.

    Parameters
    ----------
    name
        The name shown to people; unique within a data set.
    columns
        Indices into the columns of ``Dataset.values``; one for a scalar
        variable, more for a multi-dimensional one.
    """

    name: str
    columns: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of columns the variable spans."""
        return len(self.columns)


@dataclass(frozen=True, eq=False)
class Dataset:
    """Complete numeric data, immutable, with the variables that name its columns.

    Parameters
    ----------
    values
        Array of shape ``(n_rows, n_columns)``, float64, finite. It is copied
        and made read-only.
    variables
        At least one variable; names unique, columns disjoint and in range.

    Raises
    ------
    DataError
        If the values are not finite, or names or columns clash.
    """

    values: NDArray[np.float64]
    variables: tuple[Variable, ...]
    source_sha256: str | None = field(default=None, kw_only=True)
    """SHA-256 of the file the data were read from, if there was one."""

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=np.float64, order="C", copy=True)
        if values.ndim != 2:
            raise DataError(f"A table has rows and columns; this array has {values.ndim} axes.")
        values.setflags(write=False)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "variables", tuple(self.variables))
        self._check()

    def _check(self) -> None:
        if not self.variables:
            raise DataError("The data have no variables.")
        seen_names: set[str] = set()
        seen_columns: set[int] = set()
        for variable in self.variables:
            if variable.name in seen_names:
                raise DataError(f"Two variables are named {variable.name!r}; names must differ.")
            seen_names.add(variable.name)
            if not variable.columns:
                raise DataError(f"Variable {variable.name!r} has no columns.")
            for column in variable.columns:
                if not 0 <= column < self.values.shape[1]:
                    raise DataError(
                        f"Variable {variable.name!r} refers to column {column}, but the table "
                        f"has {self.values.shape[1]} columns."
                    )
                if column in seen_columns:
                    raise DataError(f"Column {column} belongs to two variables.")
                seen_columns.add(column)
        finite = np.isfinite(self.values)
        if not finite.all():
            row, column = map(int, np.argwhere(~finite)[0])
            raise DataError(
                f"Row {row + 1}, column {column + 1} holds no finite number; "
                "missing values must be mended first."
            )

    @classmethod
    def from_array(cls, values: NDArray[Any], names: Sequence[str] | None = None) -> Dataset:
        """Make a data set with one variable a column; nothing is mended.

        Parameters
        ----------
        values
            Numbers, or true and false, in an array of shape ``(n_rows, n_columns)``.
        names
            One name a column; ``X1, X2, ...`` by default.

        Raises
        ------
        DataError
            If the array has not two axes or no rows, there are not as many names as columns, a
            column holds something else than real numbers, has missing values (also masked
            ones), or holds whole numbers that would be rounded, or a check of :class:`Dataset`
            fails.
        """
        array = as_array(values)
        if names is None:
            names = [f"X{i + 1}" for i in range(array.shape[1])]
        names = [str(name) for name in names]
        if len(names) != array.shape[1]:
            raise DataError(f"{len(names)} names for {array.shape[1]} columns.")
        numbers = real_numbers(array, names)
        return cls(numbers, tuple(Variable(name, (i,)) for i, name in enumerate(names)))

    @property
    def n_rows(self) -> int:
        """Number of rows, n."""
        return int(self.values.shape[0])

    @property
    def n_variables(self) -> int:
        """Number of variables, d: the nodes of the graph."""
        return len(self.variables)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables, in node order."""
        return tuple(variable.name for variable in self.variables)

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the columns, variable by variable; those of one variable are numbered."""
        return tuple(
            variable.name if variable.size == 1 else f"{variable.name} (column {number})"
            for variable in self.variables
            for number in range(1, variable.size + 1)
        )

    def columns_of(self, nodes: Sequence[int]) -> NDArray[np.float64]:
        """Columns of some variables side by side.

        Parameters
        ----------
        nodes
            Indices of variables.

        Returns
        -------
        Array of shape ``(n_rows, total number of their columns)``.
        """
        picked = [column for node in nodes for column in self.variables[node].columns]
        return self.values[:, picked]

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the analysed values, their shape and the variables' names and columns."""
        digest = hashlib.sha256()
        digest.update(repr(self.values.shape).encode())
        digest.update(self.values.astype("<f8").tobytes())
        for variable in self.variables:
            digest.update(repr((variable.name, variable.columns)).encode())
        return digest.hexdigest()
