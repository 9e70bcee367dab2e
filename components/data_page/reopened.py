"""A run that is open without its original file: what was done to the file, and how to go on.

A run keeps the prepared values and a record of how they were prepared, not the file. When the
file is opened again, the record's choices are made again, so that one of them can be changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from components.data_page.draft import Draft
from components.opened_run import run_shown_before
from components.text import markdown_text, short_name
from gesncd.data import DataError, Plan, ReadOptions
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord


def show_reopened() -> None:
    """Tell of the run that is open, where its file would have to be opened again."""
    record = _run_at_hand()
    if record is None or record.preparation is None:
        return
    sentence = str(record.preparation.get("sentence") or "")
    files = " and ".join(short_name(name, 60) for name in _files(record.preparation))
    st.info(
        f"**{markdown_text(short_name(record.title, 60))}** is open. {markdown_text(sentence)} "
        "A run keeps the values that were analysed, not the original file. To change how it was "
        f"mended, open {markdown_text(files or 'the file')} here again: the mends of that run are "
        "then made again, and each can be changed.",
        icon=":material/history:",
    )


def as_prepared(draft: Draft) -> Draft:
    """A draft of files just opened with the choices of the run that is open, if it is of them.

    The files are those of the run where their names are; a column that the run did not know
    is taken as it comes.
    """
    record = _run_at_hand()
    if record is None or record.preparation is None:
        return draft
    names = _files(record.preparation)
    if not names or sorted(names) != sorted(file.name for file in draft.files):
        return draft
    try:
        plan = Plan.from_dict(record.preparation["plan"])
        reading = record.preparation.get("reading")
        options = ReadOptions() if reading is None else ReadOptions.from_dict(reading)
    except (DataError, KeyError, TypeError, ValueError, AttributeError):
        # Of another version, or from a capsule that was written by hand: nothing is lost.
        return draft
    strict = Plan.strict([column.name for column in plan.columns])
    return draft.changed(options, None if plan == strict else plan)


def _run_at_hand() -> RunRecord | None:
    try:
        return run_shown_before()
    except StoreError:
        return None


def _files(preparation: Mapping[str, Any]) -> Sequence[str]:
    source = preparation.get("source")
    if not isinstance(source, Mapping):
        return ()
    parts = source.get("files") or ()
    found = [str(part["name"]) for part in parts if isinstance(part, Mapping) and "name" in part]
    return found or ([str(source["name"])] if source.get("name") else [])
