from __future__ import annotations

import numpy as np
import pytest

from gesncd.graphs import PDAG, Agreement, agreement, cpdag_of_dag, shd


def test_hand_worked_figures() -> None:
    truth = PDAG.from_edges(5, directed=[(0, 2), (1, 2)], undirected=[(2, 3), (3, 4)])
    found = PDAG.from_edges(5, directed=[(0, 2), (2, 1), (2, 3)], undirected=[(0, 4)])
    # 0→2 right; 1→2 reversed; 2—3 directed; 3—4 missing; 0—4 extra.
    assert shd(found, truth) == 4
    # Hits: 0→2 one, 2—3 found directed one. Estimate 3 + 2 entries, truth 2 + 4.
    assert agreement(found, truth) == Agreement(2 / 5, 2 / 6, 4 / 11)


def test_a_true_arrow_found_undirected_is_no_hit() -> None:
    truth = PDAG.from_edges(2, directed=[(0, 1)])
    found = PDAG.from_edges(2, undirected=[(0, 1)])
    assert agreement(found, truth) == Agreement(0.0, 0.0, 0.0)
    assert agreement(truth, found) == Agreement(1.0, 0.5, 2 / 3)


def test_empty_graphs() -> None:
    empty, edge = PDAG.empty(2), PDAG.from_edges(2, undirected=[(0, 1)])
    assert agreement(empty, empty) == Agreement(1.0, 1.0, 1.0)
    assert agreement(empty, edge) == agreement(edge, empty) == Agreement(0.0, 0.0, 0.0)
    assert shd(empty, edge) == 1


def test_shd_equals_causal_learn_on_random_cpdags(random_dag) -> None:
    from causallearn.graph.SHD import SHD

    rng = np.random.default_rng(0)
    for _ in range(40):
        one, two = (cpdag_of_dag(random_dag(6, 0.4, rng)) for _ in range(2))
        assert shd(one, two) == SHD(_theirs(one), _theirs(two)).get_shd()


def _theirs(graph: PDAG):
    from causallearn.graph.Edge import Edge
    from causallearn.graph.Endpoint import Endpoint
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    nodes = [GraphNode(str(i)) for i in range(graph.n_nodes)]
    theirs = GeneralGraph(nodes)
    for edge in graph.edges():
        head = Endpoint.ARROW if edge.directed else Endpoint.TAIL
        theirs.add_edge(Edge(nodes[edge.source], nodes[edge.target], Endpoint.TAIL, head))
    return theirs


def test_metrics_equal_their_definitions_on_all_pairs_of_classes(classes) -> None:
    """Entry by entry of the adjacency matrices, as the definitions read."""
    for n in (2, 3):
        for found in classes(n):
            for truth in classes(n):
                a, b = found.to_matrix().astype(int), truth.to_matrix().astype(int)
                assert shd(found, truth) == sum(
                    (a[i, j], a[j, i]) != (b[i, j], b[j, i]) for i in range(n) for j in range(i)
                )
                both_ways = b & b.T
                hits = (a & both_ways).sum() + (a & ~a.T & b & ~b.T).sum()
                if not a.any() and not b.any():
                    expected = (1.0, 1.0, 1.0)
                elif not hits:
                    expected = (0.0, 0.0, 0.0)
                else:
                    precision, recall = hits / a.sum(), hits / b.sum()
                    expected = (precision, recall, 2 * precision * recall / (precision + recall))
                measured = agreement(found, truth)
                assert (measured.precision, measured.recall, measured.f1) == pytest.approx(expected)


def test_metrics_are_symmetric_where_they_should_be_and_perfect_on_equal_graphs(random_dag) -> None:
    rng = np.random.default_rng(1)
    for _ in range(30):
        one, two = (cpdag_of_dag(random_dag(6, 0.4, rng)) for _ in range(2))
        assert shd(one, two) == shd(two, one)
        assert shd(one, one) == 0
        assert agreement(one, one) == Agreement(1.0, 1.0, 1.0)


def test_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="2 and 3 nodes"):
        shd(PDAG.empty(2), PDAG.empty(3))
