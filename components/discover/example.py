"""The example of the first screen: a real search that is over within seconds."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components import state
from components.data_source import choose_sample, chosen_data, sample
from components.discover.run_control import show_begun, start_run
from components.router import DISCOVER
from components.runs.actions import settings_address
from components.store import run_store
from components.text import markdown_text
from gesncd.data import DataError
from gesncd.runs.errors import StoreError
from gesncd.runs.store.records import RunRecord
from gesncd.settings.run_settings import RunSettings

SAMPLE_ID: Final = "sachs"
SETTINGS: Final = RunSettings(measure="partial-correlation")


def run_example() -> None:
    """Choose the sample, start a search on it and go to it; call it where no widget follows.

    The page is entered anew, because its settings take up what is in the address only then.
    """
    try:
        choose_sample(SAMPLE_ID)
        data = chosen_data(run_store(), None)
    except (StoreError, DataError) as error:
        st.toast(markdown_text(str(error)), icon=":material/error:", duration="long")
        return
    if data is None:
        return
    start_run(data, SETTINGS)
    show_begun()
    address = {state.SAMPLE: SAMPLE_ID, **settings_address(SETTINGS)}
    if state.RUN in st.query_params:
        address[state.RUN] = st.query_params[state.RUN]
    st.switch_page(DISCOVER, query_params=address)


def note_example(record: RunRecord) -> None:
    """Know whether it was the example that set the measure that stands beside a run."""
    example = sample(SAMPLE_ID)
    is_example = (
        record.settings.measure == SETTINGS.measure
        and example is not None
        and record.data_name == example.title
    )
    st.session_state[state.EXAMPLE_MEASURE] = SETTINGS.measure if is_example else None
