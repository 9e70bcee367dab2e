"""The word "none" among texts: a level such as "no symptoms", and no missing value."""

from __future__ import annotations

from heapq import merge
from typing import Final

import numpy as np

from gesncd.data.dialect import Dialect
from gesncd.data.scan import NONE, Scan, TextCells

_MOST_TEXTS: Final = 20
"""Different texts beyond which a column holds no categories, but dates, names or remarks."""


def read_none_as_category(scan: Scan, dialect: Dialect) -> None:
    """Count cells with the word "none" among a column's texts, if it holds few and no number.

    As missing values they would take everybody without a symptom, or without a treatment, out of
    the rows. Among numbers the word stays a missing value, and where the markers were chosen.
    """
    if dialect.chosen_missing:
        return
    for column, said in scan.said_none.items():
        texts = scan.text.get(column)
        if texts is None or len(texts.known) > _MOST_TEXTS:
            continue
        if not np.isnan(scan.table[:, column]).all():
            continue
        scan.text[column] = _together(texts, said, scan)
        missing = scan.missing[column]
        missing.count -= said.count
        missing.first = [entry for entry in missing.first if entry[1].lower() != NONE]
        if not missing.count:
            del scan.missing[column]


def _together(texts: TextCells, said: TextCells, scan: Scan) -> TextCells:
    """The cells of both, by row, codes in order of appearance."""
    both = TextCells(marks=texts.marks, n_decisive=texts.n_decisive)
    cells = (
        [
            (row, names[code], grouped)
            for row, code, grouped in zip(each.rows, each.codes, each.grouped, strict=True)
        ]
        for each in (texts, said)
        for names in (list(each.known),)
    )
    for row, text, grouped in merge(*cells):
        both.take_over(scan.lines[row], row, text, grouped)
    return both
