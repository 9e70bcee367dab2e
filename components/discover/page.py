"""The Discover page's parts in order."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from components import state
from components.assumptions import false_edges_text
from components.colours import palette
from components.data_source import LoadedData, MissingData, chosen_data, leave_data
from components.discover.checks import show_checks
from components.discover.equivalence import class_members, show_equivalence, shown_member
from components.discover.example import note_example
from components.discover.first_screen import show_first_screen
from components.discover.result_panel import show_edges, show_reading_guide
from components.discover.returning import forget_address, keep_address, take_up_address
from components.discover.run_control import show_begun, start_run
from components.discover.set_beforehand import may_come_first, show_set_beforehand
from components.discover.status_row import show_status
from components.discover.trust import show_trust
from components.graph_panel import (
    View,
    choose_step,
    chosen_nodes,
    go_to_step,
    show_details,
    show_graph,
    show_hint,
)
from components.graph_view import load_vis
from components.legibility import speak_title
from components.opened_run import addressed_run, remember_run, run_shown_before
from components.plots import clicked_step, global_score_figure, local_score_figure
from components.polling import rerun_page
from components.runs.actions import SETTING_NAMES, settings_address
from components.scene import Scene, Shown, follow
from components.settings.difference import same_search
from components.settings.kept_knowledge import note_stated_of, show_gone
from components.settings.panel import DEFAULTS, show_estimate, show_settings
from components.store import look_for_runs_anew, read_trace, run_store
from components.text import count, markdown_text, short_name
from components.tour import show_tour
from components.trace import Trace
from gesncd.data import DataError
from gesncd.runs.errors import StoreError, UnknownRunError
from gesncd.runs.store.records import RunRecord
from gesncd.settings.run_settings import RunSettings

POLL_S = 0.5
ENDED_POLL_S = 4.0
_MISSING = (
    "The data of this run are not on this machine, only what was found in them. To search again, "
    "open the same data on the page Data."
)
_NOTHING = Trace.of(())
_PLOT_CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def show_discover() -> None:
    """The first screen, or the data that were chosen and the run that the address names."""
    take_up_address()
    scene = _open_scene()
    if scene is None:
        forget_address()
        show_first_screen(st.session_state.get(state.PROBLEM))
        return
    settings = _show_sidebar(scene)
    keep_address()
    _show_scene(scene, settings)


def _open_scene() -> Scene | None:
    """What the address and this tab's choices ask for; None for the first screen."""
    show_begun()
    try:
        store = run_store()
        record, problem = addressed_run()
        if record is None and problem is None:
            record = _returned_to()
        data = chosen_data(store, record)
    except (StoreError, DataError) as error:
        st.session_state[state.PROBLEM] = str(error)
        return None
    st.session_state[state.PROBLEM] = problem
    if record is not None:
        remember_run(record)
        note_example(record)
        if _is_unset(record):
            # Beside a run stand its own settings; they are read where a run of the page begins.
            st.query_params.update(settings_address(record.settings))
            st.rerun()
    return None if data is None else Scene(data, record, problem)


def _is_unset(record: RunRecord) -> bool:
    """Whether nobody has set anything here or in the address, and the run was set otherwise."""
    told = any(name in SETTING_NAMES for name in st.query_params)
    # What is required and forbidden comes with the run, not with the address.
    searched = replace(record.settings, knowledge=DEFAULTS.knowledge)
    return not told and state.MEASURE not in st.session_state and searched != DEFAULTS


def _returned_to() -> RunRecord | None:
    """The run shown before, where the address lost it on the way over other pages."""
    record, data = run_shown_before(), chosen_data(run_store(), None)
    if record is None or (data is not None and data.dataset.sha256 != record.dataset_sha256):
        return None
    st.query_params[state.RUN] = record.id
    return record


def _show_sidebar(scene: Scene) -> RunSettings | None:
    """Data in one line, settings, Run; what is set, None where nothing can be searched."""
    dataset = scene.data.dataset
    with st.sidebar:
        _show_data_line(scene.data)
        if isinstance(dataset, MissingData):
            st.info(_MISSING, icon=":material/database_off:")
            return None
        show_gone()
        prepared = scene.data.record or (scene.record.preparation if scene.record else None)
        candidates = may_come_first(prepared, dataset.names)
        settings = show_settings(dataset, scene.record, candidates)
        note_stated_of(scene.data)
        if settings is not None:
            show_estimate(settings, dataset)
        # No callback: it would be handed the settings of the page as drawn last, and someone who
        # changes one and presses Run at once would get a search with the old one.
        # The bar stays in sight below settings that scroll.
        with st.container(key=state.RUN_BAR):
            pressed = st.button(
                "Run",
                type="primary",
                icon=":material/play_arrow:",
                key="run-button",
                disabled=settings is None,
                width="stretch",
            )
        if pressed and start_run(scene.data, settings):
            st.rerun()
    return settings


def _show_data_line(data: LoadedData) -> None:
    text, action = st.columns([2.4, 1], vertical_alignment="center")
    text.markdown(f"**{markdown_text(short_name(data.name, 48))}**  \n:small[{data.size_text}]")
    action.button("Change", key="change-data", on_click=leave_data, type="tertiary")
    if data.notes:
        with st.expander(count(len(data.notes), "remark") + " on the file", icon=":material/info:"):
            for note in data.notes:
                st.caption(markdown_text(note))


def _show_scene(scene: Scene, settings: RunSettings | None) -> None:
    """Status, graph, plots, steps, table: polled while a search goes on.

    Parameters
    ----------
    scene
        The data, and the run that is shown.
    settings
        What the sidebar is set to.
    """
    speak_title("Discover")
    if scene.problem:
        st.warning(markdown_text(scene.problem), icon=":material/link_off:")
    record = scene.record
    polling = record is not None and not _is_settled(record)
    show_tour(live=polling)
    view = st.fragment(_show_run, run_every=POLL_S if polling else None)
    differs = bool(record and settings and not same_search(settings, record.settings))
    view(scene.data, None if record is None else record.id, polling, differs)
    if record is not None and not polling:
        st.fragment(_watch_ended, run_every=ENDED_POLL_S)(record.id)
    alpha = DEFAULTS.alpha if record is None else record.settings.alpha
    # A result that is there says beside it what chance adds.
    is_over = record is not None and not record.state.is_live
    expected = "" if is_over else false_edges_text(scene.data.dataset.n_variables, alpha)
    show_reading_guide(alpha, expected)
    load_vis()


def _is_settled(record: RunRecord) -> bool:
    """Whether the run is over and this tab has shown its last step."""
    if record.state.is_live:
        return False
    shown: Shown | None = st.session_state.get(state.SHOWN)
    if shown is None or (shown.run_id, shown.attempt) != (record.id, record.attempt):
        return True
    return shown.step >= read_trace(run_store(), record).n_steps


def _watch_ended(run_id: str) -> None:
    """Notice that a run was resumed or deleted elsewhere: its files cannot be made then."""
    try:
        changed = run_store().run(run_id).state.is_live
    except UnknownRunError:
        changed = True
    except StoreError:
        # The page says so when it is next asked for anything.
        return
    if changed:
        rerun_page()


def _show_run(data: LoadedData, run_id: str | None, polling: bool, differs: bool) -> None:
    if run_id is None:
        show_status(data, None, _NOTHING, settled=False)
        _show_graph_and_plots(data, None, _NOTHING, None, settled=False)
        return
    try:
        record = run_store().run(run_id)
        trace = read_trace(run_store(), record)
    except StoreError as error:
        st.error(markdown_text(str(error)))
        return
    shown = follow(record, trace)
    settled = not record.state.is_live and shown.step >= trace.n_steps
    if polling and settled:
        # Once more as a whole, without the timer and with all that a finished run offers.
        look_for_runs_anew()
        rerun_page()
    visible = trace.until(shown.step)
    show_status(data, record, visible, settled, differs=differs)
    _show_graph_and_plots(data, record, visible, shown, settled)
    _show_result(record, visible, settled)


def _show_graph_and_plots(
    data: LoadedData,
    record: RunRecord | None,
    trace: Trace,
    shown: Shown | None,
    settled: bool,
) -> None:
    left, right = st.columns([2.3, 1], gap="medium")
    with left:
        graph_place, slider_place = st.container(), st.container()
        view = View(trace.n_steps, settled)
        n_members = 0
        if settled and record is not None:
            with slider_place:
                step = choose_step(record.id, trace.n_steps)
            final = trace.graph_at(trace.n_steps, record.n_variables)
            member = shown_member(record, final) if step == trace.n_steps else None
            n_members = len(class_members(final)) if member else 0
            view = View(step, settled, member)
        with graph_place:
            show_graph(data, record, trace, shown, view)
        show_hint(view, n_members)
    # What is asked about comes before the plots, by a rule of style: parts that changed places
    # would be built anew in the browser.
    asked = bool(chosen_nodes(data.dataset.sha256))
    with right, st.container(key=state.BESIDE_ASKED if asked else state.BESIDE):
        _show_plots(data, record, trace, view)
        show_details(data, record, trace, view)


def _show_plots(data: LoadedData, record: RunRecord | None, trace: Trace, view: View) -> None:
    colours = palette(st.context.theme.type)
    names = data.dataset.names
    tau = record.tau if record is not None else None
    floor = record.noise_floor if record is not None else None
    current = view.step if trace.n_steps else None
    figures = {
        "plot-global": (
            global_score_figure(trace, names, colours, current),
            "Global score after each step",
        ),
        "plot-local": (
            local_score_figure(trace, names, colours, tau, floor, current),
            "Local score of each step against the threshold",
        ),
    }
    for key, (figure, alt) in figures.items():
        st.plotly_chart(
            figure,
            theme=None,
            key=key,
            config=_PLOT_CONFIG,
            alt=alt,
            selection_mode="points",
            on_select=partial(_go_to_point, key, record.id)
            if view.settled and record is not None
            else "ignore",
        )


def _go_to_point(key: str, run_id: str) -> None:
    step = clicked_step(st.session_state[key]["selection"])
    if step is not None:
        go_to_step(run_id, step)


def _show_result(record: RunRecord, trace: Trace, settled: bool) -> None:
    if settled and trace.started is not None:
        show_set_beforehand(record, trace)
    # The table has the whole width: names and the reason for a direction are long.
    show_edges(record, trace)
    if settled and trace.started is not None:
        known = trace.ending is not None and not record.settings.knowledge.is_empty
        show_equivalence(record, trace.graph_at(trace.n_steps, record.n_variables), known=known)
        show_trust(record, trace)
        show_checks(record, trace)
