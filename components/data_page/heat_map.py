"""The dependence of each pair as a heat map."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from components.colours import Palette
from components.data_page.dependence import Dependence
from components.data_page.figure_style import style
from components.data_page.values import plot_text
from components.labels import distinct_names
from components.text import number, short_name

_FEW = 14
_CELL, _LEAST, _MOST, _ROW = 40, 380, 760, 14


def heat_map_figure(found: Dependence, which: str, colours: Palette) -> go.Figure:
    """Rank correlation (``"rank"``), from -1 to 1, or RCD (``"rcd"``), from 0 to 1.

    Numbers stand in the cells where there are few. A rank correlation without a
    sign, that of a variable with several columns, is grey.
    """
    matrix = (found.rank_correlation if which == "rank" else found.rcd).copy()
    # A variable's dependence on itself tells nothing and would outshine the rest.
    np.fill_diagonal(matrix, np.nan)
    d = len(found.names)
    names = [plot_text(name) for name in distinct_names(found.names, 20)]
    hover = [[_hover(found, i, j) if i != j else "" for j in range(d)] for i in range(d)]
    if which == "rank":
        signed = np.where(found.signed, matrix, np.nan)
        traces = [_trace(signed, hover, -1, "ρ", _scale(which, colours), d <= _FEW)]
        if not found.one_column.all():
            plain = np.where(found.signed, np.nan, matrix)
            grey = [(0.0, colours.background), (1.0, colours.muted)]
            traces.append(_trace(plain, hover, 0, "|ρ|", grey, d <= _FEW, place=0.36))
    else:
        traces = [_trace(np.clip(matrix, 0, 1), hover, 0, "RCD", _scale(which, colours), d <= _FEW)]
    figure = go.Figure(traces)
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


def _hover(found: Dependence, i: int, j: int) -> str:
    sign = "ρ" if found.signed[i, j] else "|ρ|"
    pair = ", ".join(plot_text(short_name(found.names[k])) for k in (i, j))
    rho, rcd = float(found.rank_correlation[i, j]), float(found.rcd[i, j])
    return f"{pair}<br>{sign} {number(rho)}, RCD {number(rcd)}"


def _trace(
    matrix: NDArray[np.float64],
    hover: list[list[str]],
    low: int,
    title: str,
    scale: list[tuple[float, str]],
    few: bool,
    place: float = 0.0,
) -> go.Heatmap:
    """Cells with their own scale; pairs that have none are left to what lies below."""
    return go.Heatmap(
        z=matrix,
        zmin=low,
        zmax=1,
        colorscale=scale,
        hovertext=[
            ["" if np.isnan(value) else text for value, text in zip(values, texts, strict=True)]
            for values, texts in zip(matrix, hover, strict=True)
        ],
        hoverinfo="text",
        hoverongaps=False,
        text=[[_cell(v) for v in row] for row in matrix] if few else None,
        texttemplate="%{text}" if few else None,
        textfont={"size": 11},
        xgap=1,
        ygap=1,
        colorbar={
            "title": {"text": title, "side": "top"},
            "orientation": "h",
            "x": place,
            "xanchor": "left",
            "y": 1,
            "yanchor": "bottom",
            "thickness": 10,
            "len": 0.3,
            "outlinewidth": 0,
        },
    )


def _cell(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.2f}".replace("-0.00", "0.00")


def _scale(which: str, colours: Palette) -> list[tuple[float, str]]:
    if which == "rank":
        return [(0.0, colours.backward), (0.5, colours.background), (1.0, colours.accent)]
    return [(0.0, colours.background), (1.0, colours.forward)]
