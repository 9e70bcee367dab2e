from __future__ import annotations

import networkx as nx
import numpy as np

from gesncd.graphs import PDAG, ancestors, is_clique, reachable_semi_directed, topological_order
from gesncd.graphs.bits import mask_of, nodes_in


def test_semi_directed_reach_equals_networkx_on_random_graphs() -> None:
    rng = np.random.default_rng(0)
    for _ in range(100):
        n = int(rng.integers(2, 10))
        graph = PDAG.from_matrix(
            np.triu(rng.random((n, n)) < 0.3, 1) | np.tril(rng.random((n, n)) < 0.15, -1)
        )
        blocked = mask_of(np.flatnonzero(rng.random(n) < 0.2))
        start = int(rng.integers(n))
        open_graph = nx.from_numpy_array(graph.to_matrix(), create_using=nx.DiGraph)
        open_graph.remove_nodes_from([v for v in nodes_in(blocked) if v != start])
        expected = nx.descendants(open_graph, start) | {start}
        assert (
            set(nodes_in(reachable_semi_directed(graph, start, blocked & ~(1 << start))))
            == expected
        )


def test_ancestors_follow_arrows_only() -> None:
    graph = PDAG.from_edges(5, directed=[(0, 1), (1, 2)], undirected=[(2, 3), (3, 4)])
    assert set(nodes_in(ancestors(graph, mask_of([2])))) == {0, 1, 2}
    assert set(nodes_in(ancestors(graph, mask_of([3, 1])))) == {0, 1, 3}


def test_cliques() -> None:
    triangle = PDAG.from_edges(4, directed=[(0, 1)], undirected=[(1, 2), (0, 2)])
    assert is_clique(triangle, 0)
    assert is_clique(triangle, mask_of([0, 1, 2]))
    assert not is_clique(triangle, mask_of([0, 1, 3]))


def test_topological_order_puts_parents_first_and_the_smallest_first() -> None:
    assert topological_order(PDAG.from_edges(4, directed=[(3, 0), (0, 2)])) == [1, 3, 0, 2]
    assert topological_order(PDAG.from_edges(2, directed=[(0, 1)])) == [0, 1]
    assert topological_order(PDAG.from_edges(3, directed=[(0, 1), (1, 2), (2, 0)])) is None
