"""Which cells of a row belong to which column: row names, stray delimiters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.data.dialect import Dialect
from gesncd.data.findings import Finding, error, note
from gesncd.data.header_names import numbered, refuse_names, refuse_numbers
from gesncd.data.mend import Change, Mend
from gesncd.words import at_lines, listed, plural

_PANDAS_INDEX = "Unnamed: 0"


@dataclass(frozen=True, slots=True)
class Layout:
    """Places of the columns in a row.

    Parameters
    ----------
    names
        Names of the columns to read, as in the file, without blanks around them.
    offset
        Cells before the first of them: 1 where rows begin with a name or number
        of their own, else 0.
    header_length
        Number of cells a full row has, row name included; cells beyond must be empty.
    named_last
        Number of cells a row must have at least: up to the last named column.
    places
        Position in the row of each named column.
    line
        Line number of the header.
    short_header
        Whether the header has no cell for the rows' names, as R writes tables.
    """

    names: tuple[str, ...]
    offset: int
    header_length: int
    named_last: int
    places: tuple[int, ...]
    line: int
    short_header: bool = False

    @property
    def plain(self) -> bool:
        """Whether a full row holds the named columns and nothing else."""
        return len(self.places) == self.header_length


def find_layout(
    header: Sequence[str],
    line: int,
    sample: Sequence[Sequence[str]],
    dialect: Dialect,
    table: str,
    *,
    number_duplicates: bool = False,
) -> tuple[Layout, list[Finding]]:
    """Read the header, with the first rows as a check on it.

    Parameters
    ----------
    header
        Cells of the header.
    line
        Its line number.
    sample
        First rows after it.
    dialect
        How the table is written.
    table
        Name of the table, for messages.
    number_duplicates
        Whether names that repeat are told apart by numbers.

    Raises
    ------
    TableError
        If there is no header, or names are missing, double or too long.
    """
    cells = [cell.strip() for cell in header]
    refuse_numbers(cells, line, dialect, table)
    findings: list[Finding] = []
    if number_duplicates:
        cells, renamed = numbered(cells)
        findings += renamed
    offset = 0
    short = _one_name_short(cells, sample)
    if short:
        findings.append(
            note(
                "row-names",
                "The header is one name short, as R writes tables: the first cell of each row "
                "was taken as the row's name and left out.",
            )
        )
        cells, offset = ["", *cells], 1
    elif cells[0] in ("", _PANDAS_INDEX) and len(cells) > 1:
        findings.append(
            note(
                "index-column",
                "The first column has no name; it was taken as the rows' numbers or names and "
                "left out.",
            )
        )
        offset = 1
    places = tuple(i for i, name in enumerate(cells) if name and i >= offset)
    names = tuple(cells[i] for i in places)
    refuse_names(names, places, line)
    unnamed = [i + 1 for i, name in enumerate(cells) if not name and i >= offset]
    if unnamed:
        where = listed([str(i) for i in unnamed[:5]], len(unnamed))
        findings.append(
            note(
                "unnamed-columns",
                f"Left out: {'column' if len(unnamed) == 1 else 'columns'} {where}, "
                "without a name and without values.",
                count=len(unnamed),
            )
        )
    return Layout(names, offset, len(cells), places[-1] + 1, places, line, short), findings


def unnamed_layout(width: int, line: int) -> Layout:
    """Layout of a table without a header: columns X1, X2, ...

    Parameters
    ----------
    width
        Number of cells of its first row.
    line
        The line of that row.

    Raises
    ------
    TableError
        If there are too many columns.
    """
    names = tuple(f"X{i + 1}" for i in range(width))
    places = tuple(range(width))
    refuse_names(names, places, line)
    return Layout(names, 0, width, width, places, line)


def _one_name_short(cells: Sequence[str], sample: Sequence[Sequence[str]]) -> bool:
    """Whether every row has one cell more than the header, and it is not just a stray delimiter."""
    if len(cells) < 2 or not sample or any(len(row) != len(cells) + 1 for row in sample):
        return False
    return any(row[-1].strip() for row in sample) and bool(cells[0])


def ragged(
    wrong: Sequence[tuple[int, int]], total: int, layout: Layout, n_rows: int = 0
) -> Finding:
    """Finding for rows whose number of cells does not fit the header.

    Parameters
    ----------
    wrong
        Line and number of cells of the first such rows.
    total
        How many there are.
    layout
        The layout they do not fit.
    n_rows
        How many rows fit it.
    """
    if total > n_rows and len({cells for _, cells in wrong}) == 1:
        mend = Mend(
            "skip-lines",
            f"Skip what stands above line {wrong[0][0]} as text above the table",
            Change(reading=(("skip", wrong[0][0] - 1),)),
        )
    else:
        mend = Mend(
            "leave-out-ragged",
            f"Leave out {plural(total, 'such row')}",
            Change(accept=("ragged-rows",)),
        )
    line, cells = wrong[0]
    advice = "Every row needs one cell a column; an empty cell still needs its delimiter."
    if mend.id == "skip-lines":
        advice = "If what stands above is a title, skip it."
    lines = [number for number, _ in wrong]
    expected = layout.header_length
    more = f" This concerns {at_lines(lines, total)}." if total > 1 else ""
    return error(
        "ragged-rows",
        f"Line {line} has {cells:,} cells, but the header (line {layout.line}) "
        f"has {expected:,}.{more} {advice}",
        lines=lines,
        count=total,
        mends=[mend],
    )
