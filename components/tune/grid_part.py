"""Grid: the same data searched with several settings, side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from components import state
from components.colours import palette
from components.graph_panel import choose_nodes, chosen_nodes
from components.graph_view import graph_view
from components.graph_view.build import view_data
from components.graph_view.paint import GraphPaint, LegendEntry
from components.opened_run import OpenedRun
from components.settings.difference import all_differences
from components.store import run_store
from components.text import count, markdown_text, short_name, tau_text, unbroken
from components.tune import tasks
from components.tune.cells_form import (
    MOST_CELLS,
    cell_text,
    cells_estimate,
    choose_cells,
    settings_of,
    shared_words,
)
from components.tune.grid_figure import clicked_cell, grid_figure
from components.tune.grid_table import COLUMNS, grid_frame
from components.tune.other_settings import show_differences
from components.tune.path_panel import Line
from components.tune.tables import file_name, show_csv
from components.tune.use import go_to_discover
from gesncd.analysis import (
    GLOBAL_SCORE_SENTENCE,
    Cell,
    CellResult,
    Claim,
    GridRow,
    grid_caveats,
    summarise_grid,
)
from gesncd.runs.tasks import TaskRecord, task_parts, task_results
from gesncd.runs.tasks.parts_grid import cell_of_part, grid_parts
from gesncd.search.words import score_text
from gesncd.settings.run_settings import RunSettings

KIND: Final = "grid"
_SLOWER: Final = 2.5
"""A cell goes down to a third of its τ, and scores its graphs."""
_GRAPH_HEIGHT: Final = 480


def show_grid(
    opened: OpenedRun, settings: RunSettings, line: Line, claims: Sequence[Claim]
) -> None:
    """The form, the task, and what it found.

    Parameters
    ----------
    opened
        The run whose data are searched.
    settings
        Its settings, with what is enforced now.
    line
        Tells where the line stands.
    claims
        Statements held out.
    """
    record = opened.record
    st.caption(f"{GLOBAL_SCORE_SENTENCE}")
    cells = choose_cells(record, "tune-grid", with_seeds=True)
    also = line() is not None and st.checkbox(
        "Judge every cell at the line's τ too",
        key="tune-grid-also",
        help="Scores of different measures are not alike: one τ does not mean the same to them.",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        # No callback: it would be given the settings of the page's last run, not these.
        if st.button(
            "Run the grid",
            key="tune-grid-run",
            type="primary",
            disabled=not 0 < len(cells) <= MOST_CELLS,
        ):
            _start(opened, settings, cells, line() if also else None)
        if len(cells) > MOST_CELLS:
            st.caption(f"{len(cells)} settings are more than {MOST_CELLS}; choose fewer.")
        note = st.empty()
    found = tasks.fitting(record, KIND, partial(_differences, settings))
    if not tasks.goes_on(found) and len(cells) <= MOST_CELLS:
        text = "Choose some."
        if cells:
            text = cells_estimate(record, cells, 1, kind=KIND, slower=_SLOWER)
        note.caption(markdown_text(text))
    if found is None:
        return
    tasks.watch_earlier(record, KIND, found.task, "Grid")
    show_differences(found.differs)
    knew = _settings_of_part(task_parts(run_store(), found.task.id)[0]).knowledge
    if not knew.is_empty and knew != settings.knowledge:
        # What the cells were made to obey is no evidence for them, whatever it is now.
        claims = ()
        st.caption("Agreement is left out, as other statements were enforced.")
    tasks.watch(found.task, "Grid", show=partial(_show_found, opened, claims))


def _settings_of_part(part: Mapping[str, Any]) -> RunSettings:
    return RunSettings.from_dict(part["settings"])


def _differences(settings: RunSettings, parts: tasks.Parts) -> tuple[str, ...]:
    """What cells have that they would not have now; measure, networks and seed are their own."""
    return all_differences(
        (_settings_of_part(part), settings_of(settings, cell_of_part(part))) for part in parts
    )


def _start(
    opened: OpenedRun, settings: RunSettings, cells: Sequence[Cell], tau: float | None
) -> None:
    parts = [
        part
        for cell in cells
        for part in grid_parts(settings_of(settings, cell), [cell], tau_chosen=tau)
    ]
    tasks.start(opened.record, KIND, parts, f"Grid on {short_name(opened.record.title, 60)}")


def _show_found(opened: OpenedRun, claims: Sequence[Claim], task: TaskRecord) -> None:
    rows = _rows(task, claims)
    failed = [r.message for r in task_results(run_store(), task.id).values() if not r.ok]
    for message in dict.fromkeys(failed):
        st.warning(markdown_text(message))
    if not rows:
        return
    shown = _shown(task.id, rows)
    by_map, by_table = st.session_state.get(state.TUNE_CELL_CHOICES, (0, 0))
    map_key = f"{state.TUNE_GRID_MAP}-{by_table}"
    table_key = f"{state.TUNE_GRID_TABLE}-{by_map}"
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        figure = grid_figure(rows, palette(st.context.theme.type), shown.cell)
        if figure is not None:
            st.plotly_chart(
                figure,
                theme=None,
                key=map_key,
                config={"displayModeBar": False},
                alt="S_g and number of edges by depth and width",
                selection_mode="points",
                on_select=lambda: _open(
                    task.id, clicked_cell(st.session_state[map_key]["selection"]), by_map=True
                ),
            )
        cells = [row.cell for row in rows]
        shared = shared_words(cells)
        if shared:
            st.caption(f"All with {', '.join(shared)}.")
        frame = grid_frame(rows, shared)
        st.dataframe(
            frame,
            hide_index=True,
            key=table_key,
            height="auto" if len(frame) <= 12 else 460,
            column_config=COLUMNS,
            placeholder="–",
            selection_mode="single-row",
            on_select=lambda: _open_row(task.id, rows, st.session_state[table_key].selection.rows),
            alt="The settings of the grid, one a row, with what each found",
        )
        show_csv(opened.record, grid_frame(rows), "grid")
        where = "a row" if figure is None else "a row or a field of the map"
        on_map = figure is not None and shown.cell.depth is not None
        framed = " The field of the graph that is shown is framed." if on_map else ""
        st.caption(f"Choose {where} to see its graph.{framed}")
        for caveat in grid_caveats(rows):
            st.caption(f":material/warning: {caveat}")
    with right:
        _show_graph(opened, task, shown)


def _rows(task: TaskRecord, claims: Sequence[Claim]) -> tuple[GridRow, ...]:
    cells = [cell_of_part(part) for part in task_parts(run_store(), task.id)]
    found = {k: r for k, r in task_results(run_store(), task.id).items() if r.ok}
    results = {k: CellResult.from_dict(result.value) for k, result in found.items()}
    seconds = {k: result.seconds for k, result in found.items()}
    return summarise_grid(cells, results, claims, seconds)


def _open_row(task_id: str, rows: Sequence[GridRow], chosen: Sequence[int]) -> None:
    _open(task_id, rows[chosen[0]].number if chosen else None, by_map=False)


def _open(task_id: str, cell: int | None, *, by_map: bool) -> None:
    """Show a cell; where a choice was only taken back, the one that is shown stays."""
    if cell is None:
        return
    st.session_state[state.TUNE_CELL] = (task_id, cell)
    on_map, in_table = st.session_state.get(state.TUNE_CELL_CHOICES, (0, 0))
    st.session_state[state.TUNE_CELL_CHOICES] = (on_map + by_map, in_table + (not by_map))


def _shown(task_id: str, rows: Sequence[GridRow]) -> GridRow:
    """The row that was chosen last, else the first."""
    of_task, number = st.session_state.get(state.TUNE_CELL, (task_id, None))
    chosen = (row for row in rows if of_task == task_id and row.number == number)
    return next(chosen, rows[0])


def _show_graph(opened: OpenedRun, task: TaskRecord, row: GridRow) -> None:
    point = row.auto or row.chosen
    if point is None:
        return
    record = opened.record
    st.markdown(f"**{markdown_text(cell_text(row.cell))}**")
    graph_view(
        view_data(
            record.names,
            point.graph,
            opened.positions,
            layout_id=opened.layout_id,
            stamp=f"{task.id}:{row.number}",
            focus=chosen_nodes(record.dataset_sha256),
            paint=GraphPaint(
                legend=(LegendEntry("directed", arrow=True), LegendEntry("undirected"))
            ),
        ),
        key=state.TUNE_GRID_GRAPH,
        picture=file_name(record, "grid_graph"),
        height=_GRAPH_HEIGHT,
        on_click=lambda nodes: choose_nodes(record.dataset_sha256, nodes),
        on_move=lambda places: None,
    )
    text = f"{tau_text(point.tau, None)}: {count(point.n_edges, 'edge')}"
    if point.global_score is not None:
        text += f", {unbroken('S_g', score_text(point.global_score))}"
    if point.agreement.total:
        text += f". {point.agreement.sentence.rstrip('.')}"
    st.caption(markdown_text(f"{text}."))
    # Those that it was searched with, whatever the page is set to by now.
    cell_settings = replace(
        _settings_of_part(task_parts(run_store(), task.id)[row.number]),
        global_score=record.settings.global_score,
    )
    is_auto = row.auto is not None and math.isclose(point.tau, row.auto.tau)
    if st.button(
        "Use these settings",
        key="tune-grid-use",
        icon=":material/arrow_forward:",
        help="Discover opens with them set; press Run there to have this search as a run.",
    ):
        go_to_discover(record, replace(cell_settings, tau=None if is_auto else point.tau))
