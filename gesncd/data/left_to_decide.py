"""What the usual mends leave to the table's owner, in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gesncd.data.findings import Finding
from gesncd.words import names_listed

_SHOWN = 3

WORDS: Final[Mapping[str, str]] = {
    "beyond-limits": "values beyond a limit",
    "categories": "categories that cannot be encoded so",
    "constant": "columns of one value",
    "different-columns": "files with different columns",
    "duplicate-columns": "columns that say the same",
    "duplicate-names": "names that repeat",
    "empty": "an empty table",
    "few-rows": "too few rows",
    "few-variables": "too few variables",
    "group-name": "names of joined variables",
    "linear-combination": "columns that are sums of others",
    "long-name": "a name too long",
    "missing-values": "missing values",
    "mixed-units": "columns that mix units",
    "more-columns": "more columns than rows",
    "no-header": "a missing header",
    "no-rows": "no complete row",
    "not-a-number": "text where numbers should be",
    "not-finite": "infinite values",
    "number-like": "numbers written in another way",
    "one-column": "a single column",
    "one-hot-group": "columns that are categories of one variable",
    "other-decimal": "another decimal mark",
    "ragged-rows": "rows that don't fit the header",
    "repeated-header": "lines that repeat the header",
    "same-file": "a file given twice",
    "spaces": "columns separated by spaces",
    "spellings": "categories that may be one",
    "summary-row": "rows that sum up others",
    "thousands-likely": "marks between thousands",
    "thousands-mixed": "marks that may part thousands",
    "thousands-unclear": "marks that may part thousands",
    "too-close": "values too close to each other",
    "too-large": "numbers too large",
    "too-many-cells": "too many cells",
    "too-many-columns": "too many columns",
    "units-row": "a row of units",
    "unnamed-column": "a column without a name",
    "unreadable-line": "a line that cannot be read",
}
"""Codes of errors, with words for people."""


def left_to_decide(errors: Sequence[Finding]) -> str:
    """A sentence on errors that remain, with their columns; empty where there are none."""
    columns: dict[str, dict[str, None]] = {}
    for error in errors:
        columns.setdefault(WORDS[error.code], {}).update(dict.fromkeys(error.columns))
    parts = [
        f"{words} ({names_listed(list(names), _SHOWN)})" if names else words
        for words, names in sorted(columns.items())
    ]
    return f"Left to decide: {'; '.join(parts)}." if parts else ""
