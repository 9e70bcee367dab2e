"""Scatter plots of each pair of a few variables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from components.colours import Palette
from components.data_page.dependence import average_ranks, rank_correlations, sampled_rows
from components.data_page.figure_style import style
from components.data_page.values import plot_text
from components.text import number, short_name

MOST_CHOSEN = 5
MOST_POINTS = 800
_BINS = 24


def pair_figure(
    values: NDArray[np.float64],
    names: Sequence[str],
    colours: Palette,
    *,
    ranks: bool,
    seed: int = 0,
) -> go.Figure:
    """Points below the diagonal, histograms on it, rank correlation above.

    Parameters
    ----------
    values
        Shape ``(n, k)``; of many rows a seeded sample is drawn.
    names
        The k columns.
    ranks
        Show ranks instead of the values.
    """
    k = len(names)
    rho = rank_correlations(values)
    shown = average_ranks(values) if ranks else values
    points = shown[sampled_rows(len(shown), MOST_POINTS, seed)]
    figure = make_subplots(k, k, horizontal_spacing=0.012, vertical_spacing=0.016)
    for i in range(k):
        for j in range(k):
            if i == j:
                _add_histogram(figure, shown[:, i], i, colours)
            elif j < i:
                figure.add_scatter(
                    x=points[:, j],
                    y=points[:, i],
                    mode="markers",
                    marker={"size": 3, "color": colours.accent, "opacity": 0.45},
                    hoverinfo="skip",
                    row=i + 1,
                    col=j + 1,
                )
            else:
                _add_text(figure, f"ρ {number(float(rho[i, j]))}", i, j, k, colours)
    style(figure, colours, 150 * k + 70)
    figure.update_xaxes(
        showgrid=False, zeroline=False, showticklabels=False, linecolor=colours.line
    )
    figure.update_yaxes(
        showgrid=False, zeroline=False, showticklabels=False, linecolor=colours.line
    )
    for i, name in enumerate(names):
        label = plot_text(short_name(name, 22))
        figure.update_xaxes(title={"text": label, "standoff": 4}, row=k, col=i + 1)
        figure.update_yaxes(title={"text": label, "standoff": 4}, row=i + 1, col=1)
    figure.update_layout(bargap=0.05, margin={"l": 40, "r": 8, "t": 8, "b": 40})
    return figure


def _add_histogram(
    figure: go.Figure, column: NDArray[np.float64], i: int, colours: Palette
) -> None:
    counts, edges = np.histogram(column, _BINS)
    figure.add_bar(
        x=(edges[:-1] + edges[1:]) / 2,
        y=counts,
        marker={"color": colours.noise},
        hoverinfo="skip",
        row=i + 1,
        col=i + 1,
    )


def _add_text(figure: go.Figure, text: str, i: int, j: int, k: int, colours: Palette) -> None:
    figure.add_scatter(
        x=[0],
        y=[0],
        mode="text",
        text=[text],
        textfont={"size": 14, "color": colours.ink},
        hoverinfo="skip",
        row=i + 1,
        col=j + 1,
    )
    figure.update_xaxes(visible=False, row=i + 1, col=j + 1)
    figure.update_yaxes(visible=False, row=i + 1, col=j + 1)
