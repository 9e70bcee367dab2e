"""The graph, the step slider under it, and why the chosen edge is there."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import state
from components.data_source import LoadedData
from components.graph_view import graph_view
from components.graph_view.build import FONT_SIZE, MIN_FONT_PIXELS, EdgeChange, view_data
from components.scene import Shown, node_positions
from components.sentences import marks_sentence, step_sentence, why_sentences
from components.text import edge_text, markdown_text, short_name
from components.trace import Trace, edge_between
from gesncd.data.dataset import Dataset
from gesncd.graphs.bits import nodes_in
from gesncd.graphs.pdag import PDAG, Edge
from gesncd.runs.records import RunRecord

LEAST_HEIGHT, MOST_HEIGHT = 540, 700
_FRAME = 70
"""Pixels for the legend and some air."""
LEAST_MARGIN = 30
"""Half a box, in layout units."""


@dataclass(frozen=True, slots=True)
class Focus:
    """Nodes chosen in the graph of a data set: none, one, or the two of an edge."""

    dataset: str
    nodes: tuple[int, ...]


def show_graph(
    data: LoadedData, trace: Trace, shown: Shown | None, step: int, *, settled: bool
) -> None:
    """The graph after a step."""
    dataset = data.dataset
    graph = trace.graph_at(step, dataset.n_variables)
    stamp, changes, hold = _marks(trace, shown, step, settled)
    focus = chosen_nodes(dataset.sha256)
    payload = view_data(
        dataset.names,
        graph,
        node_positions(dataset),
        layout_id=dataset.sha256[:16],
        stamp=stamp,
        changes=changes,
        hold=hold,
        focus=focus,
        scores={pair: origin.score for pair, origin in trace.origins(step).items()},
    )

    def choose(nodes: tuple[int, ...]) -> None:
        st.session_state[state.FOCUS] = Focus(dataset.sha256, nodes)

    graph_view(payload, key=state.GRAPH, height=graph_height(dataset), on_click=choose)


def graph_height(dataset: Dataset) -> int:
    """Pixels that the graph needs to be readable as a whole, within limits."""
    points = node_positions(dataset)
    extent = float(points[:, 1].max() - points[:, 1].min())
    needed = (extent + 2 * LEAST_MARGIN) * MIN_FONT_PIXELS / FONT_SIZE + _FRAME
    return int(min(max(needed, LEAST_HEIGHT), MOST_HEIGHT))


def _marks(
    trace: Trace, shown: Shown | None, step: int, settled: bool
) -> tuple[str, tuple[EdgeChange, ...], bool]:
    if shown is None:
        return "none", (), False
    if step == shown.step:
        # Coming back from an older step is no news: only what follows the search lights up.
        return shown.stamp, () if settled else shown.changes, False
    changes = trace.changes_since(step - 1, step) if step else ()
    return f"{shown.stamp}:{step}", changes, True


def chosen_nodes(dataset_sha256: str) -> tuple[int, ...]:
    """Nodes chosen in the graph of a data set."""
    focus = st.session_state.get(state.FOCUS)
    return focus.nodes if focus is not None and focus.dataset == dataset_sha256 else ()


def choose_step(run_id: str, n_steps: int) -> int:
    """The slider under the graph, and where it stands."""
    if n_steps == 0:
        return 0
    key = state.step_key(run_id)
    step = st.slider("Look at step", 0, n_steps, n_steps, key=key)
    return int(step)


def show_explanation(data: LoadedData, record: RunRecord | None, trace: Trace, step: int) -> None:
    """What the chosen edge or variable, or else the step, is about."""
    names = data.dataset.names
    focus = chosen_nodes(data.dataset.sha256)
    graph = trace.graph_at(step, len(names))
    if len(focus) == 2 and record is not None:
        _show_edge(record, trace, graph, focus[0], focus[1], step, names)
    elif len(focus) == 1:
        st.markdown("  \n".join(markdown_text(line) for line in node_lines(graph, focus[0], names)))
    elif 0 < step < trace.n_steps:
        taken = trace.steps[step - 1]
        lines = [step_sentence(taken, names), marks_sentence(taken, names)]
        text = markdown_text(" ".join(filter(None, lines)))
        st.markdown(f"**Step {step}, {taken.phase.value}.** {text}")
    else:
        st.caption(
            "Click an edge to see why it is there, a variable to see its neighbours. "
            "Drag to arrange, scroll to zoom."
        )


def _show_edge(
    record: RunRecord,
    trace: Trace,
    graph: PDAG,
    i: int,
    j: int,
    step: int,
    names: tuple[str, ...],
) -> None:
    edge = edge_between(graph, i, j)
    title = edge_text(edge or Edge(i, j, False), names)
    if edge is None:
        title = f"No edge between {short_name(names[i])} and {short_name(names[j])}"
    tau = record.tau if record.tau is not None else 0.0
    text = " ".join(why_sentences(trace, graph, i, j, step, tau, names))
    st.markdown(f"**{markdown_text(title)}.** {markdown_text(text)}")


def node_lines(graph: PDAG, node: int, names: tuple[str, ...]) -> list[str]:
    """A variable's neighbourhood in words."""
    groups = (
        ("has arrows to", graph.children[node]),
        ("has arrows from", graph.parents[node]),
        ("is joined without direction to", graph.neighbors[node]),
    )
    parts = [
        f"{verb} {', '.join(short_name(names[other]) for other in nodes_in(mask))}"
        for verb, mask in groups
        if mask
    ]
    name = short_name(names[node])
    return [f"{name} {'; '.join(parts)}." if parts else f"{name} has no edges here."]
