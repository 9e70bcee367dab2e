"""SID against its definition, against linear-Gaussian interventions, and by hand."""

from __future__ import annotations

import time
from importlib import import_module
from itertools import pairwise, product

import networkx as nx
import numpy as np
import pytest

from gesncd.graphs import PDAG, complete, cpdag_of_dag, members, sid, sid_bounds
from gesncd.graphs.meek import Marks, close_under_meek


def sid_by_paths(estimate: PDAG, truth: PDAG) -> int:
    """The parent adjustment criterion read off every path of the true graph."""
    graph = nx.DiGraph(np.asarray(truth.to_matrix()))
    skeleton = graph.to_undirected()
    below = {v: nx.descendants(graph, v) | {v} for v in graph}
    found = estimate.to_matrix()
    wrong = 0
    for i, j in product(graph, repeat=2):
        if i == j:
            continue
        z = set(np.flatnonzero(found[:, i]).tolist())
        if j in z:
            wrong += j in below[i]
            continue
        right = True
        for path in nx.all_simple_paths(skeleton, i, j):
            if all(graph.has_edge(a, b) for a, b in pairwise(path)):
                right &= not any(below[w] & z for w in path[1:])
            else:
                right &= is_blocked(graph, below, path, z)
        wrong += not right
    return wrong


def is_blocked(graph: nx.DiGraph, below: dict[int, set[int]], path: list[int], z: set[int]) -> bool:
    for a, v, b in zip(path, path[1:], path[2:], strict=False):
        if graph.has_edge(a, v) and graph.has_edge(b, v):
            if not below[v] & z:
                return True
        elif v in z:
            return True
    return False


def sid_by_interventions(estimate: PDAG, truth: PDAG, rng: np.random.Generator) -> int:
    """Wrong distributions of x_j under do(x_i) in one random linear-Gaussian model."""
    edges, found = truth.to_matrix(), estimate.to_matrix()
    n = len(edges)
    weights = np.where(edges, rng.uniform(0.5, 1.5, (n, n)) * rng.choice([-1, 1], (n, n)), 0.0)
    noise = rng.uniform(0.5, 2.0, n)

    def moments(w: np.ndarray, variances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        total = np.linalg.inv(np.eye(n) - w)
        return total, total.T @ np.diag(variances) @ total

    _, covariance = moments(weights, noise)
    wrong = 0
    for i in range(n):
        cut, fixed = weights.copy(), noise.copy()
        cut[:, i] = fixed[i] = 0.0
        total, spread = moments(cut, fixed)
        z = np.flatnonzero(found[:, i])
        for j in range(n):
            if j == i:
                continue
            if j in z:
                slope, variance = 0.0, covariance[j, j]
            else:
                given = [i, *z]
                coefficients = np.linalg.solve(
                    covariance[np.ix_(given, given)], covariance[given, j]
                )
                slope, rest = coefficients[0], coefficients[1:]
                variance = (
                    covariance[j, j]
                    - coefficients @ covariance[given, j]
                    + rest @ covariance[np.ix_(z, z)] @ rest
                )
            wrong += not np.allclose([slope, variance], [total[i, j], spread[j, j]], atol=1e-7)
    return wrong


def directed(n: int, *edges: tuple[int, int]) -> PDAG:
    return PDAG.from_edges(n, directed=edges)


def test_all_pairs_of_three_nodes_match_the_definition(all_dags):
    for truth, estimate in product(all_dags(3), repeat=2):
        assert sid(estimate, truth) == sid_by_paths(estimate, truth)


def test_all_pairs_of_three_nodes_match_interventions(all_dags):
    rng = np.random.default_rng(1)
    for truth, estimate in product(all_dags(3), repeat=2):
        assert sid(estimate, truth) == sid_by_interventions(estimate, truth, rng)


@pytest.mark.parametrize(("n", "density", "count"), [(4, 0.5, 1500), (5, 0.5, 400), (6, 0.4, 200)])
def test_random_pairs_match_definition_and_interventions(n, density, count, random_dag):
    rng = np.random.default_rng(n)
    for _ in range(count):
        truth, estimate = (random_dag(n, density, rng) for _ in range(2))
        value = sid(estimate, truth)
        assert value == sid_by_paths(estimate, truth)
        assert value == sid_by_interventions(estimate, truth, rng)


def test_the_two_estimates_of_peters_and_buhlmann():
    """Both are one edge away; one costs no effect, the other eight."""
    common = [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]
    truth = directed(5, (0, 1), *common)
    assert sid(directed(5, (0, 1), (2, 3), *common), truth) == 0
    assert sid(directed(5, (1, 0), *common), truth) == 8


def test_by_hand():
    arrow = directed(2, (0, 1))
    assert sid(arrow, arrow) == 0
    # The effect of 1 on 0 is taken for their association.
    assert sid(PDAG.empty(2), arrow) == 1
    assert sid(directed(2, (1, 0)), arrow) == 2
    assert sid(arrow, PDAG.empty(2)) == 0
    chain = directed(3, (0, 1), (1, 2))
    # Without adjusting: 0 is right on both, 1 wrong on 0, 2 wrong on 0 and 1.
    assert sid(PDAG.empty(3), chain) == 3
    assert sid(chain, PDAG.empty(3)) == 0
    # A supergraph adjusts for more than is needed, and rightly.
    assert sid(directed(3, (0, 1), (1, 2), (0, 2)), chain) == 0


def test_a_collider_on_the_way_is_not_opened_without_reason():
    """0 → 2 ← 1: adjusting for the collider spoils what was right."""
    truth = directed(3, (0, 2), (1, 2))
    assert sid(PDAG.empty(3), truth) == 2
    # Of 0: adjusting for 2 claims no effect on 2 and opens the path to 1.
    assert sid(directed(3, (2, 0)), truth) == 4


def test_itself_is_at_distance_zero(random_dag):
    rng = np.random.default_rng(0)
    for _ in range(20):
        dag = random_dag(12, 0.3, rng)
        assert sid(dag, dag) == 0
        assert sid_bounds(cpdag_of_dag(dag), dag)[0] == 0


@pytest.mark.parametrize(("n", "density"), [(4, 0.6), (5, 0.7), (6, 0.5), (6, 0.9), (7, 0.4)])
def test_bounds_are_the_extremes_over_the_members(n, density, random_dag):
    rng = np.random.default_rng(n)
    for _ in range(25):
        truth = random_dag(n, density, rng)
        estimate = cpdag_of_dag(random_dag(n, density, rng))
        values = [sid(dag, truth) for dag in members(estimate)]
        assert sid_bounds(estimate, truth) == (min(values), max(values))


def test_bounds_of_trees_and_cliques_are_the_extremes_over_the_members(random_dag):
    rng = np.random.default_rng(3)
    path = PDAG.from_edges(7, undirected=[(i, i + 1) for i in range(6)])
    clique = PDAG.from_edges(5, undirected=[(i, j) for i in range(5) for j in range(i)])
    # Two triangles that share an edge, with a tail.
    chordal = PDAG.from_edges(5, undirected=[(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4)])
    for estimate in (path, clique, chordal):
        for _ in range(8):
            truth = random_dag(estimate.n_nodes, 0.5, rng)
            values = [sid(dag, truth) for dag in members(estimate)]
            assert sid_bounds(estimate, truth) == (min(values), max(values))


def test_bounds_of_a_class_oriented_further_by_knowledge(random_dag):
    rng = np.random.default_rng(5)
    seen = 0
    for _ in range(60):
        truth = random_dag(6, 0.5, rng)
        marks = Marks(cpdag_of_dag(random_dag(6, 0.5, rng)))
        loose = [(i, j) for i in range(6) for j in range(6) if marks.neighbors[i] >> j & 1]
        if not loose:
            continue
        marks.orient(*loose[rng.integers(len(loose))])
        open_graph = marks.freeze()
        close_under_meek(marks, range(6), with_rule_4=True)
        estimate = marks.freeze()
        seen += complete(estimate) != estimate
        values = [sid(dag, truth) for dag in members(estimate)]
        expected = (min(values), max(values))
        assert sid_bounds(estimate, truth) == expected
        # The same where the caller has not closed the graph under Meek's rules.
        assert sid_bounds(open_graph, truth) == expected
    assert seen > 20


def test_a_directed_estimate_has_equal_bounds(random_dag):
    rng = np.random.default_rng(2)
    for _ in range(20):
        estimate, truth = (random_dag(8, 0.4, rng) for _ in range(2))
        value = sid(estimate, truth)
        assert sid_bounds(estimate, truth) == (value, value)


def test_large_sparse_graphs_and_large_classes_take_seconds(random_dag):
    rng = np.random.default_rng(0)
    n = 60
    truth = random_dag(n, 3 / (n - 1), rng)
    tree = PDAG.from_edges(n, undirected=[(int(rng.integers(i)), i) for i in range(1, n)])
    began = time.process_time()
    for estimate in (cpdag_of_dag(random_dag(n, 3 / (n - 1), rng)), tree):
        best, worst = sid_bounds(estimate, truth)
        assert 0 < best < worst < n * (n - 1)
    # Ten nodes all joined: 3,628,800 members, 1024 subsets.
    clique = PDAG.from_edges(10, undirected=[(i, j) for i in range(10) for j in range(i)])
    assert sid_bounds(clique, random_dag(10, 0.3, rng))[0] == 0
    assert time.process_time() - began < 20


def test_what_has_no_distance_is_refused():
    dag, undirected = directed(2, (0, 1)), PDAG.from_edges(2, undirected=[(0, 1)])
    cycle = directed(3, (0, 1), (1, 2), (2, 0))
    for measure in (sid, sid_bounds):
        with pytest.raises(ValueError, match="give the true DAG, not its CPDAG"):
            measure(dag, undirected)
        with pytest.raises(ValueError, match="true graph has a directed cycle"):
            measure(PDAG.empty(3), cycle)
        with pytest.raises(ValueError, match="2 and 3 nodes"):
            measure(dag, PDAG.empty(3))
    with pytest.raises(ValueError, match="sid_bounds"):
        sid(undirected, dag)
    with pytest.raises(ValueError, match="estimate has a directed cycle"):
        sid(cycle, PDAG.empty(3))
    with pytest.raises(ValueError, match="No DAG has the estimate's"):
        sid_bounds(cycle, PDAG.empty(3))
    square = PDAG.from_edges(4, undirected=[(0, 1), (1, 2), (2, 3), (3, 0)])
    with pytest.raises(ValueError, match="No DAG has the estimate's"):
        sid_bounds(square, PDAG.empty(4))


def test_too_many_members_outside_a_class_are_refused(monkeypatch):
    # The package's attribute of that name is the function.
    monkeypatch.setattr(import_module("gesncd.graphs.sid"), "MAX_MEMBERS", 5)
    marks = Marks(PDAG.from_edges(5, undirected=[(i, j) for i in range(5) for j in range(i)]))
    marks.orient(0, 1)
    with pytest.raises(ValueError, match="more than 5 orientations"):
        sid_bounds(marks.freeze(), PDAG.empty(5))
