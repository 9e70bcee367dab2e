import numpy as np
import pytest
from scipy import stats

from gesncd.data import Dataset, Variable
from gesncd.measures import PartialCorrelation, Query, Rcd
from gesncd.measures.permutation import (
    LARGEST_SET,
    N_QUERIES,
    PermutationNull,
    local_permutation,
    permuted_queries,
)


@pytest.fixture(scope="module")
def data():
    """Two causes, and three columns that they drive and that are independent given them."""
    rng = np.random.default_rng(5)
    z = rng.normal(size=(400, 2))
    x = z.sum(1, keepdims=True) + rng.normal(size=(400, 3))
    return Dataset.from_array(np.column_stack([z, x]))


@pytest.mark.parametrize("n", [2, 3, 9, 20, 301])
@pytest.mark.parametrize("k", [0, 1, 3])
def test_every_row_moves_and_none_is_lost(n, k):
    rng = np.random.default_rng(n)
    moved = local_permutation(rng.normal(size=(n, k)), rng)
    assert sorted(moved) == list(range(n))
    assert not (moved == np.arange(n)).any()


def test_rows_change_places_with_rows_near_in_z():
    rng = np.random.default_rng(0)
    z = rng.permutation(1000).astype(float)
    moved = local_permutation(z[:, None], rng)
    assert np.abs(z[moved] - z).max() <= 4
    plane = rng.normal(size=(1000, 2))
    there = local_permutation(plane, rng)
    assert np.corrcoef(plane[:, 0], plane[there, 0])[0, 1] > 0.97
    assert np.corrcoef(plane[:, 1], plane[there, 1])[0, 1] > 0.97


def test_without_z_a_row_goes_anywhere():
    rng = np.random.default_rng(0)
    moved = local_permutation(np.empty((2000, 0)), rng)
    assert abs(np.corrcoef(moved, np.arange(2000))[0, 1]) < 0.07


def test_rows_of_equal_z_change_places_at_random():
    rng = np.random.default_rng(0)
    z = np.repeat([0.0, 1.0, 2.0, 3.0], 400)[:, None]
    moved = local_permutation(z, rng)
    assert (z[moved] == z).mean() > 0.99
    within = moved[:400] - np.arange(400)
    assert np.abs(within).mean() > 80, "not only with the next rows of the table"


def test_queries_are_shared_out_among_the_sizes(data):
    asked = permuted_queries(data, 0)
    assert len(asked.queries) == N_QUERIES == 240
    sizes = [len(query.z) for query in asked.queries]
    assert [sizes.count(size) for size in range(LARGEST_SET + 1)] == [60] * 4
    assert asked.dataset.n_variables == 5 + N_QUERIES
    assert np.array_equal(asked.dataset.values[:, :5], data.values)
    copies = [query.y[0] for query in asked.queries]
    assert copies == list(range(5, 5 + N_QUERIES))
    assert all(max(*query.x, *query.z, 0) < 5 for query in asked.queries)


@pytest.mark.parametrize("d", [2, 3])
def test_few_variables_make_as_many_queries(data, d):
    asked = permuted_queries(Dataset.from_array(data.values[:, :d]), 0)
    assert len(asked.queries) == N_QUERIES
    assert max(len(query.z) for query in asked.queries) == d - 2


def test_one_variable_has_nothing_to_permute(data):
    with pytest.raises(ValueError, match="two variables"):
        permuted_queries(Dataset.from_array(data.values[:, :1]), 0)


def test_the_seed_decides(data):
    first, again, other = (permuted_queries(data, seed, n_queries=20) for seed in (1, 1, 2))
    assert first.queries == again.queries
    assert first.dataset.sha256 == again.dataset.sha256
    assert first.dataset.sha256 != other.dataset.sha256


def test_a_copy_keeps_its_relation_to_z_and_loses_that_to_y():
    rng = np.random.default_rng(8)
    z = rng.normal(size=1000)
    x = z + rng.normal(size=1000)
    y = z + x + 0.1 * rng.normal(size=1000)
    asked = permuted_queries(Dataset.from_array(np.column_stack([x, y, z])), 0, n_queries=200)
    measure = PartialCorrelation(asked.dataset)
    of_xy = [q for q in asked.queries if q.z == (2,)]
    assert len(of_xy) > 20
    scores = measure.evaluate(of_xy)
    assert np.median(scores) < 0.002, "X and Y have ρ² = 0.98 given Z"
    kept = measure.evaluate([Query.pair(2, q.y[0]) for q in of_xy])
    assert kept.min() > 0.4, "X and Y have ρ² = 0.5 and 0.8 with Z"


def test_columns_of_a_variable_move_together():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(60, 4))
    variables = (Variable("ab", (0, 1)), Variable("c", (2,)), Variable("d", (3,)))
    asked = permuted_queries(Dataset(values, variables), 0, n_queries=20)
    rows = {tuple(row) for row in values[:, :2]}
    wide = [v for v in asked.dataset.variables[3:] if v.size == 2]
    assert wide
    for variable in wide:
        columns = asked.dataset.values[:, list(variable.columns)]
        assert {tuple(row) for row in columns} == rows
        assert not (columns == values[:, :2]).all(axis=1).any()


def test_of_many_rows_ten_thousand_are_drawn():
    values = np.random.default_rng(0).normal(size=(10_050, 2))
    asked = permuted_queries(Dataset.from_array(values), 0, n_queries=2)
    assert asked.dataset.n_rows == 10_000
    assert set(asked.dataset.values[:, 0]) <= set(values[:, 0])
    # From all over the file, whose last rows may be of another time; in their order.
    places = {value: row for row, value in enumerate(values[:, 0])}
    drawn = [places[value] for value in asked.dataset.values[:, 0]]
    assert drawn == sorted(set(drawn))
    assert len([row for row in drawn if row >= 10_000]) >= 40


def test_the_quantile_of_an_exponential_tail_is_found():
    rng = np.random.default_rng(4)
    logit = -4.0 + 0.8 * rng.exponential(size=20_000)
    null = PermutationNull((tuple(1 / (1 + np.exp(-logit))),))
    assert null.n_queries == 20_000
    for alpha in (0.05, 0.001, 1e-6):
        expected = 1 / (1 + np.exp(4.0 - 0.8 * np.log(1 / alpha)))
        assert null.quantile(alpha) == pytest.approx(expected, rel=0.1)
    assert null.quantile(0.5) == pytest.approx(np.median(null.scores[0]), rel=1e-3)


@pytest.mark.parametrize("scores", [[0.0] * 30, [-0.2] * 30, [1.0] * 30, [0.3], [-0.1, 0.0, 0.9]])
def test_a_quantile_is_inside_0_and_1_and_falls_with_alpha(scores):
    null = PermutationNull((tuple(scores),))
    found = [null.quantile(alpha) for alpha in (1e-9, 0.001, 0.1, 0.9)]
    assert all(0 < tau < 1 for tau in found)
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0])
def test_a_level_outside_0_and_1_is_refused(alpha):
    with pytest.raises(ValueError, match="alpha must lie"):
        PermutationNull(((0.1,),)).quantile(alpha)


@pytest.mark.parametrize("scores", [(), ((),), ((0.1,), ())])
def test_no_scores_make_no_null(scores):
    with pytest.raises(ValueError, match="needs scores"):
        PermutationNull(scores)


def test_the_worst_size_of_sets_counts():
    rng = np.random.default_rng(1)
    small, large = rng.uniform(0, 0.01, size=500), rng.uniform(0, 0.1, size=500)
    queries = [Query.pair(0, 1)] * 500 + [Query.pair(0, 1, (2,))] * 500
    null = PermutationNull.of(queries, [*small, *large])
    assert null.n_queries == 1000
    assert null.quantile(0.2) == pytest.approx(0.08, rel=0.1)
    alone = PermutationNull.of(queries[:500], small.tolist())
    assert alone.quantile(0.2) == pytest.approx(0.008, rel=0.1)
    assert null.quantile(0.001) > large.max()


def test_it_finds_the_known_null_of_partial_correlation(data):
    asked = permuted_queries(data, 3, n_queries=1200)
    null = PermutationNull.of(
        asked.queries, PartialCorrelation(asked.dataset).evaluate(asked.queries)
    )
    for alpha, within in ((0.1, 1.25), (0.01, 1.5)):
        expected = stats.chi2.isf(alpha, 1) / 400
        assert expected / within < null.quantile(alpha) < expected * within


def test_it_is_near_the_formula_of_rcd(data):
    asked = permuted_queries(data, 0)
    null = PermutationNull.of(asked.queries, Rcd(asked.dataset).evaluate(asked.queries))
    assert 0.5 < null.quantile(0.05) / Rcd(data).null_quantile(0.05) < 1.5
