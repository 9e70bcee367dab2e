"""One entry a page in the browser's history.

Streamlit writes every change of the address as a new entry. Where a page opens the run that
was shown last and names it in its address, Back would lead to the page without a run, which
opens it again.
"""

from __future__ import annotations

from functools import cache

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state
from components.browser import source
from components.router import JUDGE, REPLAY, TUNE


@cache
def _watch() -> ComponentRenderer:
    return st.components.v2.component("gesncd_one_entry", js=source("one_entry"))


def keep_one_entry() -> None:
    """Have pages that open a run by themselves make no second entry; takes no place."""
    pages = [page.stem for page in (REPLAY, TUNE, JUDGE)]
    _watch()(key=state.ONE_ENTRY, data={"pages": pages}, height=1)
