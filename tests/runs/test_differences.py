from hypothesis import given
from hypothesis import strategies as st

from gesncd.export.named import NamedEdge
from gesncd.graphs import PDAG, shd
from gesncd.runs.differences import graph_difference

NAMES = ("a", "b", "c", "d")


def test_edges_are_sorted_into_shared_turned_and_single_ones():
    first = PDAG.from_edges(4, directed=[(0, 1), (1, 2)], undirected=[(2, 3)])
    second = PDAG.from_edges(4, directed=[(0, 1), (2, 1)], undirected=[(0, 3)])
    difference = graph_difference(NAMES, first, NAMES, second)
    assert difference.shared == (NamedEdge("a", "b", True),)
    assert difference.turned == ((NamedEdge("b", "c", True), NamedEdge("c", "b", True)),)
    assert difference.only_first == (NamedEdge("c", "d", False),)
    assert difference.only_second == (NamedEdge("a", "d", False),)
    assert (difference.shd, difference.in_common, difference.left_out) == (3, 4, ())


def test_variables_are_matched_by_name_whatever_their_order():
    first = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])
    second = PDAG.from_edges(3, directed=[(2, 0)], undirected=[(0, 1)])
    difference = graph_difference(("a", "b", "c"), first, ("b", "c", "a"), second)
    assert difference.shd == 0
    assert len(difference.shared) == 2


def test_variables_of_one_run_only_are_left_out_and_named():
    graph = PDAG.from_edges(3, directed=[(0, 1), (1, 2)], undirected=[])
    difference = graph_difference(("a", "b", "c"), graph, ("a", "b", "x"), graph)
    assert difference.shared == (NamedEdge("a", "b", True),)
    assert (difference.shd, difference.in_common) == (0, 2)
    assert difference.left_out == ("c", "x")


@st.composite
def graphs(draw):
    directed, undirected = [], []
    for i in range(4):
        for j in range(i + 1, 4):
            kind = draw(st.sampled_from("0-><"))
            if kind == "-":
                undirected.append((i, j))
            elif kind != "0":
                directed.append((i, j) if kind == ">" else (j, i))
    return PDAG.from_edges(4, directed=directed, undirected=undirected)


@given(graphs(), graphs())
def test_the_distance_is_the_structural_hamming_distance(first, second):
    assert graph_difference(NAMES, first, NAMES, second).shd == shd(first, second)
