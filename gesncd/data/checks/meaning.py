"""What kinds of values mean for the measures, and columns that may belong together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesncd.data.assemble import Assembly
from gesncd.data.checks.relations import join_mend
from gesncd.data.findings import Finding, note
from gesncd.data.kinds import MOST_ORDINAL, Kind, names_a_group, names_a_treatment
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Encoding, Plan, Role
from gesncd.data.profile import Profile
from gesncd.words import listed, names_listed, quoted

EXPLANATIONS = frozenset(
    [
        "set-beforehand",
        "two-values",
        "ordinal-codes",
        "counts",
        "scales",
        "outliers",
        "name-family",
        "sorted-rows",
        "time-left-out",
    ]
)
"""Codes of findings that explain the data rather than what was done to them."""

MOST_NAMED = 10
"""Number of columns left out that are named with their reasons."""

_MOST_BUTTONS = 5


def check_kinds(data: Assembly, profile: Profile) -> list[Finding]:
    """Name two-valued columns, few and many whole numbers, by the values that are analysed."""
    two: list[str] = []
    few: list[str] = []
    counts: list[str] = []
    single = {v.columns[0] for v in data.variables if v.size == 1}
    for j, label in enumerate(data.labels):
        column = data.values[:, j]
        about = profile.by_name.get(label)
        if data.n_rows < 3 or j not in single:
            continue
        if about is not None and about.kind in (Kind.ID, Kind.INDEX, Kind.DATE):
            continue
        if data.flags[j]:
            if label in data.table.index:
                two.append(label)
            continue
        head = np.unique(column[:1000])
        if len(head) > 2 and not np.array_equal(head, np.rint(head)):
            continue
        different = np.unique(column)
        if len(different) == 2:
            two.append(label)
        elif len(different) > 2 and np.array_equal(different, np.rint(different)):
            small = len(different) <= MOST_ORDINAL and np.abs(different).max() <= 100
            (few if small else counts).append(label)
    texts = [c.name for c in data.columns if c.encoded and names_a_group(c.name)]
    groups = [name for name in texts if name not in two]
    return [*_two(two), *_set_beforehand([*two, *groups]), *_few(few), *_counts(counts)]


def _two(names: Sequence[str]) -> list[Finding]:
    if not names:
        return []
    return [
        note(
            "two-values",
            f"Two values only: {names_listed(names)}. NCD treats them as numbers and loses "
            "nothing on the way in, but a two-valued effect is never predicted closely, so its "
            "scores stay small. RCD ranks them: half of the rows tie, ties are broken at random, "
            "and scores are noisier. Read weak edges at these variables with care.",
            columns=names,
            count=len(names),
        )
    ]


def _set_beforehand(names: Sequence[str]) -> list[Finding]:
    """Say what a treatment or a group means for the search, of columns that may be one."""
    if not names:
        return []
    named = [name for name in names if names_a_group(name)]
    if named:
        treated = [names_a_treatment(name) for name in named]
        what = "a treatment" if all(treated) else "a group"
        if any(treated) and not all(treated):
            what = "a treatment or a group"
        verb = "is" if len(named) == 1 else "are"
        lead = f"{names_listed(named)} {verb} named like {what}. What"
    else:
        lead = f"Is one of these a treatment or a group: {names_listed(names)}? What"
    return [
        note(
            "set-beforehand",
            f"{lead} was set beforehand has no cause in this table, which the search cannot know: "
            "say so on Discover, under Background knowledge, by what comes first.",
            columns=named or names,
            count=len(named or names),
        )
    ]


def _few(names: Sequence[str]) -> list[Finding]:
    if not names:
        return []
    mends = [
        Mend(
            f"categories:{name}",
            f"Treat {quoted(name)} as categories",
            Change(encode=((name, Encoding.ONE_HOT),)),
        )
        for name in names[:_MOST_BUTTONS]
    ]
    return [
        note(
            "ordinal-codes",
            f"Few whole numbers: {names_listed(names)}. They are taken as ordered: NCD uses their "
            "distances, RCD their ranks, with many ties broken at random. If the numbers are only "
            "labels (1 = red, 2 = blue), treat the column as categories.",
            columns=names,
            count=len(names),
            mends=mends,
        )
    ]


def _counts(names: Sequence[str]) -> list[Finding]:
    if not names:
        return []
    return [
        note(
            "counts",
            f"Whole numbers: {names_listed(names)}. Every measure takes them as they are: RCD by "
            "rank; partial correlation, and NCD given other variables, by value, where a few large "
            "counts can dominate. Ties among small counts are broken at random in RCD.",
            columns=names,
            count=len(names),
        )
    ]


def check_families(profile: Profile, plan: Plan) -> list[Finding]:
    """Offer to join columns whose names begin alike."""
    roles = {column.name: column.role for column in plan.columns}
    findings = []
    for group in profile.groups:
        if group.one_hot or any(roles.get(n) is not Role.VARIABLE for n in group.columns):
            continue
        findings.append(
            note(
                "name-family",
                f"Columns {names_listed(group.columns)} may be parts of one quantity. As one "
                "variable they are one node of the graph.",
                columns=group.columns,
                count=len(group.columns),
                mends=[join_mend(group.name, group.columns)],
            )
        )
    return findings


def report_choices(profile: Profile, plan: Plan, reasons: Sequence[str]) -> list[Finding]:
    """Say what the plan leaves out and joins.

    Parameters
    ----------
    profile
        What the table holds.
    plan
        The plan that was followed.
    reasons
        Why the columns that it leaves out are, of the first ones.
    """
    findings = []
    ignored = [name for name in plan.ignored if name in profile.by_name]
    if ignored:
        parts = [f"{quoted(n)} ({why})" for n, why in zip(ignored, reasons, strict=False)]
        findings.append(
            note(
                "ignored",
                f"Left out: {listed(parts[:MOST_NAMED], len(ignored))}.",
                columns=ignored,
                count=len(ignored),
                mends=[
                    Mend(f"use:{n}", f"Use {quoted(n)}", Change(use=(n,)))
                    for n in ignored[:_MOST_BUTTONS]
                    if profile.column(n).kind not in (Kind.EMPTY, Kind.CONSTANT)
                ],
            )
        )
    groups: dict[str, list[str]] = {}
    for entry in plan.columns:
        if entry.role is Role.PART and entry.group:
            groups.setdefault(entry.group, []).append(entry.name)
    for name, members in groups.items():
        findings.append(
            note(
                "joined-columns",
                f"Variable {quoted(name)} spans {names_listed(members)}.",
                in_full=f"Variable {quoted(name)} spans {names_listed(members, None)}.",
                columns=members,
                count=len(members),
                mends=[
                    Mend(f"part:{name}", f"Take {quoted(name)} apart", Change(use=tuple(members)))
                ],
            )
        )
    return findings
