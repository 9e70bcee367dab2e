"""Background knowledge for the next run, in the sidebar: attach a file, see what it says."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import state
from components.knowledge_marks import compiled, knowledge_lines
from components.text import markdown_text, short_name
from gesncd.data.dataset import Dataset
from gesncd.knowledge import Knowledge, KnowledgeError, read_knowledge
from gesncd.runs.records import RunRecord

_COUNTER = "_knowledge_count"


@dataclass(frozen=True, slots=True)
class AttachedKnowledge:
    """Knowledge and where it came from; a problem instead, if the file was not understood."""

    name: str
    knowledge: Knowledge
    problem: str = ""


def show_knowledge(dataset: Dataset, record: RunRecord | None) -> Knowledge | None:
    """The panel, and the knowledge in force; None where it cannot be used as it is."""
    attached = _attached(record)
    problem = "" if attached is None else attached.problem or _problem(attached, dataset)
    with st.expander("Background knowledge", expanded=bool(problem), key="knowledge-panel"):
        if attached is None:
            _show_upload()
            return Knowledge()
        st.markdown(f"**{markdown_text(short_name(attached.name, 40))}**")
        if problem:
            st.error(markdown_text(problem))
        else:
            lines = knowledge_lines(attached.knowledge) or ["It restricts nothing."]
            st.caption("\n".join(f"- {markdown_text(line)}" for line in lines))
        st.button("Remove", key="remove-knowledge", on_click=_remove)
    if not problem:
        st.caption("Background knowledge is in force.")
    return None if problem else attached.knowledge


def _attached(record: RunRecord | None) -> AttachedKnowledge | None:
    # A link to a run brings its knowledge along, so that Run would do the same again.
    if state.KNOWLEDGE not in st.session_state and record is not None:
        known = record.settings.knowledge
        if not known.is_empty:
            st.session_state[state.KNOWLEDGE] = AttachedKnowledge("From the run shown", known)
    attached: AttachedKnowledge | None = st.session_state.get(state.KNOWLEDGE)
    return attached


def _problem(attached: AttachedKnowledge, dataset: Dataset) -> str:
    try:
        compiled(attached.knowledge, dataset.names)
    except KnowledgeError as error:
        return str(error)
    return ""


def _show_upload() -> None:
    key = f"{state.KNOWLEDGE_FILE}_{st.session_state.get(_COUNTER, 0)}"
    st.file_uploader(
        "Edges that must or must not be, tiers: CSV, JSON or Tetrad's text",
        type=["csv", "json", "txt"],
        key=key,
        on_change=_attach,
        args=(key,),
        help="A CSV has the header source,relation,target; the relations are -> (required), "
        "!-> (forbidden), -- (joined) and !-- (not joined). Names are those of the data.",
    )


def _attach(key: str) -> None:
    file = st.session_state.get(key)
    if file is None:
        return
    try:
        attached = AttachedKnowledge(file.name, read_knowledge(file.getvalue(), name=file.name))
    except KnowledgeError as error:
        attached = AttachedKnowledge(file.name, Knowledge(), str(error))
    st.session_state[state.KNOWLEDGE] = attached


def _remove() -> None:
    st.session_state[state.KNOWLEDGE] = None
    st.session_state[_COUNTER] = st.session_state.get(_COUNTER, 0) + 1
