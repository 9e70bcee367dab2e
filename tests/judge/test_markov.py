"""Implied independences against d-separation, and violations where an edge is missing."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import binomtest

from gesncd.graphs import PDAG, cpdag_of_dag
from gesncd.graphs.bits import mask_of
from gesncd.judge import check_independences, d_separated, excess, implied_independences
from gesncd.measures import Cancelled, DSeparationOracle, MemoryCache, PartialCorrelation, Query
from gesncd.simulate import random_dag, simulate


def test_d_separation_equals_the_oracle(all_dags):
    for dag in all_dags(4)[::3]:
        oracle = DSeparationOracle(dag.to_matrix())
        queries = [
            Query.pair(x, y, given)
            for x, y in combinations(range(4), 2)
            for size in range(3)
            for given in combinations([k for k in range(4) if k not in (x, y)], size)
        ]
        for query, score in zip(queries, oracle.evaluate(queries), strict=True):
            assert d_separated(dag, query.x[0], query.y[0], mask_of(query.z)) == (score == 0)


def test_all_that_is_implied_holds_in_the_graph_itself(classes):
    rng = np.random.default_rng(0)
    for cpdag in classes(4):
        implied = implied_independences(cpdag, rng, n_sampled=5)
        report = check_independences(implied, DSeparationOracle(implied.member.to_matrix()), 0, 0.1)
        assert report.violations == ()
        assert len(report.tested) == implied.n_local + implied.n_sampled


def test_the_local_condition_by_hand():
    # A → B → C and D alone.
    dag = PDAG.from_edges(4, directed=[(0, 1), (1, 2)])
    implied = implied_independences(cpdag_of_dag(dag), np.random.default_rng(0), n_sampled=0)
    assert implied.member == dag
    assert {each.query for each in implied.independences} == {
        Query.pair(0, 3),
        Query.pair(1, 3, [0]),
        Query.pair(2, 0, [1]).canonical,
        Query.pair(2, 3, [1]),
        Query.pair(3, 1).canonical,
        Query.pair(3, 2).canonical,
    }
    assert implied.n_local == implied.n_local_all == 6


def test_sampled_ones_are_others_and_repeat_with_the_seed():
    dag = PDAG.from_matrix(random_dag(12, 2.0, np.random.default_rng(5)))
    draws = [
        implied_independences(cpdag_of_dag(dag), np.random.default_rng(7), n_sampled=40)
        for _ in range(2)
    ]
    assert draws[0] == draws[1]
    queries = [each.query for each in draws[0].independences]
    assert len(set(queries)) == len(queries)
    assert draws[0].n_sampled == 40
    other = implied_independences(cpdag_of_dag(dag), np.random.default_rng(8), n_sampled=40)
    assert other.independences != draws[0].independences


def test_some_of_the_local_ones():
    dag = PDAG.from_matrix(random_dag(12, 2.0, np.random.default_rng(5)))
    whole = implied_independences(dag, np.random.default_rng(0), n_sampled=0)
    part = implied_independences(dag, np.random.default_rng(0), n_sampled=0, max_local=10)
    assert part.n_local == 10
    assert part.n_local_all == whole.n_local > 10
    assert set(part.independences) < set(whole.independences)


def test_a_missing_edge_is_found_and_the_true_graph_passes():
    rng = np.random.default_rng(11)
    true = PDAG.from_edges(5, directed=[(0, 1), (1, 2), (2, 3), (3, 4)])
    dataset = simulate("linear", true.to_matrix(), 2000, rng)
    measure = PartialCorrelation(dataset)
    tau = measure.null_quantile(0.01)

    def report(graph: PDAG):
        implied = implied_independences(cpdag_of_dag(graph), np.random.default_rng(0))
        return check_independences(implied, measure, tau, 0.01)

    good = report(true)
    assert good.statement.p_value > 0.01
    bad = report(PDAG.from_edges(5, directed=[(0, 1), (1, 2), (3, 4)]))
    assert bad.statement.p_value < 1e-6
    assert {bad.tested[0].query.x[0], bad.tested[0].query.y[0]} == {2, 3}
    assert bad.tested[0].violated
    assert bad.tested[0].ratio > 10
    assert bad.statement.n_violated == len(bad.violations)
    assert [each.score for each in bad.tested] == sorted(
        (each.score for each in bad.tested), reverse=True
    )


def test_it_can_be_stopped_and_goes_on_from_the_cache():
    dag = PDAG.from_matrix(random_dag(25, 2.0, np.random.default_rng(1)))
    dataset = simulate("linear", dag.to_matrix(), 100, np.random.default_rng(2))
    measure = PartialCorrelation(dataset)
    implied = implied_independences(dag, np.random.default_rng(3))
    cache = MemoryCache()
    seen = []

    def stop(done: int, asked: int) -> None:
        seen.append((done, asked))
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        check_independences(implied, measure, 0.01, 0.01, cache=cache, on_counted=stop)
    asked = len(implied.independences)
    assert seen[0] == (0, asked)
    assert 0 < len(cache) < asked
    counts = []
    report = check_independences(
        implied, measure, 0.01, 0.01, cache=cache, on_counted=lambda *count: counts.append(count)
    )
    assert counts[0] == (seen[-1][0], asked)
    assert counts[-1] == (asked, asked)
    assert report == check_independences(implied, measure, 0.01, 0.01)


def test_a_graph_that_is_no_class_implies_nothing():
    cycle = PDAG.from_edges(3, directed=[(0, 1), (1, 2), (2, 0)])
    with pytest.raises(ValueError, match="no equivalence class"):
        implied_independences(cycle, np.random.default_rng(0))


def test_a_complete_graph_implies_nothing():
    implied = implied_independences(
        PDAG.from_edges(3, undirected=[(0, 1), (0, 2), (1, 2)]), np.random.default_rng(0)
    )
    assert implied.independences == ()
    statement = excess(0, 0, 0.05)
    assert (statement.share, statement.p_value, statement.low, statement.high) == (0, 1, 0, 1)


def test_the_binomial_statement():
    # P(X ≥ 3) of 10 tries at 0.1 is 1 − 0.9¹⁰ − 10·0.1·0.9⁹ − 45·0.01·0.9⁸.
    statement = excess(3, 10, 0.1)
    assert statement.p_value == pytest.approx(0.0701908264)
    assert statement.expected == pytest.approx(1.0)
    assert statement.share == pytest.approx(0.3)
    for k, n in [(0, 10), (3, 10), (10, 10), (7, 300)]:
        expected = binomtest(k, n, 0.1, alternative="greater")
        interval = binomtest(k, n, 0.1).proportion_ci(0.95, "exact")
        found = excess(k, n, 0.1)
        assert found.p_value == pytest.approx(expected.pvalue)
        assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    with pytest.raises(ValueError, match="alpha"):
        excess(1, 2, 1.0)
    with pytest.raises(ValueError, match="sense"):
        excess(3, 2, 0.1)
