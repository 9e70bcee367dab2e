"""A histogram of each column, with what it holds and what it lacks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from components.colours import Palette
from components.data_page.figure_style import style
from components.data_page.values import plot_text, value_text
from components.text import short_name
from gesncd.data import ColumnPlan, ColumnProfile, Encoding, Kind, Marker, Profile, Table
from gesncd.data.resolve import resolve
from gesncd.words import listed, quoted

_MOST_BARS = 30
_MOST_CATEGORIES = 12
_FEW_VALUES = 12
_LABELLED = 4
_CHARACTERS = 25
"""So many stand side by side under a panel, on a small screen."""
_TEXTS_NAMED = 5
_FAR = 3.0
_GAP = 0.2
_PANEL_HEIGHT = 164
_TITLE_WIDTH = 26


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bars of one column.

    Parameters
    ----------
    name, note
        The column, and what it holds.
    labels
        What each bar counts.
    counts
        How many rows.
    bins
        Both ends of the axis where bars are bins of numbers; None where they are values.
    apart
        Whether the last bar counts texts among numbers, or the rest of many texts, and stands
        apart from the others.
    apart_label
        The axis's word for it.
    """

    name: str
    note: str
    labels: tuple[str, ...]
    counts: tuple[int, ...]
    bins: tuple[str, str] | None = None
    apart: bool = False
    apart_label: str = "text"

    @property
    def places(self) -> list[int]:
        """Where the bars stand."""
        places = list(range(len(self.counts)))
        if self.apart and places:
            places[-1] += max(1, round(_GAP * places[-1]))
        return places


def histogram(table: Table, about: ColumnProfile, markers: tuple[Marker, ...] = ()) -> Histogram:
    """Count the values of a column: texts and few numbers one by one, many in bins.

    Parameters
    ----------
    table, about
        The table, and what is known of the column.
    markers
        What means a missing value by now. One such as -999 would squeeze all others into a bar.
    """
    column = resolve(table, ColumnPlan(about.name, encoding=Encoding.NUMBER), markers)
    values = column.numbers(table)[~column.missing]
    labels, counts, bins = _number_bars(values[np.isfinite(values)])
    texts = column.texts
    note = _note(about, column.n_missing, table.n_rows)
    if texts is None or not texts.count:
        return Histogram(about.name, note, tuple(labels), tuple(counts), bins)
    kept = texts.codes[texts.codes >= 0]
    times = np.bincount(kept, minlength=len(texts.values))
    order = np.argsort(-times, kind="stable")
    if about.kind is Kind.MIXED:
        # Texts among numbers have no place on their axis: they stand apart from it.
        shown = [quoted(texts.values[i]) for i in order[:_TEXTS_NAMED]]
        labels.append(f"text, {listed(shown, len(texts.values))}")
        counts.append(texts.count)
        return Histogram(about.name, note, tuple(labels), tuple(counts), bins, apart=True)
    order = order[:_MOST_CATEGORIES]
    labels += [short_name(texts.values[i], 40) for i in order]
    counts += [int(times[i]) for i in order]
    rest = texts.count - int(times[order].sum())
    if rest:
        how_many = f"{len(texts.values) - len(order):,} " if texts.complete else ""
        labels.append(f"{how_many}other texts")
        counts.append(rest)
    return Histogram(
        about.name, note, tuple(labels), tuple(counts), apart=bool(rest), apart_label="others"
    )


def _number_bars(
    values: NDArray[np.float64],
) -> tuple[list[str], list[int], tuple[str, str] | None]:
    if not len(values):
        return [], [], None
    different, times = np.unique(values, return_counts=True)
    if len(different) <= _FEW_VALUES:
        return [value_text(float(v)) for v in different], [int(t) for t in times], None
    low, high = float(values.min()), float(values.max())
    bins = min(_MOST_BARS, max(8, round(math.sqrt(len(values)))))
    with np.errstate(over="ignore", invalid="ignore"):
        inner_low, inner_high = (float(q) for q in np.quantile(values, (0.005, 0.995)))
        # One value far away would squeeze all others into a single bar.
        cut = inner_high > inner_low and high - low > _FAR * (inner_high - inner_low)
        start, end = (inner_low, inner_high) if cut else (low, high)
        edges = np.linspace(start, end, bins + 1)
        even = np.isfinite(edges).all() and (np.diff(edges) > 0).all()
    if not even:
        return [f"{value_text(low)} to {value_text(high)}"], [len(values)], None
    counts, _ = np.histogram(np.clip(values, start, end), edges)
    labels = [f"{value_text(float(a))} to {value_text(float(b))}" for a, b in pairwise(edges)]
    if cut:
        labels[0], labels[-1] = (
            f"up to {value_text(float(edges[1]))}",
            f"from {value_text(float(edges[-2]))}",
        )
    ends = (value_text(start), value_text(end))
    return labels, [int(c) for c in counts], (f"≤ {ends[0]}", f"≥ {ends[1]}") if cut else ends


def _note(about: ColumnProfile, n_missing: int, n_rows: int) -> str:
    if not n_missing:
        return about.kind.value
    share = 100 * n_missing / max(1, n_rows)
    return f"{about.kind.value}, {'<0.1' if share < 0.1 else f'{share:.2g}'} % missing"


def histogram_figure(histograms: Sequence[Histogram], colours: Palette, across: int) -> go.Figure:
    """Small panels, ``across`` in a row."""
    down = max(1, math.ceil(len(histograms) / across))
    height = down * _PANEL_HEIGHT + 20
    figure = make_subplots(
        down,
        across,
        horizontal_spacing=0.04,
        vertical_spacing=min(0.9 / down, 74 / height) if down > 1 else 0,
        subplot_titles=[_title(h, colours) for h in histograms],
    )
    for k, panel in enumerate(histograms):
        row, column = divmod(k, across)
        figure.add_bar(
            x=panel.places,
            y=panel.counts,
            marker={
                "color": [
                    colours.muted if panel.apart and k == len(panel.counts) - 1 else colours.accent
                    for k in range(len(panel.counts))
                ],
                "line": {"width": 0},
            },
            hovertext=[
                f"{plot_text(label)}: {count:,}"
                for label, count in zip(panel.labels, panel.counts, strict=True)
            ],
            hoverinfo="text",
            row=row + 1,
            col=column + 1,
        )
        places, texts = axis_labels(panel)
        figure.update_xaxes(
            tickvals=places,
            ticktext=texts,
            tickangle=0,
            range=[-0.6, max([1, *panel.places]) + 0.6],
            row=row + 1,
            col=column + 1,
        )
    style(figure, colours, height)
    figure.update_layout(margin={"l": 26, "r": 26})
    figure.update_layout(bargap=0.08)
    figure.update_annotations(font={"size": 12}, yshift=2)
    figure.update_xaxes(showgrid=False, zeroline=False, showline=True, linecolor=colours.line)
    figure.update_yaxes(visible=False)
    return figure


def _title(panel: Histogram, colours: Palette) -> str:
    name = plot_text(short_name(panel.name, _TITLE_WIDTH))
    return (
        f"<span style='color:{colours.ink}'>{name}</span><br>"
        f"<span style='font-size:10px;color:{colours.muted}'>{plot_text(panel.note)}</span>"
    )


def axis_labels(panel: Histogram) -> tuple[list[int], list[str]]:
    """Where the axis has labels, and which: the range of bins, a few values, or the outer ones."""
    count = len(panel.labels) - panel.apart
    if panel.bins is not None:
        places, texts = [0, count - 1], [plot_text(end) for end in panel.bins]
    else:
        room = round(_CHARACTERS / (len(panel.places) + 0.2)) - 1
        beside = pairwise(panel.labels[:count])
        fits = count <= _LABELLED and all(len(a) + len(b) <= 2 * room for a, b in beside)
        outer = [0] if panel.apart else [0, count - 1]
        places = list(range(count)) if fits else outer
        # The outer two of more have a panel's whole width; dates are whole in it.
        width = room if count == 2 and not panel.apart else 12
        texts = [plot_text(short_name(panel.labels[k], width)) for k in places]
    if panel.apart:
        places.append(panel.places[-1])
        texts.append(panel.apart_label)
    return places, texts


def profiles_by_name(profile: Profile, names: Sequence[str]) -> list[ColumnProfile]:
    """Entries of these columns, in the table's order."""
    wanted = set(names)
    return [about for about in profile.columns if about.name in wanted]
