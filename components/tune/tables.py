"""Tables of the page as files; names that look like formulas are made harmless."""

from __future__ import annotations

import pandas as pd

from components.export.menu import file_stem
from components.export.table_download import show_table_download
from gesncd.runs.store.records import RunRecord


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
    show_table_download(frame, record.data_name, what, key=f"tune-csv-{what}")
