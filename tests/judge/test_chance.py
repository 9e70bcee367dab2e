"""Random graphs beside an estimate: exact edge counts, and means known by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.graphs import PDAG, is_cpdag
from gesncd.judge import empty_figures, random_class, random_figures, truth_of_graph
from gesncd.judge.chance import Spread


def test_random_classes_have_exactly_so_many_edges():
    rng = np.random.default_rng(0)
    for n_edges in range(11):
        graph = random_class(5, n_edges, rng)
        assert graph.n_edges == n_edges
        assert is_cpdag(graph)
    with pytest.raises(ValueError, match="10 pairs"):
        random_class(5, 11, rng)


def test_a_mean_that_is_known():
    # One true edge of three possible: a random one is right in a third of the draws,
    # with SHD 0 and F1 1, and else wrong with SHD 2 and F1 0.
    truth = truth_of_graph(PDAG.from_edges(3, directed=[(0, 1)]), "abc")
    found = random_figures(truth, 1, np.random.default_rng(1), draws=1500)
    assert found.shd.mean == pytest.approx(4 / 3, abs=0.1)
    assert found.shd.sd == pytest.approx(np.sqrt(8) / 3, abs=0.05)
    assert found.f1.mean == pytest.approx(1 / 3, abs=0.05)
    assert found.skeleton_f1.mean == pytest.approx(1 / 3, abs=0.05)
    assert found.sid_best is not None
    assert (found.n_draws, found.n_edges) == (1500, 1)


def test_graphs_without_a_direction_to_judge_say_nothing_of_directions():
    rng = np.random.default_rng
    # Two edges on three nodes join a true pair in any draw, where the truth has an arrow. The
    # skeleton is right in a third of the draws, and a third of these are the collider, with an
    # F1 of 1; no other draw has a right arrow.
    collider = truth_of_graph(PDAG.from_edges(3, directed=[(0, 1), (2, 1)]), "abc")
    found = random_figures(collider, 2, rng(1), draws=300)
    assert found.n_oriented == found.n_draws
    assert found.orientation_f1 is not None
    assert found.orientation_f1.mean == pytest.approx(1 / 9, abs=0.05)
    # Where the truth has no arrow, only a collider has some: in a third of the draws, and wrong.
    chain = truth_of_graph(PDAG.from_edges(3, undirected=[(0, 1), (1, 2)]), "abc")
    found = random_figures(chain, 2, rng(1), draws=300)
    assert found.orientation_f1 == Spread(0.0, 0.0)
    assert found.n_oriented / found.n_draws == pytest.approx(1 / 3, abs=0.1)
    alone = truth_of_graph(PDAG.from_edges(3, undirected=[(0, 1)]), "abc")
    found = random_figures(alone, 1, rng(1), draws=20)
    assert (found.orientation_f1, found.n_oriented) == (None, 0)


def test_the_same_seed_gives_the_same_and_a_class_no_sid():
    truth = truth_of_graph(PDAG.from_edges(4, undirected=[(0, 1), (1, 2)]), "abcd")
    draws = [random_figures(truth, 2, np.random.default_rng(3), draws=20) for _ in range(2)]
    assert draws[0] == draws[1]
    assert draws[0].sid_best is None
    assert draws[0].sid_worst is None
    with pytest.raises(ValueError, match="two graphs"):
        random_figures(truth, 2, np.random.default_rng(3), draws=1)


def test_the_empty_graph_misses_every_edge():
    truth = truth_of_graph(PDAG.from_edges(4, directed=[(0, 1), (1, 2), (3, 2)]), "abcd")
    found = empty_figures(truth)
    assert found.shd == 3
    assert found.entries.f1 == 0
    assert found.n_edges == 0
