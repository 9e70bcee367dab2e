"""Too few variables, too many, and how long a search over them may take."""

from __future__ import annotations

from collections.abc import Callable

from gesncd.data.assemble import Assembly
from gesncd.data.findings import Finding, error, warning
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Sample
from gesncd.words import plural

MIN_VARIABLES = 2
"""Fewest variables that are analysed."""

MANY_VARIABLES = 50
"""Most variables without a warning."""

MANY_ROWS = 20_000
"""Most rows without a warning."""

_SAMPLES = (20_000, 5_000)
_ROWS_PER_COLUMN = 5

Estimate = Callable[[int, int], str]
"""Says in a sentence what a search over (rows, variables) takes."""


def check_few_variables(n_variables: int, table: str) -> list[Finding]:
    """Too few variables for a graph."""
    if n_variables >= MIN_VARIABLES:
        return []
    return [
        error(
            "few-variables",
            f"{table} has {plural(n_variables, 'variable')}; "
            f"a causal graph needs at least {MIN_VARIABLES}.",
            count=n_variables,
        )
    ]


def check_size(data: Assembly, estimate: Estimate | None, min_rows: int) -> list[Finding]:
    """More columns than rows, many variables, many rows.

    Parameters
    ----------
    data
        What will be analysed.
    estimate
        Tells what a search takes.
    min_rows
        Below this number of rows nothing is said: they are too few anyway.
    """
    n, c, d = data.n_rows, len(data.labels), len(data.variables)
    if n < min_rows:
        return []
    cost = f" {estimate(n, d)}" if estimate is not None else ""
    findings = []
    if c >= n:
        return [
            error(
                "more-columns",
                f"{plural(c, 'column')} but only {plural(n, 'row')}: given so many columns, chance "
                f"explains everything.{cost} Choose the columns that matter, at most "
                f"{max(MIN_VARIABLES, n // _ROWS_PER_COLUMN)}, and ignore the others.",
                count=c,
            )
        ]
    if n < _ROWS_PER_COLUMN * c:
        findings.append(
            warning(
                "few-rows-per-column",
                f"{plural(n, 'row')} for {plural(c, 'column')}: fewer than {_ROWS_PER_COLUMN} rows "
                "a column. Scores given many variables are unreliable; choose fewer columns.",
                count=c,
            )
        )
    if d > MANY_VARIABLES:
        findings.append(
            warning(
                "many-variables",
                f"{d:,} variables: the search asks for at least {d * (d - 1) // 2:,} scores, and a "
                f"graph of this size is hard to read.{cost} Choose the columns that matter.",
                count=d,
            )
        )
    if n > MANY_ROWS:
        findings.append(
            warning(
                "many-rows",
                f"{n:,} rows: time and memory grow with them, and dependences far too weak to "
                f"matter exceed the noise floor.{cost} A random sample usually suffices.",
                count=n,
                mends=[
                    Mend(
                        f"sample:{rows}",
                        f"Analyse a random sample of {rows:,} rows (seed 0)",
                        Change(sample=Sample(rows, 0)),
                    )
                    for rows in _SAMPLES
                    if rows < n
                ],
            )
        )
    return findings
