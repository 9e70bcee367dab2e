"""Prior statements: the list, and the ways to add one."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from components import state
from components.text import count, markdown_text, short_name
from components.tune.said import (
    HeldOut,
    add,
    add_file,
    add_typed,
    at_odds,
    enforce,
    forget_all,
    held_out,
    released,
    remove,
    said_of,
)
from components.tune.said_messages import FILE, FORGET, FORM, HEAD, TYPED, attempt, show_told
from components.tune.tables import file_name
from components.typed_line import typed_line
from gesncd.analysis.agreement import HELD_OUT_SENTENCE
from gesncd.analysis.statement_files import statements_json
from gesncd.analysis.statements import PAIR_RELATIONS, Relation, Statement
from gesncd.knowledge import KnowledgeError
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.statements import Said

_RELATION_TEXTS: Final = {
    Relation.CAUSES: "→ edge to",
    Relation.ADJACENT: "— joined to",
    Relation.NOT_ADJACENT: "not joined to",
    Relation.NO_EDGE: "no edge to",
    Relation.NOT_CAUSE: "does not cause",
}
_HELD_OUT, _ENFORCE = "Held out", "Enforced"
_LIST_HEIGHT: Final = 500
_MOST_ROWS: Final = 12
"""Statements that are listed without a box to scroll."""


def show_said(record: RunRecord) -> None:
    """The statements of a run's data, and the form for more."""
    st.header("Prior statements", anchor=False)
    said = said_of(record)
    show_told(HEAD)
    st.caption(f"{HELD_OUT_SENTENCE} To enforce or release one needs a new path.")
    _show_form(record)
    n = released(record, said)
    if n:
        are = "is not" if n == 1 else "are not"
        st.caption(
            f":material/info: {count(n, 'statement')} that this run was made to obey {are} "
            "enforced here, so the path may differ from the run."
        )
    if not said:
        st.caption(
            "Nothing was said yet. State what you know without these data: each held-out "
            "statement gets a strip under the path. Statements are kept with the data."
        )
        return
    why = at_odds(said)
    if why:
        st.warning(
            f"{markdown_text(why)} No graph can agree with all statements: take one of these back."
        )
    scrolls = len(said) > _MOST_ROWS
    if scrolls:
        st.caption(f"{count(len(said), 'statement')}: scroll the list to see all.")
    with st.container(height=_LIST_HEIGHT if scrolls else "content", border=scrolls, gap=None):
        found = held_out(said, record.names)
        for each in said:
            _show_row(record, each, _remark(each, found))
    _show_save(record, said, found)


def take_pair(names: tuple[str, ...], nodes: tuple[int, ...]) -> bool:
    """Put two variables that were chosen in the graph into the form; whether there were two."""
    if len(nodes) != 2:
        return False
    st.session_state[state.TUNE_SOURCE] = names[nodes[0]]
    st.session_state[state.TUNE_TARGET] = names[nodes[1]]
    return True


def _show_form(record: RunRecord) -> None:
    typed_line(
        record.names,
        st.session_state.get(state.TUNE_TYPED),
        key="tune-typed",
        on_say=partial(say, record),
    )
    show_told(TYPED)
    source, relation, target = st.columns([1.5, 1.8, 1.5])
    source.selectbox(
        "Variable",
        record.names,
        index=None,
        key=state.TUNE_SOURCE,
        placeholder="Choose",
        format_func=lambda name: short_name(name, 60),
    )
    relation.selectbox(
        "Relation", PAIR_RELATIONS, format_func=_RELATION_TEXTS.__getitem__, key=state.TUNE_RELATION
    )
    target.selectbox(
        "Other variable",
        record.names,
        index=None,
        key=state.TUNE_TARGET,
        placeholder="Choose",
        format_func=lambda name: short_name(name, 60),
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Use as",
            [_HELD_OUT, _ENFORCE],
            default=_HELD_OUT,
            required=True,
            key=state.TUNE_ENFORCED,
            label_visibility="collapsed",
        )
        st.button("Add this pair", key="tune-add", type="primary", on_click=_add, args=(record,))
        with st.popover("From a file", icon=":material/upload_file:"):
            _show_upload(record)
    show_told(FORM)
    st.caption("Or Ctrl-click two variables in the graph: they are put in here.")


def _enforced() -> bool:
    return st.session_state.get(state.TUNE_ENFORCED) == _ENFORCE


def say(record: RunRecord, text: str, seq: str) -> None:
    """Take what was typed, and tell the line whether it was taken."""
    taken = attempt(TYPED, partial(add_typed, record, text, enforced=_enforced()))
    st.session_state[state.TUNE_TYPED] = (seq, taken)


def _add(record: RunRecord) -> None:
    if attempt(FORM, partial(_add_chosen, record)):
        st.session_state[state.TUNE_SOURCE] = st.session_state[state.TUNE_TARGET] = None


def _add_chosen(record: RunRecord) -> str:
    source = st.session_state.get(state.TUNE_SOURCE)
    target = st.session_state.get(state.TUNE_TARGET)
    if source is None or target is None:
        raise KnowledgeError("Choose two variables first.")
    statement = Statement.pair(source, st.session_state[state.TUNE_RELATION], target)
    return add(record, (statement,), enforced=_enforced())


def _show_upload(record: RunRecord) -> None:
    key = f"{state.TUNE_FILES}-{st.session_state.get(state.TUNE_FILES, 0)}"
    st.file_uploader(
        "Statements: CSV, JSON, Tetrad's text, or lines as typed",
        type=["csv", "json", "txt"],
        key=key,
        on_change=_take_file,
        args=(record, key),
        help="A CSV has the header source,relation,target; the relations are ->, -- (joined), "
        "!-- (not joined), !-> (no edge) and !=> (does not cause). A list of edges, with the "
        "header source,target, says that each source causes its target. Tiers come as JSON or "
        "Tetrad's text. Lines as typed, such as A -> B, are read as above. They are held out or "
        "enforced as chosen beside; those saved with Save the statements as they were then.",
    )
    show_told(FILE)


def _take_file(record: RunRecord, key: str) -> None:
    file = st.session_state.get(key)
    if file is None:
        return
    st.session_state[state.TUNE_FILES] = st.session_state.get(state.TUNE_FILES, 0) + 1
    attempt(FILE, partial(add_file, record, file.getvalue(), file.name, enforced=_enforced()))


def _remark(each: Said, found: HeldOut) -> str:
    """Why a statement is no evidence of its own; empty where it is, or is enforced."""
    if each.enforced:
        return ""
    if each.statement in found.implied:
        return "Follows from what is enforced: no evidence."
    if each.statement in found.repeated:
        return "Follows from others held out: counts with them."
    return ""


def _show_row(record: RunRecord, each: Said, remark: str) -> None:
    text, how, action = st.columns([4, 1.9, 1.4], vertical_alignment="center")
    words = short_name(each.statement.text, 140)
    text.markdown(markdown_text(words))
    if remark:
        text.caption(remark)
    key = f"tune-said-{each.statement.relation.name}-{each.statement.groups!r}"
    # A widget keeps what was clicked, also where that was refused.
    st.session_state[key] = each.enforced
    how.toggle(
        "Enforced",
        key=key,
        disabled=not each.statement.can_be_enforced,
        help=None
        if each.statement.can_be_enforced
        else "The search can forbid an edge, but not every path: this can only be held out.",
        on_change=_toggle,
        args=(record, each.statement, key),
    )
    action.button(
        "Remove",
        key=f"{key}-remove",
        type="tertiary",
        on_click=_remove,
        args=(record, each.statement, key),
    )
    show_told(key)


def _toggle(record: RunRecord, statement: Statement, key: str) -> None:
    attempt(key, partial(enforce, record, statement, bool(st.session_state[key])))


def _remove(record: RunRecord, statement: Statement, key: str) -> None:
    attempt(key, partial(remove, record, statement))


def _forget(record: RunRecord) -> None:
    attempt(FORGET, partial(forget_all, record))


def _count_words(said: tuple[Said, ...], found: HeldOut) -> str:
    """How much was said, and how much of it is evidence."""
    n = sum(not each.enforced for each in said)
    words = f"{count(n, 'statement')} held out, {len(said) - n} enforced."
    n_implied, n_repeated = len(found.implied), len(found.repeated)
    if n_implied:
        follow, be = ("follows", "is") if n_implied == 1 else ("follow", "are")
        words += (
            f" Of those held out, {n_implied} {follow} from what is enforced and {be} no evidence."
        )
    if n_repeated:
        follow, them = ("follows", "counts") if n_repeated == 1 else ("follow", "count")
        words += f" Of those held out, {n_repeated} {follow} from others and {them} with them."
    return words


def _show_save(record: RunRecord, said: tuple[Said, ...], found: HeldOut) -> None:
    st.caption(_count_words(said, found))
    # A row of their own: beside the caption the last one would have no room.
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Save the statements",
            statements_json(
                (each.statement for each in said if not each.enforced),
                (each.statement for each in said if each.enforced),
            ),
            file_name=file_name(record, "statements.json"),
            mime="application/json",
            key="tune-save-said",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
            help="A JSON file with two lists, enforced and held_out: From a file restores "
            "both. As background knowledge, on Discover or for a command, the enforced ones "
            "count; as statements for gesncd tune the held-out ones are the evidence.",
        )
        with st.popover("Forget all", icon=":material/delete:", type="tertiary"):
            st.markdown(
                f"This takes back {count(len(said), 'statement')} about these data, in every "
                "session of yours. Save them first to have them again."
            )
            st.button(
                "Forget them",
                key="tune-forget",
                type="primary",
                on_click=_forget,
                args=(record,),
            )
            show_told(FORGET)
