"""Conversions of hand-made results, and of causal-learn's own graphs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from causallearn.graph.Edge import Edge
from causallearn.graph.Endpoint import Endpoint
from causallearn.graph.GeneralGraph import GeneralGraph
from causallearn.graph.GraphNode import GraphNode

from gesncd.baselines import from_causal_learn, from_dag_matrix
from gesncd.graphs import PDAG, consistent_extension, is_cpdag

TAIL, ARROW = -1, 1


def endpoints(n: int, *edges: tuple[int, int, int, int]) -> np.ndarray:
    """Marks (i, mark at i, mark at j, j) as causal-learn's array holds them."""
    marks = np.zeros((n, n), dtype=int)
    for i, at_i, at_j, j in edges:
        marks[i, j], marks[j, i] = at_i, at_j
    return marks


def test_a_collider_by_hand():
    found = from_causal_learn(endpoints(3, (0, TAIL, ARROW, 2), (1, TAIL, ARROW, 2)))
    assert found.graph == PDAG.from_edges(3, directed=[(0, 2), (1, 2)])
    assert (found.is_class, found.dag, found.notes) == (True, None, ())


def test_an_undirected_edge_by_hand():
    found = from_causal_learn(endpoints(2, (0, TAIL, TAIL, 1)))
    assert found.graph == PDAG.from_edges(2, undirected=[(0, 1)])
    assert found.is_class


def test_causal_learns_own_arrays():
    nodes = [GraphNode(f"X{k}") for k in range(4)]
    graph = GeneralGraph(nodes)
    graph.add_directed_edge(nodes[2], nodes[1])
    graph.add_directed_edge(nodes[0], nodes[1])
    graph.add_edge(Edge(nodes[3], nodes[0], Endpoint.TAIL, Endpoint.TAIL))
    found = from_causal_learn(graph.graph)
    assert found.graph == PDAG.from_edges(4, directed=[(2, 1), (0, 1)], undirected=[(0, 3)])
    assert found.is_class


def test_arrowheads_from_both_sides_are_undirected_and_said():
    found = from_causal_learn(endpoints(2, (0, ARROW, ARROW, 1)))
    assert found.graph == PDAG.from_edges(2, undirected=[(0, 1)])
    assert "1 edge got arrowheads from both sides" in found.notes[0]


def test_an_incomplete_graph_is_completed_and_said():
    # a → c ← b, c — d: d would else be a third tail of a collider.
    marks = endpoints(4, (0, TAIL, ARROW, 2), (1, TAIL, ARROW, 2), (2, TAIL, TAIL, 3))
    found = from_causal_learn(marks)
    assert found.graph == PDAG.from_edges(4, directed=[(0, 2), (1, 2), (2, 3)])
    assert found.is_class
    assert "not complete" in found.notes[0]


def test_marks_that_no_dag_has_are_kept_and_said():
    cycle = endpoints(3, (0, TAIL, ARROW, 1), (1, TAIL, ARROW, 2), (2, TAIL, ARROW, 0))
    found = from_causal_learn(cycle)
    assert found.graph == PDAG.from_edges(3, directed=[(0, 1), (1, 2), (2, 0)])
    assert not found.is_class
    assert "No DAG" in found.notes[0]


def test_marks_of_other_kinds_of_graph_are_refused():
    with pytest.raises(ValueError, match="no PDAG"):
        from_causal_learn(np.array([[0, 2], [1, 0]]))


def test_every_small_array_is_a_class_or_said_to_be_none():
    pairs = [(0, 1), (0, 2), (1, 2)]
    choices = [(0, 0), (TAIL, ARROW), (ARROW, TAIL), (TAIL, TAIL), (ARROW, ARROW)]
    for kinds in product(choices, repeat=3):
        marks = np.zeros((3, 3), dtype=int)
        for (i, j), (at_i, at_j) in zip(pairs, kinds, strict=True):
            marks[i, j], marks[j, i] = at_i, at_j
        found = from_causal_learn(marks)
        assert found.is_class == is_cpdag(found.graph)
        assert found.is_class == (consistent_extension(found.graph) is not None)
        joined = {(e.source, e.target) for e in found.graph.edges()}
        assert {(min(p), max(p)) for p in joined} == {
            pair for pair, kind in zip(pairs, kinds, strict=True) if kind != (0, 0)
        }


def test_weights_of_a_dag():
    weights = np.array([[0, 0.7, 0], [0, 0, 0], [0, -0.4, 0]])
    found = from_dag_matrix(weights)
    assert found.dag == PDAG.from_edges(3, directed=[(0, 1), (2, 1)])
    assert found.graph == found.dag
    chain = from_dag_matrix(np.eye(3, k=1))
    assert chain.graph == PDAG.from_edges(3, undirected=[(0, 1), (1, 2)])
    assert chain.dag == PDAG.from_edges(3, directed=[(0, 1), (1, 2)])
    assert chain.is_class


def test_a_cycle_is_reported_and_left():
    matrix = np.zeros((5, 5))
    for a, b in [(0, 1), (1, 2), (2, 0), (3, 0), (2, 4)]:
        matrix[a, b] = 1
    found = from_dag_matrix(matrix)
    assert not found.is_class
    assert found.dag is None
    assert found.graph == PDAG.from_matrix(matrix)
    assert "directed cycle through 3 variables" in found.notes[0]


def test_two_variables_that_cause_each_other_are_reported():
    found = from_dag_matrix(np.array([[0, 1], [1, 0]]))
    assert found.graph == PDAG.from_edges(2, undirected=[(0, 1)])
    # It looks like a class, but the method's graph was cyclic.
    assert not found.is_class
    assert "1 pair of variables that cause each other" in found.notes[0]


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.zeros((2, 3)), "square"),
        (np.eye(2), "cause of itself"),
        (np.array([[0, np.nan], [0, 0]]), "not numbers"),
    ],
)
def test_matrices_that_are_no_result(matrix, message):
    with pytest.raises(ValueError, match=message):
        from_dag_matrix(matrix)
