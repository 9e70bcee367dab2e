"""Pairwise distances of several graphs as a heat map with the numbers in its cells."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from components.colours import Palette
from components.plots import FONT
from components.text import html_text

_CELL = 52


def shd_figure(
    letters: Sequence[str],
    labels: Sequence[str],
    distances: Sequence[Sequence[int]],
    colours: Palette,
) -> go.Figure:
    """Structural Hamming distances, 0 on the diagonal.

    Parameters
    ----------
    letters, labels
        Short and full names, one a graph.
    distances
        Shape ``(k, k)``, symmetric.
    colours
        The page's.
    """
    k = len(letters)
    most = max((max(row) for row in distances), default=0)
    figure = go.Figure(
        go.Heatmap(
            z=[list(row) for row in distances],
            x=list(letters),
            y=list(letters),
            zmin=0,
            zmax=max(most, 1),
            # Up to half of the full colour, on which the numbers can be read in both themes.
            colorscale=[
                [0.0, colours.background],
                [1.0, _mixed(colours.accent, colours.background)],
            ],
            text=[[str(value) for value in row] for row in distances],
            texttemplate="%{text}",
            textfont={"color": colours.ink, "size": 14},
            hovertext=[
                [
                    f"{a}: {html_text(one)}<br>{b}: {html_text(other)}<br>SHD {distances[i][j]}"
                    for j, (b, other) in enumerate(zip(letters, labels, strict=True))
                ]
                for i, (a, one) in enumerate(zip(letters, labels, strict=True))
            ],
            hoverinfo="text",
            showscale=False,
            xgap=2,
            ygap=2,
        )
    )
    axis = {"showgrid": False, "zeroline": False, "ticks": "", "fixedrange": True}
    figure.update_layout(
        height=_CELL * k + 40,
        width=_CELL * k + 40,
        margin={"l": 24, "r": 4, "t": 24, "b": 4},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        dragmode=False,
        font={"color": colours.muted, "size": 13, "family": FONT},
        hoverlabel={
            "bgcolor": colours.surface,
            "bordercolor": colours.line,
            "font": {"color": colours.ink, "size": 12},
            "align": "left",
        },
        xaxis={**axis, "side": "top"},
        yaxis={**axis, "autorange": "reversed"},
    )
    return figure


def shd_frame(letters: Sequence[str], distances: Sequence[Sequence[int]]) -> pd.DataFrame:
    """The same as a table, one row a graph."""
    frame = pd.DataFrame([list(row) for row in distances], columns=list(letters))
    frame.insert(0, "Run", list(letters))
    return frame


def _mixed(colour: str, ground: str, share: float = 0.5) -> str:
    parts = [
        round(share * int(colour[k : k + 2], 16) + (1 - share) * int(ground[k : k + 2], 16))
        for k in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)
