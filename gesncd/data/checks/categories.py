"""Columns of categories: how they are analysed, read as others, and where two may be one."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.data.checks.category_mends import merge_mends, order_mends, unordered_mend
from gesncd.data.findings import Finding, error, ignore_mend, note, warning
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Encoding, Marker, Plan
from gesncd.data.profile import ColumnProfile, Profile
from gesncd.data.propose import encoding_for
from gesncd.data.resolve import Resolved
from gesncd.data.scales import ranks_on_scale
from gesncd.data.scan import NONE
from gesncd.data.spellings import Variant, read_so, reading
from gesncd.words import listed, quoted

MOST_CODES = 100
"""Largest number of categories of one column."""

_SHOWN = 6


def report_categories(
    profile: Profile, columns: Sequence[Resolved], plan: Plan, absent: dict[str, tuple[str, ...]]
) -> list[Finding]:
    """Say how the columns of categories are analysed.

    Parameters
    ----------
    profile
        What the table holds.
    columns
        Its columns in use, with the categories that the analysed rows hold.
    plan
        The plan that was followed.
    absent
        Categories that no analysed row holds, by column.
    """
    findings = []
    for column in columns:
        if not column.encoded or len(column.categories) < 2:
            continue
        findings += _respelled(column, plan)
        findings += _none(column)
        findings += _absent(column, absent.get(column.name, ()))
        findings += _alike(column, profile.column(column.name))
        findings += _abbreviated(column, profile.column(column.name))
        is_ordered = column.plan.encoding is Encoding.ORDER
        # Without a scale that is known there is no order to tell; an error says so.
        if not is_ordered or ranks_on_scale(column.categories):
            findings.append(_encoded(column, profile.column(column.name)))
    return findings


def _encoded(column: Resolved, about: ColumnProfile) -> Finding:
    is_ordered = column.plan.encoding is Encoding.ORDER
    other_ways = [unordered_mend(about)] if is_ordered else order_mends(about)
    shown = [quoted(category) for category in column.categories]
    in_full = ""
    if column.plan.encoding is Encoding.TWO_VALUES:
        text = f"Column {quoted(column.name)} is analysed as 0 ({shown[0]}) and 1 ({shown[1]})."
    elif column.plan.encoding is Encoding.ORDER:
        ranks = ranks_on_scale(column.categories)
        steps = [f"{rank} ({name})" for rank, name in zip(ranks, shown, strict=False)]
        text = f"Column {quoted(column.name)} is analysed in order: {listed(steps)}."
    else:
        lead = (
            f"The {len(shown)} categories of {quoted(column.name)} are analysed as one "
            f"variable of {len(shown)} columns of 0 and 1: "
        )
        text = f"{lead}{listed(shown[:_SHOWN], len(shown))}."
        in_full = f"{lead}{listed(shown)}."
    return note(
        "encoded",
        text,
        columns=[column.name],
        count=len(shown),
        mends=other_ways,
        # Beside others of its kind, an offer for this column alone would be lost.
        cause=("ordered" if is_ordered else "can be ordered") if other_ways else "",
        in_full=in_full,
    )


def _respelled(column: Resolved, plan: Plan) -> list[Finding]:
    """Say which categories are read as others."""
    last = {s.text: s.meaning for s in plan.spellings if s.column == column.name}
    parts = [f"{quoted(text)} as {quoted(meaning)}" for text, meaning in last.items()]
    lead = f"Categories of {quoted(column.name)} read as others: "
    return _told("respelled", column, parts, lead, ".")


def _none(column: Resolved) -> list[Finding]:
    """Say that the word "none" counts as a category; on a known scale that goes without saying."""
    said = [category for category in column.categories if category.casefold() == NONE]
    if not said or ranks_on_scale(column.categories):
        return []
    name, shown = quoted(column.name), quoted(said[0])
    return [
        warning(
            "none-category",
            f"In {name} {shown} counts as a category of its own. If it says that a value is "
            "missing, take it so.",
            columns=[column.name],
            mends=[
                Mend(
                    f"none-missing:{column.name}",
                    f"Take {shown} in {name} as missing",
                    Change(markers=tuple(Marker(text, (column.name,)) for text in said)),
                )
            ],
        )
    ]


def _absent(column: Resolved, categories: Sequence[str]) -> list[Finding]:
    """Say which categories no analysed row holds."""
    names = [quoted(category) for category in categories]
    end = f" of {quoted(column.name)}: what is in no row gets no column."
    return _told("absent-categories", column, names, "No analysed row holds ", end)


def _told(code: str, column: Resolved, parts: Sequence[str], lead: str, end: str) -> list[Finding]:
    """A note that lists something of a column, where there is anything."""
    if not parts:
        return []
    return [
        note(
            code,
            f"{lead}{listed(parts[:_SHOWN], len(parts))}{end}",
            columns=[column.name],
            count=len(parts),
            in_full=f"{lead}{listed(parts)}{end}",
        )
    ]


def _alike(column: Resolved, about: ColumnProfile) -> list[Finding]:
    """Categories that are probably one, written in several ways."""
    spellings: dict[str, list[str]] = {}
    for category in column.categories:
        spellings.setdefault(" ".join(category.casefold().split()), []).append(quoted(category))
    several = [listed(same) for same in spellings.values() if len(same) > 1]
    if not several:
        return []
    return [
        warning(
            "alike-categories",
            f"Categories of {quoted(column.name)} that differ in capitals or blanks only: "
            f"{'; '.join(several[:3])}. They count as different ones; if they are not, read them "
            "as one.",
            columns=[column.name],
            count=len(several),
            mends=merge_mends(about, column.plan.encoding),
        )
    ]


def still_apart(column: Resolved, about: ColumnProfile) -> tuple[Variant, ...]:
    """Categories that the analysis tells apart though one seems to abbreviate the other."""
    held = set(column.categories)
    return tuple(
        v for v in about.variants if not v.is_sure and v.text in held and v.meaning in held
    )


def _abbreviated(column: Resolved, about: ColumnProfile) -> list[Finding]:
    """Ask whether categories are one where one seems to abbreviate the other."""
    apart = still_apart(column, about)
    if not apart:
        return []
    pairs = [f"{quoted(v.text)} and {quoted(v.meaning)}" for v in apart]
    words = reading(about.name, apart)[0]
    change = read_so(about.name, about.variants, encoding_for(about))
    return [
        warning(
            "abbreviations",
            f"Categories of {quoted(column.name)} that may be one count as two: "
            f"{'; '.join(pairs[:3])}. If they are one, read them so.",
            columns=[column.name],
            count=len(apart),
            mends=[Mend(f"spell:{about.name}", f"Read {words}", change)],
        )
    ]


def _unsuitable(column: Resolved) -> str:
    """Why categories cannot be encoded as the plan says; empty if they can."""
    count = len(column.categories)
    if column.plan.encoding is Encoding.TWO_VALUES and count != 2:
        return f"holds {count} categories, so 0 and 1 don't suffice"
    if column.plan.encoding is Encoding.ORDER and not ranks_on_scale(column.categories):
        shown = listed([quoted(c) for c in column.categories[:_SHOWN]], count)
        return f"holds categories that are not all on one scale with a known order ({shown})"
    return ""


def check_categories(column: Resolved, about: ColumnProfile) -> list[Finding]:
    """Categories that cannot be encoded as the plan says."""
    count = len(column.categories)
    if column.texts is not None and not column.texts.complete:
        problem = "holds thousands of different texts"
    elif count > MOST_CODES:
        problem = f"holds {count:,} categories; at most {MOST_CODES} can be encoded"
    elif count == 0:
        return []
    elif count == 1:
        problem = f"holds the same category in every row ({quoted(column.categories[0])})"
    elif why := _unsuitable(column):
        return [
            error(
                "categories",
                f"Column {quoted(column.name)} {why}. Encode it as one variable of several "
                "columns.",
                columns=[column.name],
                count=count,
                mends=[
                    *merge_mends(about, column.plan.encoding),
                    Mend(
                        f"encode:{column.name}",
                        f"Encode {quoted(column.name)} as one variable of {count} columns",
                        Change(encode=((column.name, Encoding.ONE_HOT),)),
                    ),
                    ignore_mend(column.name),
                ],
            )
        ]
    else:
        return []
    return [
        error(
            "categories",
            f"Column {quoted(column.name)} {problem}. Leave it out.",
            columns=[column.name],
            count=count,
            mends=[ignore_mend(column.name)],
        )
    ]
