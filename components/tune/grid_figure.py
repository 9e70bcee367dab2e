"""The grid as heat maps: S_g, and the number of edges that it must be read with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.colours import Palette
from components.data_page.figure_style import style
from components.names import NETWORKS_WORDS
from components.tune.cells_form import cell_text
from gesncd.analysis import Cell, GridRow
from gesncd.search.words import score_text

_CELL, _FRAME = 46, 92
_FEWEST: Final = 2

Size = tuple[int, int]
"""Depth and width."""


def grid_figure(
    rows: Sequence[GridRow], colours: Palette, shown: Cell | None = None
) -> go.Figure | None:
    """Depth by width, means over the seeds, a line of maps for each kind of networks.

    S_g compares within one kind only. None where no kind has two fields or more. The field of
    the cell that is shown is framed.
    """
    kinds = _by_kind(rows)
    if not kinds:
        return None
    several = any(len(cells) > 1 for found in kinds.values() for cells in found.values())
    titles = [
        ", ".join(
            (what, *([NETWORKS_WORDS[kind]] if len(kinds) > 1 else ()), *(["mean"] * several))
        )
        for kind in kinds
        for what in ("S_g", "Edges")
    ]
    depths = [sorted({depth for depth, _ in found}) for found in kinds.values()]
    heights = [_CELL * len(each) + _FRAME for each in depths]
    figure = make_subplots(
        len(kinds),
        2,
        subplot_titles=titles,
        row_heights=heights,
        horizontal_spacing=0.14,
        vertical_spacing=_FRAME / sum(heights) if len(kinds) > 1 else 0.0,
    )
    for line, (kind, found) in enumerate(kinds.items(), 1):
        framed = shown is not None and shown.networks == kind
        size = (shown.depth, shown.width) if shown is not None and framed else None
        for column, values in ((1, _scores(found)), (2, _edges(found))):
            _add_map(figure, (line, column), found, values, size, colours)
    style(figure, colours, sum(heights))
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(showgrid=False, zeroline=False)
    figure.update_annotations(font={"size": 12, "color": colours.ink})
    figure.update_layout(margin={"l": 40, "r": 8, "t": 30, "b": 40})
    return figure


def _by_kind(rows: Sequence[GridRow]) -> dict[str, dict[Size, list[GridRow]]]:
    """Cells with a depth and a width, by kind of networks; kinds of one field have no map."""
    kinds: dict[str, dict[Size, list[GridRow]]] = {}
    for row in rows:
        cell = row.cell
        if cell.depth is not None and cell.width is not None and row.auto is not None:
            found = kinds.setdefault(cell.networks or "", {})
            found.setdefault((cell.depth, cell.width), []).append(row)
    return {kind: found for kind, found in kinds.items() if len(found) >= _FEWEST}


def _add_map(
    figure: go.Figure,
    place: tuple[int, int],
    found: Mapping[Size, list[GridRow]],
    values: Mapping[Size, float],
    framed: tuple[int | None, int | None] | None,
    colours: Palette,
) -> None:
    """One map; its fields can be clicked, and the framed one has a frame."""
    row, column = place
    depths = sorted({depth for depth, _ in found})
    widths = sorted({width for _, width in found})
    grid = [[values.get((depth, width)) for width in widths] for depth in depths]
    most = max(values.values(), default=0.0) or 1.0
    figure.add_heatmap(
        row=row,
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
        row=row,
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
    if framed in found:
        x, y = widths.index(framed[1]), depths.index(framed[0])
        figure.add_shape(
            row=row,
            col=column,
            type="rect",
            x0=x - 0.5,
            x1=x + 0.5,
            y0=y - 0.5,
            y1=y + 0.5,
            line={"color": colours.ink, "width": 2},
        )
    for update, title, sizes in (
        (figure.update_xaxes, "Width", widths),
        (figure.update_yaxes, "Depth", depths),
    ):
        update(
            row=row,
            col=column,
            title={"text": title, "standoff": 4},
            tickvals=list(range(len(sizes))),
            ticktext=[str(size) for size in sizes],
        )


def clicked_cell(selection: Mapping[str, Any]) -> int | None:
    """Number of the cell whose field was clicked."""
    points = selection.get("points") or []
    if not points:
        return None
    value = points[0].get("customdata")
    if isinstance(value, list | tuple):
        value = value[0]
    return None if value is None else int(value)


def _scores(found: Mapping[Size, list[GridRow]]) -> dict[Size, float]:
    means = {}
    for size, rows in found.items():
        values = [r.auto.global_score for r in rows if r.auto and r.auto.global_score is not None]
        if values:
            means[size] = sum(values) / len(values)
    return means


def _edges(found: Mapping[Size, list[GridRow]]) -> dict[Size, float]:
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
