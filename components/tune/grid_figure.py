"""The grid as two heat maps: S_g, and the number of edges that it must be read with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.colours import Palette
from components.data_page.figure_style import style
from components.tune.cells_form import cell_text
from gesncd.analysis import Cell, GridRow
from gesncd.search.words import score_text

_CELL, _FRAME = 46, 92
_FEWEST: Final = 2


def grid_figure(
    rows: Sequence[GridRow], colours: Palette, shown: Cell | None = None
) -> go.Figure | None:
    """Depth by width, means over the seeds; None where fewer than two such cells are done.

    The field of the cell that is shown is framed.
    """
    found: dict[tuple[int, int], list[GridRow]] = {}
    for row in rows:
        if row.cell.depth is not None and row.cell.width is not None and row.auto is not None:
            found.setdefault((row.cell.depth, row.cell.width), []).append(row)
    if len(found) < _FEWEST:
        return None
    depths = sorted({depth for depth, _ in found})
    widths = sorted({width for _, width in found})
    figure = make_subplots(1, 2, subplot_titles=("S_g", "Edges"), horizontal_spacing=0.14)
    for column, values in ((1, _scores(found)), (2, _edges(found))):
        grid = [[values.get((depth, width)) for width in widths] for depth in depths]
        most = max(values.values(), default=0.0) or 1.0
        figure.add_heatmap(
            row=1,
            col=column,
            z=grid,
            text=[["" if v is None else score_text(v) for v in line] for line in grid],
            texttemplate="%{text}",
            showscale=False,
            zmin=0,
            # Half a tint at most, so that the numbers can be read on it.
            zmax=2 * most,
            xgap=2,
            ygap=2,
            colorscale=[(0, colours.background), (1, colours.accent)],
            hoverinfo="skip",
        )
        # A heat map hands on no clicks; marks over its fields do.
        places = [(x, y, (d, w)) for y, d in enumerate(depths) for x, w in enumerate(widths)]
        places = [place for place in places if place[2] in found]
        figure.add_scatter(
            row=1,
            col=column,
            x=[x for x, _, _ in places],
            y=[y for _, y, _ in places],
            mode="markers",
            marker={"symbol": "square", "size": 34, "color": "rgba(0,0,0,0)"},
            customdata=[found[size][0].number for _, _, size in places],
            hovertext=[_hover(found[size]) for _, _, size in places],
            hoverinfo="text",
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
        )
        if shown is not None and (shown.depth, shown.width) in found:
            x, y = widths.index(shown.width), depths.index(shown.depth)
            figure.add_shape(
                row=1,
                col=column,
                type="rect",
                x0=x - 0.5,
                x1=x + 0.5,
                y0=y - 0.5,
                y1=y + 0.5,
                line={"color": colours.ink, "width": 2},
            )
    style(figure, colours, _CELL * len(depths) + _FRAME)
    figure.update_xaxes(
        title={"text": "Width", "standoff": 4},
        tickvals=list(range(len(widths))),
        ticktext=[str(width) for width in widths],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(
        title={"text": "Depth", "standoff": 4},
        tickvals=list(range(len(depths))),
        ticktext=[str(depth) for depth in depths],
        showgrid=False,
        zeroline=False,
    )
    figure.update_annotations(font={"size": 12, "color": colours.ink})
    figure.update_layout(margin={"l": 40, "r": 8, "t": 30, "b": 40})
    return figure


def clicked_cell(selection: Mapping[str, Any]) -> int | None:
    """Number of the cell whose field was clicked."""
    points = selection.get("points") or []
    if not points:
        return None
    value = points[0].get("customdata")
    if isinstance(value, list | tuple):
        value = value[0]
    return None if value is None else int(value)


def _scores(found: Mapping[tuple[int, int], list[GridRow]]) -> dict[tuple[int, int], float]:
    means = {}
    for size, rows in found.items():
        values = [r.auto.global_score for r in rows if r.auto and r.auto.global_score is not None]
        if values:
            means[size] = sum(values) / len(values)
    return means


def _edges(found: Mapping[tuple[int, int], list[GridRow]]) -> dict[tuple[int, int], float]:
    return {
        size: sum(row.auto.n_edges for row in rows if row.auto) / len(rows)
        for size, rows in found.items()
    }


def _hover(rows: Sequence[GridRow]) -> str:
    lines = []
    for row in rows:
        if row.auto is not None:
            score = row.auto.global_score
            sg = "" if score is None else f", S_g {score_text(score)}"
            lines.append(f"{cell_text(row.cell)}: {row.auto.n_edges} edges{sg}")
    return "<br>".join(lines)
