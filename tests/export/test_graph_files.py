import io
import re
from itertools import combinations

import networkx as nx
import numpy as np
import pydot
import pytest

from gesncd.export import dagitty_text, dot_text, gml_text, graphml_text
from gesncd.graphs import PDAG, EdgeKind

NAMES = ("Raf", 'say "hi"', "back\\slash\\", "<b>&amp;</b> é", "=1+1, 2; 3", "[1]")
GRAPH = PDAG.from_edges(6, directed=[(0, 1), (3, 1), (5, 4)], undirected=[(1, 2), (2, 5)])


def as_pdag(graph, names=NAMES):
    """A networkx graph whose opposite arcs are undirected edges."""
    return PDAG.from_matrix(nx.to_numpy_array(graph, nodelist=list(names)))


def test_graphml_comes_back_through_networkx():
    text = graphml_text(NAMES, GRAPH, {(0, 1): 0.25})
    graph = nx.read_graphml(io.BytesIO(text.encode()))
    assert as_pdag(graph) == GRAPH
    assert graph.edges["Raf", NAMES[1]] == {"kind": "directed", "score": 0.25}
    assert graph.edges[NAMES[2], NAMES[1]]["kind"] == "undirected"


def test_gml_comes_back_through_networkx():
    graph = nx.parse_gml(gml_text(NAMES, GRAPH, {(0, 1): 0.25}))
    assert as_pdag(graph) == GRAPH
    assert graph.edges["Raf", NAMES[1]]["score"] == 0.25


def test_dot_comes_back_through_pydot():
    (graph,) = pydot.graph_from_dot_data(dot_text(NAMES, GRAPH))

    def name(node):
        return re.sub(r"\\(.)", r"\1", node[1:-1])

    nodes = [name(node.get_name()) for node in graph.get_nodes() if node.get_name() != "node"]
    assert nodes == list(NAMES)
    index = {each: k for k, each in enumerate(nodes)}
    pairs = {True: [], False: []}
    for edge in graph.get_edges():
        ends = index[name(edge.get_source())], index[name(edge.get_destination())]
        pairs[edge.get("dir") != "none"].append(ends)
    assert PDAG.from_edges(6, directed=pairs[True], undirected=pairs[False]) == GRAPH


def test_dagitty_says_whether_it_is_a_dag_and_where_nodes_are():
    text = dagitty_text(("a b", 'c"'), PDAG.from_edges(2, directed=[(1, 0)]), np.eye(2) * 250)
    assert (
        text == 'dag {\n"a b" [pos="2.500,0.000"]\n"c\'" [pos="0.000,2.500"]\n"c\'" -> "a b"\n}\n'
    )
    assert dagitty_text(("a", "b"), PDAG.from_edges(2, undirected=[(0, 1)])) == (
        'pdag {\n"a"\n"b"\n"a" -- "b"\n}\n'
    )


def test_names_that_become_alike_stay_two_nodes():
    names = ("a\x00", "a\x01", "a\n b", "a b")
    graph = PDAG.from_edges(4, directed=[(0, 1), (1, 2), (2, 3)])
    read = nx.read_graphml(io.BytesIO(graphml_text(names, graph).encode()))
    assert read.number_of_nodes() == 4
    assert read.number_of_edges() == 3
    (dot,) = pydot.graph_from_dot_data(dot_text(names, graph))
    assert len(dot.get_edges()) == 3
    assert len({edge.get_source() for edge in dot.get_edges()}) == 3


@pytest.mark.parametrize("write", [graphml_text, gml_text, dot_text, dagitty_text])
def test_names_must_fit(write):
    with pytest.raises(ValueError, match="2 names for 6 nodes"):
        write(("a", "b"), GRAPH)


def test_every_small_graph_comes_back():
    rng = np.random.default_rng(4)
    names = ("a", "b", "c", "d", "e")
    for _ in range(20):
        kinds = rng.integers(0, 3, size=10)
        pairs = list(combinations(range(5), 2))
        graph = PDAG.from_edges(
            5,
            directed=[p for p, kind in zip(pairs, kinds, strict=True) if kind == 1],
            undirected=[p for p, kind in zip(pairs, kinds, strict=True) if kind == 2],
        )
        assert as_pdag(nx.parse_gml(gml_text(names, graph)), names) == graph
        read = nx.read_graphml(io.BytesIO(graphml_text(names, graph).encode()))
        assert as_pdag(read, names) == graph
        assert all(
            graph.kind(i, j) is not EdgeKind.NONE for i, j in pairs if graph.adjacent(i) >> j & 1
        )
