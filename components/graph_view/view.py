"""Mounting of the two browser components behind the graph view."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pyvis
import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from components.browser import source

_HERE = Path(__file__).parent
_VIS = Path(pyvis.__file__).parent / "lib" / "vis-9.1.2" / "vis-network.min.js"


def vis_source() -> str:
    """The code of vis-network, as pyvis ships it."""
    return _VIS.read_text(encoding="utf-8")


def marks_source() -> str:
    """The code that places and draws what stands on edges."""
    return source("edge_marks")


@cache
def _loader() -> ComponentRenderer:
    # The bundle's last line is a comment: what follows needs a line of its own.
    code = vis_source() + "\nexport default function () {}\n"
    return st.components.v2.component("gesncd_vis_network", js=code)


@cache
def _graph() -> ComponentRenderer:
    return st.components.v2.component(
        "gesncd_graph_view",
        html='<div class="graph-view"></div>',
        css=(_HERE / "graph_view.css").read_text(encoding="utf-8"),
        js=source("graph_view"),
    )


@cache
def _frames() -> ComponentRenderer:
    return st.components.v2.component("gesncd_graph_frames", js=source("graph_frames"))


def load_vis() -> None:
    """Bring vis-network into the page, once; 460 KB that never travel again with the data."""
    _loader()(key="gesncd_vis_network", height=1)


def graph_frames(data: dict[str, Any], *, key: str) -> None:
    """Bring many graphs into the page, once, for a view that turns to them by itself.

    Parameters
    ----------
    data
        From :func:`components.graph_view.frames.frames_data`.
    key
        The component's own.
    """
    _frames()(key=key, data=data, height=1)


def graph_view(
    data: dict[str, Any],
    *,
    key: str,
    picture: str,
    height: int,
    on_click: Callable[[tuple[int, ...]], None],
    on_move: Callable[[list[list[float]]], None],
) -> None:
    """Show a graph.

    Parameters
    ----------
    data
        From :func:`components.graph_view.build.view_data`. With ``"frames"``, the name
        of graphs that :func:`graph_frames` has brought, the view shows the one of them that
        the browser has turned to.
    key
        Keep it, and the view stays mounted: zoom, positions and selection live on.
    picture
        Name of the picture that it saves, without an ending.
    height
        Pixels.
    on_click
        Called before the next run of the script with what was clicked: one
        node, the two nodes of a pair, or nothing, which ends a selection.
    on_move
        Called with the places of all nodes when they differ from those sent.
    """

    def clicked() -> None:
        value = st.session_state[key]["click"]
        if value is not None:
            on_click(tuple(int(node) for node in value["nodes"]))

    def moved() -> None:
        value = st.session_state[key]["moved"]
        # Places of another data set may arrive late, when this one is shown already.
        if value is not None and value["layout"] == data["layout"]:
            on_move(value["places"])

    _graph()(
        key=key,
        data={**data, "height": height, "key": key, "picture": picture},
        on_click_change=clicked,
        on_moved_change=moved,
    )
