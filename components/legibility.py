"""The one rule of style outside components: the words on a primary button.

Streamlit writes them in white whatever the primary colour is, and white on the light blue of
the dark theme is too pale to read. The page's own ground colour is legible on it in both themes.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.colours import palette

_RULE: Final = (
    '<style>[data-testid="stBaseButton-primary"]:not(:disabled) {{ color: {colour}; }}</style>'
)


def mend_primary_buttons() -> None:
    """Give primary buttons words that can be read; takes no place on the page."""
    st.html(_RULE.format(colour=palette(st.context.theme.type).background))
