"""A page drawn in one theme follows when the browser turns to the other.

Streamlit recolours its own widgets at once, but what Python coloured (plots and pictures) waits
for the next run of the script. This component asks for one.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components import state

_SCRIPT: Final = """
const told = new WeakMap();

// Called at every change of data or theme.
export default function ({ data, parentElement, setTriggerValue }) {
  const style = getComputedStyle(parentElement.host || parentElement);
  const pen = document.createElement("canvas").getContext("2d");
  pen.fillStyle = style.getPropertyValue("--st-background-color").trim();
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
  const type = 0.299 * r + 0.587 * g + 0.114 * b < 128 ? "dark" : "light";
  // Asked once a change, so that a page that cannot follow is not run for ever.
  if (type === data.drawn) told.delete(parentElement);
  else if (told.get(parentElement) !== type) {
    told.set(parentElement, type);
    setTriggerValue("theme", type);
  }
}
"""


@cache
def _watch() -> ComponentRenderer:
    return st.components.v2.component("gesncd_theme_watch", js=_SCRIPT)


def follow_theme() -> None:
    """Run the page again when the theme changes."""
    drawn = "dark" if st.context.theme.type == "dark" else "light"
    _watch()(key=state.THEME_WATCH, data={"drawn": drawn}, height=1, on_theme_change=_redraw)


def _redraw() -> None:
    """Nothing to note: the run that follows reads the theme."""
