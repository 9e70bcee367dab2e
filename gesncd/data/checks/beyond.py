"""Cells that say a value lies beyond what can be measured: what can be done, and what a plan does.

They are not missing at random: dropped, they take the smallest, or largest, values with them.
"""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.data.bounds import bound_of
from gesncd.data.findings import Finding, error, note, warning
from gesncd.data.kinds import Kind
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import MISSING_WORDS, words_taken
from gesncd.data.plan import Marker, Plan, Spelling
from gesncd.data.resolve import Resolved, unclear_cells
from gesncd.data.table import Table, Texts
from gesncd.words import listed, plural, quoted

_BIASED_SHARE = 0.05
_SHOWN = 3
_NOT_DETECTED = "not detected"
"""What "n.d." is read as; it names a bound."""


def bounds_of(texts: Texts | None, decimal: str | None) -> tuple[str, ...]:
    """The texts of a column that name bounds."""
    values = () if texts is None else texts.values
    return tuple(text for text in values if bound_of(text, decimal or ".") is not None)


def beyond_limits(table: Table, column: Resolved, bounds: Sequence[str], other: Mend) -> Finding:
    """The error for a column of numbers with cells such as "<LOD".

    Parameters
    ----------
    table, column
        The table, and the column.
    bounds
        Its texts that name bounds.
    other
        A further mend, the last one.
    """
    texts = column.texts
    assert texts is not None
    wanted = set(bounds)
    codes = {code for code, text in enumerate(texts.values) if text in wanted}
    rows = [int(r) for r, c in zip(texts.rows, texts.codes, strict=True) if int(c) in codes]
    shown = listed([quoted(text) for text in bounds[:_SHOWN]], len(bounds))
    is_low = [found.is_low for t in bounds if (found := bound_of(t)) is not None]
    return error(
        "beyond-limits",
        f"Column {quoted(column.name)}, {table.places(rows[:1])}: {plural(len(rows), 'cell')} of "
        f"{table.n_rows:,} {_say(len(rows), is_low)} ({shown}). Such values are not missing at "
        f"random: to drop them is to drop {_which(is_low)} ones. Put them {_where(is_low)}, or "
        "take them as missing.",
        columns=[column.name],
        lines=table.first_lines(rows),
        count=len(rows),
        mends=[_put_mend(column.name, is_low), _missing_mend(column.name, bounds), other],
        cause=Kind.MIXED.value,
    )


def ask_unclear(table: Table, columns: Sequence[Resolved], plan: Plan) -> list[Finding]:
    """Ask what cells such as "n.d." mean, which are missing until their owner says otherwise."""
    findings = []
    for column in columns:
        markers = [m.text for m in plan.markers if not m.columns or column.name in m.columns]
        cells = unclear_cells(table, column.place, markers)
        if cells is None or column.encoded or {p.text for p in column.put}.issuperset(cells.values):
            continue
        if bounds_of(column.texts, table.source.decimal):
            # What "<LOD" counts as is asked first.
            continue
        shown = listed([quoted(text) for text in cells.values[:_SHOWN]], len(cells.values))
        it, these = ("it", "this value is") if cells.count == 1 else ("them", "these values are")
        findings.append(
            warning(
                "unclear-missing",
                f"Column {quoted(column.name)}, {table.places(cells.rows)}: {shown} is taken as "
                f"missing. That is right if it means 'not determined'. If it means 'not detected', "
                f"{these} small rather than missing: put {it} below the smallest measured one.",
                columns=[column.name],
                lines=table.first_lines(cells.rows),
                count=cells.count,
                mends=[
                    _read_low(column, cells, it),
                    Mend(
                        f"unclear-missing:{column.name}",
                        f"Leave {it} missing in {quoted(column.name)}",
                        Change(markers=tuple(Marker(t, (column.name,)) for t in cells.values)),
                    ),
                ],
            )
        )
    return findings


def report_beyond(table: Table, columns: Sequence[Resolved]) -> list[Finding]:
    """What numbers stand for such cells, by column."""
    findings = []
    for column in columns:
        count = sum(put.count for put in column.put)
        if not count:
            continue
        is_low = [put.is_low for put in column.put]
        parts = [f"{quoted(put.text)} at {put.value:.6g}" for put in column.put[:_SHOWN]]
        tied = max(put.count for put in column.put) > 1
        ties = (
            " Equal ones tie: RCD breaks ties at random, and NCD and partial correlation see one "
            "value where there were many."
            if tied
            else ""
        )
        kind = warning if count > _BIASED_SHARE * table.n_rows else note
        findings.append(
            kind(
                "beyond-put",
                f"{plural(count, 'cell')} of {table.n_rows:,} in {quoted(column.name)} put "
                f"{_where(is_low)}: {listed(parts, len(column.put))}. Ranks of measured values "
                f"stay as they are; distances to these mean nothing.{ties}",
                columns=[column.name],
                count=count,
                mends=[_missing_mend(column.name, [put.text for put in column.put])],
            )
        )
    return findings


def told_of_words(table: Table, columns: Sequence[Resolved]) -> tuple[Finding, ...]:
    """What was found while reading, without words in place of which a value was put."""
    put = {c.place: {p.text for p in c.put} for c in columns if c.put and c.place in table.words}
    said = [f for f in table.findings if f.code == MISSING_WORDS]
    if not put or not said:
        return table.findings
    left: dict[str, Texts] = {}
    for place, words in table.words.items():
        cells = words.only(frozenset(set(words.values) - put.get(place, set())).__contains__)
        if cells is not None:
            left[table.names[place]] = cells
    others = [f for f in table.findings if f.code != MISSING_WORDS]
    return (*others, *words_taken(left, said[0].mends))


def _say(count: int, is_low: Sequence[bool]) -> str:
    ends = {True: "below", False: "above"}
    where = " or ".join(ends[end] for end in dict.fromkeys(is_low))
    return f"{'says' if count == 1 else 'say'} that the value lies {where} a limit"


def _which(is_low: Sequence[bool]) -> str:
    ends = {True: "the smallest", False: "the largest"}
    return listed([ends[end] for end in dict.fromkeys(is_low)])


def _where(is_low: Sequence[bool], value: str = "measured value") -> str:
    ends = {True: f"below the smallest {value}", False: f"above the largest {value}"}
    return listed([ends[end] for end in dict.fromkeys(is_low)])


def _put_mend(name: str, is_low: Sequence[bool], them: str = "them") -> Mend:
    label = f"Put {them} {_where(is_low, 'value')} of {quoted(name)}"
    return Mend(f"beyond:{name}", label, Change(beyond=(name,)))


def _read_low(column: Resolved, cells: Texts, them: str) -> Mend:
    """Let a small value stand for cells such as "n.d.", as for those that name a bound."""
    put = _put_mend(column.name, [True], them)
    if not column.put:
        return put
    low = tuple(Spelling(column.name, text, _NOT_DETECTED) for text in cells.values)
    return Mend(put.id, f"{put.label} too", Change(beyond=(column.name,), spellings=low))


def _missing_mend(name: str, bounds: Sequence[str]) -> Mend:
    return Mend(
        f"beyond-missing:{name}",
        f"Take them in {quoted(name)} as missing",
        Change(markers=tuple(Marker(text, (name,)) for text in bounds)),
    )
