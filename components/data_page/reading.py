"""How the file is read: what was detected, what can be changed, and the first rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import streamlit as st

from components import state
from components.data_page import draft as drafts
from components.data_page.draft import Draft
from components.data_page.work import Understood, preview
from components.text import markdown_text, short_name
from gesncd.data import DataError, Preview, ReadOptions
from gesncd.data.options import DELIMITER_CHOICES, ENCODINGS
from gesncd.words import at_lines, quoted

_UNFOLDED = "_read_unfolded"
_MOST_COLUMNS = 60
_LONGEST_CELL = 80
_BETWEEN_CELLS = re.compile(r"\s+|,(?!\d)|(?<!\d),")
"""Blanks, and commas but those between digits, which may be decimal."""
_DECIMALS = {".": "point, 3.14", ",": "comma, 3,14"}
_FORMATS = {"excel": "Excel workbook", "parquet": "Parquet file", "feather": "Feather file"}


def show_reading(draft: Draft, understood: Understood) -> None:
    """The section; unfolded from the start where the file cannot be read yet."""
    seen = preview(draft)
    title = "The file could not be shown" if isinstance(seen, str) else reading_text(seen)
    unfolded = _unfolded(draft, title, at_first=understood.table is None)
    icon = ":material/table_view:"
    with st.expander(title, unfolded, icon=icon, key=_UNFOLDED, on_change=_fold):
        if isinstance(seen, str):
            st.caption(markdown_text(seen))
            if draft.options == ReadOptions():
                # Bytes that are no table have nothing to choose about them.
                return
        _show_options(draft, seen)
        if isinstance(seen, Preview):
            _show_rows(seen, several=len(draft.files) > 1)


@dataclass(frozen=True, slots=True)
class _Fold:
    """Whether the section of a draft was unfolded when it got its title, and is now."""

    of: str
    title: str
    then: bool
    now: bool


def _unfolded(draft: Draft, title: str, *, at_first: bool) -> bool:
    """Whether the section begins unfolded.

    To Streamlit it is another one, that begins anew, when its title changes, as it does with
    each choice in it. Until then what it began with must not change.
    """
    fold = st.session_state.get(state.READING_FOLD)
    if fold is None or fold.of != draft.key:
        fold = _Fold(draft.key, title, at_first, at_first)
    elif fold.title != title:
        fold = replace(fold, title=title, then=fold.now)
    st.session_state[state.READING_FOLD] = fold
    return fold.then


def _fold() -> None:
    fold = st.session_state[state.READING_FOLD]
    st.session_state[state.READING_FOLD] = replace(fold, now=st.session_state[_UNFOLDED])


def reading_text(seen: Preview) -> str:
    """How a file is understood, in one line."""
    if seen.format != "text":
        sheets = f", sheet {quoted(seen.sheet)}" if seen.sheet else ""
        if len(seen.sheets) > 1:
            sheets += f" of {len(seen.sheets):,}"
        above = ""
        if seen.titles:
            above = f", {at_lines(seen.titles[:5], len(seen.titles), 'row')} skipped"
        return f"Read as {_FORMATS.get(seen.format, seen.format)}{sheets}{above}"
    parts = [f"separated by {DELIMITER_CHOICES.get(seen.delimiter or '', 'something else')}"]
    parts.append(f"decimal {'comma' if seen.decimal == ',' else 'point'}")
    parts.append(f"encoding {seen.encoding}")
    if not seen.header:
        parts.append("no header")
    if seen.comments:
        parts.append("with comment lines")
    if seen.skipped:
        numbers = [line for line, _ in seen.skipped]
        parts.append(f"{at_lines(numbers[:5], len(numbers))} skipped")
    return f"Read as text: {', '.join(parts)}"


def _show_options(draft: Draft, seen: Preview | str) -> None:
    format_ = seen.format if isinstance(seen, Preview) else "text"
    if format_ in ("parquet", "feather"):
        return
    columns = iter(st.columns(4))
    if format_ == "excel":
        sheets = seen.sheets if isinstance(seen, Preview) else ()
        is_found = isinstance(seen, Preview) and draft.options.sheet is None
        found = short_name(seen.sheet or "") if is_found else None
        with next(columns):
            _select(draft, "sheet", "Sheet", {name: short_name(name) for name in sheets}, found)
    else:
        detected = seen if isinstance(seen, Preview) else None
        with next(columns):
            found = DELIMITER_CHOICES.get(detected.delimiter or "") if detected else None
            _select(draft, "delimiter", "Columns separated by", DELIMITER_CHOICES, found)
        with next(columns):
            found = "comma" if detected and detected.decimal == "," else "point"
            _select(draft, "decimal", "Decimal mark", _DECIMALS, found)
        with next(columns):
            found = detected.encoding if detected else None
            _select(draft, "encoding", "Encoding", ENCODINGS, found)
        with next(columns):
            _text(draft, "comment", "Comment lines begin with", "#")
        columns = iter(st.columns(4))
    with next(columns):
        above = draft.options.skip
        st.number_input(
            "Lines above the table",
            0,
            10_000,
            lines_above(seen) if above is None else above,
            key=_key(draft, "skip"),
            on_change=_choose,
            args=(draft, "skip"),
            help="Titles and notes above the header; they are passed over.",
        )
    if format_ == "text":
        with next(columns):
            _text(
                draft,
                "missing",
                "Cells that mean missing",
                "NA, NaN, ?, … and empty",
                help="Separated by blanks; they replace the usual ones. Empty cells are always "
                "missing.",
            )
    with next(columns):
        st.checkbox(
            "First line is the header",
            value=draft.options.header is not False,
            key=_key(draft, "header"),
            on_change=_choose,
            args=(draft, "header"),
        )


def lines_above(seen: Preview | str) -> int:
    """Number of lines above the header that were found to be no part of the table."""
    return max(seen.titles, default=0) if isinstance(seen, Preview) else 0


def _select(
    draft: Draft, field: str, label: str, choices: Mapping[str, str], detected: str | None
) -> None:
    options = [None, *choices]
    chosen = getattr(draft.options, field)
    st.selectbox(
        label,
        options,
        index=options.index(chosen) if chosen in choices else 0,
        format_func=lambda value: (
            f"Detected: {detected}"
            if value is None and detected
            else "Detect"
            if value is None
            else choices[value]
        ),
        key=_key(draft, field),
        on_change=_choose,
        args=(draft, field),
    )


def _text(draft: Draft, field: str, label: str, placeholder: str, help: str | None = None) -> None:
    chosen = getattr(draft.options, field)
    st.text_input(
        label,
        value=" ".join(chosen) if isinstance(chosen, tuple) else chosen or "",
        placeholder=placeholder,
        key=_key(draft, field),
        on_change=_choose,
        args=(draft, field),
        help=help,
    )


def _key(draft: Draft, field: str) -> str:
    return f"_read_{field}_{draft.revision}"


def _choose(draft: Draft, field: str) -> None:
    value = st.session_state[_key(draft, field)]

    def chosen(now: Draft) -> Draft:
        return now.changed(with_choice(now.options, field, value), now.plan)

    try:
        drafts.update(draft.key, chosen)
    except DataError as error:
        st.toast(markdown_text(str(error)), icon=":material/error:", duration="long")


def with_choice(options: ReadOptions, field: str, value: object) -> ReadOptions:
    """Reading options after one widget changed.

    Raises
    ------
    DataError
        If the choices don't go together.
    """
    if field == "missing":
        value = tuple(filter(None, _BETWEEN_CELLS.split(str(value)))) or None
    elif field == "comment":
        value = str(value).strip() or None
    elif field == "header":
        value = None if value else False
    elif field == "skip":
        value = int(str(value))
    changed: dict[str, Any] = {field: value}
    return replace(options, **changed)


def _show_rows(seen: Preview, *, several: bool) -> None:
    """The one table without a download: it is the beginning of a file that people have."""
    frame, labels = preview_frame(seen)
    st.dataframe(
        frame,
        hide_index=True,
        column_config={key: st.column_config.TextColumn(label) for key, label in labels.items()},
        height="auto" if len(frame) <= 12 else 440,
    )
    notes = ["The first rows, as they stand in the file"]
    if several:
        notes[0] = "The first rows of the first file"
    width = max(map(len, seen.rows), default=0)
    if width > _MOST_COLUMNS:
        notes.append(f"the first {_MOST_COLUMNS} of {width:,} columns")
    st.caption("; ".join(notes) + ".")
    for line in seen.comments:
        st.caption(f"Comment: {markdown_text(short_name(line, 200))}")


def preview_frame(seen: Preview) -> tuple[pd.DataFrame, dict[str, str]]:
    """The first rows under keys of our own, as names may repeat, and the columns' labels."""
    width = min(max(map(len, seen.rows), default=0), _MOST_COLUMNS)
    header = seen.rows[0] if seen.header and seen.rows else ()
    body = seen.rows[1:] if seen.header else seen.rows
    keys = [f"c{i}" for i in range(width)]
    labels = {
        key: short_name(header[i], 40)
        if i < len(header) and header[i].strip()
        else f"column {i + 1}"
        for i, key in enumerate(keys)
    }
    cells = [
        [short_name(row[i], _LONGEST_CELL) if i < len(row) and row[i] else "" for i in range(width)]
        for row in body
    ]
    return pd.DataFrame(cells, columns=keys, dtype=object), labels
