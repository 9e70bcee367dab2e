"""Variables that determine each other, exactly or nearly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.data.assemble import Assembly
from gesncd.data.checks.linear import (
    columns_between,
    dependent_sets,
    spread_rows,
    standardised,
)
from gesncd.data.findings import Finding, error, ignore_mend, warning
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Plan
from gesncd.data.profile import Profile
from gesncd.words import listed, names_listed, plural, quoted

Floats = NDArray[np.float64]

_NEARLY = 1e-3
_FUNCTION = 0.97
_PAIR_ROWS = 2000
_MOST_PAIRED = 200
_MANY_VALUES = 50
_ROWS = 20_000


def check_relations(data: Assembly, profile: Profile, plan: Plan) -> list[Finding]:
    """Exact linear combinations, named; where there are none, nearly deterministic relations."""
    columns = columns_between(data.values, data.variables)
    if not columns:
        # Too many columns for so few rows are reported elsewhere.
        return []
    sets = dependent_sets(data.values, columns)
    findings, explained = _one_hot(data, sets, profile, plan)
    findings += _duplicates(data, [s for s in sets if len(s[1]) == 1 and s not in explained])
    findings += _combinations(data, [s for s in sets if len(s[1]) > 1 and s not in explained])
    dependent = {j for j, _ in sets}
    findings += _nearly(data, [j for j in columns if j not in dependent])
    return findings


def _names(data: Assembly, columns: Sequence[int]) -> list[str]:
    """Names of the variables of columns, each once."""
    owners = data.owners
    return list(dict.fromkeys(data.variables[owners[j]].name for j in columns))


def _sources(data: Assembly, columns: Sequence[int]) -> tuple[str, ...]:
    """Names of the table's columns to ignore so that the columns go away."""
    table = set(data.table.names)
    labels = [data.labels[j] for j in columns]
    return tuple(dict.fromkeys(s if s in table else s.rsplit(" = ", 1)[0] for s in labels))


def _one_hot(
    data: Assembly,
    sets: Sequence[tuple[int, tuple[int, ...]]],
    profile: Profile,
    plan: Plan,
) -> tuple[list[Finding], list[tuple[int, tuple[int, ...]]]]:
    findings, explained = [], []
    used = set(plan.used)
    for group in profile.groups:
        members = set(group.columns)
        hit = [s for s in sets if {data.labels[j] for j in (s[0], *s[1])} <= members]
        if not group.one_hot or not hit or not members <= used:
            continue
        explained += hit
        findings.append(
            error(
                "one-hot-group",
                f"In every row exactly one of {names_listed(group.columns)} is 1: they are "
                "categories of one variable, and each is known from the others. Join them.",
                columns=group.columns,
                count=len(group.columns),
                mends=[join_mend(group.name, group.columns), accept_mend("one-hot-group")],
            )
        )
    return findings, explained


def join_mend(name: str, columns: tuple[str, ...]) -> Mend:
    """Join columns into one variable."""
    return Mend(
        f"join:{name}",
        f"Join {plural(len(columns), 'column')} into one variable {quoted(name)}",
        Change(join=((name, columns),)),
    )


def accept_mend(code: str) -> Mend:
    """Accept an error as a warning."""
    return Mend(f"accept:{code}", "Keep them all, with a warning", Change(accept=(code,)))


def _duplicates(data: Assembly, sets: Sequence[tuple[int, tuple[int, ...]]]) -> list[Finding]:
    """Columns that are one column in two units: b = s·a + t."""
    families: dict[int, list[int]] = {}
    for column, (other,) in sets:
        families.setdefault(other, [other]).append(column)
    findings = []
    for family in families.values():
        ordered = sorted(family)
        first = ordered[0]
        same = all(np.array_equal(data.values[:, first], data.values[:, j]) for j in ordered[1:])
        names = _names(data, ordered)
        how = "hold the same numbers" if same else "are the same but for unit and zero point"
        extra = _sources(data, ordered[1:])
        findings.append(
            error(
                "duplicate-columns",
                f"Columns {names_listed(names)} {how}. One is known from the other, so no graph "
                "can tell them apart. Keep one.",
                columns=names,
                count=len(names),
                mends=[ignore_mend(*extra), accept_mend("duplicate-columns")],
            )
        )
    return findings


def _combinations(data: Assembly, sets: Sequence[tuple[int, tuple[int, ...]]]) -> list[Finding]:
    findings = []
    for column, others in sets:
        names = _names(data, sorted((column, *others)))
        last = _sources(data, [max(column, *others)])
        choices = _sources(data, sorted((column, *others)))
        mends = [ignore_mend(last[0])]
        mends += [ignore_mend(name) for name in choices if name != last[0]][:4]
        findings.append(
            error(
                "linear-combination",
                f"Columns {names_listed(names, 8)} depend on each other exactly: each is a sum of "
                "multiples of the others, as a total is of its parts. Leave one out.",
                columns=names,
                count=len(names),
                mends=[*mends, accept_mend("linear-combination")],
            )
        )
    return findings


def _nearly(data: Assembly, columns: Sequence[int]) -> list[Finding]:
    """Pairs of which one is nearly a function of the other, and columns nearly linear in others."""
    if len(columns) < 2 or data.n_rows < 100:
        return []
    said: list[str] = []
    concerned: dict[int, None] = {}
    for i, j in _function_pairs(data, columns):
        said.append(f"{quoted(data.labels[j])} is nearly a function of {quoted(data.labels[i])}")
        concerned |= {i: None, j: None}
    for j in _nearly_linear(data, columns):
        if j not in concerned:
            said.append(f"{quoted(data.labels[j])} is nearly a sum of multiples of others")
            concerned[j] = None
    if not said:
        return []
    names = list(_sources(data, list(concerned)))
    last = _sources(data, [list(concerned)[-1]])[0]
    return [
        warning(
            "nearly-deterministic",
            f"{listed(said[:4], len(said))}. Given one, nothing is left of the other to measure: "
            "edges around them are unreliable. If they are one quantity, keep one.",
            columns=names,
            count=len(said),
            mends=[ignore_mend(last)],
        )
    ]


def _function_pairs(data: Assembly, columns: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs (i, j), each once, with Chatterjee's coefficient ξ(i → j) above 0.97.

    With the rows in the order of i, ξ = 1 − 3 Σ|r_{k+1} − r_k| / (m² − 1) for the
    ranks r of j (Chatterjee 2021); it tends to 1 only if j is a function of i.
    """
    from scipy.stats import rankdata

    sample = data.values[spread_rows(data.n_rows, _PAIR_ROWS)]
    many = [j for j in columns if not data.flags[j] and len(np.unique(sample[:, j])) > _MANY_VALUES]
    if len(many) > _MOST_PAIRED:
        return []
    ranks = rankdata(sample[:, many], axis=0)
    m = len(sample)
    found: dict[frozenset[int], tuple[int, int]] = {}
    owners = data.owners
    for a, i in enumerate(many):
        along = ranks[np.argsort(sample[:, i], kind="stable")]
        xi = 1.0 - 3.0 * np.abs(np.diff(along, axis=0)).sum(axis=0) / (m * m - 1.0)
        for b in np.flatnonzero(xi > _FUNCTION):
            j = many[int(b)]
            if a != b and owners[i] != owners[j]:
                found.setdefault(frozenset((i, j)), (i, j))
    return list(found.values())


def _nearly_linear(data: Assembly, columns: Sequence[int]) -> list[int]:
    """Columns of which all others leave less than 0.1% of the variance, in linear regression.

    With C the correlation matrix, 1 − R² of column j is 1 / (C⁻¹)_jj.
    """
    sample = data.values[np.ix_(spread_rows(data.n_rows, _ROWS), np.array(columns))]
    n, c = sample.shape
    if n < 3 * c:
        return []
    scaled = standardised(sample)
    correlation = scaled.T @ scaled
    try:
        inverse = np.diag(np.linalg.inv(correlation))
    except np.linalg.LinAlgError:
        return []
    left = 1.0 / inverse * (n - 1) / (n - c)
    return [columns[int(k)] for k in np.flatnonzero(left < _NEARLY)]
