"""The product's name and mark at the head of the sidebar."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.colours import LIGHT, Palette, palette

_HERE = Path(__file__).resolve().parent
FAVICON = _HERE / "favicon.svg"
_MARK_COLOUR = "#0072b2"


def show_logo() -> None:
    """Name and mark, in the colours of the theme in use."""
    st.logo(logo(palette(st.context.theme.type)), size="large", icon_image=str(FAVICON))


def logo(colours: Palette) -> str:
    """The logo as SVG; a picture in a page does not inherit the page's colours."""
    drawn = (_HERE / "logo.svg").read_text(encoding="utf-8")
    return drawn.replace(_MARK_COLOUR, colours.accent).replace(LIGHT.ink, colours.ink)
