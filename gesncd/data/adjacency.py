"""Graphs as CSV files: an adjacency matrix with names; row causes column."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import DataError
from gesncd.data.dialect import Lines, detect_dialect, rows_of, sample_lines
from gesncd.data.scan import split_rows
from gesncd.data.text import detect_encoding, read_bytes
from gesncd.data.write import write_rows
from gesncd.words import listed, quoted

_ENTRIES = {"0": 0, "1": 1, "0.0": 0, "1.0": 1}


def read_adjacency(
    source: bytes | Path, *, name: str = "dag.csv"
) -> tuple[tuple[str, ...], NDArray[np.int8]]:
    """Read a graph.

    Names stand in the header and in the first column, each in any order; an
    entry is 1 where the row's variable causes the column's. A CPDAG has both
    entries of an undirected edge set. Rows without names are in the order of
    the header.

    Parameters
    ----------
    source
        The bytes of the file, or its path.
    name
        Name of the file, for messages.

    Returns
    -------
    names
        The d names in the order of the header.
    matrix
        Shape ``(d, d)``, entries 0 and 1; rows and columns both in that order.

    Raises
    ------
    DataError
        If names of rows and columns differ or repeat, an entry is neither 0
        nor 1, or a variable causes itself.
    """
    content = read_bytes(source, name)
    encoding = detect_encoding(content, name)
    sample, announced = sample_lines(content, encoding)
    dialect = detect_dialect(sample, announced)
    if dialect is None:
        raise DataError(
            f"{name} is no adjacency matrix: it needs names in the first line and the first "
            "column, and 0 or 1 for each pair, separated by commas."
        )
    lines = Lines(content, encoding)
    rows = split_rows(lines, rows_of(lines, dialect.delimiter))
    header = [cell.strip() for cell in next(rows)]
    body = [(lines.number, row) for row in rows]
    if _rows_are_nameless(header, body):
        body = [
            (number, [column, *row]) for (number, row), column in zip(body, header, strict=True)
        ]
        header = ["", *header]
    columns = header[1:]
    _refuse_without_names(header, [row[0].strip() for _, row in body], name)
    _refuse_repeats(columns, "header", name)
    entries: dict[str, list[int]] = {}
    for number, row in body:
        label = row[0].strip()
        if len(row) != len(header):
            raise DataError(
                f"{name}, line {number}: {len(row)} cells, but the header has {len(header)}."
            )
        if label in entries:
            raise DataError(f"{name}, line {number}: a second row for {quoted(label)}.")
        entries[label] = [
            _entry(cell, column, number, name)
            for cell, column in zip(row[1:], columns, strict=True)
        ]
    _refuse_different(columns, list(entries), name)
    matrix = np.array([entries[column] for column in columns], dtype=np.int8)
    loops = [column for column, entry in zip(columns, np.diag(matrix), strict=True) if entry]
    if loops:
        raise DataError(f"{name}: {quoted(loops[0])} is given as a cause of itself.")
    return tuple(columns), matrix


def _rows_are_nameless(header: Sequence[str], body: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Whether a file has as many rows as names in its header, and none of these begins one."""
    # With names in the first column there is a row fewer than cells in the header.
    is_square = len(body) == len(header) and all(len(row) == len(header) for _, row in body)
    return is_square and all(header) and set(header).isdisjoint(row[0].strip() for _, row in body)


def _entry(cell: str, column: str, line: int, name: str) -> int:
    entry = _ENTRIES.get(cell.strip())
    if entry is None:
        raise DataError(
            f"{name}, line {line}, column {quoted(column)}: {quoted(cell)} is neither 0 nor 1."
        )
    return entry


def _refuse_without_names(header: Sequence[str], labels: Sequence[str], file: str) -> None:
    if all(cell in _ENTRIES for cell in header):
        raise DataError(f"{file}: its first line has 0 and 1 where the names belong.")
    if labels and not set(labels) & set(header[1:]):
        raise DataError(
            f"{file}: its first column has none of the names in the first line. Write them there, "
            "too, or write no names of rows, and as many rows of 0 and 1 as there are names."
        )


def _refuse_repeats(names: Sequence[str], where: str, file: str) -> None:
    if not all(names):
        raise DataError(f"{file}: column {names.index('') + 2} of the {where} has no name.")
    for i, name in enumerate(names):
        if name in names[:i]:
            raise DataError(f"{file}: the {where} names {quoted(name)} twice.")


def _refuse_different(columns: Sequence[str], rows: Sequence[str], name: str) -> None:
    without_row = [quoted(c) for c in columns if c not in set(rows)]
    without_column = [quoted(r) for r in rows if r not in set(columns)]
    if without_row or without_column:
        problems = []
        if without_row:
            problems.append(f"no row for {listed(without_row[:5], len(without_row))}")
        if without_column:
            problems.append(f"no column for {listed(without_column[:5], len(without_column))}")
        raise DataError(f"{name} must name the same variables twice; it has {'; '.join(problems)}.")


def align_adjacency(
    names: Sequence[str],
    matrix: NDArray[np.generic],
    wanted: Sequence[str],
    *,
    name: str = "dag.csv",
) -> NDArray[np.int8]:
    """Order a graph's matrix like the variables of a data set, by name.

    Parameters
    ----------
    names
        Names of the matrix's rows and columns.
    matrix
        Shape ``(d, d)``.
    wanted
        The same names in the order asked for.
    name
        Name of the file, for messages.

    Raises
    ------
    DataError
        If the names differ; the message lists those without a partner.
    """
    unknown = [quoted(n) for n in names if n not in set(wanted)]
    absent = [quoted(n) for n in wanted if n not in set(names)]
    if unknown or absent:
        problems = []
        if absent:
            problems.append(f"it lacks {listed(absent[:5], len(absent))}")
        if unknown:
            problems.append(f"the data lack {listed(unknown[:5], len(unknown))}")
        raise DataError(
            f"The variables of {name} are not those of the data: {'; '.join(problems)}."
        )
    index = {n: i for i, n in enumerate(names)}
    order = [index[n] for n in wanted]
    return np.asarray(matrix)[np.ix_(order, order)].astype(np.int8)


def write_adjacency(path: Path, names: Sequence[str], matrix: NDArray[np.generic]) -> None:
    """Write a graph as :func:`read_adjacency` reads it.

    Parameters
    ----------
    path
        File to write; an existing one is replaced.
    names
        The d names.
    matrix
        Shape ``(d, d)``; a non-zero entry (i, j) means i causes j.

    Raises
    ------
    ValueError
        If shape and names don't match.
    """
    entries = (np.asarray(matrix) != 0).astype(int)
    if entries.shape != (len(names), len(names)):
        raise ValueError(f"{len(names)} names for a matrix of shape {entries.shape}.")
    write_rows(
        path,
        ["", *names],
        ([name, *row] for name, row in zip(names, entries.tolist(), strict=True)),
    )
