"""Pictures of what is behind a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from components.colours import Palette
from components.plots import FONT
from components.replay.drawn_variable import DrawnVariable
from components.text import html_text

if TYPE_CHECKING:
    from gesncd.measures.ncd.inspect import NcdPicture
    from gesncd.measures.rcd_inspect import RcdPicture

Floats = NDArray[np.float64]
N_NEIGHBOUR_ROWS = 200
"""Rows of the nearest-neighbour picture; more lines are no picture."""
_N_POINTS = 1500
_N_PARTS = 12
_SIZE = 300


def scatter_figure(
    x: Floats, y: Floats, x_title: str, y_title: str, colours: Palette, title: str
) -> go.Figure:
    """Points of two columns; above some number of them a regular part."""
    figure = _figure(colours, title, x_title, y_title)
    step = max(1, len(x) // _N_POINTS)
    figure.add_scattergl(
        x=x[::step],
        y=y[::step],
        mode="markers",
        hoverinfo="skip",
        marker={"size": 4, "color": colours.accent, "opacity": 0.55},
    )
    return figure


def function_figure(drawn: DrawnVariable, f: Floats, letter: str, colours: Palette) -> go.Figure:
    """What a test function makes of its variable: points, and means.

    The means are of twelve parts of the rows, or of each value where there are no more; those of
    categories are marks, as there is nothing between them.
    """
    x, name = drawn.values, html_text(drawn.name)
    figure = scatter_figure(x, f, name, letter, colours, f"{letter} against {name}")
    parts = _parts(x)
    figure.add_scatter(
        x=[float(x[part].mean()) for part in parts],
        y=[float(f[part].mean()) for part in parts],
        mode="markers" if drawn.categories else "lines",
        hoverinfo="skip",
        line={"color": colours.ink, "width": 2},
        marker={"symbol": "line-ew", "size": 26, "line": {"color": colours.ink, "width": 3}},
    )
    if drawn.categories:
        figure.update_xaxes(
            tickvals=list(range(len(drawn.categories))),
            ticktext=[html_text(category) for category in drawn.categories],
            range=[-0.5, len(drawn.categories) - 0.5],
        )
    return figure


def _parts(x: Floats) -> list[NDArray[np.intp]]:
    """Rows by ascending value: of each value, or of twelve parts where there are more."""
    values, places = np.unique(x, return_inverse=True)
    if len(values) <= _N_PARTS:
        return [np.flatnonzero(places == k) for k in range(len(values))]
    return [part for part in np.array_split(np.argsort(x, kind="stable"), _N_PARTS) if len(part)]


def growth_figure(picture: NcdPicture, colours: Palette) -> go.Figure:
    """Squared correlation in the training rows before each ascent step, a line each half."""
    figure = _figure(colours, "How it grew", "ascent steps of f and g", "squared correlation")
    dashes = ("solid", "dash", "dot", "dashdot")
    assert picture.growth is not None, "only perceptrons grow"
    for k, line in enumerate(picture.growth):
        figure.add_scatter(
            x=list(range(len(line))),
            y=line,
            mode="lines",
            name=f"half {k + 1}",
            line={"color": colours.accent, "dash": dashes[k % 4], "width": 1.8},
        )
    figure.update_yaxes(range=[0, 1.02])
    corner = {"x": 1, "xanchor": "right", "y": 0, "yanchor": "bottom", "font": {"size": 11}}
    figure.update_layout(showlegend=True, legend=corner)
    return figure


def neighbour_figure(
    x: Floats, y: Floats, picture: RcdPicture, x_title: str, y_title: str, colours: Palette
) -> go.Figure:
    """Each row joined to its nearest neighbour in X and Z, and dotted to the one in Z alone."""
    figure = _figure(colours, "Nearest neighbours", html_text(x_title), html_text(y_title))
    shown = np.arange(min(len(x), N_NEIGHBOUR_ROWS))
    nearest = "nearest in X" if picture.without_x is None else "nearest in X and Z"
    pairs = [(picture.with_x, colours.accent, "solid", nearest)]
    if picture.without_x is not None:
        pairs.append((picture.without_x, colours.muted, "dot", "nearest in Z alone"))
    for neighbours, colour, dash, name in reversed(pairs):
        ends_x, ends_y = [], []
        for i in shown:
            j = int(neighbours[i])
            ends_x += [float(x[i]), float(x[j]), None]
            ends_y += [float(y[i]), float(y[j]), None]
        figure.add_scatter(
            x=ends_x,
            y=ends_y,
            mode="lines",
            name=name,
            hoverinfo="skip",
            line={"color": colour, "width": 1.1, "dash": dash},
        )
    figure.add_scatter(
        x=x[shown],
        y=y[shown],
        mode="markers",
        name="rows",
        hoverinfo="skip",
        marker={"size": 4, "color": colours.ink},
    )
    figure.update_layout(
        showlegend=True,
        height=_SIZE + 100,
        legend={"orientation": "h", "y": -0.22, "font": {"size": 11}},
    )
    return figure


def _figure(colours: Palette, title: str, x_title: str, y_title: str) -> go.Figure:
    figure = go.Figure()
    figure.update_layout(
        height=_SIZE,
        margin={"l": 50, "r": 8, "t": 32, "b": 42},
        title={"text": title, "font": {"size": 13, "color": colours.ink}, "x": 0, "y": 0.97},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        font={"color": colours.muted, "size": 11, "family": FONT},
        dragmode=False,
    )
    axis = {"linecolor": colours.line, "gridcolor": colours.line, "griddash": "dot"}
    figure.update_xaxes(title=x_title, zeroline=False, **axis)
    figure.update_yaxes(title=y_title, zeroline=False, **axis)
    return figure
