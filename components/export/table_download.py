"""The button that saves a table as CSV; texts that look like formulas are made harmless."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from components.bidi import plain
from components.export.menu import file_stem
from gesncd.export.tables import table_csv


def show_table_download(frame: pd.DataFrame, data_name: str, what: str, *, key: str) -> None:
    """The button.

    Parameters
    ----------
    frame
        The table; its columns are the header of the file.
    data_name
        Name of the data, which the file's name begins with.
    what
        What the table holds, which the file's name ends with.
    key
        Of the button.
    """
    st.download_button(
        "CSV",
        partial(frame_csv, frame),
        file_name=f"{file_stem(data_name)}_{what.replace('-', '_')}.csv",
        mime="text/csv",
        key=key,
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
    """Values as they are: nothing for none, and names without marks that are for the screen."""
    values = [None if pd.isna(value) else value for value in row]
    return [plain(value) if isinstance(value, str) else value for value in values]
