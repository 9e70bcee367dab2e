"""The d-separation oracle against networkx."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest

from gesncd.measures import DSeparationOracle, Query


def _random_dag(rng: np.random.Generator, d: int, density: float) -> np.ndarray:
    upper = np.triu(rng.random((d, d)) < density, 1)
    order = rng.permutation(d)
    return upper[np.ix_(order, order)].astype(int)


def test_textbook_graphs():
    # 0 → 1 → 2 ← 3, 2 → 4
    oracle = DSeparationOracle(
        [[0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]]
    )
    asked = {
        Query.pair(0, 2): 1.0,
        Query.pair(0, 2, [1]): 0.0,
        Query.pair(0, 3): 0.0,
        Query.pair(0, 3, [2]): 1.0,
        Query.pair(0, 3, [4]): 1.0,
        Query.pair(0, 3, [1, 4]): 0.0,
    }
    assert list(oracle.evaluate(list(asked))) == list(asked.values())
    assert oracle.null_quantile(0.001) == 0.5


def test_every_pair_and_set_of_random_dags_agrees_with_networkx():
    rng = np.random.default_rng(0)
    for d in (3, 4, 5, 6):
        for _ in range(4):
            adjacency = _random_dag(rng, d, rng.uniform(0.2, 0.8))
            graph = nx.from_numpy_array(adjacency, create_using=nx.DiGraph)
            queries = [
                Query.pair(x, y, z)
                for x, y in itertools.permutations(range(d), 2)
                for size in range(d - 1)
                for z in itertools.combinations(sorted({*range(d)} - {x, y}), size)
            ]
            expected = [
                0.0 if nx.is_d_separator(graph, set(q.x), set(q.y), set(q.z)) else 1.0
                for q in queries
            ]
            assert list(DSeparationOracle(adjacency).evaluate(queries)) == expected


def test_vector_queries_agree_with_networkx():
    rng = np.random.default_rng(1)
    found = set()
    for _ in range(200):
        adjacency = _random_dag(rng, 9, 0.25)
        graph = nx.from_numpy_array(adjacency, create_using=nx.DiGraph)
        order = list(map(int, rng.permutation(9)))
        x, y, z = (tuple(sorted(part)) for part in (order[:2], order[2:5], order[5:8]))
        (score,) = DSeparationOracle(adjacency).evaluate([Query(x, y, z)])
        assert score == (0.0 if nx.is_d_separator(graph, set(x), set(y), set(z)) else 1.0)
        found.add(score)
    assert found == {0.0, 1.0}


@pytest.mark.parametrize(
    ("adjacency", "complaint"),
    [
        ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], "cycle"),
        ([[1]], "cycle"),
        ([[0, 2], [0, 0]], "only 0 and 1"),
        ([[0, 1]], "square"),
    ],
)
def test_what_is_no_dag_is_refused(adjacency, complaint):
    with pytest.raises(ValueError, match=complaint):
        DSeparationOracle(adjacency)


def test_keys_tell_graphs_apart():
    assert DSeparationOracle([[0, 1], [0, 0]]).key == DSeparationOracle(np.eye(2, k=1)).key
    assert DSeparationOracle([[0, 1], [0, 0]]).key != DSeparationOracle([[0, 0], [1, 0]]).key
