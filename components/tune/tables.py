"""Tables of the page as files; names that look like formulas are made harmless."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from components.export_menu import file_stem
from gesncd.export.tables import table_csv
from gesncd.runs.records import RunRecord


def file_name(record: RunRecord, ending: str) -> str:
    """Name of a file about a run's data."""
    return f"{file_stem(record.data_name)}_{ending}"


def show_csv(record: RunRecord, frame: pd.DataFrame, what: str) -> None:
    """The button that saves a table.

    Parameters
    ----------
    record
        The run, which names the file.
    frame
        The table; its columns are the header of the file.
    what
        What it holds, in one word for the file's name.
    """
    st.download_button(
        "CSV",
        partial(frame_csv, frame),
        file_name=file_name(record, f"{what}.csv"),
        mime="text/csv",
        key=f"tune-csv-{what}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="Save this table",
    )


def frame_csv(frame: pd.DataFrame) -> str:
    """A table as CSV; an empty cell where there is no value."""
    rows = frame.astype(object).itertuples(index=False, name=None)
    return table_csv([str(name) for name in frame.columns], (_plain(row) for row in rows))


def _plain(row: Sequence[Any]) -> list[Any]:
    return [None if pd.isna(value) else value for value in row]
