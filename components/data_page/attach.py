"""Attaching the true graph and background knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from components import state
from components.data_page import draft as drafts
from components.data_page.attachments import Match, match_knowledge, match_truth
from components.data_page.draft import Draft
from components.data_source import UploadedTable
from components.judge.truth_choice import FILE_HELP, FILE_TYPES, truth_text
from components.knowledge_marks import knowledge_lines
from components.text import markdown_text, short_name
from gesncd.knowledge import read_knowledge, restricted, to_json

_MOST_NAMES = 40
_MOST_LINES = 12


def show_attachments(draft: Draft, names: Sequence[str], *, is_stated: bool) -> None:
    """The section.

    Parameters
    ----------
    draft
        What the files are attached to.
    names
        The variables as they will be analysed.
    is_stated
        Whether Discover holds statements about them, besides a file attached here.
    """
    st.header("Truth and knowledge", anchor=False)
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True):
        _show_truth(draft, names)
    with right, st.container(border=True):
        _show_knowledge(draft, names)
        if is_stated:
            st.caption("What is stated of these variables on Discover stays in force.")


def _show_truth(draft: Draft, names: Sequence[str]) -> None:
    if draft.truth is None:
        _upload(
            draft,
            "truth",
            "True graph, where it is known",
            FILE_TYPES,
            f"{FILE_HELP} The search never sees it.",
        )
        return
    truth, match = match_truth(draft.truth, names)
    _show_file("True graph", draft, "truth", match)
    if truth is not None:
        st.markdown(markdown_text(truth_text(truth)))
        for sentence in (*truth.notes, *truth.doubts):
            st.caption(markdown_text(sentence))


def _show_knowledge(draft: Draft, names: Sequence[str]) -> None:
    if draft.knowledge is None:
        _upload(
            draft,
            "knowledge",
            "Background knowledge, if there is any",
            ["csv", "json", "txt"],
            "Edges that must or must not be, and tiers: CSV with the header "
            "source,relation,target (or source,target for edges that must be), JSON, or Tetrad's "
            "text. Names are those of the data.",
        )
        return
    knowledge, match = match_knowledge(draft.knowledge, names)
    _show_file("Background knowledge", draft, "knowledge", match)
    if knowledge is not None:
        lines = knowledge_lines(knowledge) or ["It restricts nothing."]
        more = [f"and {len(lines) - _MOST_LINES} more"] if len(lines) > _MOST_LINES else []
        shown = [markdown_text(line) for line in lines[:_MOST_LINES]]
        st.markdown("\n".join(f"- {line}" for line in (*shown, *more)))
    elif match.unmatched:
        st.button(
            "Keep the statements on the other variables",
            key="restrict-knowledge",
            on_click=_restrict,
            args=(draft, tuple(names)),
        )


def _show_file(title: str, draft: Draft, field: str, match: Match) -> None:
    text, action = st.columns([3, 1], vertical_alignment="center")
    text.markdown(f"**{title}**: {markdown_text(short_name(match.file, 40))}")
    action.button("Remove", key=f"remove-{field}", on_click=_remove, args=(draft, field))
    if match.problem:
        st.warning(markdown_text(match.problem), icon=":material/link_off:")
    if match.left_aside:
        st.caption(markdown_text(match.left_aside))
    if match.unmatched:
        listed = ", ".join(markdown_text(short_name(n)) for n in match.unmatched[:_MOST_NAMES])
        more = len(match.unmatched) - _MOST_NAMES
        st.caption(f"Not in the data: {listed}" + (f" and {more:,} more" if more > 0 else ""))


def _upload(draft: Draft, field: str, label: str, types: list[str], help: str) -> None:
    key = f"_attach_{field}_{st.session_state.get(state.ATTACHMENTS, 0)}"
    st.file_uploader(
        label, type=types, key=key, help=help, on_change=_take, args=(key, draft, field)
    )


def _take(key: str, draft: Draft, field: str) -> None:
    file = st.session_state.get(key)
    if file is not None:
        _attach(draft, field, UploadedTable(file.name, file.getvalue()))


def _remove(draft: Draft, field: str) -> None:
    _attach(draft, field, None)


def _attach(draft: Draft, field: str, file: UploadedTable | None) -> None:
    def attached(now: Draft) -> Draft:
        return replace(now, truth=file) if field == "truth" else replace(now, knowledge=file)

    drafts.update(draft.key, attached)
    st.session_state[state.ATTACHMENTS] = st.session_state.get(state.ATTACHMENTS, 0) + 1


def _restrict(draft: Draft, names: Sequence[str]) -> None:
    file = draft.knowledge
    if file is not None:
        kept = restricted(read_knowledge(file.content, name=file.name), names)
        _attach(draft, "knowledge", UploadedTable(file.name, to_json(kept).encode()))
