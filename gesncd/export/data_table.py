"""The prepared data as CSV, with a name for each column, for scripts and spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gesncd.data.dataset import Dataset
from gesncd.data.plan import Encoding, Role
from gesncd.export.tables import harmless, table_csv


def column_names(
    names: Sequence[str],
    sizes: Sequence[int] | None = None,
    preparation: Mapping[str, Any] | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Names of each variable's columns, which differ from those of all others.

    Parameters
    ----------
    names
        The variables.
    sizes
        How many columns each spans; None where the data are not here: then what the record
        tells is taken.
    preparation
        The record of how the data were prepared, which names the parts of a variable that
        spans several columns. Without it they are numbered.
    """
    told = _told(preparation)
    taken = set(names)
    found: list[tuple[str, ...]] = []
    for k, name in enumerate(names):
        parts = told.get(name, [name])
        size = len(parts) if sizes is None else sizes[k]
        if size == 1:
            found.append((name,))
            continue
        if len(parts) != size:
            parts = [f"{name} ({part + 1})" for part in range(size)]
        unique = []
        for part in parts:
            while part in taken:
                part = f"{part}'"
            taken.add(part)
            unique.append(part)
        found.append(tuple(unique))
    return tuple(found)


def _told(preparation: Mapping[str, Any] | None) -> dict[str, list[str]]:
    """Names of a record's columns by the variable that they are part of, in its order."""
    found: dict[str, list[str]] = {}
    for entry in (preparation or {}).get("columns") or ():
        if not isinstance(entry, Mapping) or entry.get("role") == Role.IGNORE.value:
            continue
        name = str(entry.get("name"))
        parts = [name]
        if entry.get("encoding") == Encoding.ONE_HOT.value:
            parts = [f"{name} = {category}" for category in entry.get("categories") or ()]
        found.setdefault(str(entry.get("group") or name), []).extend(parts)
    return found


def data_csv(dataset: Dataset, preparation: Mapping[str, Any] | None = None) -> str:
    """The numbers of a data set, to the last bit, under the names of its columns.

    Parameters
    ----------
    dataset
        The data.
    preparation
        As for :func:`column_names`.
    """
    sizes = [variable.size for variable in dataset.variables]
    header = [name for part in column_names(dataset.names, sizes, preparation) for name in part]
    order = [column for variable in dataset.variables for column in variable.columns]
    return table_csv(header, dataset.values[:, order].tolist())


def header_of(columns: Sequence[Sequence[str]]) -> list[str]:
    """The names in the header of :func:`data_csv`, as a reader of the file gets them."""
    return [harmless(name) for part in columns for name in part]
