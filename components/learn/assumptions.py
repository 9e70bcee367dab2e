"""What the search takes for granted, and what it finds where that fails."""

from __future__ import annotations

import streamlit as st

from components.assumptions import ASSUMPTIONS
from components.learn.failures import failures
from components.learn.parts import colours, show_picture
from components.learn.pictures import graph_picture


def show_assumptions() -> None:
    """Each assumption with a pair of pictures."""
    st.markdown(
        "Data cannot confirm any of these. Each pair of pictures shows how some data came "
        "about, and what a search with partial correlation finds in them. A graph that looks "
        "plausible is no proof that they hold."
    )
    shown = colours()
    for (title, text), failure in zip(ASSUMPTIONS, failures(), strict=True):
        st.header(title, anchor=False)
        words, left, right = st.columns([1.3, 1, 1], gap="medium")
        words.markdown(f"{text[0].upper()}{text[1:]}\n\n{failure.text}\n\n{failure.remedy}")
        with left:
            show_picture(
                graph_picture(failure.truth, shown, title="How the data came about."),
                "How the data came about",
            )
        with right:
            show_picture(
                graph_picture(failure.found, shown, title="What the search finds."),
                "What the search finds",
            )
