import numpy as np
import pytest

from gesncd.analysis.resamples import (
    Replicate,
    Resampling,
    nearly_constant,
    plan_replicates,
    resample,
)
from gesncd.data import Dataset, Variable

HALVES, SEEDS, BOOTSTRAP = Resampling.HALVES, Resampling.SEEDS, Resampling.BOOTSTRAP


@pytest.mark.parametrize("n", [10, 11, 853])
def test_halves_complement_each_other(n):
    plan = plan_replicates(HALVES, 6, seed=3, measure="rcd")
    for first, second in zip(plan[::2], plan[1::2], strict=True):
        rows = [set(first.rows(n).tolist()), set(second.rows(n).tolist())]
        assert len(rows[0]) == len(rows[1]) == n // 2
        assert not rows[0] & rows[1]
        assert len(rows[0] | rows[1]) == n - n % 2
    drawn = {tuple(replicate.rows(n)) for replicate in plan}
    assert len(drawn) == 6
    assert all((np.diff(replicate.rows(n)) > 0).all() for replicate in plan)


def test_every_row_is_drawn_in_half_of_the_halves():
    plan = plan_replicates(HALVES, 400, seed=1, measure="ncd")
    counts = np.zeros(21)
    for replicate in plan:
        counts[replicate.rows(21)] += 1
    # Each row is in one of the two halves with probability 20/21.
    assert counts.sum() == 400 * 10
    assert np.abs(counts - 400 * 10 / 21).max() < 12


def test_a_draw_follows_from_seed_and_number_alone():
    one, two = (plan_replicates(HALVES, count, seed=5, measure="rcd") for count in (4, 9))
    assert one == two[:4]
    assert (one[3].rows(50) == Replicate(HALVES, 3, 5).rows(50)).all()
    assert (one[3].rows(50) != Replicate(HALVES, 3, 6).rows(50)).any()


def test_seeds_keep_the_rows_and_differ():
    plan = plan_replicates(SEEDS, 5, seed=7, measure="rcd")
    assert {replicate.measure_seed for replicate in plan} == {8, 9, 10, 11, 12}
    assert (plan[0].rows(9) == np.arange(9)).all()
    assert Replicate(HALVES, 0, 7).measure_seed is None
    assert 0 <= Replicate(SEEDS, 3, 2**63 - 1).measure_seed < 2**63


def test_the_bootstrap_draws_with_replacement():
    rows = Replicate(BOOTSTRAP, 0, 0).rows(1000)
    assert len(rows) == 1000
    assert 580 < len(set(rows.tolist())) < 680


@pytest.mark.parametrize(
    ("measure", "why"),
    [
        ("rcd", "which rcd takes for dependence: a row's nearest neighbour is its own copy"),
        ("ncd", "which ncd takes for dependence: a copy of a training row is judged"),
        ("spearman", "which spearman is not known to bear"),
    ],
)
def test_the_bootstrap_is_refused_where_copies_count_as_dependence(measure, why):
    with pytest.raises(ValueError, match=rf"{why}\. Use half-samples\.$"):
        plan_replicates(BOOTSTRAP, 5, measure=measure)
    assert len(plan_replicates(BOOTSTRAP, 5, measure="partial-correlation")) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((SEEDS, 5, 0, "partial-correlation"), "every seed finds the same graph"),
        ((HALVES, 0, 0, "rcd"), "At least one replicate"),
        ((HALVES, 5, -1, "rcd"), "must not be negative"),
    ],
)
def test_an_impossible_plan_is_refused(arguments, message):
    resampling, count, seed, measure = arguments
    with pytest.raises(ValueError, match=message):
        plan_replicates(resampling, count, seed=seed, measure=measure)


def test_what_is_nearly_constant():
    assert nearly_constant(np.repeat([0.0, 1.0], [96, 4]))
    assert not nearly_constant(np.repeat([0.0, 1.0], [95, 5]))
    assert nearly_constant(np.zeros(3))
    # Few rows with different values are few, not constant.
    assert not nearly_constant(np.arange(4.0))


def rare(n=200, ones=8):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(n, 5))
    values[:, 1] = np.arange(n) < ones
    values[:, 3] = np.arange(n) < ones
    variables = (
        Variable("a", (4,)),
        Variable("rare", (1,)),
        Variable("wide", (3, 2)),
        Variable("b", (0,)),
    )
    return Dataset(values, variables)


def test_nearly_constant_columns_are_left_out_and_counted():
    data = rare()
    kinds = set()
    for replicate in plan_replicates(HALVES, 20, measure="rcd"):
        rows = replicate.rows(200)
        sample = resample(data, replicate)
        few = int((rows < 8).sum()) < 5
        kinds.add(few)
        assert sample.left_out == ((1,) if few else ())
        assert sample.thinned == ((2,) if few else ())
        assert sample.nodes == ((0, 2, 3) if few else (0, 1, 2, 3))
        names = [data.names[node] for node in sample.nodes]
        assert list(sample.dataset.names) == names
        for k, node in enumerate(sample.nodes):
            kept = data.columns_of([node])[rows]
            if few and node == 2:
                kept = kept[:, 1:]
            assert (sample.dataset.columns_of([k]) == kept).all()
        assert sample.dataset.values.shape[1] == (3 if few else 5)
    assert kinds == {True, False}


def test_a_sample_of_fewer_than_two_variables_is_none():
    values = np.zeros((40, 2))
    values[:, 0] = np.arange(40)
    values[0, 1] = 1
    sample = resample(Dataset.from_array(values), Replicate(HALVES, 0, 0))
    assert (sample.dataset, sample.nodes, sample.left_out) == (None, (0,), (1,))


def test_a_half_of_one_row_has_nothing_to_say():
    sample = resample(Dataset.from_array(np.ones((1, 3))), Replicate(HALVES, 0, 0))
    assert sample.dataset is None
    assert sample.left_out == (0, 1, 2)
