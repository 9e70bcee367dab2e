"""Rows at the end that sum up those above: means, totals and the like are no observations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dialect import Dialect
from gesncd.data.findings import Finding, error, warning
from gesncd.data.mend import Change, Mend
from gesncd.data.repeated_header import REPEATED_HEADER
from gesncd.data.scan import Scan
from gesncd.data.table import number_text
from gesncd.words import at_lines, listed, quoted

Floats = NDArray[np.float64]

_ASIDE = ("units-row", REPEATED_HEADER)
_MOST_ROWS = 5
_LEAST_BODY = 10
_BY_CHANCE = 1e-6
_LONGEST_BODY = 1_000_000

_WORDS = frozenset([
    "mean", "means", "average", "avg", "total", "totals", "grand total", "sum", "sums", "sd",
    "s.d", "std", "st dev", "st.dev", "stdev", "std dev", "std. dev", "standard deviation",
    "median", "sem", "s.e.m", "variance", "mean ± sd", "mean+sd", "column mean", "column total",
    "mittelwert", "mittelwerte", "mittel", "durchschnitt", "summe", "summen", "gesamt",
    "gesamtsumme", "insgesamt", "gesamtmittel", "standardabweichung", "stabw", "stdabw", "varianz",
    "moyenne", "moyennes", "somme", "écart-type", "ecart-type", "écart type", "médiane",
    "total général", "promedio", "suma", "desviación estándar", "desviacion estandar", "mediana",
    "media", "totale", "somma", "deviazione standard", "média", "soma", "desvio padrão",
    "gemiddelde", "totaal", "som", "medelvärde", "summa", "średnia", "razem",
])  # fmt: skip
"""Lower-case texts, without a last point or colon, that name a row which sums up others."""

_WEAK_WORDS = frozenset(["min", "max", "minimum", "maximum", "n", "count", "anzahl", "se", "cv"])
"""Texts that may also be names: they count only next to a row that is surely one."""


def find_summary_rows(
    scan: Scan, dialect: Dialect, found: list[Finding], word: str = "line"
) -> list[Finding]:
    """Say which last rows sum up those above, with the way to skip them.

    A row is one if a text cell or the row's name is a word such as "Mean" that stands nowhere
    else in the column, or if all its numbers are the means, the sums, the medians or the standard
    deviations of those above, too exactly for chance.

    Parameters
    ----------
    scan
        The rows.
    dialect
        How they are written.
    found
        What was found so far: lines set aside stay so when these rows are skipped.
    word
        What line numbers count.
    """
    rows, why = _summary_rows(scan)
    if not rows:
        return []
    lines = [scan.lines[row] for row in rows]
    where = at_lines(lines, len(lines), word)
    one = len(lines) == 1
    aside = [line for finding in found if finding.code in _ASIDE for line in finding.lines]
    skip = tuple(sorted({*(dialect.skip_lines or ()), *aside, *lines}))
    # Who has said that no line is to be skipped takes them as values.
    kind = warning if dialect.skip_lines == () else error
    return [
        kind(
            "summary-row",
            f"{where[0].upper()}{where[1:]} {'sums' if one else 'sum'} up the rows above "
            f"({listed(why)}) and {'is no observation' if one else 'are no observations'}: skip "
            f"{'it' if one else 'them'}.",
            lines=lines,
            count=len(lines),
            mends=[
                Mend("summary:skip", f"Skip {where}", Change(reading=(("skip_lines", skip),))),
                Mend(
                    "summary:values",
                    f"Take {where} as {'an observation' if one else 'observations'}",
                    Change(accept=("summary-row",)),
                ),
            ],
        )
    ]


def _summary_rows(scan: Scan) -> tuple[list[int], list[str]]:
    """Indices of the last rows that sum up others, and what tells so."""
    last = scan.n_rows - 1
    for count in range(min(_MOST_ROWS, scan.n_rows - _LEAST_BODY), 0, -1):
        rows = list(range(last - count + 1, last + 1))
        words = [_word(scan, row) for row in rows]
        if not any(word.strip().lower().rstrip(".:") in _WORDS for word in words):
            # Rows without words are rare in numbers: look for one only.
            if count > 1:
                continue
            name = _statistic(scan, last)
            return ([last], [f"its numbers are the {name} of each column"]) if name else ([], [])
        if all(words):
            return rows, [quoted(word) for word in words]
    return [], []


def _word(scan: Scan, row: int) -> str:
    """The text of a row that says it sums up others, or nothing."""
    if scan.labels and _says_so(scan.labels[row]):
        label = scan.labels[row].strip()
        return label if [text.strip() for text in scan.labels].count(label) == 1 else ""
    for cells in scan.text.values():
        at = next((i for i in range(len(cells.rows) - 1, -1, -1) if cells.rows[i] <= row), -1)
        if at < 0 or cells.rows[at] != row or cells.codes[at] < 0:
            continue
        text = next(text for text, code in cells.known.items() if code == cells.codes[at])
        if _says_so(text) and cells.codes.count(cells.codes[at]) == 1:
            return text
    return ""


def _says_so(text: str) -> bool:
    return text.strip().lower().rstrip(".:") in _WORDS | _WEAK_WORDS


def _statistic(scan: Scan, row: int) -> str:
    """What all numbers of a row are of those above, if it is too exact for chance."""
    table = scan.table[max(0, row - _LONGEST_BODY) : row + 1]
    body, values = table[:-1], table[-1]
    columns = np.flatnonzero(~np.isnan(values) & (~np.isnan(body)).any(axis=0))
    if len(columns) < 2 or row > _LONGEST_BODY:
        return ""
    values, body = values[columns], body[:, columns]
    rounding = np.array([_half_a_digit(value) for value in values])
    with np.errstate(over="ignore", invalid="ignore"):
        spread = np.nanstd(body, axis=0)
        # Chance that a value among the others lies as near, were they spread evenly.
        chance = np.prod(np.minimum(1.0, 2 * rounding / np.where(spread > 0, spread, 1e-300)))
        if not chance < _BY_CHANCE:
            return ""
        statistics: dict[str, Callable[..., Floats]] = {
            "mean": np.nanmean,
            "sum": np.nansum,
            "median": np.nanmedian,
            "standard deviation": _deviation,
        }
        for name, statistic in statistics.items():
            expected = statistic(body, axis=0)
            if (np.abs(expected - values) <= rounding + 1e-9 * np.abs(values)).all():
                return name
    return ""


def _deviation(body: Floats, axis: int) -> Floats:
    counts = (~np.isnan(body)).sum(axis=axis)
    deviation: Floats = np.nanstd(body, axis=axis) * np.sqrt(counts / np.maximum(counts - 1, 1))
    return deviation


def _half_a_digit(value: float) -> float:
    """Half a unit of the last digit that a number is written with."""
    digits = number_text(float(value)).lower().partition("e")
    decimals = len(digits[0].partition(".")[2]) - int(digits[2] or 0)
    return float(0.5 * 10.0 ** min(300, -decimals))
