"""What is asked where the decimal mark of a file may stand between thousands in a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.data.dialect import parse_number
from gesncd.data.findings import Finding, error, ignore_mend, note
from gesncd.data.grouping import MARK_NAMES, Grouped, parse_grouped
from gesncd.data.mend import Change, Mend
from gesncd.data.table import number_text
from gesncd.data.thousands import LIKELY, MIXED
from gesncd.words import columns_named, names_listed, quoted

_MOST_BUTTONS = 5


@dataclass(slots=True)
class MarkedColumn:
    """Cells of a column that may hold marks between thousands."""

    name: str
    marked: int = 0
    unmarked: int = 0
    decisive: bool = False
    telling: str = ""
    """The first cell with a mark, a decisive one where there is one."""
    line: int = 0
    """Its line."""
    plain: str = ""
    """The first cell without one."""


def grouped_number(text: str, decimal: str) -> Grouped | None:
    """The number of a cell in which the decimal mark of its file stands between thousands."""
    number = parse_grouped(text, "." if decimal == "," else ",")
    return number if number is not None and number.mark == decimal else None


def ask_sure(
    columns: Sequence[MarkedColumn], decimal: str, grouped: Sequence[str]
) -> list[Finding]:
    """Say that the mark can only stand between thousands: "1,288,184"."""
    mark = MARK_NAMES[decimal]
    names = [c.name for c in columns]
    return [
        error(
            LIKELY,
            f"{mark.capitalize()} in {columns_named(names, 'column')} can only stand between "
            f"thousands ({quoted(columns[0].telling)} in line "
            f"{columns[0].line}), but are read as decimal marks here. "
            "Say that they are none there, or leave the column out.",
            columns=names,
            lines=[c.line for c in columns],
            count=sum(c.marked for c in columns),
            mends=[*_mends(columns, decimal, grouped), ignore_mend(*names)],
        )
    ]


def ask_mixed(
    columns: Sequence[MarkedColumn], decimal: str, grouped: Sequence[str]
) -> list[Finding]:
    """Ask where "1,288" stands beside "950": the two readings order the values differently."""
    mark = MARK_NAMES[decimal]
    first = columns[0]
    text = first.telling
    small = parse_number(text, decimal)
    assert small is not None
    keep = Mend(
        "marks:decimal",
        f"They are decimal {mark}",
        Change(reading=(("decimal", decimal),)),
    )
    return [
        error(
            MIXED,
            f"{columns_named([c.name for c in columns])} "
            f"{'holds' if len(columns) == 1 else 'hold'} {quoted(first.plain)} and "
            f"{quoted(text)} (line {first.line}): {number_text(_value(text, decimal))} with {mark} "
            f"between thousands, or {number_text(small)} with a decimal {mark[:-1]}? "
            "The order of the values hangs on it, so say which.",
            columns=[c.name for c in columns],
            lines=[c.line for c in columns],
            count=sum(c.marked for c in columns),
            mends=[*_mends(columns, decimal, grouped), keep],
        )
    ]


def ask_alike(
    columns: Sequence[MarkedColumn], decimal: str, grouped: Sequence[str]
) -> list[Finding]:
    """Say it where every cell is like "1,288": the two readings differ by a factor."""
    mark = MARK_NAMES[decimal]
    text = columns[0].telling
    small = parse_number(text, decimal)
    assert small is not None
    return [
        note(
            "thousands-possible",
            f"Every value of {names_listed([c.name for c in columns])} has three digits after its "
            f"{mark[:-1]}: {quoted(text)} was read as {number_text(small)}, but may be "
            f"{number_text(_value(text, decimal))} with {mark} between thousands. That is another "
            "unit, which changes no result.",
            columns=[c.name for c in columns],
            count=sum(c.marked for c in columns),
            mends=_mends(columns, decimal, grouped),
        )
    ]


def _mends(columns: Sequence[MarkedColumn], decimal: str, grouped: Sequence[str]) -> list[Mend]:
    """To read marks between thousands in all of the columns, or in one of them."""
    mends = []
    choices = [[c] for c in columns[:_MOST_BUTTONS]]
    for chosen in [list(columns), *choices] if len(columns) > 1 else choices:
        text = chosen[0].telling
        names = [c.name for c in chosen]
        mends.append(
            Mend(
                f"marks:thousands:{','.join(names)}",
                f"Read {quoted(text)} in {names_listed(names, 2)} as "
                f"{number_text(_value(text, decimal))}",
                Change(reading=(("grouped", tuple(sorted({*grouped, *names}))),)),
            )
        )
    return mends


def _value(text: str, decimal: str) -> float:
    number = grouped_number(text, decimal)
    assert number is not None
    return number.value
