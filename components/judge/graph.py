"""The page's graph: one view for all sections, where Discover has its nodes."""

from __future__ import annotations

import hashlib
import json

import streamlit as st

from components import state
from components.arrange import in_circle, layered
from components.export.menu import file_stem
from components.graph_panel import (
    LEAST_HEIGHT,
    LEAST_MARGIN,
    MOST_HEIGHT,
    choose_nodes,
    chosen_nodes,
)
from components.graph_view import graph_view
from components.graph_view.build import FONT_SIZE, MIN_FONT_PIXELS, view_data
from components.graph_view.paint import GraphPaint
from components.knowledge_marks import marks_of
from components.opened_run import OpenedRun
from components.scene import remember_places
from gesncd.graphs import PDAG

COLUMNS = (2.0, 1.0)
"""Widths of the graph and of what stands beside it, as shares."""
_FRAME = 100
"""Pixels for the tools, the legend and some air."""


def show_painted(
    opened: OpenedRun,
    graph: PDAG,
    paint: GraphPaint,
    *,
    own: PDAG,
    scores: dict[tuple[int, int], float] | None = None,
) -> None:
    """A graph over the run's variables, painted; clicks choose a variable or a pair.

    Parameters
    ----------
    opened
        The run, whose nodes' places are kept.
    graph
        What is drawn.
    paint
        How.
    own
        The run's own graph, by which the variables can be arranged.
    scores
        Written on the edges on request.
    """
    sha256 = opened.record.dataset_sha256
    payload = view_data(
        opened.names,
        graph,
        opened.positions,
        layout_id=opened.layout_id,
        stamp=_stamp(graph, paint),
        focus=chosen_nodes(sha256),
        scores=scores,
        arrangements={
            "circle": in_circle(opened.names),
            "layers": layered(opened.names, own),
        },
        # Of what another method or several runs found, this run's knowledge tells nothing.
        knowledge=marks_of(opened.record, opened.trace, opened.trace.n_steps)
        if graph == own
        else None,
        paint=paint,
    )
    graph_view(
        payload,
        key=state.JUDGE_GRAPH,
        picture=f"{file_stem(opened.record.data_name)}_judged_graph",
        height=height_of(opened),
        on_click=lambda nodes: choose_nodes(sha256, nodes),
        on_move=lambda places: _remember(opened, places),
    )
    st.caption("Click an edge or a variable; Ctrl-click a second variable to ask about the pair.")


def height_of(opened: OpenedRun) -> int:
    """Pixels that the graph needs to be readable as a whole, within limits."""
    heights = opened.positions[:, 1]
    extent = float(heights.max() - heights.min())
    needed = (extent + 2 * LEAST_MARGIN) * MIN_FONT_PIXELS / FONT_SIZE + _FRAME
    return int(min(max(needed, LEAST_HEIGHT), MOST_HEIGHT))


def focused_pair(opened: OpenedRun) -> tuple[int, int] | None:
    """The pair chosen in the graph or in a table, smaller node first."""
    nodes = chosen_nodes(opened.record.dataset_sha256)
    if len(nodes) != 2 or max(nodes) >= len(opened.names):
        return None
    return min(nodes), max(nodes)


def focus_pair(opened: OpenedRun, pair: tuple[int, int] | None) -> None:
    """Choose a pair, or nothing, from a table."""
    choose_nodes(opened.record.dataset_sha256, pair or ())


def _remember(opened: OpenedRun, places: list[list[float]]) -> None:
    if opened.dataset is not None:
        remember_places(opened.dataset, places)


def _stamp(graph: PDAG, paint: GraphPaint) -> str:
    text = json.dumps([graph.parents, graph.neighbors, paint.as_data()], default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
