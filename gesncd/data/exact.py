"""Whole numbers too large for floating point to tell apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from gesncd.data.dialect import rows_of
from gesncd.data.findings import Finding, ignore_mend, warning
from gesncd.data.scan import Scan, split_rows
from gesncd.data.table import Table
from gesncd.data.text_file import TextFile
from gesncd.words import names_listed, quoted

EXACT_INTEGERS = 1 << 53
"""Up to here floating point holds every whole number."""

CODE = "inexact-integers"
"""Code of the finding."""

_WHOLE = re.compile(r"[+-]?\d{16,400}", re.ASCII)


def find_rounded(file: TextFile, scan: Scan) -> list[Finding]:
    """Columns of a text file with whole numbers that were rounded when they were read.

    The file is read a second time, and only if a column holds numbers beyond 2^53.
    """
    large = (np.abs(scan.table) > EXACT_INTEGERS).any(axis=0)
    places = {scan.layout.places[i]: scan.layout.names[i] for i in np.flatnonzero(large)}
    rounded: list[str] = []
    if not places:
        return []
    lines = file.lines()
    for row in split_rows(lines, rows_of(lines, file.dialect.delimiter)):
        for place in [p for p in places if p < len(row) and is_rounded(row[p])]:
            rounded.append(places.pop(place))
        if not places:
            break
    return inexact_integers([name for name in scan.layout.names if name in set(rounded)])


def is_rounded(cell: str) -> bool:
    """Whether a cell holds a whole number that floating point rounds."""
    text = cell.strip()
    return _WHOLE.fullmatch(text) is not None and int(float(text)) != int(text)


def inexact_integers(names: Sequence[str]) -> list[Finding]:
    """The finding on columns whose whole numbers were rounded, if there are any."""
    if not names:
        return []
    return [
        warning(
            CODE,
            f"Whole numbers beyond 2^53 were rounded, as double precision cannot hold them: "
            f"{names_listed(names)}. Values that differ only in the last digits became equal. If "
            "they name things, leave them out; if they are measurements, subtract a constant in "
            "the file.",
            columns=names,
            count=len(names),
            mends=[ignore_mend(*names)],
        )
    ]


def rounded_names(table: Table) -> frozenset[str]:
    """Columns of a table in which whole numbers were rounded."""
    found = [finding.columns for finding in table.findings if finding.code == CODE]
    return frozenset(name for names in found for name in names)


def rounded_to_one(name: str) -> str:
    """What is said of a column whose numbers all became one by rounding."""
    return (
        f"The whole numbers of column {quoted(name)} lie beyond 2^53 and so close together that "
        "double precision rounds them to one value. Subtract a constant in the file, or leave "
        "the column out."
    )
