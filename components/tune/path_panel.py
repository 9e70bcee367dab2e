"""The τ-path, the graph at its line, and what the statements propose."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from components import state
from components.graph_panel import choose_nodes, chosen_nodes
from components.graph_view import graph_frames, graph_view
from components.graph_view.build import view_data
from components.graph_view.frames import Arrows, frames_data
from components.knowledge_marks import compiled, knowledge_marks
from components.opened_run import OpenedRun
from components.scene import remember_places
from components.text import markdown_text, tau_text
from components.tune.paint import MOST_LABELS, pair_paints, persistence_paint
from components.tune.path_view import HEIGHT, Agreement, Strip, axis, path_data, path_view
from components.tune.path_work import PathAsked, automatic_tau
from components.tune.said import evidence
from components.tune.said_panel import take_pair
from gesncd.analysis.agreement import Claim, Verdict, claims_of
from gesncd.analysis.persistence import Persistence, persistence
from gesncd.analysis.statements import PAIR_RELATIONS, Relation
from gesncd.analysis.strips import agreement_summary
from gesncd.analysis.strips import strips as strips_of
from gesncd.analysis.tau_proposal import TauProposal, propose_tau
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.statements import Said
from gesncd.search.events import Cause
from gesncd.search.plateaus import Plateau, TauPath
from gesncd.search.provenance import oriented_by_knowledge

Line = Callable[[], float | None]
"""Tells where the line stands, when it is asked; None without a path."""

_BETWEEN: Final = {
    Relation.CAUSES: "→",
    Relation.ADJACENT: "—",
    Relation.NOT_ADJACENT: "not joined to",
    Relation.NO_EDGE: "no edge to",
    Relation.NOT_CAUSE: "does not cause",
}
"""What stands between two names in a strip that has no room for the whole statement."""
_LETTERS: Final = {Verdict.SATISFIED: "s", Verdict.VIOLATED: "v", Verdict.UNDECIDED: "u"}


@dataclass(frozen=True, eq=False, slots=True)
class Shown:
    """A path and everything about it that no τ changes.

    Parameters
    ----------
    path
        The graphs of all τ.
    picture
        What the picture is sent, but for the place of the line.
    lasting
        How long each pair stays joined.
    proposal
        The τ that agrees best with the statements held out; None without any.
    frames
        All graphs as the browser draws them; None where they are too many to be sent.
    """

    path: TauPath
    picture: Mapping[str, Any]
    lasting: Mapping[tuple[int, int], Persistence]
    proposal: TauProposal | None
    frames: Mapping[str, Any] | None


def shown_path(opened: OpenedRun, asked: PathAsked, path: TauPath, said: tuple[Said, ...]) -> Shown:
    """Put together what is to be shown; once for the same path and statements."""
    path_id = f"{opened.record.id}:{asked.id}:{path.tau_floor}"
    return _shown(path_id, said, opened, asked, path)


@st.cache_resource(show_spinner=False, max_entries=24, hash_funcs={Said: repr})
def _shown(
    path_id: str, said: tuple[Said, ...], _opened: OpenedRun, _asked: PathAsked, _path: TauPath
) -> Shown:
    record = _opened.record
    tau_auto = automatic_tau(record)
    counted = evidence(said, record.names)
    proposal = propose_tau(_path, counted, tau_auto)
    picture = path_data(
        _path,
        record.names,
        path_id=path_id,
        graph_key=state.TUNE_GRAPH,
        tau=_path.tau_floor,
        tau_auto=tau_auto,
        alpha=record.settings.alpha,
        tau_of_run=record.settings.tau,
        strips=_strips(_path, said, counted, record.names),
        agreement=_agreement(_path, counted, proposal),
    )
    lasting, frames = _lasting_and_frames(path_id, _opened, _asked, _path)
    return Shown(_path, picture, lasting, proposal, frames)


@st.cache_resource(show_spinner=False, max_entries=24)
def _lasting_and_frames(
    path_id: str, _opened: OpenedRun, _asked: PathAsked, _path: TauPath
) -> tuple[dict[tuple[int, int], Persistence], dict[str, Any] | None]:
    """What no statement that is held out changes."""
    names = _opened.record.names
    lasting = persistence(_path)
    graphs = [plateau.graph for plateau in _path.plateaus]
    pairs = {
        (min(edge.source, edge.target), max(edge.source, edge.target))
        for graph in graphs
        for edge in graph.edges()
    }
    frames = frames_data(
        names,
        graphs,
        [_known_arrows(_asked, names, plateau) for plateau in _path.plateaus],
        graph_key=state.TUNE_GRAPH,
        frames_id=path_id,
        paint=pair_paints(_path, sorted(pairs), lasting),
        most_labels=MOST_LABELS,
        knowledge=knowledge_marks(_asked.settings.knowledge, names),
    )
    return lasting, frames


def _strips(
    path: TauPath, said: tuple[Said, ...], counted: tuple[Any, ...], names: tuple[str, ...]
) -> list[Strip]:
    claims = claims_of((each.statement for each in said), names)
    return [
        Strip(
            strip.claim.text,
            "".join(_LETTERS[strip.at(plateau.tau_low)] for plateau in path.plateaus),
            enforced=strip.claim not in counted,
            parts=_parts(strip.claim),
        )
        for strip in strips_of(path, claims)
    ]


def _parts(claim: Claim) -> tuple[str, str, str] | None:
    """A claim about two variables as they and what is between them; the names can be cut."""
    statement = claim.statement
    if statement.relation not in PAIR_RELATIONS:
        return None
    a, b = statement.names
    return a, _BETWEEN[statement.relation], b


def _agreement(
    path: TauPath, counted: tuple[Any, ...], proposal: TauProposal | None
) -> Agreement | None:
    if proposal is None:
        return None
    summaries = [agreement_summary(plateau.graph, counted) for plateau in path.plateaus]
    high = None if math.isinf(proposal.tau_high) else proposal.tau_high
    # Where no statement depends on τ, none speaks for a range.
    best = (proposal.tau_low, high, proposal.tau) if proposal.n_deciding else None
    return Agreement(
        values=tuple(summary.share or 0.0 for summary in summaries),
        notes=tuple(summary.sentence for summary in summaries),
        best=best,
        best_text=proposal.sentence,
    )


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
    if st.session_state.pop(_PAIR, False):
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


_PAIR: Final = "_tune_pair"


def line_tau(opened: OpenedRun, path: TauPath) -> float:
    """Where the line stands: where it was put, else where the address says, else at the run's τ."""
    known: dict[str, float] = st.session_state.get(state.TUNE_TAU, {})
    tau = known.get(opened.record.id)
    if tau is None:
        tau = _addressed() or opened.record.tau or path.tau_floor
    low, high = axis(path, automatic_tau(opened.record))
    return min(max(tau, low), high)


def _addressed() -> float | None:
    try:
        tau = float(st.query_params.get(state.TAU, ""))
    except ValueError:
        return None
    return tau if 0 < tau < 1 else None


def choose_tau(run_id: str, tau: float, *, final: bool = True) -> None:
    """Put the line somewhere; the address follows when it is there to stay."""
    known = st.session_state.get(state.TUNE_TAU, {})
    st.session_state[state.TUNE_TAU] = {**known, run_id: tau}
    if final:
        st.query_params[state.TAU] = f"{tau:.6g}"


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
            asked.settings.knowledge, record.names, *_known_arrows(asked, record.names, plateau)
        ),
        paint=persistence_paint(shown.path, plateau.graph, shown.lasting),
    )

    def clicked(nodes: tuple[int, ...]) -> None:
        choose_nodes(record.dataset_sha256, nodes)
        st.session_state[_PAIR] = take_pair(record.names, nodes)

    graph_view(
        {**payload, "frames": shown.picture["id"]},
        key=state.TUNE_GRAPH,
        height=HEIGHT,
        on_click=clicked,
        on_move=lambda places: (
            None if opened.dataset is None else remember_places(opened.dataset, places)
        ),
    )


def _known_arrows(asked: PathAsked, names: tuple[str, ...], plateau: Plateau) -> Arrows:
    """Pairs whose arrow comes from knowledge, and those that only follow from it."""
    knowledge = asked.settings.knowledge
    if knowledge.is_empty:
        return frozenset(), frozenset()
    _, changes = oriented_by_knowledge(plateau.cpdag, compiled(knowledge, names))
    return (
        frozenset((change.i, change.j) for change in changes),
        frozenset((each.i, each.j) for each in changes if each.reason.cause is Cause.MEEK),
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
