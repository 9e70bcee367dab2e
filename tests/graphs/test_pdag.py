from __future__ import annotations

import numpy as np
import pytest

from gesncd.graphs import PDAG, Edge, EdgeKind


def test_kinds_are_read_from_the_first_node() -> None:
    graph = PDAG.from_edges(4, directed=[(2, 0)], undirected=[(1, 3)])
    assert graph.kind(2, 0) is EdgeKind.FORWARD
    assert graph.kind(0, 2) is EdgeKind.BACKWARD
    assert graph.kind(1, 3) is graph.kind(3, 1) is EdgeKind.UNDIRECTED
    assert graph.kind(0, 1) is EdgeKind.NONE
    assert EdgeKind.FORWARD.reversed is EdgeKind.BACKWARD
    assert EdgeKind.UNDIRECTED.reversed is EdgeKind.UNDIRECTED


def test_edges_are_sorted_and_counted() -> None:
    graph = PDAG.from_edges(4, directed=[(2, 0), (1, 2)], undirected=[(1, 3)])
    assert list(graph.edges()) == [Edge(2, 0, True), Edge(1, 2, True), Edge(1, 3, False)]
    assert graph.n_edges == 3
    assert not graph.is_directed


def test_equality_and_hash_go_by_edges() -> None:
    one = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])
    other = PDAG.from_edges(3, undirected=[(2, 1)], directed=[(0, 1)])
    assert one == other
    assert hash(one) == hash(other)
    assert one != PDAG.from_edges(3, directed=[(1, 0)], undirected=[(1, 2)])


def test_matrix_round_trip_of_every_graph_on_three_nodes() -> None:
    for bits in range(2**6):
        entries = [bits >> k & 1 for k in range(6)]
        matrix = np.zeros((3, 3), dtype=np.int8)
        matrix[~np.eye(3, dtype=bool)] = entries
        assert (PDAG.from_matrix(matrix).to_matrix() == matrix).all()


@pytest.mark.parametrize(
    ("parents", "neighbors", "words"),
    [
        ((0, 0), (0,), "one mask a node"),
        ((0b01, 0), (0, 0), "joined to itself"),
        ((0b100, 0), (0, 0), "out of range"),
        ((0b10, 0b01), (0, 0), "joined twice"),
        ((0b10, 0), (0b10, 0b01), "joined twice"),
        ((0, 0), (0b10, 0), "only set one way"),
    ],
)
def test_graphs_that_contradict_themselves_are_refused(
    parents: tuple[int, ...], neighbors: tuple[int, ...], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        PDAG(parents, neighbors)


def test_a_matrix_must_be_square() -> None:
    with pytest.raises(ValueError, match="square"):
        PDAG.from_matrix(np.zeros((2, 3)))


@pytest.mark.parametrize("pair", [(0, -1), (5, 0), (3, 1)])
@pytest.mark.parametrize("kind", ["directed", "undirected"])
def test_an_edge_to_a_node_that_is_not_there_is_refused(pair: tuple[int, int], kind: str) -> None:
    with pytest.raises(ValueError, match="is not one of 0 … 2"):
        PDAG.from_edges(3, **{kind: [pair]})
