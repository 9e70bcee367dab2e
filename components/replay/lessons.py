"""Lessons: their list, and the text beside an open one."""

from __future__ import annotations

import streamlit as st

from components import state
from components.replay.place import leave
from components.text import markdown_text, short_name
from gesncd.lessons import LESSONS, Lesson, lesson


def open_lesson() -> tuple[Lesson, int] | None:
    """The lesson in the address and its variant, from 0."""
    found = lesson(st.query_params.get(state.REPLAY_LESSON, ""))
    if found is None:
        return None
    text = st.query_params.get(state.REPLAY_VARIANT, "1")
    # Python refuses to make a number of thousands of digits.
    variant = int(text) - 1 if text.isdecimal() and len(text) < 7 else 0
    return found, variant if 0 <= variant < len(found.variants) else 0


def show_unknown_lesson() -> bool:
    """Say so where the address names a lesson that there is not; whether it does."""
    wanted = st.query_params.get(state.REPLAY_LESSON)
    if not wanted or lesson(wanted) is not None:
        return False
    st.title("There is no such lesson", anchor=False)
    st.markdown(
        f"The address asks for the lesson “{markdown_text(short_name(wanted, 60))}”. "
        "These are the lessons there are:"
    )
    show_lesson_list()
    st.button(
        "Back to runs",
        key="replay-leave-lessons",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=leave_lessons,
    )
    return True


def show_lesson_list() -> None:
    """The six lessons as buttons, for the first screen."""
    for each in LESSONS:
        st.button(
            _title(each.id),
            key=f"replay-lesson-{each.id}",
            on_click=go_to_lesson,
            args=(each.id,),
            icon=":material/school:",
        )


def go_to_lesson(lesson_id: str, variant: int = 0) -> None:
    """Open a lesson in place of a run."""
    leave()
    st.query_params.pop(state.RUN, None)
    st.query_params[state.REPLAY_LESSON] = lesson_id
    if variant:
        st.query_params[state.REPLAY_VARIANT] = str(variant + 1)
    else:
        st.query_params.pop(state.REPLAY_VARIANT, None)


def leave_lessons() -> None:
    """Go back to runs."""
    leave()
    st.query_params.pop(state.REPLAY_LESSON, None)
    st.query_params.pop(state.REPLAY_VARIANT, None)


def show_lesson_text(current: Lesson, variant: int, large: bool) -> None:
    """Title, sentences, and the ways to run it."""
    # In one container either way: what follows keeps its place, and so stays mounted.
    with st.container(key=state.REPLAY_LARGE_TEXT if large else state.REPLAY_TEXT):
        _show_text(current, variant, large)


def _show_text(current: Lesson, variant: int, large: bool) -> None:
    number = LESSONS.index(current) + 1
    head, choice = st.columns([1.6, 1], vertical_alignment="center")
    title = f"Lesson {number}: {current.title}"
    head.header(title, anchor=False)
    if len(current.variants) > 1:
        labels = [each.label for each in current.variants]
        key = f"replay-variant-{current.id}"
        st.session_state[key] = labels[variant]
        choice.segmented_control(
            "Run with",
            labels,
            key=key,
            required=True,
            on_change=_choose_variant,
            args=(current, key),
            label_visibility="collapsed",
            width="stretch",
        )
    text = f"{' '.join(current.text)} **{current.look_at}**"
    st.markdown(text if large else f":small[{text}]")


def choose_lesson(current: Lesson | None) -> None:
    """The lessons in the sidebar, whatever is open."""
    ids = [each.id for each in LESSONS]
    st.session_state[state.REPLAY_LESSON_CHOICE] = None if current is None else current.id
    st.selectbox(
        "Lesson",
        ids,
        index=None,
        format_func=lambda each: _title(each),
        key=state.REPLAY_LESSON_CHOICE,
        placeholder="Choose one of six",
        on_change=_chosen,
    )
    if current is not None:
        st.button(
            "Back to runs",
            key="replay-leave-lessons",
            icon=":material/arrow_back:",
            type="tertiary",
            on_click=leave_lessons,
        )


def _title(lesson_id: str) -> str:
    number = next(k for k, each in enumerate(LESSONS, 1) if each.id == lesson_id)
    return f"{number}. {LESSONS[number - 1].title}"


def _chosen() -> None:
    chosen = st.session_state[state.REPLAY_LESSON_CHOICE]
    if chosen is None:
        leave_lessons()
    else:
        go_to_lesson(chosen)


def _choose_variant(current: Lesson, key: str) -> None:
    labels = [each.label for each in current.variants]
    go_to_lesson(current.id, labels.index(st.session_state[key]))
