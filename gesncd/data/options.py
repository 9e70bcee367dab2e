"""How a file shall be read, where its owner knows better than the detection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from gesncd.data.dataset import DataError
from gesncd.data.mend import Change

ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16, little-endian",
    "utf-16-be": "UTF-16, big-endian",
    "utf-32": "UTF-32",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "latin-1": "Latin-1",
    "mac_roman": "Mac Roman",
    "shift_jis": "Shift JIS (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "euc_kr": "EUC-KR (Korean)",
}
"""Encodings that can be chosen, with their names for people."""

DELIMITER_CHOICES: Mapping[str, str] = {
    ",": "commas",
    ";": "semicolons",
    "\t": "tabs",
    "|": "bars",
    " ": "spaces",
}
"""Delimiters that can be chosen, with their names for people."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Choices on how to read a file; None means that it is detected.

    Parameters
    ----------
    delimiter
        A key of :data:`DELIMITER_CHOICES`.
    decimal
        ``"."`` or ``","``.
    encoding
        A key of :data:`ENCODINGS`.
    header
        Whether the first line names the columns; without one they are X1, X2, ...
    missing
        Cells that stand for missing values, in place of the usual ones; an
        empty cell always does.
    comment
        What comment lines begin with, ``"#"`` unless chosen; ``""``: there are none.
    skip
        Number of lines above the table; a title above the header is found by itself.
    skip_lines
        Numbers of further lines that are no part of the table, such as one of units.
    thousands
        Whether "1,288" is 1288: marks between thousands are read, in columns of nothing else. By
        default only where they can be nothing else, as in "1,288,184.75".
    grouped
        Columns of a text in which the mark that is decimal elsewhere stands between thousands.
    other_decimal
        Columns of a text whose decimal mark is the other one: "0,99" among columns with points.
    dressed
        Whether columns such as "40%" or "2.1 kg" are read as numbers, which is the default.
    undressed
        Columns of which only some cells carry such a sign, and mean the same as the others.
    sheet
        Name of the sheet of a workbook; by default the first that looks like a table.
    number_duplicates
        Whether names that repeat in the header are told apart by numbers.

    Raises
    ------
    DataError
        If there is no such choice.
    """

    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    missing: tuple[str, ...] | None = None
    comment: str | None = None
    skip: int | None = None
    sheet: str | None = None
    number_duplicates: bool = False
    skip_lines: tuple[int, ...] | None = None
    thousands: bool | None = None
    grouped: tuple[str, ...] = ()
    other_decimal: tuple[str, ...] = ()
    dressed: bool | None = None
    undressed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.delimiter is not None and self.delimiter not in DELIMITER_CHOICES:
            names = ", ".join(DELIMITER_CHOICES.values())
            raise DataError(f"Columns can be separated by {names}, not by {self.delimiter!r}.")
        if self.decimal not in (None, ".", ","):
            raise DataError(f"The decimal mark is a point or a comma, not {self.decimal!r}.")
        if self.delimiter == "," == self.decimal:
            raise DataError("A comma cannot separate columns and be the decimal mark, too.")
        if self.encoding is not None and self.encoding not in ENCODINGS:
            raise DataError(f"The encoding {self.encoding!r} is not one that can be chosen.")
        if self.skip is not None and self.skip < 0:
            raise DataError(f"The number of lines to skip must not be negative: {self.skip}.")
        for columns in ("missing", "grouped", "other_decimal", "undressed"):
            if isinstance(getattr(self, columns), str):
                raise DataError(
                    f"The option {columns!r} is a list of texts, such as "
                    f"[{getattr(self, columns)!r}], not a single one."
                )
        if self.missing is not None:
            object.__setattr__(self, "missing", tuple(self.missing))
        for columns in ("grouped", "other_decimal", "undressed"):
            object.__setattr__(self, columns, tuple(getattr(self, columns)))
        if self.skip_lines is not None:
            object.__setattr__(self, "skip_lines", tuple(self.skip_lines))
            if any(line < 1 for line in self.skip_lines):
                raise DataError("Lines are numbered from 1, also those to skip.")

    def changed(self, change: Change) -> ReadOptions:
        """The options after a mend."""
        return replace(self, **dict(change.reading))  # type: ignore[arg-type]

    def to_dict(self) -> dict[str, Any]:
        """What was chosen, as plain values for JSON."""
        default = ReadOptions()
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
            if value != getattr(default, key)
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ReadOptions:
        """The options of plain values.

        Raises
        ------
        DataError
            If these are no options.
        """
        unknown = set(values) - {field.name for field in fields(cls)}
        if unknown:
            raise DataError(f"There is no option {min(unknown)!r} for reading a file.")
        return cls(**values)
