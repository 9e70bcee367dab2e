"""Numbers written with zeros in front, as codes are: "04125"."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from gesncd.data.dialect import rows_of
from gesncd.data.findings import Finding, ignore_mend, warning
from gesncd.data.scan import Scan, split_rows
from gesncd.data.text_file import TextFile
from gesncd.words import names_listed, quoted

_PADDED = re.compile(r"0\d{2,}", re.ASCII)
_IN_BYTES = re.compile(rb"(?:^|[\s,;|\"])0\d\d", re.ASCII)


def find_leading_zeros(file: TextFile, scan: Scan) -> list[Finding]:
    """Columns of whole numbers with such cells.

    The file is read a second time, and only if it holds any.
    """
    wide = file.encoding.codec.startswith(("utf-16", "utf-32"))
    if not wide and _IN_BYTES.search(file.content) is None:
        return []
    places = {scan.layout.places[i]: name for i, name in enumerate(scan.layout.names)}
    for i, place in enumerate(scan.layout.places):
        values = scan.table[:, i]
        known = values[np.isfinite(values)]
        if i in scan.text or not len(known) or (known != np.rint(known)).any():
            del places[place]
    found: dict[str, tuple[int, str]] = {}
    lines = file.lines()
    for row in split_rows(lines, rows_of(lines, file.dialect.delimiter)) if places else ():
        for place in [p for p in places if p < len(row) and _PADDED.fullmatch(row[p].strip())]:
            found[places.pop(place)] = (lines.number, row[place].strip())
        if not places:
            break
    return _told(found, scan.layout.names)


def _told(found: dict[str, tuple[int, str]], order: Sequence[str]) -> list[Finding]:
    names = [name for name in order if name in found]
    if not names:
        return []
    line, cell = found[names[0]]
    return [
        warning(
            "leading-zeros",
            f"Cells of {names_listed(names)} begin with zeros ({quoted(cell)} in line {line}), as "
            "codes do: postcodes, item numbers. They were read as numbers, but a code measures "
            "nothing; then leave the column out.",
            columns=names,
            lines=[line],
            count=len(names),
            mends=[ignore_mend(*names)],
        )
    ]
