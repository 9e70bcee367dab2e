"""Rows: how many, repeated, and whether each is an independent observation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gesncd.data.arrays import MIN_ROWS
from gesncd.data.assemble import Assembly
from gesncd.data.checks.missing import missing_mends
from gesncd.data.findings import Finding, error, ignore_mend, note, warning
from gesncd.data.kinds import Kind, names_a_subject, names_a_time, names_an_id
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Plan
from gesncd.data.profile import Profile
from gesncd.words import columns_named, names_listed, plural, quoted

FEW_ROWS = 100
"""Fewest rows without a warning."""

_MANY_VALUES = 10
_CORRELATED = 0.3
_SIGMAS = 5.0
_LONGEST = 20_000
_TIMES_SEEN = 2.0
_TIME = (
    "Rows that follow each other in time are often not independent; then the noise floor is too "
    "low and false edges appear."
)


def check_few_rows(data: Assembly) -> list[Finding]:
    """Too few rows, or few."""
    n, table = data.n_rows, data.table
    if table.n_rows == 0:
        return [error("no-rows", f"{table.name} has a header but no rows of values.")]
    if n == 0:
        text = f"No row of {table.name} is complete. Leave out columns with many missing values."
        return [
            error(
                "no-rows",
                text,
                count=table.n_rows,
                mends=missing_mends(table.n_rows, table.n_rows)[1:],
            )
        ]
    if n < MIN_ROWS:
        counted = plural(n, "row") if n == table.n_rows else f"{n:,} rows left"
        return [
            error(
                "few-rows",
                f"{table.name} has {counted} of values; at least {MIN_ROWS} are "
                "needed, and hundreds for results to lean on.",
                count=n,
            )
        ]
    if n < FEW_ROWS:
        return [
            warning(
                "under-100-rows",
                f"Only {n} rows: strong dependences may show, most others will be missed, and "
                "directions are unreliable.",
                count=n,
            )
        ]
    return []


def check_duplicate_rows(data: Assembly, plan: Plan) -> list[Finding]:
    """Rows that repeat an earlier one; only telling where a column has many values.

    Rows that differ in a column that is left out, such as their names, are no copies: these are
    told without alarm, and it is not offered to drop them.
    """
    count = data.n_duplicates
    if not count:
        return []
    places = data.table.places(data.first_duplicates, count)
    if plan.drop_duplicates:
        return [
            note(
                "duplicates-dropped",
                f"{plural(count, 'row')} that {'repeats' if count == 1 else 'repeat'} an earlier "
                f"row dropped ({places}).",
                lines=data.table.first_lines(data.first_duplicates),
                count=count,
            )
        ]
    many = any(
        len(np.unique(data.values[:1000, j])) > _MANY_VALUES for j in range(len(data.labels))
    )
    copies = data.n_copies
    equal = f"{plural(count, 'row')} {'equals' if count == 1 else 'equal'} an earlier row in every "
    text = f"{equal}variable ({places})"
    if not copies:
        text += ", though other columns of the file tell them apart"
    elif copies < count:
        text += f", {copies:,} of them in every column of the file"
    text += ". "
    if not many:
        text += "With few different values that is to be expected."
    elif copies:
        text += (
            "If rows were copied they count twice and noise looks like dependence; if they are "
            "different observations, keep them."
        )
    else:
        text += "They are probably different observations."
    kind = warning if many and copies else note
    return [
        kind(
            "duplicate-rows",
            text,
            lines=data.table.first_lines(data.first_duplicates),
            count=count,
            mends=[
                Mend(
                    "drop-duplicates",
                    f"Drop {plural(count, 'repeated row')}",
                    Change(drop_duplicates=True),
                )
            ]
            if copies == count
            else [],
        )
    ]


def check_order(data: Assembly) -> list[Finding]:
    """Neighbouring rows that resemble each other.

    The lag-1 correlation of ranks, which of independent rows has a standard
    deviation of about 1/√n.
    """
    from scipy.stats import rankdata

    n = min(data.n_rows, _LONGEST)
    if n < 50:
        return []
    bound = max(_CORRELATED, _SIGMAS / np.sqrt(n))
    alike: list[tuple[float, str]] = []
    ordered: list[str] = []
    for j, label in enumerate(data.labels):
        column = data.values[:n, j]
        if len(np.unique(column)) <= _MANY_VALUES:
            continue
        ranks = rankdata(column)
        steps = np.diff(column)
        if (steps >= 0).all() or (steps <= 0).all():
            ordered.append(label)
        elif _lag_one(ranks) > bound:
            alike.append((_lag_one(ranks), label))
    if not alike:
        if not ordered:
            return []
        return [
            note(
                "sorted-rows",
                f"The rows are sorted by {names_listed(ordered)}. The order does not matter to the "
                "analysis; if it is that of time, see that the rows are independent.",
                columns=ordered,
            )
        ]
    alike.sort(reverse=True)
    names = [label for _, label in alike]
    why = (
        f"The rows are sorted by {names_listed(ordered)}, which may be why"
        if ordered
        else "This happens with measurements over time and with rows sorted or in groups"
    )
    return [
        warning(
            "rows-not-independent",
            f"Neighbouring rows resemble each other in {names_listed(names)} (correlation up to "
            f"{alike[0][0]:.2f}). {why}. The noise floor assumes independent rows: if these are "
            "not, it is too low and false edges appear.",
            columns=names,
            count=len(names),
        )
    ]


def _lag_one(ranks: NDArray[np.float64]) -> float:
    centred = ranks - ranks.mean()
    return float(centred[1:] @ centred[:-1] / (centred @ centred))


def check_time_and_subjects(data: Assembly, profile: Profile, plan: Plan) -> list[Finding]:
    """Columns, used or not, that say that several rows belong together."""
    findings = []
    times: list[str] = []
    used = set(plan.used)
    for column in profile.columns:
        filled = profile.n_rows - column.n_missing
        if column.kind in (Kind.EMPTY, Kind.CONSTANT) or not filled:
            continue
        mends = [ignore_mend(column.name)] if column.name in used else []
        if names_a_subject(column.name) or names_an_id(column.name):
            # What has decimals is measured, whatever it is called.
            if column.kind is not Kind.CONTINUOUS and filled >= _TIMES_SEEN * column.n_distinct:
                findings.append(
                    warning(
                        "repeated-subjects",
                        f"Column {quoted(column.name)} names {column.n_distinct:,} things in "
                        f"{filled:,} rows: several rows belong to each, so rows are not "
                        "independent, and the noise floor is too low. Best use one row, or the "
                        "mean, of each.",
                        columns=[column.name],
                        count=column.n_distinct,
                        mends=mends,
                    )
                )
        elif column.kind is Kind.DATE or names_a_time(column.name):
            if not mends:
                times.append(column.name)
                continue
            findings.append(
                warning(
                    "time-column",
                    f"Column {quoted(column.name)} seems to tell when a row was measured. {_TIME}",
                    columns=[column.name],
                    mends=mends,
                )
            )
    return [*findings, *_time_left_out(times)]


def _time_left_out(names: list[str]) -> list[Finding]:
    """What is no longer to be decided, but still to be known."""
    if not names:
        return []
    end = f"left out, {'seems' if len(names) == 1 else 'seem'} to tell when a row was measured."
    return [
        note(
            "time-left-out",
            f"{columns_named(names)}, {end} {_TIME}",
            columns=names,
            in_full=f"{columns_named(names, most=None)}, {end} {_TIME}",
        )
    ]


def check_counters(profile: Profile, plan: Plan) -> list[Finding]:
    """Columns in use that only number or name the rows."""
    used = set(plan.used)
    findings = []
    for column in profile.columns:
        if column.name not in used or column.n_texts:
            continue
        if column.kind is Kind.INDEX and profile.n_rows > 2:
            first = listed_start(column.examples)
            findings.append(
                note(
                    "counter",
                    f"Column {quoted(column.name)} numbers the rows ({first}). If it is no "
                    "measurement, leave it out.",
                    columns=[column.name],
                    mends=[ignore_mend(column.name)],
                )
            )
        elif column.kind is Kind.ID:
            findings.append(
                warning(
                    "identifier",
                    f"Column {quoted(column.name)} seems to name things by number. Such numbers "
                    "measure nothing; leave it out.",
                    columns=[column.name],
                    mends=[ignore_mend(column.name)],
                )
            )
    return findings


def listed_start(examples: tuple[str, ...]) -> str:
    """The beginning of a sequence: "1, 2, 3, …"."""
    return ", ".join([*examples[:3], "…"])
