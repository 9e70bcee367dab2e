"""Tables written as CSV files."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path

from gesncd.data.dataset import Dataset


def write_rows(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a header and rows, UTF-8, separated by commas, lines ended by a line feed."""
    with path.open("w", encoding="utf-8", newline="") as file:
        plain = csv.writer(file, lineterminator="\n")
        quoted = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for row in itertools.chain([header], rows):
            # An unquoted line that begins with # would be read back as a comment.
            (quoted if str(row[0]).startswith("#") else plain).writerow(row)


def write_csv(path: Path, dataset: Dataset) -> None:
    """Write a data set so that reading it gives the same numbers to the last bit.

    Parameters
    ----------
    path
        File to write; an existing one is replaced.
    dataset
        Every variable must span one column.

    Raises
    ------
    ValueError
        If a variable spans several columns: their names are not known.
    """
    for variable in dataset.variables:
        if variable.size != 1:
            raise ValueError(f"Variable {variable.name!r} spans {variable.size} columns.")
    columns = dataset.columns_of(range(dataset.n_variables))
    write_rows(path, dataset.names, (row.tolist() for row in columns))
