"""What the sections of the Learn page share: a topic of words beside a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from components import state
from components.colours import Palette, palette
from components.router import REPLAY
from components.text import markdown_text
from gesncd.lessons import lesson


def colours() -> Palette:
    """Those of the theme that is shown."""
    return palette(st.context.theme.type)


def topic(title: str, paragraphs: Iterable[str], picture: str, caption: str = "") -> None:
    """A heading, words on the left, a picture on the right.

    Parameters
    ----------
    title
        Plain text.
    paragraphs
        Markdown, written here: names from data must be escaped before.
    picture
        HTML of an image.
    caption
        Under the picture, plain text.
    """
    st.header(title, anchor=False)
    words, shown = st.columns([1, 1], gap="large")
    words.markdown("\n\n".join(paragraphs))
    with shown:
        show_picture(picture, caption)


def show_picture(picture: str, caption: str = "") -> None:
    """An image, and a line under it."""
    st.html(picture)
    if caption:
        st.caption(markdown_text(caption))


def picture_row(pictures: Sequence[tuple[str, str]], per_row: int = 3) -> None:
    """Pictures beside each other, each with a caption."""
    for start in range(0, len(pictures), per_row):
        places = st.columns(per_row, gap="medium")
        row = pictures[start : start + per_row]
        for place, (picture, caption) in zip(places, row, strict=False):
            with place:
                show_picture(picture, caption)


def lesson_link(lesson_id: str) -> None:
    """A link to a lesson of Replay."""
    found = lesson(lesson_id)
    assert found is not None, lesson_id
    st.page_link(
        REPLAY,
        label=f"Step through it on Replay: {found.title}",
        icon=":material/school:",
        query_params={state.REPLAY_LESSON: lesson_id},
    )
