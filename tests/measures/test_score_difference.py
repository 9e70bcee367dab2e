"""Score differences: the arithmetic, and the whole search against ``ges``."""

from __future__ import annotations

from collections.abc import Sequence

import ges
import numpy as np
import pytest
from ges.scores.gauss_obs_l0_pen import GaussObsL0Pen

from gesncd.data import Dataset, Variable
from gesncd.graphs import PDAG
from gesncd.measures import (
    BicDifference,
    Cancelled,
    Chunk,
    ConditionalDependence,
    GaussianBic,
    NullCalibrated,
    PartialCorrelation,
    Query,
    ScoreDifference,
)
from gesncd.search import Finished, reframed_ges
from gesncd.simulate import random_dag, simulate


def linear_data(d: int, degree: float, n: int, seed: int) -> Dataset:
    rng = np.random.default_rng(seed)
    return simulate("linear", random_dag(d, degree, rng), n, rng)


def random_queries(d: int, count: int, seed: int) -> list[Query]:
    rng = np.random.default_rng(seed)
    queries = []
    for _ in range(count):
        x, y, *z = (int(v) for v in rng.permutation(d)[: 2 + rng.integers(0, d - 1)])
        queries.append(Query.pair(x, y, z))
    return queries


def found_by_search(dataset: Dataset) -> PDAG:
    *_, last = reframed_ges(BicDifference(dataset), tau=0.0, global_score=False)
    assert isinstance(last, Finished)
    return last.cpdag


@pytest.mark.parametrize("d", [4, 5, 6, 7, 8])
def test_whole_search_equals_ges(d):
    for seed in range(12):
        dataset = linear_data(
            d, degree=min(2.0 + seed % 3, d - 1), n=[60, 200, 1000][seed % 3], seed=100 * d + seed
        )
        expected, _ = ges.fit_bic(np.array(dataset.values), phases=["forward", "backward"])
        found = found_by_search(dataset)
        assert found.n_edges > 0
        assert found == PDAG.from_matrix(expected), f"seed {seed}"


def test_n_times_a_score_is_the_difference_of_ges_scores():
    dataset = linear_data(7, degree=3, n=300, seed=1)
    reference = GaussObsL0Pen(np.array(dataset.values))
    queries = random_queries(7, 200, seed=2)
    scores = BicDifference(dataset).evaluate(queries)
    for query, score in zip(queries, scores, strict=True):
        (x,), (y,) = query.x, query.y
        expected = reference.local_score(y, {*query.z, x}) - reference.local_score(y, {*query.z})
        assert 300 * score == pytest.approx(expected, abs=1e-8)


def test_single_columns_follow_from_the_partial_correlation():
    dataset = linear_data(6, degree=3, n=200, seed=3)
    queries = random_queries(6, 100, seed=4)
    squared = PartialCorrelation(dataset).evaluate(queries)
    expected = -0.5 * np.log1p(-squared) - np.log(200) / 400
    np.testing.assert_allclose(BicDifference(dataset).evaluate(queries), expected, atol=1e-12)


def test_several_columns_follow_from_least_squares():
    rng = np.random.default_rng(5)
    values = rng.normal(size=(150, 7)) @ rng.normal(size=(7, 7))
    variables = (Variable("a", (0, 1)), Variable("b", (2, 3, 4)), Variable("c", (5, 6)))
    measure = BicDifference(Dataset(values, variables))

    def log_det(target: list[int], given: list[int]) -> float:
        design = np.column_stack([np.ones(150), values[:, given]])
        rest = values[:, target] - design @ np.linalg.lstsq(design, values[:, target])[0]
        return float(np.linalg.slogdet(rest.T @ rest / 150)[1])

    gain = 0.5 * (log_det([2, 3, 4], [5, 6]) - log_det([2, 3, 4], [0, 1, 5, 6]))
    expected = gain - 6 * np.log(150) / 300
    both = measure.evaluate([Query((0,), (1,), (2,)), Query((1,), (0,), (2,))])
    np.testing.assert_allclose(both, expected, atol=1e-10)


def test_several_variables_on_a_side_add_up_and_are_symmetric():
    dataset = linear_data(7, degree=3, n=200, seed=6)
    measure = BicDifference(dataset)
    joint, swapped, first, second = measure.evaluate(
        [
            Query((1, 4), (2, 6), (0,)),
            Query((2, 6), (1, 4), (0,)),
            Query((1, 4), (2,), (0,)),
            Query((1, 4), (6,), (0, 2)),
        ]
    )
    assert joint == swapped
    assert joint == pytest.approx(first + second, abs=1e-12)


def test_columns_that_others_determine_gain_nothing_but_the_penalty():
    rng = np.random.default_rng(7)
    a, b, c = rng.normal(size=(3, 100))
    values = np.column_stack([a, b, a + b, c, np.ones(100), a])
    measure = BicDifference(Dataset.from_array(values))
    penalty = np.log(100) / 200
    nothing = [
        Query((2,), (3,), (0, 1)),  # x is a function of z
        Query((3,), (2,), (0, 1)),  # y is a function of z
        Query((4,), (0,)),  # x is constant
        Query((0,), (4,), (1,)),  # y is constant
        Query((0,), (3,), (5,)),  # x repeats z
        Query((1,), (3,), (0, 2)),  # x is determined by two others
    ]
    np.testing.assert_allclose(measure.evaluate(nothing), -penalty, atol=1e-9)
    copied, summed = measure.evaluate([Query((0,), (5,)), Query((1,), (2,), (0,))])
    assert 10 < summed <= copied <= -0.5 * np.log(1e-10)


def test_more_columns_than_rows_stay_finite():
    rng = np.random.default_rng(8)
    dataset = Dataset.from_array(rng.normal(size=(6, 12)))
    queries = random_queries(12, 200, seed=9)
    assert np.isfinite(BicDifference(dataset).evaluate(queries)).all()
    assert found_by_search(Dataset.from_array(rng.normal(size=(3, 5)))).n_nodes == 5


def test_units_do_not_matter():
    dataset = linear_data(5, degree=2, n=100, seed=10)
    scaled = dataset.values * [1e-150, 1e150, 1.0, -3.0, 1e8] + [0.0, 0.0, 1e3, 5.0, 0.0]
    queries = random_queries(5, 60, seed=11)
    np.testing.assert_allclose(
        BicDifference(dataset).evaluate(queries),
        BicDifference(Dataset.from_array(scaled)).evaluate(queries),
        atol=1e-9,
    )


def test_a_score_depends_on_its_query_alone():
    dataset = linear_data(8, degree=3, n=853, seed=12)
    measure = BicDifference(dataset)
    queries = random_queries(8, 300, seed=13)
    together = measure.evaluate(queries)
    order = np.random.default_rng(14).permutation(300)
    np.testing.assert_array_equal(measure.evaluate([queries[i] for i in order]), together[order])
    alone = [measure.evaluate([query])[0] for query in queries]
    np.testing.assert_array_equal(alone, together)
    np.testing.assert_array_equal(measure.evaluate([q.swapped for q in queries]), together)


class Lopsided:
    """A decomposable score that prefers some parents to others."""

    name = "lopsided"
    key = "lopsided"
    n_variables = 4
    score_equivalent = False

    def __init__(self) -> None:
        self.asked: list[tuple[int, tuple[int, ...]]] = []

    def local_scores(self, families: Sequence[tuple[int, tuple[int, ...]]]) -> np.ndarray:
        self.asked.extend(families)
        return np.array([10.0 * node + sum(p * p for p in parents) for node, parents in families])


def test_any_decomposable_score_can_be_plugged_in():
    score = Lopsided()
    measure = ScoreDifference(score)
    queries = [Query((1,), (2,), (3,)), Query((2,), (1,), (3,)), Query((1,), (2,), (3,))]
    np.testing.assert_array_equal(measure.evaluate(queries), [1.0, 4.0, 1.0])
    # Asked once a family, in the query's direction, though a query came twice.
    assert sorted(score.asked) == [(1, (2, 3)), (1, (3,)), (2, (1, 3)), (2, (3,))]
    assert not measure.symmetric


def test_it_is_a_calibrated_measure():
    dataset = linear_data(4, degree=2, n=50, seed=15)
    measure = BicDifference(dataset)
    assert isinstance(measure, ConditionalDependence)
    assert isinstance(measure, NullCalibrated)
    assert measure.name == "bic"
    assert measure.null_quantile(0.001) == 0.0
    with pytest.raises(ValueError, match="alpha"):
        measure.null_quantile(1.0)
    assert measure.key == BicDifference(dataset).key != PartialCorrelation(dataset).key
    other = Dataset.from_array(np.array(dataset.values) + 1.0)
    assert measure.key != BicDifference(other).key
    with pytest.raises(ValueError, match="two rows"):
        GaussianBic(Dataset.from_array(np.zeros((1, 3))))


def test_progress_covers_all_and_can_cancel():
    dataset = linear_data(8, degree=2, n=50, seed=16)
    queries = random_queries(8, 400, seed=17)
    chunks: list[Chunk] = []
    scores = BicDifference(dataset).evaluate(queries, chunks.append)
    assert chunks[-1].done == chunks[-1].asked == 400
    for chunk in chunks:
        np.testing.assert_array_equal(chunk.scores, scores[chunk.indices])

    def stop(_: Chunk) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        BicDifference(dataset).evaluate(queries, stop)
