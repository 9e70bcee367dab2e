"""What was found in a table: problems and remarks, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from gesncd.data.dataset import DataError

_LONGEST_CELL = 40
_MOST_SENTENCES = 12


class Severity(Enum):
    """How much a finding matters."""

    ERROR = "error"
    """The table cannot be analysed as it is."""
    NOTE = "note"
    """The table was read in a way that its owner should know."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in a table.

    Parameters
    ----------
    code
        Stable short name, such as ``"missing-values"``.
    severity
        Whether it stops the analysis.
    message
        Sentences for the table's owner.
    columns
        Names of the columns concerned.
    lines
        Line numbers of the file, from 1; the first ones where there are many.
    count
        Number of cells, rows or columns concerned.
    """

    code: str
    severity: Severity
    message: str
    columns: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    count: int = 0


class TableError(DataError):
    """A table that cannot be analysed, with everything that was found wrong with it.

    Parameters
    ----------
    findings
        At least one finding; the message joins theirs.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        sentences = [finding.message for finding in findings[:_MOST_SENTENCES]]
        if len(findings) > _MOST_SENTENCES:
            sentences.append(f"There are {len(findings) - _MOST_SENTENCES} more problems.")
        super().__init__("\n".join(sentences))


def error(
    code: str,
    message: str,
    *,
    columns: Sequence[str] = (),
    lines: Sequence[int] = (),
    count: int = 0,
) -> Finding:
    """A finding that stops the analysis."""
    return Finding(code, Severity.ERROR, message, tuple(columns), tuple(lines), count)


def note(
    code: str,
    message: str,
    *,
    columns: Sequence[str] = (),
    lines: Sequence[int] = (),
    count: int = 0,
) -> Finding:
    """A finding that the table's owner should know."""
    return Finding(code, Severity.NOTE, message, tuple(columns), tuple(lines), count)


def quoted(text: str) -> str:
    """Text of a file as part of a message: on one line, in quotes, shortened."""
    flat = "".join(c if c.isprintable() else " " for c in text[: _LONGEST_CELL + 1])
    return f"'{flat[:_LONGEST_CELL]}…'" if len(flat) > _LONGEST_CELL else f"'{flat}'"


def listed(parts: Sequence[str], total: int | None = None) -> str:
    """Parts joined as in a sentence; ``total`` says how many there are when not all are given."""
    more = (total or len(parts)) - len(parts)
    if more > 0:
        return f"{', '.join(parts)} and {more:,} more"
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 row", "2 rows"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def at_lines(lines: Sequence[int], total: int) -> str:
    """Name lines: "line 3", "lines 3, 5 and 12 more"."""
    numbers = listed([str(line) for line in lines], total)
    return f"line {numbers}" if total == 1 else f"lines {numbers}"
