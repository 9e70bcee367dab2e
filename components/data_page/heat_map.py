"""The dependence of each pair as a heat map."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from components.colours import Palette
from components.data_page.dependence import Dependence
from components.data_page.figure_style import style
from components.data_page.values import middle_cut, plot_text
from components.text import number, short_name

_FEW = 14
_CELL, _LEAST, _MOST, _ROW = 40, 380, 760, 14


def heat_map_figure(found: Dependence, which: str, colours: Palette) -> go.Figure:
    """Rank correlation (``"rank"``), from -1 to 1, or RCD (``"rcd"``), from 0 to 1.

    Numbers stand in the cells where there are few.
    """
    matrix = (found.rank_correlation if which == "rank" else found.rcd).copy()
    # A variable's dependence on itself tells nothing and would outshine the rest.
    np.fill_diagonal(matrix, np.nan)
    d = len(found.names)
    names = [plot_text(middle_cut(name, 20)) for name in found.names]
    title = "ρ" if which == "rank" else "RCD"
    hover = [
        [
            f"{plot_text(short_name(a))}, {plot_text(short_name(b))}<br>"
            f"ρ {number(float(found.rank_correlation[i, j]))}, RCD {number(float(found.rcd[i, j]))}"
            if i != j
            else ""
            for j, b in enumerate(found.names)
        ]
        for i, a in enumerate(found.names)
    ]
    figure = go.Figure(
        go.Heatmap(
            z=matrix if which == "rank" else np.clip(matrix, 0, 1),
            zmin=-1 if which == "rank" else 0,
            zmax=1,
            colorscale=_scale(which, colours),
            hovertext=hover,
            hoverinfo="text",
            text=[[_cell(v) for v in row] for row in matrix] if d <= _FEW else None,
            texttemplate="%{text}" if d <= _FEW else None,
            textfont={"size": 11},
            xgap=1,
            ygap=1,
            colorbar={
                "title": {"text": title, "side": "top"},
                "orientation": "h",
                "x": 0,
                "xanchor": "left",
                "y": 1,
                "yanchor": "bottom",
                "thickness": 10,
                "len": 0.3,
                "outlinewidth": 0,
            },
        )
    )
    few = d <= _FEW
    height = int(np.clip(_CELL * d + 190, _LEAST, _MOST)) if few else _ROW * d + 260
    style(figure, colours, height)
    size = 12 if few else 10
    figure.update_xaxes(
        tickvals=list(range(d)),
        ticktext=names,
        tickangle=-90 if d > 6 else 0,
        tickfont={"size": size},
        showgrid=False,
        zeroline=False,
        automargin=True,
        constrain="domain",
    )
    figure.update_yaxes(
        tickvals=list(range(d)),
        ticktext=names,
        tickfont={"size": size},
        autorange="reversed",
        showgrid=False,
        zeroline=False,
        automargin=True,
        scaleanchor="x" if few else None,
        constrain="domain",
    )
    figure.update_layout(margin={"l": 8, "r": 8, "t": 12, "b": 8})
    return figure


def _cell(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.2f}".replace("-0.00", "0.00")


def _scale(which: str, colours: Palette) -> list[tuple[float, str]]:
    if which == "rank":
        return [(0.0, colours.backward), (0.5, colours.background), (1.0, colours.accent)]
    return [(0.0, colours.background), (1.0, colours.forward)]
