"""Squared partial correlation against residuals computed the long way."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.data.dataset import Dataset, Variable
from gesncd.measures import Cancelled, Chunk, NullCalibrated, PartialCorrelation, Query


def _residual(target: np.ndarray, given: np.ndarray) -> np.ndarray:
    design = np.column_stack([np.ones(len(target)), given])
    return target - design @ np.linalg.lstsq(design, target, rcond=None)[0]


def _mixed(n: int = 200, d: int = 7, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + 3.0


def test_equals_correlation_of_least_squares_residuals():
    values = _mixed()
    measure = PartialCorrelation(Dataset.from_array(values))
    queries = [Query.pair(0, 1), Query.pair(2, 5, [1]), Query.pair(6, 3, [0, 2, 4])]
    for query, score in zip(queries, measure.evaluate(queries), strict=True):
        x, y = (
            _residual(values[:, part[0]], values[:, list(query.z)]) for part in (query.x, query.y)
        )
        assert score == pytest.approx(np.corrcoef(x, y)[0, 1] ** 2, abs=1e-12)


@pytest.mark.parametrize("query", [Query((0, 2, 3), (1,), (4, 5)), Query((1,), (0, 2, 3), (4, 5))])
def test_one_vector_side_gives_adjusted_r_squared_of_the_single_one(query):
    values = _mixed()
    y = _residual(values[:, 1], values[:, [4, 5]])
    x = _residual(values[:, [0, 2, 3]], values[:, [4, 5]])
    r_squared = 1.0 - (_residual(y, x) ** 2).sum() / (y**2).sum()
    (score,) = PartialCorrelation(Dataset.from_array(values)).evaluate([query])
    assert score == pytest.approx(1 - (1 - r_squared) * (200 - 4) / (200 - 6), abs=1e-12)


def test_two_vector_sides_give_the_largest_canonical_correlation():
    values = _mixed()
    x = _residual(values[:, [0, 1]], values[:, [6]])
    y = _residual(values[:, [2, 3, 4]], values[:, [6]])
    qx, qy = np.linalg.qr(x)[0], np.linalg.qr(y)[0]
    largest = np.linalg.svd(qx.T @ qy, compute_uv=False)[0] ** 2
    (score,) = PartialCorrelation(Dataset.from_array(values)).evaluate(
        [Query((0, 1), (2, 3, 4), (6,))]
    )
    assert score == pytest.approx(1 - (1 - largest) * (200 - 3) / (200 - 6), abs=1e-12)


@pytest.mark.parametrize("y", [(0,), (0, 1)])
def test_many_columns_that_tell_nothing_score_like_one(y):
    rng = np.random.default_rng(12)
    plain, signed = [], []
    for _ in range(400):
        measure = PartialCorrelation(Dataset.from_array(rng.normal(size=(80, 30))))
        (score,) = measure.evaluate([Query(tuple(range(10, 29)), y, (29,))])
        (single,) = measure.evaluate([Query.pair(2, 3, (29,))])
        signed.append(score)
        plain.append(single)
    assert np.mean(plain) == pytest.approx(1 / 78, rel=0.15)
    # Unadjusted, one column would be explained to 19/78, and what is below 0 counts as 0.
    assert np.mean(signed) < (0.05 if len(y) == 1 else 0.16)


def test_without_a_degree_of_freedom_nothing_is_found_and_a_note_says_so():
    values = _mixed(n=6, d=9)
    values[:, 4] = values[:, 0]
    measure = PartialCorrelation(Dataset.from_array(values))
    queries = [
        Query.pair(0, 1, (2, 3, 5)),
        Query.pair(0, 1, (2, 3, 5, 6)),
        Query((0, 1, 2, 3), (4,)),
        Query((0, 1, 2, 3, 5), (4,)),
        Query((0, 1), (2, 4), (5, 6)),
    ]
    assert (measure.evaluate(queries) > 0).tolist() == [True, False, True, False, False]
    assert "6 rows for 9 columns" in measure.notes[0]
    assert PartialCorrelation(Dataset.from_array(_mixed(n=6, d=4))).notes == ()


def test_a_variable_of_several_columns_is_a_vector():
    values = _mixed()
    variables = (Variable("a", (0, 2, 3)), Variable("b", (1,)), Variable("c", (4, 5)))
    grouped = PartialCorrelation(Dataset(values, variables)).evaluate([Query.pair(0, 1, [2])])
    single = PartialCorrelation(Dataset.from_array(values)).evaluate(
        [Query((0, 2, 3), (1,), (4, 5))]
    )
    assert grouped == pytest.approx(single, abs=1e-14)


def test_rank_deficient_z_is_as_good_as_its_independent_part():
    values = _mixed()
    values = np.column_stack([values, values[:, 2] * 2 - 1, values[:, 2] + values[:, 3]])
    measure = PartialCorrelation(Dataset.from_array(values))
    plain, doubled = measure.evaluate([Query.pair(0, 1, [2, 3]), Query.pair(0, 1, [2, 3, 7, 8])])
    assert doubled == pytest.approx(plain, abs=1e-9)


def test_constants_and_determined_variables_give_zero_and_copies_one():
    values = _mixed()
    values = np.column_stack([values, np.full(200, 1e9), values[:, 0], 5 * values[:, 1] + 2])
    measure = PartialCorrelation(Dataset.from_array(values))
    constant, given_constant, reference, copy, determined, vector = measure.evaluate(
        [
            Query.pair(0, 7, [2]),
            Query.pair(0, 1, [7]),
            Query.pair(0, 1),
            Query.pair(0, 8, [3]),
            Query.pair(2, 9, [1]),
            Query((2, 3, 8), (0,), (7,)),
        ]
    )
    assert constant == 0.0
    assert given_constant == pytest.approx(reference, abs=1e-12)
    assert copy == pytest.approx(1.0, abs=1e-9)
    assert determined == 0.0
    assert vector == pytest.approx(1.0, abs=1e-9)


def test_scores_are_symmetric_and_independent_of_their_batch_to_the_bit():
    values = _mixed(d=6)
    values[:, 5] = values[:, 4]
    measure = PartialCorrelation(Dataset.from_array(values))
    queries = [
        Query.pair(i, j, z)
        for i in range(6)
        for j in range(6)
        for z in ([], [0], [0, 3], [4, 5])
        if i != j and not {i, j} & set(z)
    ]
    together = measure.evaluate(queries)
    assert np.array_equal(together, measure.evaluate([q.swapped for q in queries]))
    assert np.array_equal(together[::-1], measure.evaluate(queries[::-1]))
    alone = [measure.evaluate([query])[0] for query in queries]
    assert np.array_equal(together, alone)


def test_null_quantile_has_its_level_without_a_conditioning_set():
    rng = np.random.default_rng(3)
    scores, quantile = [], 0.0
    for _ in range(20):
        measure = PartialCorrelation(Dataset.from_array(rng.normal(size=(50, 20))))
        quantile = measure.null_quantile(0.05)
        scores.append(measure.evaluate([Query.pair(i, j) for i in range(20) for j in range(i)]))
    assert isinstance(measure, NullCalibrated)
    # 3800 nearly independent tests at 5 %: standard error 0.35 points.
    assert 0.04 < (np.concatenate(scores) > quantile).mean() < 0.06


def test_units_and_seeds_leave_no_trace_but_data_change_the_key():
    values = _mixed()
    measure = PartialCorrelation(Dataset.from_array(values))
    scaled = PartialCorrelation(
        Dataset.from_array(values * np.array([1e-200, 1e150, 1, 1, 1, 1, 1]))
    )
    query = [Query.pair(0, 1, [2])]
    assert measure.evaluate(query) == pytest.approx(scaled.evaluate(query), rel=1e-9)
    assert measure.key != scaled.key
    assert measure.key == PartialCorrelation(Dataset.from_array(values)).key


def test_progress_covers_every_query_once_and_can_cancel():
    measure = PartialCorrelation(Dataset.from_array(_mixed()))
    queries = [Query.pair(0, 1), Query.pair(0, 1, [2]), Query.pair(1, 0), Query.pair(3, 4, [2, 5])]
    parts: list[Chunk] = []
    scores = measure.evaluate(queries, parts.append)
    assert sorted(np.concatenate([part.indices for part in parts])) == [0, 1, 2, 3]
    for part in parts:
        assert np.array_equal(part.scores, scores[part.indices])
    assert [part.asked for part in parts] == [4] * len(parts)
    assert parts[-1].done == 4

    def stop(_: Chunk) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        measure.evaluate(queries, stop)


def test_an_unknown_variable_is_refused():
    with pytest.raises(ValueError, match=r"outside 0\.\.6"):
        PartialCorrelation(Dataset.from_array(_mixed())).evaluate([Query.pair(0, 7)])


@pytest.mark.parametrize(("left", "known"), [(1e-4, False), (1e-7, True)])
def test_a_column_counts_as_known_where_almost_nothing_of_it_is_left(left, known):
    z, own, noise = np.random.default_rng(8).normal(size=(3, 500))
    # Of the variance of x, z leaves the square of the factor.
    measure = PartialCorrelation(
        Dataset.from_array(np.column_stack([z + left * own, own + noise, z]))
    )
    score = measure.evaluate([Query.pair(0, 1, (2,))])[0]
    assert score == 0.0 if known else 0.4 < score < 0.6
