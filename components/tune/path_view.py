"""What the τ-path's picture is sent, and its mounting."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.browser import source
from components.colours import DARK, LIGHT
from components.text import count, edge_text, tau_number
from gesncd.graphs import PDAG
from gesncd.graphs.pdag import Edge
from gesncd.search.plateaus import TauPath

_HERE = Path(__file__).parent
HEIGHT = 640
"""Pixels of the graph beside the picture, at most."""
_MOST_CHANGES = 3
_AIR = 1.6
"""How far the axis goes on beyond the last breakpoint and the automatic τ."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What a prior statement is along the path.

    Parameters
    ----------
    label
        The statement.
    states
        One letter a plateau: s for satisfied, v for violated, u for undecided.
    enforced
        Whether the search was made to obey it, or it follows from other statements, so that it is
        no evidence of its own.
    parts
        The two variables, or tiers, with the sign between them, for where there is no room
        for the label; None for other groups.
    """

    label: str
    states: str
    enforced: bool = False
    parts: tuple[str, str, str] | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well the graphs agree with the statements held out, along the path.

    Parameters
    ----------
    values
        Agreement from 0 to 1, one a plateau.
    notes
        The same in words.
    best
        The proposed range of τ, its upper end None where it has none, and the τ to
        take in it; None where nothing is proposed.
    best_text
        The proposal in words.
    """

    values: tuple[float, ...]
    notes: tuple[str, ...]
    best: tuple[float, float | None, float] | None = None
    best_text: str = ""


@cache
def _path() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_tau_path",
        html='<div class="path"></div>',
        css=(_HERE / "path_view.css").read_text(encoding="utf-8"),
        js=source("tau_path"),
    )


def path_view(
    data: dict[str, Any], *, key: str, on_change: Callable[[float, bool, str], None]
) -> None:
    """Show the path.

    Parameters
    ----------
    data
        From :func:`path_data`.
    key
        Keep it, and the picture stays mounted.
    on_change
        Called before the next run of the script with the new τ, whether it is there to
        stay: not so while the line is dragged; and the ``path_id`` of the graphs that the
        browser turns to by itself, empty where it was not sent them.
    """

    def changed() -> None:
        value = st.session_state[key]["tau"]
        if value is not None:
            st.session_state[_seq_key(key)] = int(value["seq"])
            on_change(float(value["tau"]), bool(value["final"]), str(value["drawn"]))

    seq = st.session_state.get(_seq_key(key), 0)
    _path()(key=key, data={**data, "seq": seq}, on_tau_change=changed)


def _seq_key(key: str) -> str:
    return f"_{key}_seq"


def axis(path: TauPath, tau_auto: float | None) -> tuple[float, float]:
    """The thresholds that the picture covers."""
    last = path.plateaus[-1].tau_low
    high = max(_AIR * last, _AIR * (tau_auto or 0.0), 4 * path.tau_floor)
    # A score is a squared correlation or a coefficient of at most one.
    return path.tau_floor, max(min(high, 1.0), 1.05 * last)


def path_data(
    path: TauPath,
    names: Sequence[str],
    *,
    path_id: str,
    graph_key: str = "",
    tau: float,
    tau_auto: float | None,
    alpha: float,
    tau_of_run: float | None = None,
    strips: Sequence[Strip] = (),
    agreement: Agreement | None = None,
) -> dict[str, Any]:
    """What the browser needs, as plain data.

    Parameters
    ----------
    path, names
        The graphs of all thresholds, and one name a node.
    path_id
        Names the path, so that another one starts afresh.
    graph_key
        Key of the graph view that follows the line, where it was sent the path's graphs
        under the same name.
    tau
        Where the line stands.
    tau_auto, alpha
        The automatic τ at this level; None where the measure cannot tell it.
    tau_of_run
        A threshold of the run's own, marked too; None where it was automatic.
    strips, agreement
        What the statements are along the path.
    """
    low, high = axis(path, tau_auto)
    marks = []
    if tau_auto is not None and low <= tau_auto <= high:
        marks.append({"tau": tau_auto, "text": "automatic τ"})
    if tau_of_run is not None and low <= tau_of_run <= high:
        marks.append({"tau": tau_of_run, "text": "this run"})
    return {
        "id": path_id,
        "graph": graph_key,
        "height": HEIGHT,
        "low": low,
        "high": high,
        "auto": tau_auto if tau_auto is not None and low <= tau_auto <= high else None,
        "autoText": f"{tau_number(tau_auto)} (auto, α {alpha:g})" if tau_auto else "",
        "tau": tau,
        "marks": marks,
        "beyond": _beyond(path),
        "plateaus": [
            {
                "low": plateau.tau_low,
                "high": None if math.isinf(plateau.tau_high) else plateau.tau_high,
                "edges": plateau.graph.n_edges,
                "directed": sum(edge.directed for edge in plateau.graph.edges()),
                "sg": plateau.global_score,
                "note": "" if k == 0 else change_text(plateau.graph, below.graph, names),
            }
            for k, (below, plateau) in enumerate(
                zip((path.plateaus[0], *path.plateaus), path.plateaus, strict=False)
            )
        ],
        "strips": [
            {
                "label": strip.label,
                "states": strip.states,
                "enforced": strip.enforced,
                "parts": None if strip.parts is None else list(strip.parts),
            }
            for strip in strips
        ],
        "sums": None
        if agreement is None
        else {"values": list(agreement.values), "notes": list(agreement.notes)},
        "best": _best(agreement),
        "palettes": {"light": LIGHT.as_dict(), "dark": DARK.as_dict()},
    }


def _beyond(path: TauPath) -> dict[str, Any] | None:
    """Where the path ends and what is left there; None where no τ changes the graph."""
    last = path.plateaus[-1]
    if len(path.plateaus) == 1:
        return None
    text = "only required edges" if last.graph.n_edges else "no edges"
    return {"tau": last.tau_low, "text": text}


def _best(agreement: Agreement | None) -> dict[str, Any] | None:
    if agreement is None or agreement.best is None:
        return None
    low, high, tau = agreement.best
    return {"low": low, "high": high, "tau": tau, "text": agreement.best_text}


def change_text(above: PDAG, below: PDAG, names: Sequence[str]) -> str:
    """How the graph changes when τ falls below a breakpoint, in a few words."""
    before, after = _by_pair(above), _by_pair(below)
    changes = [f"{edge_text(edge, names)} comes" for p, edge in after.items() if p not in before]
    changes += [f"{edge_text(edge, names)} goes" for p, edge in before.items() if p not in after]
    changes += [
        f"{edge_text(before[p], names)} becomes {edge_text(edge, names)}"
        for p, edge in after.items()
        if p in before and before[p] != edge
    ]
    if len(changes) > _MOST_CHANGES:
        left = len(changes) - _MOST_CHANGES
        return f"{', '.join(changes[:_MOST_CHANGES])} and {count(left, 'more change')}"
    return ", ".join(changes)


def _by_pair(graph: PDAG) -> dict[tuple[int, int], Edge]:
    return {(min(e.source, e.target), max(e.source, e.target)): e for e in graph.edges()}
