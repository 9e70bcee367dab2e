"""Whose the address is: this tab's, which writes it, or the browser's, which went back.

A browser that is stepped fast sends addresses that are some steps old. Once this tab has written
nothing for a moment, an address that differs from what it wrote is the browser's own.
"""

from __future__ import annotations

import time
from typing import Final

import streamlit as st

from components import state

_UNDER_WAY_S: Final = 2.0
"""How long an address that differs may be one that the browser had before it heard of ours."""


def note_written() -> None:
    """Remember that something of the replay was written into the address just now."""
    st.session_state[state.REPLAY_WRITTEN] = time.monotonic()


def is_the_browsers() -> bool:
    """Whether nothing that this tab wrote can still be on its way to the browser."""
    written = st.session_state.get(state.REPLAY_WRITTEN)
    return written is None or time.monotonic() - written >= _UNDER_WAY_S
