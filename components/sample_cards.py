"""The samples that come with the app, one card each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components import data_source
from components.text import markdown_text


def show_sample_cards(action: str, hint: str, key: str, on_choose: Callable[[str], object]) -> None:
    """A card a sample: its title, a sentence, and a button.

    Parameters
    ----------
    action
        What the button does, in a word.
    hint
        The same in a few words, before the sample's title.
    key
        Begins the buttons' keys; the sample's id ends them.
    on_choose
        Called with the id of the sample that was chosen.
    """
    for sample in data_source.samples():
        with st.container(border=True):
            text, button = st.columns([5, 1], vertical_alignment="center")
            text.markdown(
                f"**{markdown_text(sample.title)}**  \n{markdown_text(sample.description)}"
            )
            button.button(
                action,
                key=f"{key}-{sample.id}",
                help=f"{hint} {sample.title}",
                on_click=on_choose,
                args=(sample.id,),
                width="stretch",
            )
