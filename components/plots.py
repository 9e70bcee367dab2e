"""The two plots beside the graph: S_g by step, and each step's local score against τ."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.colours import Palette
from components.sentences import pair_text
from components.text import html_text, number, tau_number
from components.trace import Trace
from gesncd.search.events import Phase, Step
from gesncd.search.words import score_text

HEIGHT = 178
FONT = '"Source Sans", sans-serif'
"""Streamlit's own font, which it brings along."""
_SAME_WHEN_SELECTED: dict[str, Any] = {
    "selected": {"marker": {"opacity": 1}},
    "unselected": {"marker": {"opacity": 1}},
}
"""A click goes to a step; the ring, not a fading of the others, says which."""
_STEPS_A_STRETCH = 10
"""The axis grows by so many steps at a time, so that it seldom jumps."""


def global_score_figure(
    trace: Trace, names: Sequence[str], colours: Palette, current: int | None
) -> go.Figure:
    """S_g after each step; lower means that the data agree better with the graph.

    Parameters
    ----------
    current
        The step that is shown in the graph, marked by a ring; None for none.
    """
    figure = _figure(colours, "Global score S_g", trace)
    scores = sorted(trace.global_scores.items())
    steps = [step for step, _ in scores]
    values = [value for _, value in scores]
    marker = [colours.muted if s == 0 else _step_colour(trace.steps, s, colours) for s in steps]
    figure.add_scatter(
        x=steps,
        y=values,
        mode="lines+markers",
        line={"color": colours.line, "width": 1.5},
        marker={"color": marker, "size": 7},
        **_SAME_WHEN_SELECTED,
        hovertext=[_hover(trace, s, names, f"S_g {score_text(v)}") for s, v in scores],
        hoverinfo="text",
    )
    if current in trace.global_scores:
        _ring(figure, current, trace.global_scores[current], colours)
    top = max(values, default=0.0)
    figure.update_yaxes(range=[0, _round_up(top) if top > 0 else 1], nticks=4)
    return figure


def local_score_figure(
    trace: Trace,
    names: Sequence[str],
    colours: Palette,
    tau: float | None,
    floor: float | None,
    current: int | None,
) -> go.Figure:
    """Local score of each step's operator against τ, on a log axis.

    A score that is not positive has no place on a log axis; it is drawn at the
    lower edge and keeps its true value in the hover text.
    """
    figure = _figure(colours, "Local score of each step, log scale", trace)
    positive = [s.score for s in trace.steps if s.score > 0]
    reference = max(tau or 0.01, 1e-6)
    low = min([reference / 10, *positive]) / 1.5
    # A score is a squared correlation or a coefficient of at most one.
    high = 1.25
    if floor is not None and floor > 0:
        figure.add_hrect(
            y0=low, y1=floor, fillcolor=colours.noise, opacity=0.35, line_width=0, layer="below"
        )
    if tau is not None:
        _add_tau(figure, reference, tau, colours)
    for phase, symbol in ((Phase.FORWARD, "circle"), (Phase.BACKWARD, "diamond")):
        taken = [step for step in trace.steps if step.phase is phase]
        figure.add_scatter(
            x=[step.index for step in taken],
            y=[max(step.score, low * 1.1) for step in taken],
            mode="markers",
            marker={"color": _phase_colour(phase, colours), "size": 7, "symbol": symbol},
            **_SAME_WHEN_SELECTED,
            hovertext=[
                _hover(trace, step.index, names, f"score {score_text(step.score)}")
                for step in taken
            ],
            hoverinfo="text",
        )
    if current is not None and 0 < current <= trace.n_steps:
        _ring(figure, current, max(trace.steps[current - 1].score, low * 1.1), colours)
    decades = [10.0**k for k in range(math.ceil(math.log10(low)), 1)]
    figure.update_yaxes(
        type="log",
        range=[math.log10(low), math.log10(high)],
        tickvals=decades,
        ticktext=[number(decade) for decade in decades],
    )
    return figure


def clicked_step(selection: Mapping[str, Any]) -> int | None:
    """The step of the point that was clicked in a plot; None where the click hit none."""
    points = selection.get("points") or []
    return round(points[0]["x"]) if points else None


def _add_tau(figure: go.Figure, y: float, tau: float, colours: Palette) -> None:
    figure.add_hline(y=y, line={"color": colours.ink, "width": 1.2, "dash": "dash"})
    figure.add_annotation(
        x=0.01,
        xref="paper",
        y=math.log10(y),
        text=f"τ {tau_number(tau)}",
        showarrow=False,
        xanchor="left",
        yanchor="top",
        font={"size": 11, "color": colours.ink},
    )


def _figure(colours: Palette, title: str, trace: Trace) -> go.Figure:
    figure = go.Figure()
    last = _STEPS_A_STRETCH * max(1, math.ceil(trace.n_steps / _STEPS_A_STRETCH))
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 44, "r": 8, "t": 30, "b": 28},
        title={"text": title, "font": {"size": 13, "color": colours.ink}, "x": 0, "y": 0.97},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        hoverlabel={
            "bgcolor": colours.surface,
            "bordercolor": colours.line,
            "font": {"color": colours.ink, "size": 12},
            "align": "left",
        },
        font={"color": colours.muted, "size": 11, "family": FONT},
        dragmode=False,
    )
    figure.update_xaxes(
        range=[-0.5, last + 0.5],
        showgrid=False,
        zeroline=False,
        linecolor=colours.line,
        showline=True,
        tickformat="d",
        nticks=6,
        tickcolor=colours.line,
        ticks="outside",
        ticklen=3,
    )
    figure.update_yaxes(gridcolor=colours.line, griddash="dot", zeroline=False)
    _phase_bands(figure, trace, colours)
    return figure


def _phase_bands(figure: go.Figure, trace: Trace, colours: Palette) -> None:
    for phase in Phase:
        indices = [step.index for step in trace.steps if step.phase is phase]
        if indices:
            figure.add_vrect(
                x0=min(indices) - 0.5,
                x1=max(indices) + 0.5,
                fillcolor=_phase_colour(phase, colours),
                opacity=0.07,
                line_width=0,
                layer="below",
            )


def _ring(figure: go.Figure, x: float, y: float, colours: Palette) -> None:
    figure.add_scatter(
        x=[x],
        y=[y],
        mode="markers",
        hoverinfo="skip",
        cliponaxis=False,
        marker={
            "size": 14,
            "color": "rgba(0,0,0,0)",
            "line": {"color": colours.accent, "width": 2},
        },
    )


def _step_colour(steps: Sequence[Step], index: int, colours: Palette) -> str:
    if not 0 < index <= len(steps):
        return colours.muted
    return _phase_colour(steps[index - 1].phase, colours)


def _phase_colour(phase: Phase, colours: Palette) -> str:
    return colours.forward if phase is Phase.FORWARD else colours.backward


def _hover(trace: Trace, index: int, names: Sequence[str], value: str) -> str:
    if not 0 < index <= trace.n_steps:
        return f"Start, {value}"
    step = trace.steps[index - 1]
    verb = "add" if step.phase is Phase.FORWARD else "remove"
    pair = html_text(pair_text(step.operator, names))
    return f"Step {index}, {step.phase.value}<br>{verb} {pair}<br>{value}"


def _round_up(value: float) -> float:
    """A little above, on a round number, so that the axis moves seldom."""
    unit = math.pow(10, math.floor(math.log10(value)))
    return math.ceil(1.05 * value / unit * 2) / 2 * unit
