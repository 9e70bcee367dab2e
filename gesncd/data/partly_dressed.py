"""Columns of numbers of which only some cells carry a sign: "24.1 °C" among bare numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesncd.data.dressed import put_numbers
from gesncd.data.findings import Finding, note
from gesncd.data.mend import Change, Mend
from gesncd.data.number_like import Dressed, undress
from gesncd.data.resolve import Resolved
from gesncd.data.scan import Scan
from gesncd.data.table import Table, number_text
from gesncd.words import listed, names_listed, plural, quoted

_CHOSEN = "undressed"
_SHOWN = 3


def read_partly_dressed(scan: Scan, decimal: str, chosen: Sequence[str]) -> list[Finding]:
    """Read the numbers of such cells where their owner says that they mean what the others do.

    Parameters
    ----------
    scan
        The rows, in which such cells become numbers.
    decimal
        The decimal mark of the table.
    chosen
        Names of the columns.
    """
    names, shown, count = [], [], 0
    for column, cells in sorted(scan.text.items()):
        name = scan.layout.names[column]
        numbers = _numbers(list(cells.known), decimal) if name in chosen else {}
        # Of different units, none says what the others mean.
        if len({number.dress for number in numbers.values()}) == 1:
            names.append(name)
            shown += [f"{quoted(t)} as {number_text(d.value)}" for t, d in numbers.items()]
            count += put_numbers(scan, column, numbers)
    if not names:
        return []
    back = Mend("undressed:back", "Take them as text", Change(reading=(("undressed", ()),)))
    return [
        note(
            _CHOSEN,
            f"Signs in {names_listed(names)} were left out, as chosen; the numbers were read: "
            f"{listed(shown[:_SHOWN], len(shown))}.",
            columns=names,
            count=count,
            mends=[back],
        )
    ]


def in_part_dressed(table: Table, column: Resolved) -> tuple[str, Mend] | None:
    """What to say of such a column, and the way to read it; None where it is another.

    Parameters
    ----------
    table
        The table.
    column
        A column in use that holds text.
    """
    texts = column.texts
    numbers = column.numbers(table)
    bare = numbers[np.isfinite(numbers) & ~column.missing]
    if texts is None or not texts.complete or not len(bare):
        return None
    dressed = _numbers(texts.values, table.source.decimal or ".")
    dresses = {number.dress for number in dressed.values()}
    if len(dressed) < len(texts.values) or len(dresses) != 1:
        return None
    sign = quoted(next(iter(dressed.values())).text)
    values = [number.value for number in dressed.values()]
    carry = "carries" if texts.count == 1 else "carry"
    advice = (
        f"{plural(texts.count, 'value')} {carry} {sign} ({_span(values)}), the other "
        f"{len(bare):,} no sign ({_span(bare.tolist())}). Read the numbers alone if they mean the "
        "same as the others; else write all cells alike in the file. To take them as missing is "
        "to lose values."
    )
    before = [name for f in table.findings if f.code == _CHOSEN for name in f.columns]
    names = tuple(sorted({*before, column.name}))
    return advice, Mend(
        f"undressed:{column.name}",
        f"Read {quoted(column.name)} without {sign}",
        Change(reading=(("undressed", names),)),
    )


def _numbers(texts: Sequence[str], decimal: str) -> dict[str, Dressed]:
    found = {text: undress(text, decimal) for text in texts}
    return {text: number for text, number in found.items() if number is not None}


def _span(values: Sequence[float]) -> str:
    low, high = number_text(min(values)), number_text(max(values))
    return low if low == high else f"{low} to {high}"
