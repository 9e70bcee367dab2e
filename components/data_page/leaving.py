"""Mends that no run holds yet are lost when the page is reloaded: the browser asks before."""

from __future__ import annotations

from functools import cache
from typing import Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state
from components.data_page.draft import Draft

_SCRIPT: Final = """
function ask(event) {
  event.preventDefault();
}

// Called at every change of data; what it returns, when the page is left.
export default function ({ data }) {
  if (data.asks) globalThis.addEventListener("beforeunload", ask);
  else globalThis.removeEventListener("beforeunload", ask);
  return () => globalThis.removeEventListener("beforeunload", ask);
}
"""


@cache
def _guard() -> ComponentRenderer:
    return st.components.v2.component("gesncd_leaving", js=_SCRIPT)


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
