import json
from dataclasses import replace

import numpy as np
import pytest

import components.graph_view.frames as module
from components.graph_view.build import KnowledgeMarks, view_data
from components.graph_view.frames import frames_data
from components.graph_view.paint import GraphPaint
from components.tune.paint import MOST_LABELS, pair_paints, persistence_paint
from gesncd.analysis.persistence import persistence
from gesncd.measures import PartialCorrelation
from gesncd.search.tau_path import tau_path

MARKS = KnowledgeMarks(required=frozenset({(0, 1)}), forbidden=((2, 3, True),))


@pytest.fixture(scope="module")
def path(linear_data):
    return tau_path(PartialCorrelation(linear_data), 0.002)


@pytest.fixture(scope="module")
def graphs(path):
    return [plateau.graph for plateau in path.plateaus]


@pytest.fixture(scope="module")
def arrows(graphs):
    """Every second directed edge is directed by knowledge, or follows, or that is not told."""
    found = []
    for k, graph in enumerate(graphs):
        pairs = frozenset(
            (min(edge.source, edge.target), max(edge.source, edge.target))
            for edge in graph.edges()
            if edge.directed and (k + edge.source) % 2
        )
        following = frozenset(pair for pair in pairs if sum(pair) % 2)
        found.append((pairs, None if k % 3 == 0 else following))
    return found


@pytest.fixture(scope="module")
def data(path, graphs, arrows, linear_data):
    pairs = {
        (min(edge.source, edge.target), max(edge.source, edge.target))
        for graph in graphs
        for edge in graph.edges()
    }
    return frames_data(
        linear_data.names,
        graphs,
        arrows,
        graph_key="graph",
        frames_id="path",
        paint=pair_paints(path, pairs, persistence(path)),
        most_labels=MOST_LABELS,
        knowledge=MARKS,
    )


def unfolded(data):
    """What the browser makes of it."""
    shown, near = set(), {}
    for turn, blankets in zip(data["turns"], data["blankets"], strict=True):
        shown ^= set(turn)
        near |= {int(node): blanket for node, blanket in blankets.items()}
        numbers = sorted(shown)
        texts = "; ".join(data["texts"][k] for k in numbers)
        n = len(numbers)
        yield {
            "edges": [data["edges"][k] for k in numbers],
            "blankets": [near[node] for node in sorted(near)],
            "paint": {
                data["edges"][k]["id"]: data["paint"][data["edges"][k]["id"]]
                | ({"label": ""} if n > data["mostLabels"] else {})
                for k in numbers
            },
            "summary": f"{data['head']}{n} edge{'' if n == 1 else 's'}"
            f"{': ' + texts if texts else ''}.",
        }


def test_each_graph_is_the_one_that_the_view_would_be_sent(path, graphs, arrows, data, linear_data):
    assert len(graphs) > 5
    lasting = persistence(path)
    seen = list(unfolded(json.loads(json.dumps(data, allow_nan=False))))
    for graph, (known, following), frame in zip(graphs, arrows, seen, strict=True):
        sent = view_data(
            linear_data.names,
            graph,
            np.zeros((len(linear_data.names), 2)),
            layout_id="",
            stamp="",
            knowledge=replace(MARKS, directed=known, following=following),
            paint=persistence_paint(path, graph, lasting),
        )
        assert frame["edges"] == sent["edges"]
        assert frame["blankets"] == sent["blankets"]
        assert frame["summary"] == sent["summary"]
        assert frame["paint"] == sent["paint"]["edges"]
    known = {edge["known"] for frame in seen for edge in frame["edges"]}
    assert known == {"", "by", "follows", "either"}
    assert any(edge["locked"] for frame in seen for edge in frame["edges"])


def test_many_labels_are_left_out_as_the_paint_leaves_them_out(path, graphs, data):
    few = {**data, "mostLabels": 3}
    labels = [
        {paint["label"] for paint in frame["paint"].values()} - {""} for frame in unfolded(few)
    ]
    assert [bool(some) for some in labels] == [0 < graph.n_edges <= 3 for graph in graphs]
    assert isinstance(persistence_paint(path, graphs[0], persistence(path)), GraphPaint)


def test_too_many_graphs_are_not_sent(path, graphs, arrows, linear_data, monkeypatch):
    monkeypatch.setattr(module, "MOST_NUMBERS", 20)
    paint = pair_paints(path, [], persistence(path))
    sent = frames_data(
        linear_data.names,
        graphs,
        arrows,
        graph_key="graph",
        frames_id="path",
        paint=paint,
        most_labels=MOST_LABELS,
    )
    assert sent is None
