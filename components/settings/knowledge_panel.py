"""Background knowledge for the next run, in the sidebar: choose, type, or attach a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from components import state
from components.knowledge_marks import compiled, knowledge_lines
from components.text import count, markdown_text, short_name
from components.typed_line import typed_line
from gesncd.analysis.statement_files import read_enforced
from gesncd.analysis.statements import statements_of
from gesncd.analysis.typed_knowledge import (
    come_first,
    in_own_spelling,
    read_typed_knowledge,
    together,
    with_first,
)
from gesncd.data.dataset import Dataset
from gesncd.knowledge import Knowledge, KnowledgeError
from gesncd.runs.store.records import RunRecord

_MOST_PROBLEMS = 3
_MOST_CANDIDATES = 3
_FORMS = (
    "One a line: A -> B for an edge that must be, A !-> B for one that must not be, A -- B and "
    "A !-- B for pairs that must or must not be joined, tier 1: A, B and on the next line "
    "tier 2: C for an order in time, A comes first for a variable without causes here. Names "
    "are those of the data."
)


@dataclass(frozen=True, slots=True)
class AttachedKnowledge:
    """Knowledge for the next run, and where it came from.

    Parameters
    ----------
    name
        Of the file, or where else it came from; empty where nothing is attached.
    knowledge
        What it says.
    problem
        What is wrong with the file, if it was not understood.
    left_aside
        What the file holds out of the search, in a sentence; empty where that is nothing.
    typed, first
        The lines that were typed besides, and the variables said to come first.
    is_of_data_page
        Whether the file was attached on the page Data, where it can be removed, too.
    """

    name: str = ""
    knowledge: Knowledge = Knowledge()
    problem: str = ""
    left_aside: str = ""
    typed: str = ""
    first: tuple[str, ...] = ()
    is_of_data_page: bool = False


def show_knowledge(
    dataset: Dataset, record: RunRecord | None, candidates: Sequence[str] = ()
) -> Knowledge | None:
    """The panel, and the knowledge in force; None where it cannot be used as it is.

    Parameters
    ----------
    dataset, record
        The data, and the run that is shown.
    candidates
        Variables that may have been set beforehand, the likeliest first.
    """
    attached = _attached(record)
    _, problems = in_force(attached, dataset.names)
    # A panel that is there keeps to what was clicked: to be unfolded it has to be a new one.
    asked = st.session_state.get(state.KNOWLEDGE_OPEN, 0)
    with st.expander(
        "Background knowledge",
        expanded=bool(problems or asked),
        key=f"knowledge-panel-{asked}",
    ):
        attached = _show_words(attached, dataset.names)
        knowledge, problems = in_force(attached, dataset.names)
        for problem in problems[:_MOST_PROBLEMS]:
            st.error(markdown_text(problem))
        if len(problems) > _MOST_PROBLEMS:
            st.caption(f"And {count(len(problems) - _MOST_PROBLEMS, 'more line')} like that.")
        if not problems and attached != AttachedKnowledge():
            lines = knowledge_lines(knowledge, dataset.names) or ["It restricts nothing."]
            st.caption("\n".join(f"- {markdown_text(line)}" for line in lines))
        _show_file(attached)
    if not problems and not knowledge.is_empty:
        st.caption("Background knowledge is in force.")
    if knowledge.is_empty and not problems and candidates:
        st.caption(markdown_text(first_question(candidates)))
    return None if problems else knowledge


def first_question(candidates: Sequence[str]) -> str:
    """A line for those who have not said what comes first."""
    named = ", ".join(short_name(name, 24) for name in candidates[:_MOST_CANDIDATES])
    more = " and others" if len(candidates) > _MOST_CANDIDATES else ""
    it = "it" if len(candidates) == 1 else "them"
    return (
        f"What comes first? {named}{more}: if nothing in these data causes {it}, as with an age, "
        "a sex, a site or an assigned treatment, say so in Background knowledge."
    )


def comes_first(name: str, names: Sequence[str]) -> None:
    """Add a variable to those that come first, and unfold the panel; a callback of a result."""
    said = st.session_state.get(state.KNOWLEDGE) or AttachedKnowledge()
    first = tuple(each for each in names if each in (*said.first, name))
    st.session_state[state.KNOWLEDGE] = replace(said, first=first)
    st.session_state[state.KNOWLEDGE_FIRST] = list(first)
    st.session_state[state.KNOWLEDGE_OPEN] = st.session_state.get(state.KNOWLEDGE_OPEN, 0) + 1
    st.session_state[state.KNOWLEDGE_ADDED] = True


def in_force(
    attached: AttachedKnowledge, names: tuple[str, ...]
) -> tuple[Knowledge, tuple[str, ...]]:
    """Everything that is known together, and what is wrong with it."""
    typed = read_typed_knowledge(attached.typed, names)
    problems = (*filter(None, [attached.problem]), *typed.problems)
    if problems:
        return Knowledge(), problems
    try:
        stated = together((attached.knowledge, typed.knowledge))
        knowledge = with_first(stated, (*attached.first, *typed.first), names)
        compiled(knowledge, names)
    except KnowledgeError as error:
        return Knowledge(), (str(error),)
    return knowledge, ()


def _attached(record: RunRecord | None) -> AttachedKnowledge:
    # A link to a run brings its knowledge along, so that Run would do the same again.
    if state.KNOWLEDGE not in st.session_state and record is not None:
        known = record.settings.knowledge
        if not known.is_empty:
            st.session_state[state.KNOWLEDGE] = said_by_run(known, record.names)
    attached: AttachedKnowledge | None = st.session_state.get(state.KNOWLEDGE)
    return attached or AttachedKnowledge()


def said_by_run(known: Knowledge, names: tuple[str, ...]) -> AttachedKnowledge:
    """A run's knowledge as it might have been chosen and typed here, so that it can be changed.

    What cannot be said that way, such as names that read in two ways, is attached as a whole.
    """
    first = come_first(known, names)
    rest = replace(known, tiers=(), closed_tiers=()) if first else known
    lines = [statement.text for statement in statements_of(rest)]
    said = AttachedKnowledge(typed="\n".join(lines), first=first)
    whole = AttachedKnowledge("From the run shown", known)
    return said if in_force(said, names) == (known, ()) else whole


def _show_words(attached: AttachedKnowledge, names: tuple[str, ...]) -> AttachedKnowledge:
    """What can be said here; what was said is kept while other pages are shown."""
    # A widget that is not drawn forgets its value; what is attached has it still.
    for key, value in (
        (state.KNOWLEDGE_FIRST, [name for name in names if name in attached.first]),
        (state.KNOWLEDGE_TYPED, attached.typed),
    ):
        if key not in st.session_state:
            st.session_state[key] = value
    first = st.multiselect(
        "Come first: nothing in the data causes them",
        names,
        key=state.KNOWLEDGE_FIRST,
        format_func=short_name,
        placeholder="e.g. age, sex, treatment",
        # Enter takes the first line of the list: one name, with the letters that were typed.
        filter_mode="contains",
        select_all=False,
        help="Variables such as age, sex or an assigned treatment. No edge leads into them, so "
        "there is none between two of them either.",
    )
    seq, problem = st.session_state.get(state.KNOWLEDGE_SAID, ("", ""))
    typed_line(
        names,
        (seq, not problem),
        key=state.KNOWLEDGE_LINE,
        on_say=partial(say, names),
        enforced=True,
        problem=problem,
    )
    typed = st.text_area(
        "Statements",
        key=state.KNOWLEDGE_TYPED,
        height=100,
        placeholder="A -> B\nA !-> C",
        help=_FORMS,
    )
    said = replace(attached, first=tuple(first), typed=typed or "")
    if said != attached:
        st.session_state[state.KNOWLEDGE] = said
    return said


def say(names: tuple[str, ...], text: str, seq: str) -> None:
    """Add lines to those that are typed, or tell what is wrong with them."""
    problems = read_typed_knowledge(text, names).problems
    st.session_state[state.KNOWLEDGE_SAID] = (seq, problems[0] if problems else "")
    if not problems:
        before = st.session_state.get(state.KNOWLEDGE_TYPED) or ""
        lines = [*before.splitlines(), *in_own_spelling(text, names).splitlines()]
        st.session_state[state.KNOWLEDGE_TYPED] = "\n".join(filter(str.strip, lines))


def _show_file(attached: AttachedKnowledge) -> None:
    if not attached.name:
        _show_upload()
        return
    st.markdown(f"**{markdown_text(short_name(attached.name, 40))}**")
    if attached.left_aside:
        st.caption(markdown_text(attached.left_aside))
    st.button("Remove", key="remove-knowledge", on_click=_remove)


def _show_upload() -> None:
    key = f"{state.KNOWLEDGE_FILE}_{st.session_state.get(state.KNOWLEDGE_FILES, 0)}"
    st.file_uploader(
        "Or a file: CSV, JSON or Tetrad's text",
        type=["csv", "json", "txt"],
        key=key,
        on_change=_attach,
        args=(key,),
        help="A CSV has the header source,relation,target; the relations are -> (required), "
        "!-> (forbidden), -- (joined) and !-- (not joined). A list of edges, with the header "
        "source,target, requires each of them. Names are those of the data. Of "
        "statements saved on Tune the enforced ones count.",
    )


def _attach(key: str) -> None:
    file = st.session_state.get(key)
    if file is None:
        return
    knowledge, left_aside, problem = Knowledge(), "", ""
    try:
        knowledge, left_aside = read_enforced(file.getvalue(), name=file.name)
    except KnowledgeError as error:
        problem = str(error)
    said = st.session_state.get(state.KNOWLEDGE) or AttachedKnowledge()
    st.session_state[state.KNOWLEDGE] = replace(
        said, name=file.name, knowledge=knowledge, problem=problem, left_aside=left_aside
    )


def _remove() -> None:
    said = st.session_state.get(state.KNOWLEDGE) or AttachedKnowledge()
    st.session_state[state.KNOWLEDGE] = AttachedKnowledge(typed=said.typed, first=said.first)
    st.session_state[state.KNOWLEDGE_FILES] = st.session_state.get(state.KNOWLEDGE_FILES, 0) + 1
