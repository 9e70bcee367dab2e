import numpy as np
import pytest

from gesncd.simulate import random_dag, topological_order


@pytest.mark.parametrize(("n_nodes", "degree"), [(10, 2), (10, 8), (30, 3.5), (2, 1), (5, 0)])
def test_expected_degree(n_nodes, degree):
    rng = np.random.default_rng(0)
    draws = 400
    edges = np.array([random_dag(n_nodes, degree, rng).sum() for _ in range(draws)])
    pairs = n_nodes * (n_nodes - 1) / 2
    p = degree / (n_nodes - 1)
    error = np.sqrt(pairs * p * (1 - p) / draws)
    assert abs(edges.mean() - n_nodes * degree / 2) <= 4 * error


def test_every_pair_and_direction_is_as_likely():
    rng = np.random.default_rng(1)
    draws = 4000
    share = sum(random_dag(4, 1.5, rng).astype(int) for _ in range(draws)) / draws
    off_diagonal = share[~np.eye(4, dtype=bool)]
    assert np.all(np.abs(off_diagonal - 0.25) < 4 * np.sqrt(0.25 * 0.75 / draws))


def test_acyclic_and_in_topological_order():
    rng = np.random.default_rng(2)
    for _ in range(50):
        adjacency = random_dag(12, 5, rng)
        assert adjacency.dtype == np.int8
        assert set(np.unique(adjacency)) <= {0, 1}
        order = topological_order(adjacency)
        assert sorted(order) == list(range(12))
        assert not np.tril(adjacency[np.ix_(order, order)]).any()


def test_same_seed_same_graph():
    first, second = (random_dag(10, 3, np.random.default_rng(7)) for _ in range(2))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, random_dag(10, 3, np.random.default_rng(8)))


def test_single_node():
    assert random_dag(1, 0, np.random.default_rng(0)).tolist() == [[0]]


@pytest.mark.parametrize(("n_nodes", "degree"), [(0, 0), (5, 4.5), (5, -1), (1, 1)])
def test_out_of_range(n_nodes, degree):
    with pytest.raises(ValueError, match="node"):
        random_dag(n_nodes, degree, np.random.default_rng(0))


def test_order_refuses_cycles_and_odd_shapes():
    with pytest.raises(ValueError, match="cycle"):
        topological_order(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    with pytest.raises(ValueError, match="cycle"):
        topological_order(np.array([[1]]))
    with pytest.raises(ValueError, match="square"):
        topological_order(np.zeros((2, 3)))


def test_order_prefers_small_indices():
    adjacency = np.zeros((4, 4))
    adjacency[3, 0] = 1
    assert topological_order(adjacency) == (1, 2, 3, 0)
