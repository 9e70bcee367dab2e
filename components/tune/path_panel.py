"""The τ-path, the graph at its line, and what the statements propose."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components import state
from components.graph_panel import choose_nodes, chosen_nodes
from components.graph_view import graph_frames, graph_view
from components.graph_view.build import view_data
from components.knowledge_marks import knowledge_marks
from components.opened_run import OpenedRun
from components.scene import remember_places
from components.text import markdown_text, tau_text
from components.tune.paint import persistence_paint
from components.tune.path_shown import Shown, known_arrows
from components.tune.path_view import HEIGHT, axis, path_view
from components.tune.path_work import PathAsked, automatic_tau
from components.tune.said_panel import take_pair
from components.tune.tables import file_name
from gesncd.runs.store.records import RunRecord
from gesncd.search.plateaus import Plateau, TauPath

Line = Callable[[], float | None]
"""Tells where the line stands, when it is asked; None without a path."""


def show_path(opened: OpenedRun, asked: PathAsked, shown: Shown) -> None:
    """The path and the graph at its line.

    A fragment with nothing else in it, so that a line that is dragged costs no more than these.
    """
    view = st.fragment(_show_path)
    view(opened, asked, shown)


def bring_graphs(shown: Shown) -> None:
    """Bring the path's graphs into the page, so that the graph follows the line at once.

    Called at the end of the page, as what is brought has no place of its own there.
    """
    if shown.frames is not None:
        graph_frames(dict(shown.frames), key="tune-frames")


def _show_path(opened: OpenedRun, asked: PathAsked, shown: Shown) -> None:
    record = opened.record
    if st.session_state.pop(state.TUNE_PAIR, False):
        # Two variables were chosen: the form for statements is no part of this.
        st.rerun()
    tau = line_tau(opened, shown.path)
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        path_view(
            {**shown.picture, "tau": tau},
            key=state.TUNE_PATH,
            on_change=lambda value, final, drawn: _moved(record.id, value, final, drawn),
        )
    with right:
        _show_graph(opened, asked, shown, _sent_plateau(shown, shown.path.at(tau)))


def _moved(run_id: str, tau: float, final: bool, drawn: str) -> None:
    st.session_state[state.TUNE_DRAWN] = drawn
    choose_tau(run_id, tau, final=final)


def _sent_plateau(shown: Shown, here: Plateau) -> Plateau:
    """The plateau whose graph is sent: the line's, but for a browser that has all of them.

    What it is sent then stays as it was, so that it has not to be sent again.
    """
    path_id = shown.picture["id"]
    sent: tuple[str, float] | None = st.session_state.get(state.TUNE_SENT)
    if st.session_state.get(state.TUNE_DRAWN) == path_id and sent and sent[0] == path_id:
        return shown.path.at(sent[1])
    st.session_state[state.TUNE_SENT] = (path_id, here.tau_low)
    return here


def line_tau(opened: OpenedRun, path: TauPath) -> float:
    """Where the line stands: where it was put, else where the address says, else at the run's τ."""
    known: dict[str, float] = st.session_state.get(state.TUNE_TAU, {})
    automatic, own = automatic_tau(opened.record), opened.record.tau
    tau = known.get(opened.record.id)
    if tau is None:
        tau = _addressed(automatic, own) or own or path.tau_floor
    low, high = axis(path, automatic)
    return min(max(tau, low), high)


def _addressed(*exact: float | None) -> float | None:
    """The address's τ: of these the one whose six digits it is, so that it stays automatic."""
    try:
        tau = float(st.query_params.get(state.TAU, ""))
    except ValueError:
        return None
    if not 0 < tau < 1:
        return None
    same = (known for known in exact if known and _in_address(known) == _in_address(tau))
    return next(same, tau)


def _in_address(tau: float) -> str:
    return f"{tau:.6g}"


def choose_tau(run_id: str, tau: float, *, final: bool = True) -> None:
    """Put the line somewhere; the address follows when it is there to stay."""
    known = st.session_state.get(state.TUNE_TAU, {})
    st.session_state[state.TUNE_TAU] = {**known, run_id: tau}
    if final:
        st.query_params[state.TAU] = _in_address(tau)


def _show_graph(opened: OpenedRun, asked: PathAsked, shown: Shown, plateau: Plateau) -> None:
    record = opened.record
    index = shown.path.plateaus.index(plateau)
    payload = view_data(
        record.names,
        plateau.graph,
        opened.positions,
        layout_id=opened.layout_id,
        stamp=f"{shown.picture['id']}:{index}",
        focus=chosen_nodes(record.dataset_sha256),
        knowledge=knowledge_marks(
            asked.settings.knowledge, record.names, *known_arrows(asked, record.names, plateau)
        ),
        paint=persistence_paint(shown.path, plateau.graph, shown.lasting),
    )

    def clicked(nodes: tuple[int, ...]) -> None:
        choose_nodes(record.dataset_sha256, nodes)
        st.session_state[state.TUNE_PAIR] = take_pair(record.names, nodes)

    graph_view(
        {**payload, "frames": shown.picture["id"]},
        key=state.TUNE_GRAPH,
        picture=file_name(record, "graph"),
        height=HEIGHT,
        on_click=clicked,
        on_move=lambda places: (
            None if opened.dataset is None else remember_places(opened.dataset, places)
        ),
    )


def show_proposal(record: RunRecord, shown: Shown) -> None:
    """The τ that agrees best with the statements held out, and what speaks against it."""
    proposal = shown.proposal
    if proposal is None:
        st.caption(
            "S_g falls as edges come and cannot tell too many from just enough. Statements that "
            "you hold out can: the page then proposes the τ that agrees with them best."
        )
        return
    with st.container(border=True):
        if not proposal.n_deciding:
            st.markdown(markdown_text(proposal.warning))
            return
        st.markdown(f"**Proposal.** {markdown_text(proposal.sentence)}")
        for text in filter(None, [proposal.warning, *proposal.doubts]):
            st.caption(f":material/warning: {markdown_text(text)}")
        st.button(
            f"Use {tau_text(proposal.tau, None)}",
            key="tune-use-tau",
            on_click=choose_tau,
            args=(record.id, proposal.tau),
        )
