"""What the path's panel shows and no τ changes: the picture, the proposal, all graphs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import streamlit as st

from components import state
from components.graph_view.frames import Arrows, frames_data
from components.knowledge_marks import compiled, knowledge_marks, marked_pairs
from components.opened_run import OpenedRun
from components.tune.paint import MOST_LABELS, pair_paints
from components.tune.path_view import Agreement, Strip, path_data
from components.tune.path_work import PathAsked, automatic_tau
from components.tune.said import held_out
from gesncd.analysis.agreement import Claim, Verdict, claims_of
from gesncd.analysis.persistence import Persistence, persistence
from gesncd.analysis.statements import PAIR_RELATIONS, Relation
from gesncd.analysis.strips import agreement_summary
from gesncd.analysis.strips import strips as strips_of
from gesncd.analysis.tau_proposal import TauProposal, propose_tau
from gesncd.runs.store.statements import Said
from gesncd.search.arrow_sources import arrow_sources
from gesncd.search.plateaus import Plateau, TauPath
from gesncd.search.provenance import oriented_by_knowledge

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
    counted = held_out(said, record.names).counted
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
        [known_arrows(_asked, names, plateau) for plateau in _path.plateaus],
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
    claims = [
        claim
        for each in said
        for claim in claims_of([each.statement], names, enforced=each.enforced)
    ]
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
    """A claim as two names, or tiers, and what is between them; the names can be cut."""
    statement = claim.statement
    if statement.relation is Relation.TIERS:
        # The later tier of the cut is the first one that no target is in.
        later = list(accumulate(map(len, statement.groups))).index(len(claim.targets)) + 1
        earlier, after = (", ".join(statement.groups[k]) for k in (later - 1, later))
        return earlier, "<", after
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


def known_arrows(asked: PathAsked, names: tuple[str, ...], plateau: Plateau) -> Arrows:
    """Pairs whose arrow comes from knowledge, and those that only follow from it."""
    knowledge = asked.settings.knowledge
    if knowledge.is_empty:
        return frozenset(), frozenset()
    known = compiled(knowledge, names)
    graph, changes = oriented_by_knowledge(plateau.cpdag, known)
    return marked_pairs(arrow_sources(graph, changes, known))
