"""Lessons: their list, and the text beside an open one."""

from __future__ import annotations

import streamlit as st

from components import state
from components.replay.look import Look
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


def show_lesson_text(current: Lesson, variant: int, look: Look, *, by_oracle: bool = False) -> bool:
    """Title, ways to run it, and sentences, which can be folded away; whether they are shown."""
    # In one container either way: what follows keeps its place, and so stays mounted.
    with st.container(key=state.REPLAY_LARGE_TEXT if look.large else state.REPLAY_TEXT):
        shown = _is_text_shown(current, look.predicting)
        # What has no room beside the title goes to a line of its own.
        with st.container(horizontal=True, vertical_alignment="center"):
            idle = by_oracle and _is_for_the_data(current)
            _show_title(current, variant, disabled=idle)
            st.button(
                _fold_label(shown, look.predicting),
                key="replay-fold-text",
                icon=":material/expand_less:" if shown else ":material/expand_more:",
                type="tertiary",
                on_click=_fold_text,
                args=(current, look.predicting, not shown),
            )
        if by_oracle:
            st.caption(
                "The oracle scores by the true graph and has a τ of its own: its scores and steps "
                "need not be those of the data." + (" The choices above are for these." * idle)
            )
        if shown:
            # What to look at is said of the data's search, with its steps and scores.
            text = " ".join(current.text) + ("" if by_oracle else f" **{current.look_at}**")
            st.markdown(text if look.large else f":small[{text}]")
        else:
            # In its place at once, so that the stage is measured without it.
            st.empty()
    return shown


def _is_for_the_data(current: Lesson) -> bool:
    """Whether the ways to run a lesson are all the same to an oracle: one true graph."""
    return len(current.variants) > 1 and len({each.edges for each in current.variants}) == 1


def _show_title(current: Lesson, variant: int, *, disabled: bool) -> None:
    number = LESSONS.index(current) + 1
    st.header(f"Lesson {number}: {current.title}", anchor=False)
    if len(current.variants) > 1:
        labels = [each.label for each in current.variants]
        key = f"replay-variant-{current.id}"
        st.session_state[key] = labels[variant]
        st.segmented_control(
            "Run with",
            labels,
            key=key,
            required=True,
            on_change=_choose_variant,
            args=(current, key),
            label_visibility="collapsed",
            disabled=disabled,
        )


def _is_text_shown(current: Lesson, predicting: bool) -> bool:
    """Whether the text is shown: it tells what happens, which is to be predicted first."""
    said = st.session_state.get(state.REPLAY_TEXT_SHOWN)
    if said is not None and said[:2] == (current.id, predicting):
        return bool(said[2])
    return not predicting


def _fold_label(shown: bool, predicting: bool) -> str:
    if shown:
        return "Hide text"
    return "Show what happens" if predicting else "Show text"


def _fold_text(current: Lesson, predicting: bool, shown: bool) -> None:
    st.session_state[state.REPLAY_TEXT_SHOWN] = (current.id, predicting, shown)


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
