"""The graph, the scrubber under it, and the panel beside it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import state
from components.arrange import in_circle, layered
from components.data_source import LoadedData, MissingData
from components.detail_panel import (
    Choice,
    detail_panel,
    node_content,
    pair_content,
    steps_content,
)
from components.directions import enforced_on, kept_apart
from components.discover.equivalence import turned_edges
from components.export.menu import file_stem
from components.graph_view import graph_view
from components.graph_view.build import (
    FONT_SIZE,
    MIN_FONT_PIXELS,
    EdgeChange,
    view_data,
)
from components.knowledge_marks import marks_of
from components.scene import Shown, node_positions, remember_places
from components.trace import Trace
from gesncd.data.dataset import Dataset
from gesncd.graphs import PDAG
from gesncd.runs.store.records import RunRecord

LEAST_HEIGHT, MOST_HEIGHT = 720, 860
_FRAME = 100
"""Pixels for the tools, the legend and some air."""
LEAST_MARGIN = 30
"""Half a box, in layout units."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Nodes chosen in the graph of a data set: none, one, or a pair."""

    dataset: str
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What the graph shows of a run.

    Parameters
    ----------
    step
        After which step; the last one, unless an older one is looked at.
    settled
        Whether the run is over and its last step was shown.
    member
        A member of the final graph's class and its number, shown in its stead.
    """

    step: int
    settled: bool
    member: tuple[int, PDAG] | None = None


def show_graph(
    data: LoadedData, record: RunRecord | None, trace: Trace, shown: Shown | None, view: View
) -> None:
    """The graph after a step, or a member of its class."""
    dataset = data.dataset
    graph = trace.graph_at(view.step, dataset.n_variables)
    stamp, changes, hold = _marks(trace, shown, view)
    marks = marks_of(record, trace, view.step)
    arrangements = None
    if view.settled:
        arrangements = {"circle": in_circle(dataset.names), "layers": layered(dataset.names, graph)}
    if view.member is not None:
        number, graph_shown = view.member
        stamp, changes, hold = f"{stamp}:member{number}", turned_edges(graph, graph_shown), True
        graph = graph_shown
    payload = view_data(
        dataset.names,
        graph,
        node_positions(dataset),
        layout_id=dataset.sha256[:16],
        stamp=stamp,
        changes=changes,
        hold=hold,
        focus=chosen_nodes(dataset.sha256),
        scores={pair: origin.score for pair, origin in trace.origins(view.step).items()},
        tau=None if record is None else record.tau,
        knowledge=marks,
        arrangements=arrangements,
    )
    graph_view(
        payload,
        key=state.GRAPH,
        picture=f"{file_stem(data.name)}_graph",
        height=graph_height(dataset),
        on_click=lambda nodes: choose_nodes(dataset.sha256, nodes),
        on_move=lambda places: remember_places(dataset, places),
    )


def graph_height(dataset: Dataset | MissingData) -> int:
    """Pixels that the graph needs to be readable as a whole, within limits."""
    points = node_positions(dataset)
    extent = float(points[:, 1].max() - points[:, 1].min())
    needed = (extent + 2 * LEAST_MARGIN) * MIN_FONT_PIXELS / FONT_SIZE + _FRAME
    return int(min(max(needed, LEAST_HEIGHT), MOST_HEIGHT))


def _marks(
    trace: Trace, shown: Shown | None, view: View
) -> tuple[str, tuple[EdgeChange, ...], bool]:
    if shown is None:
        return "none", (), False
    if view.step == shown.step:
        # Coming back from an older step is no news: only what follows the search lights up.
        return shown.stamp, () if view.settled else shown.changes, False
    changes = trace.changes_since(view.step - 1, view.step) if view.step else ()
    return f"{shown.stamp}:{view.step}", changes, True


def chosen_nodes(dataset_sha256: str) -> tuple[int, ...]:
    """Nodes chosen in the graph of a data set."""
    focus = st.session_state.get(state.FOCUS)
    return focus.nodes if focus is not None and focus.dataset == dataset_sha256 else ()


def choose_nodes(dataset_sha256: str, nodes: tuple[int, ...]) -> None:
    """Choose a variable, a pair, or nothing; every part of the page follows."""
    st.session_state[state.FOCUS] = Focus(dataset_sha256, nodes)


def choose_step(run_id: str, n_steps: int) -> int:
    """The scrubber under the graph, and where it stands."""
    if n_steps == 0:
        return 0
    key = state.step_key(run_id)
    # The last step is the slider's own first value and not one of the session's: that reaches a
    # browser only in the run that set it, and where another follows at once it shows step 0.
    step = st.slider(
        "Look at step", 0, n_steps, n_steps, key=key, label_visibility="collapsed", format="step %d"
    )
    return int(step)


def show_hint(view: View, n_members: int) -> None:
    """One line under the graph on what can be done here."""
    if view.member is not None:
        st.caption(
            f"Member {view.member[0]} of {n_members}; edges in blue are undirected in the class."
        )
        return
    st.caption("Click an edge or a variable; Ctrl-click a second variable to ask about the pair.")


def show_details(data: LoadedData, record: RunRecord | None, trace: Trace, view: View) -> None:
    """The panel beside the graph."""
    names, sha256 = data.dataset.names, data.dataset.sha256
    graph = trace.graph_at(view.step, len(names))
    focus = chosen_nodes(sha256)
    if len(focus) == 2:
        floor = None if record is None else record.noise_floor
        pair = (focus[0], focus[1])
        apart, enforced = kept_apart(record), enforced_on(record)
        content = pair_content(trace, graph, pair, view.step, names, floor, apart, enforced)
    elif len(focus) == 1:
        content = node_content(graph, focus[0], names)
    else:
        content = steps_content(trace, names, view.step, live=not view.settled)

    def choose(choice: Choice) -> None:
        if choice.focus is not None:
            choose_nodes(sha256, choice.focus)
        elif choice.step is not None and record is not None:
            go_to_step(record.id, choice.step)

    detail_panel(content, key="details", on_choice=choose)


def go_to_step(run_id: str, step: int) -> None:
    """Move the scrubber of a run; the class, not a member of it, is then shown."""
    st.session_state[state.step_key(run_id)] = step
    st.session_state.pop(state.member_key(run_id), None)
