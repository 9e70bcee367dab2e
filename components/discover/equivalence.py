"""The members of the equivalence class: how many there are, and a look at each."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from components import state
from components.graph_view.build import EdgeChange
from components.text import count, markdown_text
from gesncd.graphs import PDAG, EdgeKind, members
from gesncd.runs.store.records import RunRecord
from gesncd.search.events import Phase

MOST_COUNTED = 1000
MOST_BROWSED = 100


@lru_cache(maxsize=8)
def class_members(graph: PDAG) -> tuple[PDAG, ...]:
    """Members in lexicographic order, at most one more than are counted."""
    return tuple(members(graph, MOST_COUNTED + 1))


def size_text(graph: PDAG, *, known: bool = False) -> str:
    """How many graphs explain the data equally well, in a sentence.

    Parameters
    ----------
    graph
        The class, oriented by background knowledge where there is some.
    known
        Whether there is. It rules out graphs that explain the data just as well.
    """
    n = len(class_members(graph))
    if n == 1:
        return _alone_text(graph, known)
    size = f"More than {MOST_COUNTED:,}" if n > MOST_COUNTED else f"{n:,}"
    agree = " and agree with what you know" if known else ""
    return (
        f"{size} graphs explain the data equally well{agree}, if every decision of the search was "
        "right. They have the same edges and differ in how the undirected ones point."
    )


def _alone_text(graph: PDAG, known: bool) -> str:
    if graph.n_edges == 0:
        return "The graph has no edges, so no direction is open."
    leaves = "The class and what you know leave" if known else "The class leaves"
    return (
        f"{leaves} no direction open. That is so if every decision of the search was right, and "
        "says nothing of how sure an arrow is: one wrong edge, or one that is missing, can turn "
        "many of them."
    )


def turned_edges(graph: PDAG, member: PDAG) -> tuple[EdgeChange, ...]:
    """The edges that a member directs and its class does not."""
    return tuple(
        EdgeChange(e.source, e.target, EdgeKind.UNDIRECTED, kind, Phase.BACKWARD)
        for e in graph.edges()
        if not e.directed and (kind := member.kind(e.source, e.target))
    )


def shown_member(record: RunRecord, graph: PDAG) -> tuple[int, PDAG] | None:
    """The member that is looked at, with its number from 1 on; None for the class itself."""
    number = st.session_state.get(state.member_key(record.id))
    if number is None:
        return None
    browsable = class_members(graph)[:MOST_BROWSED]
    return (int(number), browsable[int(number) - 1]) if 0 < number <= len(browsable) else None


def show_equivalence(record: RunRecord, graph: PDAG, *, known: bool) -> None:
    """Size of the final graph's class, and a browser through its members.

    Parameters
    ----------
    record, graph
        The run and its final graph.
    known
        Whether background knowledge has oriented the graph; see :func:`size_text`.
    """
    st.header("Equivalence class", anchor=False)
    n = min(len(class_members(graph)), MOST_BROWSED)
    size = markdown_text(size_text(graph, known=known))
    if n == 1:
        st.caption(size)
        return
    text, choice = st.columns([2.3, 1], gap="medium", vertical_alignment="center")
    text.caption(size)
    choice.number_input(
        f"Show member (1 to {n})",
        min_value=1,
        max_value=n,
        value=None,
        step=1,
        placeholder="the class itself",
        key=state.member_key(record.id),
        on_change=_show_last_step,
        args=(record.id,),
        help="The graph above then shows one of them. Empty the field to see the class again.",
    )
    if len(class_members(graph)) > MOST_BROWSED:
        text.caption(f"The first {count(MOST_BROWSED, 'member')} can be looked at.")


def _show_last_step(run_id: str) -> None:
    st.session_state.pop(state.step_key(run_id), None)
