import numpy as np
import pytest

from gesncd.analysis.replicates import ReplicateResult, run_replicate
from gesncd.analysis.resamples import Resampling, plan_replicates
from gesncd.analysis.stability import (
    PairShares,
    edge_stability,
    false_edge_bound,
    stable_graph,
)
from gesncd.analysis.stability_of_graph import graph_stability
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import PartialCorrelation, Rcd


def rcd(sample, seed):
    return Rcd(sample, seed=0 if seed is None else seed)


def linear(sample, seed):
    assert seed is None
    return PartialCorrelation(sample)


@pytest.mark.parametrize(
    ("build", "measure", "resampling"),
    [
        (rcd, "rcd", Resampling.HALVES),
        (linear, "partial-correlation", Resampling.HALVES),
        (linear, "partial-correlation", Resampling.BOOTSTRAP),
    ],
)
def test_independent_columns_stay_near_zero(build, measure, resampling, searched):
    data = Dataset.from_array(np.random.default_rng(4).normal(size=(400, 6)))
    found = edge_stability(6, searched(data, build, measure, 40, resampling))
    joined = [found.shares(i, j).joined for i in range(6) for j in range(i)]
    # 15 pairs at 0.1 % a query; the bootstrap doubles a correlation's variance.
    assert sum(joined) / 15 <= (0.02 if resampling is Resampling.HALVES else 0.06)
    assert max(joined) <= (0.1 if resampling is Resampling.HALVES else 0.4)
    assert stable_graph(found, 0.6) == PDAG.empty(6)


def test_the_bootstrap_would_join_independent_columns_in_rcd():
    """Why it is refused there."""
    data = Dataset.from_array(np.random.default_rng(4).normal(size=(400, 6)))
    plan = plan_replicates(Resampling.BOOTSTRAP, 4, measure="partial-correlation")
    found = edge_stability(6, [run_replicate(data, replicate, rcd) for replicate in plan])
    assert found.n_edges >= 4


def test_true_edges_are_stable(chain_data, searched):
    found = edge_stability(5, searched(chain_data, linear, "partial-correlation", 30))
    truth = PDAG.from_edges(5, directed=[(0, 2), (1, 2), (2, 3)])
    assert stable_graph(found, 0.75) == truth
    assert found.shares(0, 2).forward > 0.9
    assert found.shares(2, 0) == found.shares(0, 2).reversed
    assert found.shares(2, 0).backward == found.shares(0, 2).forward


def test_shares_sum_to_one_and_partial_results_are_a_beginning(chain_data, searched):
    results = searched(chain_data, rcd, "rcd", 13)
    for count in (1, 5, 13):
        found = edge_stability(5, results[:count])
        assert found.n_replicates == count
        for i in range(5):
            for j in range(5):
                if i == j:
                    continue
                shares = found.shares(i, j)
                kinds = [result.graph.kind(i, j).value for result in results[:count]]
                assert shares.n == count
                assert shares.forward == pytest.approx(kinds.count("forward") / count)
                assert shares.backward == pytest.approx(kinds.count("backward") / count)
                assert shares.undirected == pytest.approx(kinds.count("undirected") / count)
                assert shares.joined + shares.none == pytest.approx(1)
    nothing = edge_stability(5, [])
    assert nothing.shares(0, 1) == PairShares(0, 0, 0, 1, 0)
    assert nothing.taus is None
    assert false_edge_bound(nothing, 0.75) is None


def test_a_nearly_constant_variable_says_nothing_of_its_pairs(searched, rare_data):
    results = searched(rare_data, linear, "partial-correlation", 40)
    silent = [result for result in results if result.left_out]
    assert 0 < len(silent) < 40
    assert all(result.left_out == (1,) for result in silent)
    assert all(not result.graph.adjacent(1) for result in silent)
    found = edge_stability(4, results)
    assert found.left_out == (0, len(silent), 0, 0)
    assert found.shares(1, 2).n == found.shares(0, 1).n == 40 - len(silent)
    assert found.shares(0, 3).n == 40
    assert found.shares(0, 3).joined == 1
    # Edges beyond the gap keep their nodes.
    assert all(result.graph.adjacent(0) >> 3 & 1 for result in silent)
    only = edge_stability(4, silent)
    assert only.shares(1, 2) == PairShares(0, 0, 0, 1, 0)


def test_shares_are_over_the_replicates_that_could_tell():
    arrow = ReplicateResult(PDAG.from_edges(3, directed=[(0, 1)]), 0.1, 10)
    without = ReplicateResult(PDAG.empty(3), 0.1, 10, left_out=(1,))
    both = ReplicateResult(PDAG.empty(3), 0.2, 10, left_out=(0, 1))
    found = edge_stability(3, [arrow, arrow, without, both])
    assert found.shares(0, 1) == PairShares(1, 0, 0, 0, 2)
    assert found.shares(0, 2).n == 3
    assert found.shares(1, 2).n == 2
    assert found.taus == (0.1, 0.2)


def counted(*graphs):
    return edge_stability(3, [ReplicateResult(graph, 0.1, 10) for graph in graphs])


def halves(*graphs, numbers=None):
    numbers = range(len(graphs)) if numbers is None else numbers
    return edge_stability(
        3,
        [
            ReplicateResult(graph, 0.1, 10, half=number)
            for graph, number in zip(graphs, numbers, strict=True)
        ],
    )


def test_the_stable_graph_directs_only_what_is_stable():
    forward, backward = (PDAG.from_edges(3, directed=[arrow]) for arrow in ((0, 1), (1, 0)))
    empty = PDAG.empty(3)
    mixed = counted(forward, forward, backward, empty)
    assert stable_graph(mixed, 0.75) == PDAG.from_edges(3, undirected=[(0, 1)])
    assert stable_graph(mixed, 0.8) == empty
    assert stable_graph(counted(backward, backward, backward, empty), 0.75) == backward
    assert stable_graph(counted(forward, backward, backward), 1.0).n_edges == 1
    for threshold in (0.5, 1.1, 0.0):
        with pytest.raises(ValueError, match="above one half"):
            stable_graph(mixed, threshold)


def test_the_bound_on_false_edges():
    # q = 0.75 edges, p = 3 pairs, θ = 0.75.
    arrow = PDAG.from_edges(3, directed=[(0, 1)])
    found = halves(arrow, arrow, arrow, PDAG.empty(3))
    assert found.n_complete_pairs == 2
    assert false_edge_bound(found, 0.75) == pytest.approx(0.75**2 / (0.5 * 3))


def test_there_is_no_bound_without_complete_pairs_of_halves():
    arrow = PDAG.from_edges(3, directed=[(0, 1)])
    for numbers, n_pairs in (([0], 0), ([1, 2], 0), ([0, 1, 2], 1), ([2, 5, 3, 4], 2)):
        found = halves(*[arrow] * len(numbers), numbers=numbers)
        assert found.n_complete_pairs == n_pairs
        assert (false_edge_bound(found, 0.9) is None) == (2 * n_pairs != len(numbers))
    # Other replicates have no complements.
    assert false_edge_bound(counted(arrow, arrow), 0.9) is None


def test_a_bound_that_says_nothing_is_none():
    # q = 1 edge of p = 3 pairs: 1 / (3 (2θ − 1)) reaches the one stable edge at θ = 2/3.
    arrow = PDAG.from_edges(3, directed=[(0, 1)])
    found = halves(arrow, arrow)
    assert false_edge_bound(found, 0.6) is None
    assert false_edge_bound(found, 0.7) == pytest.approx(1 / 1.2)
    empty = halves(PDAG.empty(3), PDAG.empty(3))
    assert false_edge_bound(empty, 0.9) is None


def test_replicates_know_which_half_they_are(chain_data, searched):
    results = searched(chain_data, linear, "partial-correlation", 4)
    assert [result.half for result in results] == [0, 1, 2, 3]
    assert edge_stability(5, results).n_complete_pairs == 2
    others = searched(chain_data, rcd, "rcd", 2, Resampling.SEEDS)
    assert [result.half for result in others] == [None, None]


def test_neither_edges_nor_pairs_that_knowledge_settles_are_in_the_bound():
    known = Constraints.of(
        Knowledge(required=(("A", "B"),), not_adjacent=(("A", "D"), ("B", "D"))), "ABCD"
    )
    graph = PDAG.from_edges(4, directed=[(0, 1)], undirected=[(1, 2)])
    plain = PDAG.from_edges(4, directed=[(0, 1)])
    results = [
        ReplicateResult(each, 0.1, 50, half=number)
        for number, each in enumerate((graph, graph, graph, plain))
    ]
    found = edge_stability(4, results, known)
    assert (found.n_edges, found.n_open_pairs) == (0.75, 3)
    assert found.n_open_edges(graph) == 1
    assert false_edge_bound(found, 0.75) == pytest.approx(0.75**2 / (0.5 * 3))


def test_a_direction_that_replicates_owe_to_knowledge_is_not_left_to_the_data():
    """b → c follows by Meek's first rule from the stated a → b; with d → b it has a collider."""
    stated = Constraints.of(Knowledge(required=(("a", "b"),)), "abcd")
    follows = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])
    by_data = PDAG.from_edges(4, directed=[(2, 1), (3, 1), (0, 1)])
    told = [ReplicateResult(follows, 0.1, 9)] * 3
    found = edge_stability(4, [*told, ReplicateResult(by_data, 0.1, 9)], stated)
    assert found.following[1, 2] == 0.75
    assert (2, 1) not in found.following
    assert found.shares(1, 2).forward == 0.75
    assert not found.leaves_direction(1, 2)
    assert not found.sets_direction(1, 2)
    data = edge_stability(4, [*told[:1], *[ReplicateResult(by_data, 0.1, 9)] * 3], stated)
    assert data.leaves_direction(1, 2)
    assert data.shares(2, 1).forward == 0.75
    edge = graph_stability(follows, found, stated).edges
    assert {e.pair: (e.direction_set, e.direction_follows) for e in edge} == {
        (0, 1): (True, False),
        (1, 2): (False, True),
    }
    free = edge_stability(4, told)
    assert free.leaves_direction(1, 2)
