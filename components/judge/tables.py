"""Tables of the page: shown, chosen from, and taken away as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from components.export_menu import file_stem
from components.opened_run import OpenedRun
from gesncd.export.tables import table_csv

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
    """The button that saves a table as CSV; names that look like formulas are made harmless."""
    st.download_button(
        "CSV",
        partial(frame_csv, frame),
        file_name=f"{file_stem(opened.record.data_name)}_{key.replace('-', '_')}.csv",
        mime="text/csv",
        key=f"judge-{key}-csv",
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
