import json

import numpy as np
import pytest

from components.graph_view.build import (
    DEFAULT_WIDTH,
    LEAST_WIDTH,
    MOST_SCALE,
    MOST_WIDTH,
    EdgeChange,
    KnowledgeMarks,
    edge_id,
    edge_widths,
    network,
    view_data,
)
from gesncd.graphs.pdag import PDAG, EdgeKind
from gesncd.search.events import Phase

HOSTILE = ("<img src=x onerror=alert(1)>", 'a href="javascript:x"', "</script><script>", "  ")
POSITIONS = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 80.0], [50.5, -20.0]])


def make_data(graph, **options):
    return view_data(HOSTILE, graph, POSITIONS, layout_id="l", stamp="s", **options)


def test_an_arrow_for_a_directed_edge_and_none_for_an_undirected_one():
    graph = PDAG.from_edges(4, directed=[(2, 0)], undirected=[(1, 3)])
    net = network(HOSTILE, graph, POSITIONS)
    arrows = {(edge["from"], edge["to"]): edge["arrows"] for edge in net.edges}
    assert arrows == {(2, 0): "to", (1, 3): ""}


def test_positions_are_fixed():
    net = network(HOSTILE, PDAG.empty(4), POSITIONS)
    assert [(node["x"], node["y"]) for node in net.nodes] == [tuple(p) for p in POSITIONS]
    assert not any(node["physics"] for node in net.nodes)


def test_numpy_positions_and_numbers_become_plain_data():
    graph = PDAG.from_edges(4, directed=[(0, 1)])
    data = make_data(graph, scores={(0, 1): np.float32(0.5)})
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["edges"][0]["title"].endswith("score 0.5")


def test_names_travel_as_data():
    data = make_data(PDAG.empty(4))
    assert [node["name"] for node in data["nodes"]] == list(HOSTILE)
    assert data["nodes"][3]["label"] == "(no name)"


def test_an_edge_keeps_its_id_when_it_turns():
    assert edge_id(3, 1) == edge_id(1, 3) == "1-3"
    for graph in (
        PDAG.from_edges(4, directed=[(1, 3)]),
        PDAG.from_edges(4, directed=[(3, 1)]),
        PDAG.from_edges(4, undirected=[(1, 3)]),
    ):
        assert [edge["id"] for edge in make_data(graph)["edges"]] == ["1-3"]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (EdgeKind.NONE, EdgeKind.UNDIRECTED, "added"),
        (EdgeKind.FORWARD, EdgeKind.NONE, "removed"),
        (EdgeKind.UNDIRECTED, EdgeKind.BACKWARD, "reoriented"),
    ],
)
def test_changes_are_named(before, after, kind):
    change = EdgeChange(0, 1, before, after, Phase.BACKWARD)
    (mark,) = make_data(PDAG.empty(4), changes=[change])["changes"]
    assert mark["change"] == kind
    assert mark["phase"] == "backward"


def test_a_removed_arrow_is_drawn_once_more_the_way_it_pointed():
    change = EdgeChange(0, 1, EdgeKind.BACKWARD, EdgeKind.NONE, Phase.BACKWARD)
    (mark,) = make_data(PDAG.empty(4), changes=[change])["changes"]
    assert (mark["from"], mark["to"], mark["directed"]) == (1, 0, True)


def test_the_summary_says_the_graph_in_words():
    names = ("a", "b", "c")
    graph = PDAG.from_edges(3, directed=[(2, 0)], undirected=[(0, 1)])
    data = view_data(names, graph, POSITIONS[:3], layout_id="l", stamp="s")
    assert data["summary"] == "Graph of 3 variables with 2 edges: a — b; c → a."


def test_width_grows_with_the_score_on_a_log_scale():
    graph = PDAG.from_edges(4, undirected=[(0, 1), (1, 2), (2, 3), (0, 3)])
    scores = {(0, 1): 0.01, (1, 2): 0.1, (2, 3): 1.0}
    widths = edge_widths(graph, scores, 0.01)
    assert widths[0, 1] == LEAST_WIDTH
    assert widths[2, 3] == MOST_WIDTH
    assert widths[1, 2] == pytest.approx((LEAST_WIDTH + MOST_WIDTH) / 2, abs=0.01)
    assert LEAST_WIDTH < widths[0, 3] < MOST_WIDTH, "an edge without a score"
    assert len(set(edge_widths(graph, scores, None).values())) == 1


def test_knowledge_marks_edges_and_forbidden_pairs():
    graph = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])
    marks = KnowledgeMarks(frozenset({(0, 1)}), frozenset({(1, 2)}), ((0, 3, True), (3, 1, False)))
    data = make_data(graph, knowledge=marks)
    edges = {edge["id"]: edge for edge in data["edges"]}
    assert (edges["0-1"]["locked"], edges["0-1"]["known"]) == (True, "")
    # A wide line would claim a high score, and it has none.
    assert edges["0-1"]["width"] == DEFAULT_WIDTH
    assert edges["0-1"]["title"].endswith("required by knowledge")
    assert (edges["1-2"]["locked"], edges["1-2"]["known"]) == (False, "either")
    assert edges["1-2"]["title"].endswith("\ndirected by, or following from, knowledge")
    assert data["forbidden"] == [
        {"from": 0, "to": 3, "both": True},
        {"from": 3, "to": 1, "both": False},
    ]


def test_what_only_follows_from_knowledge_has_a_sign_and_words_of_its_own():
    graph = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])
    marks = KnowledgeMarks(directed=frozenset({(0, 1), (1, 2)}), following=frozenset({(1, 2)}))
    first, second = make_data(graph, knowledge=marks)["edges"]
    assert first["title"].endswith("\ndirected by knowledge")
    assert second["title"].endswith("\nfollows from knowledge")
    assert (first["known"], second["known"]) == ("by", "follows")


def test_a_required_edge_that_knowledge_directs_has_the_lock_alone():
    pairs = frozenset({(0, 1), (1, 2)})
    marks = KnowledgeMarks(pairs, pairs, following=frozenset({(1, 2)}))
    assert marks.signs((0, 1), True) == ["lock"]
    assert marks.signs((1, 2), True) == ["lock", "follows"]
    assert marks.signs((1, 2), False) == ["lock"]
    assert marks.signs((0, 3), True) == []


def test_only_arrows_come_from_knowledge():
    graph = PDAG.from_edges(4, undirected=[(0, 1)])
    (edge,) = make_data(graph, knowledge=KnowledgeMarks(directed=frozenset({(0, 1)})))["edges"]
    assert edge["known"] == ""


def test_long_names_that_are_alike_are_told_apart_in_what_is_said_of_edges():
    names = [f"expression of kinase {k:02d} after a day of rest" for k in range(4)]
    graph = PDAG.from_edges(4, directed=[(0, 1)], undirected=[(2, 3)])
    data = view_data(names, graph, POSITIONS, layout_id="l", stamp="s")
    titles = [edge["title"] for edge in data["edges"]]
    for text in (titles[0], data["summary"]):
        assert "00 after" in text
        assert "01 after" in text
    assert "02 after" in titles[1]
    assert "03 after" in titles[1]


def test_other_arrangements_travel_only_when_there_are_some():
    assert make_data(PDAG.empty(4))["arrangements"] is None
    data = make_data(PDAG.empty(4), arrangements={"circle": POSITIONS})
    assert data["arrangements"]["circle"] == POSITIONS.tolist()


def test_a_page_may_have_small_graphs_enlarged_more():
    graph = PDAG.empty(len(HOSTILE))
    assert make_data(graph)["font"]["most"] == MOST_SCALE
    assert make_data(graph, most_scale=2.4)["font"]["most"] == 2.4
