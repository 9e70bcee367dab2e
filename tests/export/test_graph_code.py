import numpy as np
import pytest
from causallearn.utils.TXT2GeneralGraph import txt2generalgraph

from gesncd.export import causal_learn_code, networkx_code, tetrad_text, tikz_text
from gesncd.graphs import PDAG

NAMES = ("Raf", 'say "hi"', "back\\slash\\", "é\n'''", "=1+1, 2; 3")
GRAPH = PDAG.from_edges(5, directed=[(0, 1), (3, 1)], undirected=[(1, 2), (2, 4)])


def from_causal_learn(graph):
    """A causal-learn graph: entry [j, i] is 1 at an arrowhead at j, -1 at a tail at j."""
    marks = np.asarray(graph.graph)
    n = len(marks)
    pairs = [(i, j) for i in range(n) for j in range(n)]
    return PDAG.from_edges(
        n,
        directed=[(i, j) for i, j in pairs if marks[j, i] == 1 and marks[i, j] == -1],
        undirected=[(i, j) for i, j in pairs if i < j and marks[j, i] == marks[i, j] == -1],
    )


def test_tetrad_text_comes_back_through_causal_learn(tmp_path):
    file = tmp_path / "graph.txt"
    file.write_text(tetrad_text(NAMES, GRAPH), encoding="utf-8")
    graph = txt2generalgraph(str(file))
    assert from_causal_learn(graph) == GRAPH
    assert [node.get_name() for node in graph.get_nodes()] == [
        "Raf",
        'say_"hi"',
        "back\\slash\\",
        "é_'''",
        "=1+1,_2_3",
    ]


def run(code):
    scope = {}
    exec(code, scope)
    return scope["graph"]


def test_the_causal_learn_code_makes_the_graph():
    graph = run(causal_learn_code(NAMES, GRAPH))
    assert from_causal_learn(graph) == GRAPH
    assert [node.get_name() for node in graph.get_nodes()] == list(NAMES)


def test_the_networkx_code_makes_the_graph():
    import networkx as nx

    graph = run(networkx_code(NAMES, GRAPH))
    assert PDAG.from_matrix(nx.to_numpy_array(graph, nodelist=list(NAMES))) == GRAPH
    assert list(graph.nodes) == list(NAMES)


@pytest.mark.parametrize("write", [causal_learn_code, networkx_code])
def test_code_holds_names_as_text_only(write):
    hostile = ("'+__import__('os').abort()+'", "#\n\nraise SystemExit")
    code = write(hostile, PDAG.from_edges(2, directed=[(0, 1)]))
    assert "\nraise" not in code
    run(code)


def test_an_empty_graph_is_written_too():
    for write in (causal_learn_code, networkx_code, tetrad_text):
        assert write(("a", "b"), PDAG.empty(2))
    assert run(networkx_code(("a", "b"), PDAG.empty(2))).number_of_edges() == 0


def test_tikz_escapes_names_and_keeps_places():
    graph = PDAG.from_edges(2, directed=[(1, 0)])
    text = tikz_text(("a_b & 50%", "\\input{x}"), graph, np.array([[55.0, 110.0], [0.0, 0.0]]))
    assert r"(v0) at (1.00, -2.00) {a\_b \& 50\%};" in text
    assert r"{\textbackslash{}input\{x\}};" in text
    assert r"\draw[cause] (v1) -- (v0);" in text
    undirected = tikz_text(("a", "b"), PDAG.from_edges(2, undirected=[(0, 1)]), np.zeros((2, 2)))
    assert r"\draw[edge] (v0) -- (v1);" in undirected
