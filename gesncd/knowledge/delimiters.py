"""What separates the cells of a CSV file of edges or statements."""

from __future__ import annotations


def delimiter_of(text: str) -> str:
    """The comma, semicolon or tab that the first line with content has most of.

    Spreadsheets write semicolons where the comma is the decimal mark.

    Parameters
    ----------
    text
        Text of a file.
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)
