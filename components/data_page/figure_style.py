"""What the pictures of the Data page have in common."""

from __future__ import annotations

import plotly.graph_objects as go

from components.colours import Palette
from components.plots import FONT

CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def style(figure: go.Figure, colours: Palette, height: int) -> go.Figure:
    """Set fonts, colours and height."""
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 36, "b": 24},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        dragmode=False,
        font={"color": colours.muted, "size": 11, "family": FONT},
        hoverlabel={
            "bgcolor": colours.surface,
            "bordercolor": colours.line,
            "font": {"color": colours.ink, "size": 12},
            "align": "left",
        },
    )
    return figure
