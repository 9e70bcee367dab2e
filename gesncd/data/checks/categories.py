"""Columns of categories: how they are analysed, read as others, and where two may be one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gesncd.data.findings import Finding, error, ignore_mend, listed, note, quoted, warning
from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Encoding, Plan
from gesncd.data.profile import ColumnProfile, Profile
from gesncd.data.propose import encoding_for, is_open
from gesncd.data.resolve import Resolved
from gesncd.data.scales import ranks_on_scale
from gesncd.data.spellings import Variant, read_so, reading

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
        findings += _absent(column, absent.get(column.name, ()))
        findings += _alike(column, profile.column(column.name))
        findings.append(_encoded(column, profile.column(column.name)))
    return findings


def _encoded(column: Resolved, about: ColumnProfile) -> Finding:
    order = order_mends(about) if column.plan.encoding is not Encoding.ORDER else []
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
        mends=order,
        # Beside others of its kind, an offer for this column alone would be lost.
        cause="can be ordered" if order else "",
        in_full=in_full,
    )


def _respelled(column: Resolved, plan: Plan) -> list[Finding]:
    """Say which categories are read as others."""
    parts = [
        f"{quoted(s.text)} as {quoted(s.meaning)}"
        for s in plan.spellings
        if s.column == column.name
    ]
    if not parts:
        return []
    lead = f"Categories of {quoted(column.name)} read as others: "
    return [
        note(
            "respelled",
            f"{lead}{listed(parts[:_SHOWN], len(parts))}.",
            columns=[column.name],
            count=len(parts),
            in_full=f"{lead}{listed(parts)}.",
        )
    ]


def _absent(column: Resolved, categories: Sequence[str]) -> list[Finding]:
    """Say which categories no analysed row holds."""
    if not categories:
        return []
    names = [quoted(category) for category in categories]
    lead = "No analysed row holds "
    end = f" of {quoted(column.name)}: what is in no row gets no column."
    return [
        note(
            "absent-categories",
            f"{lead}{listed(names[:_SHOWN], len(names))}{end}",
            columns=[column.name],
            count=len(names),
            in_full=f"{lead}{listed(names)}{end}",
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
            mends=merge_mends(about),
        )
    ]


def merge_mends(about: ColumnProfile) -> list[Mend]:
    """Read categories that differ in capitals or blanks only as one, where there are some."""
    sure = sure_variants(about)
    if not sure:
        return []
    left = len(about.categories) - len(sure)
    encoding = Encoding.TWO_VALUES if left == 2 else Encoding.ONE_HOT
    words = reading(about.name, sure)[0]
    change = read_so(about.name, sure, encoding)
    return [Mend(f"spell:{about.name}", f"Read {words}", change)]


def sure_variants(about: ColumnProfile) -> tuple[Variant, ...]:
    """Categories that differ from another in capitals or blanks only."""
    return tuple(variant for variant in about.variants if variant.is_sure)


def variant_mends(about: ColumnProfile, words: str) -> list[Mend]:
    """Read categories as others and encode what is left, or encode them as they are.

    Where they differ in capitals or blanks only, the first way is how such a column is encoded
    beside others.
    """
    encoding = encoding_for(about)
    how = "0 and 1" if encoding is Encoding.TWO_VALUES else f"{about.n_meant} categories"
    read = Mend(
        f"{'spell' if is_open(about) else 'encode'}:{about.name}",
        f"Read {words}: {how}",
        read_so(about.name, about.variants, encoding),
    )
    return [read, replace(encode_mend(about), id=f"as-written:{about.name}")]


def order_mends(about: ColumnProfile) -> list[Mend]:
    """Keep categories on a known scale in order, where they are."""
    texts = {variant.text for variant in about.variants}
    meant = [category for category in about.categories if category not in texts]
    ranks = ranks_on_scale(meant)
    if not ranks or is_open(about):
        return []
    ordered = [name for _, name in sorted(zip(ranks, meant, strict=True))]
    ends = f"1 ({quoted(ordered[0])}) to {max(ranks)} ({quoted(ordered[-1])})"
    change = read_so(about.name, about.variants, Encoding.ORDER)
    return [Mend(f"order:{about.name}", f"Keep {quoted(about.name)} in order: {ends}", change)]


def encode_mend(about: ColumnProfile) -> Mend:
    """Encode a column of categories as they are written."""
    count = len(about.categories)
    encoding = Encoding.TWO_VALUES if count == 2 else Encoding.ONE_HOT
    if encoding is Encoding.TWO_VALUES:
        label = f"Encode {quoted(about.name)} as 0 and 1"
    else:
        label = f"Encode {quoted(about.name)} as one variable of {count} columns"
    return Mend(f"encode:{about.name}", label, Change(encode=((about.name, encoding),)))


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
                    *merge_mends(about),
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
