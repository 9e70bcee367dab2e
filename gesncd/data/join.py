"""Several files with the same columns as one table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from gesncd.data.findings import Finding, Severity, TableError, error, note
from gesncd.data.scan import MAX_CELLS, MAX_TEXTS, too_many_cells
from gesncd.data.table import SourceInfo, Table, Texts
from gesncd.words import listed, names_listed, plural


def join_tables(tables: Sequence[Table]) -> Table:
    """Put the rows of tables one below the other.

    Columns are matched by name; their order is that of the first table.

    Raises
    ------
    TableError
        If the tables don't have the same columns; the findings say which lacks what.
    """
    if not tables:
        raise TableError([error("empty", "Choose at least one file.")])
    first = tables[0]
    if len(tables) == 1:
        return first
    problems = _differences(tables)
    if problems:
        raise TableError(problems)
    n_rows = sum(table.n_rows for table in tables)
    if n_rows * len(first.names) > MAX_CELLS:
        raise TableError([too_many_cells()])
    numbers = np.empty((n_rows, len(first.names)), dtype=np.float64)
    start = 0
    for table in tables:
        order = [table.index[name] for name in first.names]
        numbers[start : start + table.n_rows] = table.numbers[:, order]
        start += table.n_rows
    digest = hashlib.sha256("".join(t.source.sha256 for t in tables).encode("ascii")).hexdigest()
    missing = tuple(sorted({mark for t in tables for mark in t.source.missing}))
    parts = tuple((table.name, table.n_rows) for table in tables)
    return Table(
        f"{first.name} and {plural(len(tables) - 1, 'more file')}",
        first.names,
        numbers,
        _texts(tables, lambda table: table.texts),
        _marks(tables),
        np.concatenate([table.lines for table in tables]),
        SourceInfo("several files", digest, missing=missing),
        tuple(_findings(tables)),
        parts,
        word=first.word,
        words=_texts(tables, lambda table: table.words),
    )


def _differences(tables: Sequence[Table]) -> list[Finding]:
    wanted = set(tables[0].names)
    problems = []
    for table in tables[1:]:
        lacking = [name for name in tables[0].names if name not in table.index]
        more = [name for name in table.names if name not in wanted]
        said = []
        if lacking:
            said.append(f"lacks {names_listed(lacking)}")
        if more:
            said.append(f"has {names_listed(more)}, which {tables[0].name} lacks")
        if said:
            problems.append(
                error(
                    "different-columns",
                    f"{table.name} {' and '.join(said)}. Files that are to be one table need the "
                    "same column names.",
                    columns=[*lacking, *more],
                    count=len(lacking) + len(more),
                )
            )
    return problems


def _findings(tables: Sequence[Table]) -> list[Finding]:
    sizes = listed([f"{plural(t.n_rows, 'row')} of {t.name}" for t in tables[:5]], len(tables))
    findings = [
        note(
            "joined",
            f"The files were put one below the other, columns matched by name: {sizes}. If they "
            "come from different experiments, differences between these can look like dependence.",
            count=len(tables),
        )
    ]
    hashes = [table.source.sha256 for table in tables]
    if len(set(hashes)) < len(hashes):
        findings.append(error("same-file", "The same file was given twice. Remove one of them."))
    for table in tables:
        alone = _own_lines(table, tables)
        findings += [
            Finding(
                found.code,
                found.severity,
                f"{table.name}: {found.message}{alone.get(found.code, '')}",
                found.columns,
                found.lines,
                found.count,
                # A way of reading concerns one file; here it would concern all.
                ()
                if found.severity is Severity.INFORMATION or found.code in alone
                else found.mends,
                found.cause,
            )
            for found in table.findings
        ]
    return findings


def _own_lines(table: Table, tables: Sequence[Table]) -> dict[str, str]:
    """Codes of findings whose lines hold values in other files, with what to do about them."""
    alone = {}
    for code in ("units-row", "repeated-header", "summary-row"):
        lines = [{f.lines for f in other.findings if f.code == code} for other in tables]
        own = {f.lines for f in table.findings if f.code == code}
        if any(found != own for found in lines):
            alone[code] = " Delete it in this file: other files have values on that line."
    return alone


def _texts(tables: Sequence[Table], of: Callable[[Table], Mapping[int, Texts]]) -> dict[int, Texts]:
    """Some texts of all tables, by column of the first one."""
    joined: dict[int, Texts] = {}
    for column, name in enumerate(tables[0].names):
        rows, codes, known, start = [], [], dict[str, int](), 0
        for table in tables:
            texts = of(table).get(table.index[name])
            if texts is not None:
                for value in texts.values:
                    if len(known) < MAX_TEXTS:
                        known.setdefault(value, len(known))
                translate = np.array([*(known.get(v, -1) for v in texts.values), -1], np.int32)
                rows.append(texts.rows + start)
                codes.append(translate[texts.codes])
            start += table.n_rows
        if rows:
            joined[column] = Texts(np.concatenate(rows), np.concatenate(codes), tuple(known))
    return joined


def _marks(tables: Sequence[Table]) -> dict[int, tuple[str, ...]]:
    joined: dict[int, tuple[str, ...]] = {}
    for column, name in enumerate(tables[0].names):
        found = {mark for t in tables for mark in t.marks.get(t.index[name], ())}
        if found:
            joined[column] = tuple(sorted(found)[:5])
    return joined
