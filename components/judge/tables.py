"""Tables of the page: shown, chosen from, and taken away as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.export.table_download import show_table_download
from components.opened_run import OpenedRun

_MOST_ROWS = 12


def show_table(
    opened: OpenedRun,
    frame: pd.DataFrame,
    *,
    key: str,
    alt: str,
    columns: Mapping[str, Any] | None = None,
    on_row: Callable[[int | None], None] | None = None,
) -> None:
    """A table with its download under it.

    Parameters
    ----------
    opened
        The run, which names the file.
    frame
        The table; its columns are the header of the file.
    key
        Of the widget, and the end of the file's name.
    alt
        What it holds, for those who do not see it.
    columns
        Column configuration.
    on_row
        Called with the number of the chosen row, None where it is let go; without
        it no row can be chosen.
    """
    widget = f"judge-{key}"

    def chosen() -> None:
        rows = st.session_state[widget].selection.rows
        if on_row is not None:
            on_row(rows[0] if rows else None)

    selection: dict[str, Any] = {}
    if on_row is not None:
        selection = {"on_select": chosen, "selection_mode": "single-row"}
    st.dataframe(
        frame,
        hide_index=True,
        key=widget,
        height="auto" if len(frame) <= _MOST_ROWS else 460,
        column_config=dict(columns or {}),
        placeholder="–",
        alt=alt,
        **selection,
    )
    show_download(opened, frame, key)


def show_download(opened: OpenedRun, frame: pd.DataFrame, key: str) -> None:
    """The button that saves a table as CSV."""
    show_table_download(frame, opened.record.data_name, key, key=f"judge-{key}-csv")
