"""Cells that are text, not finite, or look like markers; missing ones are next door."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesncd.data.arrays import LARGEST
from gesncd.data.checks.beyond import beyond_limits, bounds_of
from gesncd.data.checks.categories import check_categories
from gesncd.data.checks.category_mends import encode_mends, order_mends, variant_mends
from gesncd.data.dialect import parse_number
from gesncd.data.findings import Finding, error, ignore_mend, note, warning
from gesncd.data.grouping import parse_grouped
from gesncd.data.kinds import Kind
from gesncd.data.mend import Change, Mend
from gesncd.data.number_like import may_be_number
from gesncd.data.partly_dressed import in_part_dressed
from gesncd.data.plan import Encoding, Marker, Plan
from gesncd.data.profile import ColumnProfile, Profile
from gesncd.data.propose import can_encode, encoding_for, is_open
from gesncd.data.resolve import Resolved
from gesncd.data.spellings import reading
from gesncd.data.table import Table
from gesncd.words import listed, names_listed, plural, quoted

TO_ENCODE = "to encode"
"""Cause of findings on texts that are encoded, not left out."""

_BUTTONS = 3
_TRIED = 100


def check_texts(table: Table, profile: Profile, columns: Sequence[Resolved]) -> list[Finding]:
    """Texts where numbers should be, and categories that cannot be encoded."""
    findings = []
    for column in columns:
        about = profile.column(column.name)
        if column.encoded:
            findings += check_categories(column, about)
        elif column.texts is not None:
            bounds = bounds_of(column.texts, table.source.decimal)
            if bounds and about.kind is Kind.MIXED:
                findings.append(beyond_limits(table, column, bounds, ignore_mend(column.name)))
            else:
                findings.append(_text(table, about, column))
    return findings


def _text(table: Table, about: ColumnProfile, column: Resolved) -> Finding:
    texts = column.texts
    assert texts is not None
    row, cell = int(texts.rows[0]), texts.text(0)
    place = table.places([row])
    share = "all" if texts.count == table.n_rows else f"{texts.count:,} of"
    more = f" ({share} {table.n_rows:,} values are not)" if texts.count > 1 else ""
    other = "." if table.source.decimal == "," else ","
    if parse_number(cell, other) is not None:
        more += f" where {'commas' if other == '.' else 'points'} are decimal marks"
    mends = []
    code = "not-a-number"
    advice = "Correct it in the file, or leave the column out."
    if all(_looks_grouped(text) for text in texts.values[:_TRIED]):
        advice = (
            "It looks like a number with marks between thousands: write the column without them "
            "in the file, or leave it out."
        )
    elif about.kind is Kind.DATE:
        advice = "The column seems to hold dates or times; leave it out."
    elif about.kind is Kind.ID:
        advice = "The column seems to name or number things; leave it out."
    elif about.units:
        code = "mixed-units"
        advice = (
            f"The column mixes units ({listed([quoted(unit) for unit in about.units])}). Write all "
            "its cells in one of them, as bare numbers, in the file: as categories they lose size "
            "and order."
        )
        mends += encode_mends(about) if can_encode(about) else []
    elif can_encode(about) and about.variants:
        code = "spellings" if is_open(about) else code
        words = reading(about.name, about.variants)[0]
        advice = (
            f"Some of its {len(about.categories)} categories are probably one: read {words}, "
            f"{_otherwise(about)}."
        )
        mends += variant_mends(about, words)
        mends += order_mends(about) if encoding_for(about) is not Encoding.ORDER else []
    elif can_encode(about):
        order = " in their order" if encoding_for(about) is Encoding.ORDER else ""
        advice = f"Encode its {len(about.categories)} categories{order}, or leave the column out."
        mends += encode_mends(about)
    elif about.kind is Kind.CONSTANT:
        advice = "The column holds the same text in every row; leave it out."
    elif about.kind is Kind.CATEGORY:
        advice = f"It holds {about.n_distinct:,} different texts, too many to encode; leave it out."
    elif about.kind is Kind.MIXED:
        advice = "Take it as missing, correct it in the file, or leave the column out."
        for text in texts.values[:_BUTTONS]:
            mends.append(
                Mend(
                    f"marker:{column.name}:{text}",
                    f"Take {quoted(text)} in {quoted(column.name)} as missing",
                    Change(markers=(Marker(text, (column.name,)),)),
                )
            )
    is_like = about.kind is Kind.MIXED and any(map(may_be_number, texts.values[:_TRIED]))
    if is_like and not about.units:
        # Not the code of an error with a safe mend: these are values, and not missing.
        code = "number-like"
        mends = mends if len(texts.values) <= _BUTTONS else []
        advice, read = _number_like(table, column)
        mends = [*read, *mends]
    return error(
        code,
        f"Column {quoted(column.name)}, {place}: {quoted(cell)} is not a number{more}. {advice}",
        columns=[column.name],
        lines=table.first_lines(texts.rows),
        count=texts.count,
        mends=[*mends, ignore_mend(column.name)],
        cause=_cause(about),
    )


def _number_like(table: Table, column: Resolved) -> tuple[str, list[Mend]]:
    """What to do about numbers that are written in another way than the others."""
    assert column.texts is not None
    read = in_part_dressed(table, column)
    if read is not None:
        return read[0], [read[1]]
    wrong = next(text for text in column.texts.values[:_TRIED] if may_be_number(text))
    return (
        f"{quoted(wrong)} looks like a number written in another way. Write all cells alike, "
        "as bare numbers, in the file; to take such ones as missing is to lose values.",
        [],
    )


def _otherwise(about: ColumnProfile) -> str:
    if is_open(about):
        return "or keep them apart"
    if encoding_for(about) is Encoding.ORDER:
        return "in their order or in columns"
    return "or take each as it is written"


def _cause(about: ColumnProfile) -> str:
    if about.units:
        # Its cells are numbers in truth.
        return Kind.MIXED.value
    return TO_ENCODE if can_encode(about) else about.kind.value


def _looks_grouped(text: str) -> bool:
    return any(parse_grouped(text, decimal) is not None for decimal in ".,")


def check_finite(table: Table, columns: Sequence[Resolved]) -> list[Finding]:
    """Numbers beyond the range of floating point."""
    findings = []
    for column in columns:
        if column.encoded:
            continue
        numbers = column.numbers(table)
        rows = np.flatnonzero(np.isinf(numbers) & ~column.missing)
        if len(rows):
            first = str(float(numbers[rows[0]]))
            marks = sorted({str(float(numbers[row])) for row in rows[:1000]})
            findings.append(
                error(
                    "not-finite",
                    f"Column {quoted(column.name)}, {table.places(rows[:1])}: "
                    f"{quoted(first)} is not a finite number "
                    f"({plural(len(rows), 'such value')}; "
                    "what lies beyond 1.8e308 counts as infinite). "
                    "Correct it, or leave out the row.",
                    columns=[column.name],
                    lines=table.first_lines(rows),
                    count=len(rows),
                    mends=[
                        Mend(
                            f"marker:{column.name}:inf",
                            f"Take infinite values in {quoted(column.name)} as missing",
                            Change(markers=tuple(Marker(m, (column.name,)) for m in marks)),
                        ),
                        ignore_mend(column.name),
                    ],
                )
            )
    return findings


def check_large(table: Table, columns: Sequence[Resolved]) -> list[Finding]:
    """Numbers so large that their squares, or sums of these, leave the range of floating point."""
    findings = []
    for column in columns:
        if column.encoded:
            continue
        numbers = np.where(column.missing, 0.0, column.numbers(table))
        rows = np.flatnonzero((np.abs(numbers) > LARGEST) & np.isfinite(numbers))
        if len(rows):
            worst = int(rows[np.argmax(np.abs(numbers[rows]))])
            findings.append(
                error(
                    "too-large",
                    f"Column {quoted(column.name)}, {table.places([worst])}: "
                    f"{numbers[worst]:g} is too large to compute with "
                    f"({plural(len(rows), 'such value')}): squares of numbers beyond {LARGEST:g} "
                    "and their sums leave the range of floating point. Correct it, or change the "
                    "unit.",
                    columns=[column.name],
                    lines=table.first_lines([worst]),
                    count=len(rows),
                    mends=[ignore_mend(column.name)],
                )
            )
    return findings


def check_markers(profile: Profile, columns: Sequence[Resolved], plan: Plan) -> list[Finding]:
    """Numbers that look like markers of missing values, taken as such or not."""
    findings = []
    used = {column.name for column in columns}
    for about in profile.columns:
        if about.name not in used or about.suspect is None:
            continue
        text, count = about.suspect
        if any(m.text == text and (not m.columns or about.name in m.columns) for m in plan.markers):
            continue
        findings.append(
            warning(
                "marker-suspected",
                f"Column {quoted(about.name)} holds {text} {plural(count, 'time')}, far from its "
                "other values. If it stands for a missing value, say so: as a number it would "
                "outweigh the measurements.",
                columns=[about.name],
                count=count,
                mends=[
                    Mend(
                        f"marker:{about.name}:{text}",
                        f"Take {text} in {quoted(about.name)} as missing",
                        Change(markers=(Marker(text, (about.name,)),)),
                    )
                ],
            )
        )
    if plan.markers:
        texts = list(dict.fromkeys(marker.text for marker in plan.markers))
        where = sorted({name for marker in plan.markers for name in marker.columns})
        everywhere = not all(m.columns for m in plan.markers)
        shown = [quoted(text) for text in texts]
        places, all_places = (
            "" if everywhere else f" in {names_listed(where, most)}" for most in (5, None)
        )
        findings.append(
            note(
                "markers",
                f"Taken as missing{places}: {listed(shown[:5], len(texts))}.",
                in_full=f"Taken as missing{all_places}: {listed(shown)}.",
                columns=where,
                count=len(texts),
            )
        )
    return findings
