import pytest

from gesncd.export.named import named_edges
from gesncd.graphs import PDAG


def test_edges_are_sorted_by_names_and_undirected_ones_turned():
    graph = PDAG.from_edges(4, directed=[(0, 1), (3, 1)], undirected=[(0, 2)])
    edges = named_edges(["z", "m", "a", "b"], graph)
    assert edges == [("a", "z", False), ("b", "m", True), ("z", "m", True)]


def test_every_node_needs_a_name():
    with pytest.raises(ValueError, match="2 names for 3 nodes"):
        named_edges(["a", "b"], PDAG.empty(3))
