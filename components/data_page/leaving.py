"""Mends that no run holds yet are lost when the page is reloaded: the browser asks before."""

from __future__ import annotations

from functools import cache

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state
from components.browser import source
from components.data_page.draft import Draft


@cache
def _guard() -> ComponentRenderer:
    return st.components.v2.component("gesncd_leaving", js=source("leaving"))


def ask_before_leaving(draft: Draft, n_runs: int) -> None:
    """Have the browser ask before a reload that would lose the mends; takes no place.

    Parameters
    ----------
    draft
        The table and its mends.
    n_runs
        How many runs hold the data as they are now mended, and so keep the mends.
    """
    asks = not draft.is_untouched and not n_runs
    _guard()(key=state.LEAVING, data={"asks": asks}, height=1)
