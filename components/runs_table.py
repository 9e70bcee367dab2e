"""The list of runs."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components import state
from components.router import DISCOVER
from components.settings_panel import MEASURE_NAMES
from components.store import run_store
from components.text import tau_text
from gesncd.runs.errors import StoreError
from gesncd.runs.records import RunRecord

_KEY = "_runs_table"


def show_runs() -> None:
    """Every run, newest first; choosing one opens it."""
    st.title("Runs", anchor=False)
    try:
        records = run_store().runs()
    except StoreError as error:
        st.error(str(error))
        return
    if not records:
        st.markdown("No run yet. Choose data on *Discover* and press Run; the run appears here.")
        return
    st.caption("Choose a row to open its run.")
    chosen = st.dataframe(
        runs_frame(records),
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key=_KEY,
        column_config={"Started": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm")},
    )
    if chosen.selection.rows:
        st.session_state.pop(state.UPLOAD, None)
        st.switch_page(DISCOVER, query_params={state.RUN: records[chosen.selection.rows[0]].id})


def runs_frame(records: Sequence[RunRecord]) -> pd.DataFrame:
    """One row a run, as shown."""
    return pd.DataFrame(
        [
            {
                "Data": record.data_name,
                "Variables": record.n_variables,
                "Rows": record.n_rows,
                "Measure": MEASURE_NAMES[record.settings.measure],
                "Threshold": threshold_text(record),
                "State": record.state.value,
                "Started": pd.to_datetime(record.created, unit="s", utc=True),
            }
            for record in records
        ]
    )


def threshold_text(record: RunRecord) -> str:
    """τ of a run; a dash until its worker knows it."""
    if record.tau is None:
        return "τ –"
    return tau_text(record.tau, record.settings.alpha if record.settings.tau is None else None)
