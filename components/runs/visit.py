"""What a visit of any page sees to: who is there, and that waiting runs get their turn."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Final

import streamlit as st

from components.runs.owner import keep_owner
from components.store import run_store
from components.text import markdown_text
from gesncd.runs.errors import StoreError
from gesncd.runs.sharing import Sharing
from gesncd.runs.store.run_store import RunStore
from gesncd.runs.upkeep import sweep
from gesncd.runs.workers.launch import tend
from gesncd.runs.workers.spare import RESERVE

_UPKEEP_EVERY_S: Final = 600
_UPKEEP_PATIENCE_S: Final = 0.2
"""Upkeep is not worth waiting for: where another program writes, a later visit sees to it."""


def welcome() -> None:
    """Once a page run, before anything else; stops the page where nobody may see it."""
    try:
        keep_owner()
    except StoreError as error:
        # A limit or switch in the environment that is not understood must not open everything.
        st.error(markdown_text(str(error)))
        st.stop()
    # What is wrong with the store, the page itself tells where it needs it.
    with contextlib.suppress(StoreError):
        store = run_store()
        tend(store)
        RESERVE.keep_ready(store)
        _clear_up(str(store.home.path))


@st.cache_data(show_spinner=False, ttl=_UPKEEP_EVERY_S)
def _clear_up(home: str) -> None:
    store = RunStore.open(Path(home), _UPKEEP_PATIENCE_S)
    sharing = Sharing.of()
    if sharing is not None:
        sharing.expire(store, time.time())
    sweep(store)
