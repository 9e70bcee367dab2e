"""Columns whose decimal mark is not that of their file: "0,99" among columns with points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import numpy as np

from gesncd.data.bounds import bound_of
from gesncd.data.dialect import parse_number
from gesncd.data.findings import Finding, error, ignore_mend, note
from gesncd.data.grouping import MARK_NAMES, parse_grouped
from gesncd.data.kinds import MOST_ORDINAL, names_a_subject, names_an_id
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import says_missing
from gesncd.data.scan import Scan, TextCells
from gesncd.data.table import number_text
from gesncd.data.thousands import OTHER_DECIMAL
from gesncd.words import columns_named, listed, names_listed, quoted

_MOST_BUTTONS = 5
_MOST_NAMED = 20
_SHOWN = 3
_MOST_ODD = 0.05


CellsOf = Callable[[Sequence[int]], Iterator[tuple[int, list[tuple[int, str]]]]]
"""Reads some columns of a file again: row by row, its index in the scan and its written cells."""


def read_other_decimal(
    scan: Scan,
    own: str,
    cells_of: CellsOf,
    chosen: Sequence[str],
    summaries: Collection[int] = (),
    word: str = "line",
) -> list[Finding]:
    """Read columns with the other decimal mark where that was chosen, and ask where it fits.

    It fits if nearly all cells of a column are numbers, besides words for missing values and for
    values beyond a limit, and one of them can be nothing else. Both marks may stand in one column
    where neither can part thousands. The file is read a second time only if there is such a column.

    Parameters
    ----------
    scan
        The rows of a file, in which such cells become numbers.
    own
        The file's decimal mark.
    cells_of
        Reads the file a second time.
    chosen
        Names of columns that shall be read so.
    summaries
        Lines that sum up others: how they are written tells nothing of a column.
    word
        What line numbers count, ``"line"`` or ``"row"``.
    """
    other = "." if own == "," else ","
    names = scan.layout.names
    read = [column for column in sorted(scan.text) if names[column] in chosen]
    findings = [_read(scan, read, other)] if read else []
    open_ = [
        column
        for column, cells in sorted(scan.text.items())
        if _fits(cells, own, other, n_numbers=int((~np.isnan(scan.table[:, column])).sum()))
        and not names_an_id(names[column])
        and not names_a_subject(names[column])
    ]
    if open_:
        open_ = _without_doubtful(cells_of, scan, open_, own, other, summaries)
    return findings + _ask(scan, open_, own, other, chosen, word)


def _fits(cells: TextCells, own: str, other: str, *, n_numbers: int) -> bool:
    if -1 in cells.codes or (not n_numbers and len(cells.known) <= MOST_ORDINAL):
        # A few texts that recur are categories: "1,2" for both of two.
        return False
    numbers = [text for text in cells.known if parse_number(text, other) is not None]
    # What has three digits after its mark may be thousands, which are asked about elsewhere.
    if all(parse_grouped(text, own) is not None for text in numbers):
        return False
    odd = [
        code
        for text, code in cells.known.items()
        if parse_number(text, other) is None
        and not says_missing(text)
        and bound_of(text, other) is None
    ]
    if not odd:
        return True
    counts = np.bincount(np.frombuffer(cells.codes, dtype=np.int32), minlength=len(cells.known))
    n_odd = int(counts[odd].sum())
    n_other = int(counts[[cells.known[text] for text in numbers]].sum())
    return n_odd < n_other and n_odd <= max(1, _MOST_ODD * (n_numbers + n_other))


def _without_doubtful(
    cells_of: CellsOf,
    scan: Scan,
    columns: Sequence[int],
    own: str,
    other: str,
    summaries: Collection[int],
) -> list[int]:
    """The columns without those that mix both marks where one may stand between thousands."""
    grouped = {
        column
        for column in columns
        if any(parse_grouped(text, own) is not None for text in scan.text[column].known)
    }
    doubtful = {
        column
        for row, cells in cells_of(columns)
        if scan.lines[row] not in summaries
        for column, cell in cells
        if own in cell
        and parse_number(cell, own) is not None
        and (column in grouped or parse_grouped(cell, other) is not None)
    }
    return [column for column in columns if column not in doubtful]


def _examples(texts: Iterable[str], mark: str) -> str:
    found = [(text, parse_number(text, mark)) for text in texts]
    shown = [f"{quoted(text)} as {number_text(n)}" for text, n in found if n is not None]
    return listed(shown[:_SHOWN])


def _read(scan: Scan, columns: Sequence[int], mark: str) -> Finding:
    names = [scan.layout.names[column] for column in columns]
    width = len(scan.layout.names)
    shown = _examples(scan.text[columns[0]].known, mark)
    count = 0
    for column in columns:
        cells = scan.text.pop(column)
        numbers = {text: parse_number(text, mark) for text in cells.known}
        texts = [*cells.known, ""]
        left = TextCells()
        for row, code in zip(cells.rows, cells.codes, strict=True):
            number = numbers.get(texts[code])
            if number is None:
                left.add_text(scan.lines[row], row, texts[code], mark)
            else:
                scan.values[row * width + column] = number
                count += 1
        if left.count:
            scan.text[column] = left
    return note(
        "other-decimal-chosen",
        f"{MARK_NAMES[mark].capitalize()} in {names_listed(names)} were read as decimal marks: "
        f"{shown}.",
        columns=names,
        count=count,
        mends=[
            Mend(
                "other-decimal:back", "Take them as text", Change(reading=(("other_decimal", ()),))
            )
        ],
    )


def _ask(
    scan: Scan, columns: Sequence[int], own: str, mark: str, chosen: Sequence[str], word: str
) -> list[Finding]:
    if not columns:
        return []
    names = [scan.layout.names[column] for column in columns]
    line, text = next(
        first for first in scan.text[columns[0]].first if parse_number(first[1], mark) is not None
    )
    return [
        error(
            OTHER_DECIMAL,
            f"{columns_named(names)}, {word} {line}: {quoted(text)} has a decimal "
            f"{MARK_NAMES[mark][:-1]}, while decimal marks are {MARK_NAMES[own]} in this file. "
            "Read it so, or leave the column out.",
            columns=names,
            lines=[line],
            count=sum(scan.text[column].count for column in columns),
            mends=[*_mends(names, mark, chosen), ignore_mend(*names)],
        )
    ]


def _mends(names: Sequence[str], mark: str, chosen: Sequence[str]) -> list[Mend]:
    """To read all of the columns so, or one of them."""
    single = [[name] for name in names[:_MOST_BUTTONS]]
    return [
        Mend(
            f"other-decimal:{','.join(some)}",
            f"Read {names_listed(some, _MOST_NAMED)} with decimal {MARK_NAMES[mark][:-1]}",
            Change(reading=(("other_decimal", tuple(sorted({*chosen, *some}))),)),
        )
        for some in ([list(names), *single] if len(names) > 1 else single)
    ]
