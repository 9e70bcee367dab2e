"""The names in a header: which are refused, and those that repeat told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gesncd.data.dialect import Dialect, is_missing, parse_number
from gesncd.data.findings import Finding, TableError, error, note
from gesncd.data.mend import Change, Mend
from gesncd.words import listed, names_listed, quoted

MAX_COLUMNS = 2000
"""Widest table read."""

_LONGEST_NAME = 500


def refuse_numbers(cells: Sequence[str], line: int, dialect: Dialect, table: str) -> None:
    """Refuse a header of numbers: then the table has none.

    Parameters
    ----------
    cells
        Of the header, without blanks around them.
    line
        Its line number.
    dialect, table
        How the table is written, and what messages call it.

    Raises
    ------
    TableError
        If nothing but numbers and words for missing values is there.
    """
    filled = [cell for cell in cells if cell]
    if filled and all(
        parse_number(c, dialect.decimal) is not None or is_missing(c) for c in filled
    ):
        shown = listed([quoted(cell) for cell in filled[:3]], len(filled))
        raise TableError(
            [
                error(
                    "no-header",
                    f"{table} has no header: its first line of values, line {line}, holds only "
                    f"numbers ({shown}). Add a first line with the names of the columns; if "
                    "these are the names, let them begin with a letter.",
                    lines=[line],
                    mends=[
                        Mend(
                            "no-header",
                            f"Take line {line} as values and call the columns X1, X2, …",
                            Change(reading=(("header", False),)),
                        )
                    ],
                )
            ]
        )


def numbered(cells: Sequence[str]) -> tuple[list[str], list[Finding]]:
    """Give each name that repeats a number: "a", "a (2)"."""
    taken, used, renamed = set(cells), Counter[str](), []
    found = []
    for cell in cells:
        used[cell] += 1
        if cell and used[cell] > 1:
            number = used[cell]
            while f"{cell} ({number})" in taken:
                number += 1
            cell = f"{cell} ({number})"
            taken.add(cell)
            renamed.append(cell)
        found.append(cell)
    if not renamed:
        return found, []
    return found, [
        note(
            "names-numbered",
            f"Names that repeat in the header were numbered: {names_listed(renamed)}.",
            columns=renamed,
            count=len(renamed),
        )
    ]


def refuse_names(names: Sequence[str], places: Sequence[int], line: int) -> None:
    """Refuse a header without names, or with too many, double or very long ones.

    Parameters
    ----------
    names, places
        The names, and their positions in the row.
    line
        Line number of the header.

    Raises
    ------
    TableError
        Naming all that is wrong.
    """
    problems: list[Finding] = []
    if not names:
        problems.append(
            error("no-header", f"Line {line} should hold the names of the columns.", lines=[line])
        )
    if len(names) > MAX_COLUMNS:
        raise TableError([too_many_columns(len(names))])
    for name, times in Counter(names).items():
        if times > 1:
            where = [str(p + 1) for p, other in zip(places, names, strict=True) if other == name]
            problems.append(
                error(
                    "duplicate-names",
                    f"The header (line {line}) names {times} columns {quoted(name)}: columns "
                    f"{listed(where[:5], times)}. Give each its own name.",
                    columns=[name],
                    lines=[line],
                    count=times,
                    mends=[
                        Mend(
                            "number-duplicates",
                            "Number the names that repeat",
                            Change(reading=(("number_duplicates", True),)),
                        )
                    ],
                )
            )
        if len(name) > _LONGEST_NAME:
            problems.append(
                error(
                    "long-name",
                    f"A column name on line {line} has {len(name):,} characters: "
                    f"{quoted(name)}. Is a quotation mark missing?",
                    lines=[line],
                )
            )
    if problems:
        raise TableError(problems)


def too_many_columns(count: int) -> Finding:
    """Finding for a table that is too wide."""
    return error(
        "too-many-columns",
        f"The table has {count:,} columns; at most {MAX_COLUMNS:,} can be read. "
        "Choose the columns that matter.",
        count=count,
    )
