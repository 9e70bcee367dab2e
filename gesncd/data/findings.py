"""What was found in a table: problems and remarks, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from gesncd.data.dataset import DataError
from gesncd.data.mend import Change, Mend
from gesncd.words import quoted

_MOST_SENTENCES = 12


class Severity(Enum):
    """How much a finding matters."""

    ERROR = "error"
    """The table cannot be analysed as it is."""
    WARNING = "warning"
    """It can be analysed, but the result may mislead."""
    INFORMATION = "information"
    """Something its owner should know, without danger."""


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
    mends
        Ways out, the usual one first.
    cause
        What tells findings of one code apart that have different reasons, in a few words.
    in_full
        The message with all that it names, where it leaves some out: for records and reports.
    """

    code: str
    severity: Severity
    message: str
    columns: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    count: int = 0
    mends: tuple[Mend, ...] = ()
    cause: str = ""
    in_full: str = ""

    @property
    def told(self) -> str:
        """The message with everything that it names."""
        return self.in_full or self.message

    def to_dict(self) -> dict[str, object]:
        """Plain values, for JSON, without the mends."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.told,
            "columns": list(self.columns),
            "lines": list(self.lines),
            "count": self.count,
        }


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
    mends: Sequence[Mend] = (),
    cause: str = "",
) -> Finding:
    """A finding that stops the analysis."""
    return Finding(
        code, Severity.ERROR, message, tuple(columns), tuple(lines), count, tuple(mends), cause
    )


def warning(
    code: str,
    message: str,
    *,
    columns: Sequence[str] = (),
    lines: Sequence[int] = (),
    count: int = 0,
    mends: Sequence[Mend] = (),
    in_full: str = "",
) -> Finding:
    """A finding that may make the result mislead."""
    return Finding(
        code,
        Severity.WARNING,
        message,
        tuple(columns),
        tuple(lines),
        count,
        tuple(mends),
        in_full=in_full,
    )


def note(
    code: str,
    message: str,
    *,
    columns: Sequence[str] = (),
    lines: Sequence[int] = (),
    count: int = 0,
    mends: Sequence[Mend] = (),
    cause: str = "",
    in_full: str = "",
) -> Finding:
    """A finding that the table's owner should know."""
    return Finding(
        code,
        Severity.INFORMATION,
        message,
        tuple(columns),
        tuple(lines),
        count,
        tuple(mends),
        cause,
        in_full,
    )


def ignore_mend(*names: str) -> Mend:
    """Leave columns out."""
    label = f"Ignore {quoted(names[0])}" if len(names) == 1 else f"Ignore {len(names)} columns"
    return Mend("ignore:" + ",".join(names), label, Change(ignore=names))
