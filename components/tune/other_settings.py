"""A result that is not one of the page's settings is said not to be."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.text import markdown_text


def show_differences(differs: Sequence[str], *, threshold: str = "τ automatic") -> None:
    """Say that a result is not one of the page's settings, and what it is one of."""
    if not differs:
        return
    words = [*differs, threshold]
    st.warning(
        f"Not of the settings above: computed with {markdown_text(', '.join(words))}. Run it "
        "again for a result of these settings.",
        icon=":material/difference:",
    )
