"""Rows split into cells become a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from gesncd.data.dialect import Dialect, parse_number
from gesncd.data.dressed import read_dressed
from gesncd.data.exact import find_rounded
from gesncd.data.findings import Finding, error, note
from gesncd.data.grouping import parse_grouped
from gesncd.data.layout import ragged
from gesncd.data.leading_zeros import find_leading_zeros
from gesncd.data.mend import Change, Mend
from gesncd.data.missing_words import take_as_missing
from gesncd.data.none_category import read_none_as_category
from gesncd.data.options import ReadOptions
from gesncd.data.other_decimal import read_other_decimal
from gesncd.data.partly_dressed import read_partly_dressed
from gesncd.data.repeated_header import set_headers_aside
from gesncd.data.scan import Scan
from gesncd.data.summary_rows import find_summary_rows
from gesncd.data.table import SourceInfo, Table, Texts
from gesncd.data.text_file import TextFile, open_text
from gesncd.data.thousands import read_thousands
from gesncd.data.three_digits import cells_of, read_marks
from gesncd.data.units import set_units_aside
from gesncd.words import at_lines, plural, quoted


def read_text(source: bytes | Path, name: str, options: ReadOptions = ReadOptions()) -> Table:
    """Read a text table.

    Raises
    ------
    DataError
        If it cannot be split into named columns.
    """
    file = open_text(source, name, options)
    chosen = options.decimal is not None or options.delimiter == ","
    file, scan, findings = _scan(file) if chosen else _scan_in_best_decimal(file)
    comments = sum(finding.count for finding in findings if finding.code == "comments")
    # These first: where they stand, a column holds more text than its missing values.
    read_none_as_category(scan, file.dialect)
    findings += set_units_aside(scan, file.dialect)
    findings += set_headers_aside(scan, file.dialect, findings)
    findings += find_rounded(file, scan)
    findings += find_leading_zeros(file, scan)
    sums = find_summary_rows(scan, file.dialect, findings)
    summaries = {line for finding in sums for line in finding.lines}
    findings += sums
    marks = read_marks(file, scan, options.grouped, chosen=options.decimal is not None)
    findings += marks.findings
    findings += read_other_decimal(
        scan,
        file.dialect.decimal,
        partial(cells_of, file, scan),
        options.other_decimal,
        summaries,
    )
    findings += read_thousands(scan, file.dialect, is_proven=marks.is_proven)
    findings += read_dressed(scan, file.dialect.decimal, wanted=options.dressed)
    findings += read_partly_dressed(scan, file.dialect.decimal, options.undressed)
    notes, words = take_as_missing(scan, file.dialect)
    info = SourceInfo(
        "text",
        file.sha256,
        file.dialect.delimiter,
        file.dialect.decimal,
        file.encoding.title,
        file.dialect.comment,
        comments,
        missing=tuple(sorted(file.dialect.missing)),
        skipped=file.skipped(),
    )
    return table_of_scan(name, scan, file.dialect, [*findings, *notes], info, words=words)


def table_of_scan(
    name: str,
    scan: Scan,
    dialect: Dialect,
    findings: list[Finding],
    source: SourceInfo,
    *,
    word: str = "line",
    words: Mapping[int, Texts] | None = None,
) -> Table:
    """The table of scanned rows.

    Parameters
    ----------
    name
        Name of the file.
    scan
        Its rows.
    dialect
        How it is written.
    findings
        What was found so far.
    source
        How the file was understood.
    word
        What line numbers count, ``"line"`` or ``"row"``.
    words
        Cells taken as missing because a word says so, by column.
    """
    texts = {
        column: Texts.of(cells.rows, cells.codes, cells.known)
        for column, cells in sorted(scan.text.items())
    }
    marks = {
        column: tuple(sorted({text for _, text in cells.first}))
        for column, cells in sorted(scan.missing.items())
    }
    return Table(
        name,
        scan.layout.names,
        scan.table,
        texts,
        marks,
        np.array(scan.lines, dtype=np.int64),
        source,
        (*_structure(scan, dialect), *findings),
        word=word,
        words=words or {},
    )


def _scan(file: TextFile) -> tuple[TextFile, Scan, list[Finding]]:
    scan, findings = file.scan()
    return file, scan, findings


def _scan_in_best_decimal(file: TextFile) -> tuple[TextFile, Scan, list[Finding]]:
    """Scan; where cells are no numbers, try the other decimal mark.

    The mark is detected in the first lines, and these may hold integers only.
    """
    scan, findings = file.scan()
    mark = "." if file.dialect.decimal == "," else ","
    kept = [text for cells in scan.text.values() for _, text in cells.first]
    if any(parse_number(t, mark) is not None or parse_grouped(t, mark) is not None for t in kept):
        other = file.understood_as(replace(file.dialect, decimal=mark))
        other_scan, other_findings = other.scan()
        if other_scan.unreadable < scan.unreadable:
            return other, other_scan, other_findings
    return file, scan, findings


def _structure(scan: Scan, dialect: Dialect) -> list[Finding]:
    """What is wrong with header and rows, whatever the cells mean."""
    findings: list[Finding] = []
    if scan.n_ragged:
        findings.append(ragged(scan.ragged, scan.n_ragged, scan.layout, scan.n_rows))
    findings += _labels(scan, dialect)
    if scan.stray.count:
        line, text = scan.stray.first[0]
        findings.append(
            error(
                "unnamed-column",
                f"Line {line} holds {quoted(text)} in column {scan.stray_place + 1}, which has no "
                f"name. Give every column a name in line {scan.layout.line}, or delete it.",
                lines=scan.stray.lines,
                count=scan.stray.count,
                mends=[_leave_out("Leave out the values without a name")],
            )
        )
    if scan.longer:
        findings.append(
            note(
                "trailing-delimiter",
                f"{plural(scan.longer, 'row')} ended in a delimiter too many; it was ignored.",
                count=scan.longer,
            )
        )
    if scan.empty:
        count = len(scan.empty)
        first = scan.empty[:5]
        findings.append(
            note(
                "empty-rows",
                f"{plural(count, 'row')} without any value skipped ({at_lines(first, count)}).",
                lines=first,
                count=count,
            )
        )
    return findings


def _labels(scan: Scan, dialect: Dialect) -> list[Finding]:
    """A first column without a name may be left out only if it names or numbers rows.

    Otherwise it may be a measurement, or, under a header one name short, the
    sign of a name forgotten further right.
    """
    labels = [label.strip() for label in scan.labels]
    if not labels:
        return []
    numeric = all(parse_number(label, dialect.decimal) is not None for label in labels)
    distinct = len(set(labels)) == len(labels)
    if numeric and all(label.lstrip("+-").isdigit() for label in labels) and distinct:
        return []
    if not numeric and (distinct or not scan.layout.short_header):
        return []
    place = "The header is one name short" if scan.layout.short_header else "Column 1 has no name"
    return [
        error(
            "unnamed-column",
            f"{place}, but the first cells of the rows ({quoted(labels[0])}, "
            f"{quoted(labels[-1])}) don't name or number the rows. Give every column a name in "
            f"line {scan.layout.line}.",
            lines=[scan.layout.line],
            mends=[_leave_out("Leave out the first column")],
        )
    ]


def _leave_out(label: str) -> Mend:
    return Mend("leave-out-unnamed", label, Change(accept=("unnamed-column",)))
