"""Words among numbers that say that a value is missing; some may also say that it is small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import numpy as np

from gesncd.data.bounds import bound_of
from gesncd.data.dialect import Dialect
from gesncd.data.dropped_rows import texts_left
from gesncd.data.findings import Finding, note
from gesncd.data.mend import Change, Mend
from gesncd.data.scan import AlikeCells, Scan
from gesncd.data.table import Texts
from gesncd.words import listed, names_listed, plural, quoted

MISSING_WORDS = "missing-words"
"""Code of the note on words that count as missing values."""

_MOST_WORDS = 100
_SHOWN = 5

_TOLD = (
    "n.b", "n/b", "nb", "n.a", "n.v", "n.e", "k.a", "k/a", "ka", "--", "---", "..", "…", "unknown",
    "unbekannt", "inconnu", "fehlt", "fehlend",
)  # fmt: skip
_PHRASES = (
    "not determined", "not available", "not measured", "not tested", "not done", "not assessed",
    "not recorded", "not reported", "not collected", "not applicable", "no data", "no result",
    "nicht bestimmt", "nicht verfügbar", "nicht gemessen", "nicht getestet", "nicht erhoben",
    "keine angabe", "keine daten", "non testé", "non mesuré",
)  # fmt: skip
_MAY_BE_LOW = frozenset(["n.d", "n/d", "nd"])
LIKELY_MISSING = frozenset([*_TOLD, *_PHRASES, *_MAY_BE_LOW])
"""Lower-case texts, without blanks after points and without a last point, that say that a value
is missing where no text but these and bounds, such as "<LOD", is among numbers."""


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
    """Take words such as "n.d." as missing values among numbers.

    Any other text keeps a column as it is, unless it names a bound, as "<LOD" does. Where it
    was chosen which cells mean missing, nothing else is taken.

    Returns
    -------
    What was taken or chosen, and the cells by column.
    """
    if dialect.chosen_missing:
        return [cells_chosen(dialect.missing)], {}
    taken: dict[int, Texts] = {}
    for column, cells in sorted(scan.text.items()):
        if len(cells.known) > _MOST_WORDS or np.isnan(scan.table[:, column]).all():
            continue
        others = [text for text in cells.known if not says_missing(text)]
        if not all(bound_of(text, dialect.decimal) for text in others):
            continue
        words = Texts.of(cells.rows, cells.codes, cells.known).only(says_missing)
        if words is not None:
            taken[column] = words
            _move(scan, column, words)
    as_text = Mend(
        "missing-words:text",
        "Take it as text",
        Change(reading=(("missing", tuple(sorted(dialect.missing - {""}))),)),
    )
    named = {scan.layout.names[column]: cells for column, cells in taken.items()}
    return words_taken(named, [as_text]), taken


def cells_chosen(markers: Set[str]) -> Finding:
    """Say which cells mean missing where that was chosen: a "9999" is gone from the numbers.

    Parameters
    ----------
    markers
        The cells, in lower case; an empty one goes without saying.
    """
    usual = Mend("missing-cells:usual", "Take the usual ones", Change(reading=(("missing", None),)))
    shown = [quoted(marker) for marker in sorted(markers - {""})]
    begin = "Cells that mean missing, as chosen, besides empty ones: "
    none = "Only empty cells mean missing, as chosen."
    return note(
        "missing-cells",
        f"{begin}{listed(shown[:_SHOWN], len(shown))}." if shown else none,
        in_full=f"{begin}{listed(shown)}." if shown else none,
        mends=[usual],
    )


def words_taken(cells: Mapping[str, Texts], mends: Sequence[Mend]) -> list[Finding]:
    """Say which words count as missing values.

    Parameters
    ----------
    cells
        Those that do, by the column's name.
    mends
        Ways to have it otherwise.
    """
    if not cells:
        return []
    texts = list(dict.fromkeys(text for column in cells.values() for text in column.values))
    count = sum(column.count for column in cells.values())
    shown = [quoted(text) for text in texts]
    end = f" ({plural(count, 'cell')}), among numbers."
    return [
        note(
            MISSING_WORDS,
            f"Taken as missing: {listed(shown[:_SHOWN], len(shown))} in "
            f"{names_listed(list(cells))}{end}",
            in_full=f"Taken as missing: {listed(shown)} in {names_listed(list(cells), None)}{end}",
            columns=list(cells),
            count=count,
            mends=mends,
        )
    ]


def _move(scan: Scan, column: int, words: Texts) -> None:
    """Count words of a column among its missing values, in the order of lines."""
    cells = scan.text.pop(column)
    missing = scan.missing.setdefault(column, AlikeCells())
    missing.count += words.count
    missing.first = sorted(
        [*missing.first, *(entry for entry in cells.first if says_missing(entry[1]))]
    )
    if words.count < cells.count:
        gone = np.zeros(scan.n_rows, dtype=bool)
        gone[words.rows] = True
        scan.text[column] = texts_left(cells, gone, np.arange(scan.n_rows), scan.lines)
