"""Words among numbers that say that a value is missing; some may also say that it is small."""

from __future__ import annotations

import numpy as np

from gesncd.data.dialect import Dialect
from gesncd.data.findings import Finding, listed, names_listed, note, plural, quoted
from gesncd.data.mend import Change, Mend
from gesncd.data.scan import AlikeCells, Scan
from gesncd.data.table import Texts

_MOST_WORDS = 100
_SHOWN = 5

_TOLD = (
    "n.b", "n/b", "nb", "n.a", "n.v", "n.e", "k.a", "k/a", "ka", "--", "---", "..", "…", "unknown",
    "unbekannt", "inconnu", "fehlt", "fehlend",
)  # fmt: skip
_PHRASES = (
    "not determined", "not available", "not measured", "no data", "nicht bestimmt",
    "nicht verfügbar", "nicht gemessen", "keine angabe", "keine daten",
)  # fmt: skip
_MAY_BE_LOW = frozenset(["n.d", "n/d", "nd"])
LIKELY_MISSING = frozenset([*_TOLD, *_PHRASES, *_MAY_BE_LOW])
"""Lower-case texts, without blanks after points and without a last point, that say that a value
is missing where they are the only texts among numbers."""


def says_missing(text: str) -> bool:
    """Whether a text that interrupts numbers says that one is missing: "n.d.", "k. A."."""
    return _plain(text) in LIKELY_MISSING


def may_say_low(text: str) -> bool:
    """Whether a text means "not determined" or "not detected", and nobody can tell which."""
    return _plain(text) in _MAY_BE_LOW


def _plain(text: str) -> str:
    plain = text.strip().lower()
    return plain if plain in _TOLD else plain.replace(". ", ".").rstrip(".")


def take_as_missing(scan: Scan, dialect: Dialect) -> tuple[list[Finding], dict[int, Texts]]:
    """Take words such as "n.d." as missing values where they are the only texts among numbers.

    Returns
    -------
    What was taken, and by column the cells that may mean "not detected" instead.
    """
    if dialect.chosen_missing:
        return [], {}
    names: list[str] = []
    texts: dict[str, None] = {}
    unclear: dict[int, Texts] = {}
    count = 0
    for column, cells in sorted(scan.text.items()):
        if len(cells.known) > _MOST_WORDS or not all(map(says_missing, cells.known)):
            continue
        if np.isnan(scan.table[:, column]).all():
            continue
        names.append(scan.layout.names[column])
        texts |= dict.fromkeys(cells.known)
        count += cells.count
        found = Texts.of(cells.rows, cells.codes, cells.known).only(may_say_low)
        if found is not None:
            unclear[column] = found
        _move(scan, column)
    if not names:
        return [], {}
    shown = listed([quoted(text) for text in list(texts)[:_SHOWN]], len(texts))
    return [
        note(
            "missing-words",
            f"Taken as missing: {shown} in {names_listed(names)} ({plural(count, 'cell')}), the "
            "only text among numbers there.",
            columns=names,
            count=count,
            mends=[
                Mend(
                    "missing-words:text",
                    "Take it as text",
                    Change(reading=(("missing", tuple(sorted(dialect.missing - {""}))),)),
                )
            ],
        )
    ], unclear


def _move(scan: Scan, column: int) -> None:
    """Count a column's texts among its missing values, in the order of lines."""
    cells = scan.text.pop(column)
    missing = scan.missing.setdefault(column, AlikeCells())
    missing.count += cells.count
    missing.first = sorted([*missing.first, *cells.first])
