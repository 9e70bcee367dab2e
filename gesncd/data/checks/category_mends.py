"""Ways to encode a column of categories, and to read some of them as others."""

from __future__ import annotations

from dataclasses import replace

from gesncd.data.mend import Change, Mend
from gesncd.data.plan import Encoding
from gesncd.data.profile import ColumnProfile
from gesncd.data.propose import encoding_for, is_open
from gesncd.data.scales import ranks_on_scale
from gesncd.data.spellings import Variant, read_so, reading
from gesncd.words import quoted


def merge_mends(about: ColumnProfile, now: Encoding = Encoding.ONE_HOT) -> list[Mend]:
    """Read categories that differ in capitals or blanks only as one, where there are some.

    Those in order stay so.
    """
    sure = sure_variants(about)
    if not sure:
        return []
    left = len(about.categories) - len(sure)
    encoding = Encoding.TWO_VALUES if left == 2 else Encoding.ONE_HOT
    if now is Encoding.ORDER and ranks_on_scale(about.meant):
        encoding = now
    words = reading(about.name, sure)[0]
    change = read_so(about.name, sure, encoding)
    return [Mend(f"spell:{about.name}", f"Read {words}", change)]


def sure_variants(about: ColumnProfile) -> tuple[Variant, ...]:
    """Categories that differ from another in capitals or blanks only, with that one."""
    sure = [v if v.is_sure else Variant(v.text, v.alike, True) for v in about.variants]
    return tuple(variant for variant in sure if variant.meaning)


def variant_mends(about: ColumnProfile, words: str) -> list[Mend]:
    """Read categories as others and encode what is left, or encode them as they are.

    Where they differ in capitals or blanks only, the first way is how such a column is encoded
    beside others.
    """
    encoding = encoding_for(about)
    how = "0 and 1" if encoding is Encoding.TWO_VALUES else f"{about.n_meant} categories"
    how += " in order" if encoding is Encoding.ORDER else ""
    read = Mend(
        f"{'spell' if is_open(about) else 'encode'}:{about.name}",
        f"Read {words}: {how}",
        read_so(about.name, about.variants, encoding),
    )
    sure = sure_variants(about)
    if is_open(about) and sure:
        first = about.variants[0]
        apart = (
            f"Keep {quoted(first.text)} and {quoted(first.meaning)} apart: "
            f"{len(about.categories) - len(sure)} categories"
        )
        keep = Mend(f"as-written:{about.name}", apart, read_so(about.name, sure, Encoding.ONE_HOT))
    elif encoding is Encoding.ORDER and not is_open(about):
        keep = unordered_mend(about)
    else:
        keep = replace(columns_mend(about), id=f"as-written:{about.name}")
    return [read, keep]


def order_mends(about: ColumnProfile) -> list[Mend]:
    """Keep categories on a known scale in order, where they are."""
    meant = about.meant
    ranks = ranks_on_scale(meant)
    if not ranks or is_open(about):
        return []
    ordered = [name for _, name in sorted(zip(ranks, meant, strict=True))]
    ends = f"1 ({quoted(ordered[0])}) to {max(ranks)} ({quoted(ordered[-1])})"
    change = read_so(about.name, about.variants, Encoding.ORDER)
    return [Mend(f"order:{about.name}", f"Keep {quoted(about.name)} in order: {ends}", change)]


def encode_mends(about: ColumnProfile) -> list[Mend]:
    """Encode a column without variants: in order, where one is known, or in columns."""
    columns, order = columns_mend(about), order_mends(about)
    if encoding_for(about) is Encoding.ORDER:
        return [replace(order[0], id=f"encode:{about.name}"), columns]
    return [replace(columns, id=f"encode:{about.name}"), *order]


def columns_mend(about: ColumnProfile) -> Mend:
    """Encode a column of categories as they are written, in columns of 0 and 1."""
    count = len(about.categories)
    encoding = Encoding.TWO_VALUES if count == 2 else Encoding.ONE_HOT
    if encoding is Encoding.TWO_VALUES:
        label = f"Encode {quoted(about.name)} as 0 and 1"
    else:
        label = f"Encode {quoted(about.name)} as one variable of {count} columns"
    return Mend(f"columns:{about.name}", label, Change(encode=((about.name, encoding),)))


def unordered_mend(about: ColumnProfile) -> Mend:
    """Encode categories on a known scale in columns of 0 and 1, spellings read as one."""
    label = f"Encode {quoted(about.name)} as one variable of {about.n_meant} columns"
    change = read_so(about.name, about.variants, Encoding.ONE_HOT)
    return Mend(f"columns:{about.name}", label, change)
