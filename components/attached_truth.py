"""A true graph that was attached to data is kept with them, as one that is uploaded on Judge."""

from __future__ import annotations

import contextlib

from components.data_source import LoadedData
from gesncd.runs.errors import StoreError
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.store.truths import keep_truth


def keep_attached_truth(store: RunStore, data: LoadedData, owner: str) -> None:
    """Keep it where the store has the data; it calls nothing of Streamlit.

    A run starts without it as well: then it is there as long as the tab.
    """
    if data.truth is None:
        return
    with contextlib.suppress(StoreError):
        keep_truth(store, data.dataset.sha256, data.truth.name, data.truth.content, owner)
