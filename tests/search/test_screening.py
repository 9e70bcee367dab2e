import numpy as np
import pytest

from gesncd.data import Dataset, Variable
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints, Knowledge
from gesncd.measures import DSeparationOracle, PartialCorrelation, Query, Rcd
from gesncd.search import Finished, Started, Step, reframed_ges, tau_path
from gesncd.search.options import Limits
from gesncd.search.screening import (
    MOST_ROWS,
    candidate_partners,
    marginal_strengths,
    strongest_partners,
)


def linear(d=8, n=300, seed=2):
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.random((d, d)) < 0.35, 1) * rng.uniform(0.5, 1.2, (d, d))
    return Dataset.from_array(rng.normal(size=(n, d)) @ np.linalg.inv(np.eye(d) - weights))


def everybody(d):
    return tuple((1 << d) - 1 ^ 1 << i for i in range(d))


def test_strongest_partners_of_either_side_the_first_of_equal_ones():
    strengths = np.array(
        [
            [0.0, 9.0, 5.0, 1.0],
            [9.0, 0.0, 2.0, 2.0],
            [5.0, 2.0, 0.0, 3.0],
            [1.0, 2.0, 3.0, 0.0],
        ]
    )
    # 0 and 1 choose each other, 2 chooses 0, 3 chooses 2.
    assert strongest_partners(strengths, 1) == (0b0110, 0b0001, 0b1001, 0b0100)
    # Of 2 and 3, as strong for it, 1 takes 2.
    assert strongest_partners(strengths, 2)[1] == 0b1101
    assert strongest_partners(strengths * 0, 1) == (0b1110, 0b0001, 0b0001, 0b0001)
    assert strongest_partners(strengths, 3) == everybody(4)
    assert strongest_partners(strengths, 99) == everybody(4)
    with pytest.raises(ValueError, match="at least one"):
        strongest_partners(strengths, 0)


def test_strength_is_the_larger_of_rank_correlation_and_rcd():
    from scipy.stats import spearmanr

    data = linear()
    n, d = data.n_rows, data.n_variables
    found = marginal_strengths(data, seed=3)
    rho = np.abs(spearmanr(data.values).statistic)
    directed = Rcd(data, symmetric=False, seed=3)
    for i in range(d):
        assert found[i, i] == 0
        for j in range(i):
            both = [Query((i,), (j,)), Query((j,), (i,))]
            t = directed.evaluate(both).max()
            expected = max(np.sqrt(n) * rho[i, j], np.sqrt(n) * t / 1.07)
            assert found[i, j] == found[j, i] == pytest.approx(expected, abs=1e-9)


def test_what_neither_rises_nor_falls_is_kept_too():
    rng = np.random.default_rng(0)
    x, others = rng.normal(size=600), rng.normal(size=(600, 6))
    data = Dataset.from_array(np.column_stack([x, x**2 + 0.1 * rng.normal(size=600), others]))
    assert candidate_partners(data, 1)[0] & 0b10


def test_of_several_columns_the_best_pair_counts_and_constants_count_as_noise():
    rng = np.random.default_rng(1)
    a, b, noise = rng.normal(size=(3, 400))
    values = np.column_stack([noise, a, a + 0.3 * b, np.ones(400), b])
    variables = (
        Variable("u", (0, 1)),
        Variable("v", (2,)),
        Variable("c", (3,)),
        Variable("b", (4,)),
    )
    found = marginal_strengths(Dataset(values, variables))
    flat = marginal_strengths(Dataset.from_array(values))
    assert found[0, 1] == max(flat[0, 2], flat[1, 2])
    assert found[0, 1] > 10
    # Its neighbours are drawn at random, so that it counts as noise does.
    assert found[2].max() < 4


def test_many_rows_are_thinned_evenly():
    values = linear(n=MOST_ROWS + 700).values
    rows = np.linspace(0, len(values) - 1, MOST_ROWS).round().astype(int)
    np.testing.assert_array_equal(
        marginal_strengths(Dataset.from_array(values)),
        marginal_strengths(Dataset.from_array(values[rows])),
    )


@pytest.mark.parametrize("knowledge", [None, Knowledge(not_adjacent=(("X1", "X2"),))])
def test_when_everybody_is_kept_the_search_is_the_same(knowledge):
    data = linear()
    d = data.n_variables
    known = None if knowledge is None else Constraints.of(knowledge, data.names)
    measure = PartialCorrelation(data)
    limits = Limits(partners=candidate_partners(data, d - 1))
    plain = list(reframed_ges(measure, 0.02, knowledge=known))
    assert list(reframed_ges(measure, 0.02, knowledge=known, limits=limits)) == plain
    assert plain[-1].notes == ()
    assert tau_path(measure, 0.01, knowledge=known, limits=limits) == tau_path(
        measure, 0.01, knowledge=known
    )


def test_a_pair_that_was_left_out_is_never_asked_about_nor_joined():
    data = linear(d=10)
    partners = candidate_partners(data, 2)
    asked = []

    class Watched(PartialCorrelation):
        def evaluate(self, queries, on_chunk=None):
            asked.extend((q.x[0], q.y[0]) for q in queries)
            return super().evaluate(queries, on_chunk)

    events = list(
        reframed_ges(Watched(data), 0.01, global_score=False, limits=Limits(partners=partners))
    )
    assert asked
    assert all(partners[x] >> y & 1 for x, y in asked)
    plain = list(reframed_ges(PartialCorrelation(data), 0.01, global_score=False))
    assert events[-1].n_queries < plain[-1].n_queries
    for event in events:
        if isinstance(event, Step):
            assert all(partners[i] >> j & 1 for i, j, _ in event.cpdag.edges())
    assert any(isinstance(event, Step) for event in events)
    out = 45 - sum(mask.bit_count() for mask in partners) // 2
    assert events[-1].notes == (
        f"Screening left {out} of 45 pairs of variables out before the search, which never "
        "considered joining them.",
    )


def test_a_required_edge_stays_though_its_pair_was_left_out():
    data = linear()
    oracle = DSeparationOracle(np.zeros((8, 8), dtype=int))
    known = Constraints.of(Knowledge(required=(("X1", "X8"),)), data.names)
    limits = Limits(partners=(0,) * 8)
    started, *_, finished = reframed_ges(oracle, 0.5, knowledge=known, limits=limits)
    assert isinstance(started, Started)
    assert isinstance(finished, Finished)
    assert finished.graph == PDAG.from_edges(8, directed=[(0, 7)])


def test_the_better_direction_counts_whatever_the_order_of_columns():
    # x² follows from x, and x hardly from x².
    x = np.random.default_rng(2).normal(size=400)
    one, other = (
        marginal_strengths(Dataset.from_array(np.column_stack(columns)))[0, 1]
        for columns in ((x, x**2), (x**2, x))
    )
    assert min(one, other) > 10.0
    assert one == pytest.approx(other, rel=0.05)
