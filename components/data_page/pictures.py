"""Looking at the data: histograms, pair plots, a dependence map."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.colours import palette
from components.data_page.dependence import MOST_ROWS, MOST_VARIABLES, Dependence, dependence
from components.data_page.draft import Draft
from components.data_page.figure_style import CONFIG
from components.data_page.heat_map import heat_map_figure
from components.data_page.histograms import (
    Histogram,
    histogram,
    histogram_figure,
    profiles_by_name,
)
from components.data_page.pair_plots import MOST_CHOSEN, MOST_POINTS, pair_figure
from components.data_page.work import Outcome
from components.text import short_name
from gesncd.data import ColumnProfile, Dataset, Marker, Table

_VIEWS = {"histograms": "Histograms", "pairs": "Pairs", "map": "Dependence map"}
_PANELS = 20
_ACROSS = 5
_VIEW_KEY = "_data_view"
_NOT_READY = "Pair plots and the dependence map appear when no error is left above."


def show_pictures(draft: Draft, outcome: Outcome) -> None:
    """One kind of picture at a time, so that only what is seen is computed."""
    st.header("Pictures", anchor=False)
    view = st.segmented_control(
        "Show",
        list(_VIEWS),
        default="histograms",
        required=True,
        format_func=_VIEWS.__getitem__,
        key=_VIEW_KEY,
        label_visibility="collapsed",
    )
    dataset = outcome.prepared.dataset
    if view == "histograms":
        _show_histograms(draft, outcome)
    elif dataset is None:
        st.caption(_NOT_READY)
    elif view == "pairs":
        _show_pairs(draft, dataset, outcome.prepared.labels)
    else:
        _show_map(dataset)


def _show_histograms(draft: Draft, outcome: Outcome) -> None:
    shown = profiles_by_name(outcome.profile, outcome.plan.used)
    if len(shown) > _PANELS:
        starts = list(range(0, len(shown), _PANELS))
        start = st.selectbox(
            "Columns",
            starts,
            format_func=lambda s: (
                f"{s + 1} to {min(s + _PANELS, len(shown))}: {short_name(shown[s].name, 24)} to "
                f"{short_name(shown[min(s + _PANELS, len(shown)) - 1].name, 24)}"
            ),
            key=f"_panels_{draft.key}_{len(shown)}",
        )
        shown = shown[start : start + _PANELS]
    if not shown:
        st.caption("Every column is ignored.")
        return
    reading = repr(draft.options)
    markers = outcome.plan.markers
    panels = [
        _histogram(draft.key, reading, about.name, repr(markers), outcome.table, about, markers)
        for about in shown
    ]
    figure = histogram_figure(panels, palette(st.context.theme.type), min(_ACROSS, len(panels)))
    st.plotly_chart(figure, theme=None, key="histograms", config=CONFIG)
    st.caption(
        "Values as they stand in the file, but for those that mean missing, before any other mend; "
        "the height is the count."
    )


@st.cache_data(show_spinner=False, max_entries=2000)
def _histogram(
    key: str,
    reading: str,
    name: str,
    missing: str,
    _table: Table,
    _about: ColumnProfile,
    _markers: tuple[Marker, ...],
) -> Histogram:
    return histogram(_table, _about, _markers)


def column_labels(dataset: Dataset, known: Sequence[str] = ()) -> list[tuple[str, int]]:
    """A label for each column: the variable's name, or the column's own where it has several.

    Parameters
    ----------
    dataset
        The data.
    known
        Names of its columns, such as "colour = red"; without them they are numbered.
    """
    labels = []
    for variable in dataset.variables:
        for k, column in enumerate(variable.columns):
            own = known[column] if known else f"{variable.name} [{k + 1}]"
            labels.append((variable.name if variable.size == 1 else own, column))
    return labels


def first_shown(dataset: Dataset, most: int = 4) -> list[int]:
    """Which labels are chosen at first: variables of one column, before parts of others."""
    single = [variable.size == 1 for variable in dataset.variables for _ in variable.columns]
    order = sorted(range(len(single)), key=lambda i: not single[i])
    n_single = sum(single)
    return sorted(order[: max(2, min(most, n_single))])


def _show_pairs(draft: Draft, dataset: Dataset, known: Sequence[str]) -> None:
    labels = column_labels(dataset, known)
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    chosen = left.multiselect(
        f"Variables, at most {MOST_CHOSEN}",
        range(len(labels)),
        default=first_shown(dataset),
        format_func=lambda i: short_name(labels[i][0]),
        max_selections=MOST_CHOSEN,
        filter_mode="contains",
        select_all=False,
        key=f"_pairs_{dataset.sha256[:12]}",
    )
    scale = right.segmented_control(
        "Scale",
        ["Values", "Ranks"],
        default="Values",
        required=True,
        key="_pair_scale",
        help="Ranks show a relation's shape where a few values are far from the others.",
    )
    if len(chosen) < 2:
        st.caption("Choose at least two variables.")
        return
    figure = pair_figure(
        dataset.values[:, [labels[i][1] for i in chosen]],
        [labels[i][0] for i in chosen],
        palette(st.context.theme.type),
        ranks=scale == "Ranks",
    )
    st.plotly_chart(figure, theme=None, key="pair-plots", config=CONFIG)
    text = "Above the diagonal: the rank correlation ρ."
    if dataset.n_rows > MOST_POINTS:
        text += f" Points: a random sample of {MOST_POINTS:,} rows."
    st.caption(text)


def _show_map(dataset: Dataset) -> None:
    which = st.segmented_control(
        "Measure",
        ["rank", "rcd"],
        default="rank",
        required=True,
        format_func={"rank": "Rank correlation", "rcd": "RCD"}.__getitem__,
        key="_map_measure",
        label_visibility="collapsed",
    )
    found = _dependence(dataset.sha256, dataset)
    figure = heat_map_figure(found, which, palette(st.context.theme.type))
    st.plotly_chart(figure, theme=None, key="dependence-map", config=CONFIG)
    text = (
        "Rank correlation sees relations that rise or fall; RCD, averaged over both directions, "
        "sees any shape. A pair with a small ρ and a large RCD is related in a curve. This is "
        "dependence with nothing given, not cause."
    )
    if dataset.n_rows > MOST_ROWS:
        text += f" A random sample of {MOST_ROWS:,} rows was used."
    if dataset.n_variables > MOST_VARIABLES:
        text += f" The first {MOST_VARIABLES} of {dataset.n_variables:,} variables are shown."
    if any(variable.size > 1 for variable in dataset.variables):
        text += (
            " Of a variable with several columns, grey, it is the largest |ρ| of its columns; "
            "categories have no order, so it has no sign."
        )
    st.caption(text)


@st.cache_data(show_spinner="Measuring dependence", max_entries=16)
def _dependence(sha256: str, _dataset: Dataset) -> Dependence:
    return dependence(_dataset)
