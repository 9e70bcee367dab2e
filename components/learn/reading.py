"""Reading a result: each mark of a CPDAG, and what must not be read into it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from components.assumptions import READING
from components.learn.examples import graph_to_read
from components.learn.parts import colours, topic
from components.learn.pictures import graph_picture
from components.router import JUDGE, TUNE
from components.text import markdown_text

MARKS: Final = (
    (
        "**Talent → Fame ← Luck** is a collider: talent and luck are independent, and dependent "
        "given fame. Both arrows are known from the data."
    ),
    (
        "**Fame → Fans** follows. Turned round, fans and talent would meet in a new collider, "
        "and the data show none."
    ),
    (
        "**Age — Talent** is open. In one member of the class age acts on talent, in the other "
        "talent on age. What you know beyond the data decides."
    ),
    (
        "**Age and Fans** are not joined: given fame they are independent. Age may still act on "
        "fans by way of others."
    ),
)
"""How the marks of :func:`components.learn.examples.graph_to_read` are read."""

NOT_SAID: Final = (
    (
        "How large an effect is",
        "The score says how clearly a dependence shows. The page Judge says whether an effect "
        "can be worked out from the graph, and what to adjust for.",
    ),
    (
        "That a missing edge means no effect",
        "It means none that is direct, and none that this measure sees in so many rows.",
    ),
    (
        "That an edge is certain",
        "Read it with its score over the noise floor, and with how often it comes back in "
        "resampled data: the page Tune, tab Stability.",
    ),
    (
        "That an edge belongs to a box it passes behind",
        "Where no way around is free, an edge shows through a box, thin and dashed, and goes on "
        "to the variable at its end. Click it, or look into the table of edges.",
    ),
    (
        "That one member is the truth",
        "Discover lists the members of the class. Each explains the independences equally well; "
        "choosing one takes knowledge from outside.",
    ),
)
"""What a graph does not say, and where to look instead."""


def show_reading() -> None:
    """The whole section."""
    shown = colours()
    picture = graph_picture(graph_to_read(), shown, title="A CPDAG to read.")
    topic(
        "Mark by mark",
        ("\n".join(f"- {mark}" for mark in MARKS),),
        picture,
        "Two members of one class, drawn as one graph",
    )
    st.header("In short", anchor=False)
    st.markdown("\n".join(f"- {markdown_text(line)}" for line in READING))
    st.header("What it does not say", anchor=False)
    st.markdown("\n".join(f"- **{title}.** {text}" for title, text in NOT_SAID))
    with st.container(horizontal=True):
        st.page_link(TUNE, label="Tune", icon=":material/tune:")
        st.page_link(JUDGE, label="Judge", icon=":material/balance:")
