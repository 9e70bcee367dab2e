"""NCD given discrete columns: level, power, what is determined, and what stays as it is."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gesncd.data.dataset import Dataset, Variable
from gesncd.measures import Ncd, NcdSettings, Query
from gesncd.measures.discrete import Cells

_QUICK = NcdSettings(restarts=2, landmarks=40, units=20, regressor_units=30)


def _two_valued(n: int, k: int, correlation: float = 0.0) -> np.ndarray:
    """Six columns of two values, then k of three that drive them all; pairs of columns follow."""
    rng = np.random.default_rng([n, k])
    z = rng.integers(0, 3, size=(n, k))
    noise = rng.normal(size=(n, 6))
    noise[:, 1::2] *= (1 - correlation**2) ** 0.5
    noise[:, 1::2] += correlation * noise[:, ::2]
    return np.column_stack([z.sum(1, keepdims=True) - k + noise > 0, z]).astype(float)


def _z_scores(values: np.ndarray, pairs: list[tuple[int, int]]) -> np.ndarray:
    given = range(6, values.shape[1])
    queries = [Query.pair(i, j, given) for i, j in pairs]
    scores = Ncd(Dataset.from_array(values), jobs=1).evaluate(queries)
    return np.sign(scores) * np.sqrt(np.abs(scores) * len(values))


@pytest.mark.parametrize(("n", "k"), [(1000, 4), (1000, 6)])
def test_the_level_holds_given_many_discrete_columns(n, k):
    # Regressions alone leave a mean of 3 given four columns. Of 729 cells given six, most
    # have one row or none, and the regressions have to be good.
    z = _z_scores(_two_valued(n, k), list(itertools.combinations(range(6), 2)))
    assert abs(z.mean()) < 1.0
    assert (z > 2.5).sum() <= 1
    assert 0.5 < z.std() < 1.6


def test_the_level_holds_given_discrete_and_continuous_columns():
    rng = np.random.default_rng(5)
    z = np.column_stack([rng.normal(size=(1000, 2)), rng.integers(0, 3, size=(1000, 2))])
    drive = z.sum(1, keepdims=True) - 2
    values = np.column_stack([drive + rng.normal(size=(1000, 6)) > 0, z]).astype(float)
    z_scores = _z_scores(values, list(itertools.combinations(range(4), 2)))
    # With what the prediction leaves of two values, ranked, z is about 8.
    assert z_scores.max() < 3.6
    assert abs(z_scores.mean()) < 2.0


@pytest.mark.parametrize("correlation", [0.0, 0.5])
def test_pairs_of_two_valued_columns_given_continuous_ones(correlation):
    rng = np.random.default_rng(6)
    z, noise = rng.normal(size=(1000, 4)), rng.normal(size=(1000, 6))
    noise[:, 1::2] *= (1.0 - correlation**2) ** 0.5
    noise[:, 1::2] += correlation * noise[:, ::2]
    values = np.column_stack([z.sum(1, keepdims=True) + noise > 0, z]).astype(float)
    z_scores = _z_scores(values, [(0, 1), (2, 3), (4, 5)])
    # With what the prediction leaves of two values, ranked, z is about 12 either way.
    if correlation:
        assert z_scores.min() > 3.6
    else:
        assert abs(z_scores).max() < 3.6


def test_power_given_four_discrete_columns():
    z = _z_scores(_two_valued(1000, 4, correlation=0.5), [(0, 1), (2, 3), (4, 5)])
    # The test of Cochran, Mantel and Haenszel on all rows gives about 6.
    assert z.min() > 3.6


def test_power_where_the_cells_disagree_about_the_sign():
    rng = np.random.default_rng(3)
    z = rng.integers(0, 2, size=(600, 2))
    x = rng.normal(size=600)
    y = np.where(z[:, 0] == z[:, 1], 0.6, -0.6) * x + rng.normal(size=600)
    straight = z.sum(1) + 0.6 * x + rng.normal(size=600)
    measure = Ncd(Dataset.from_array(np.column_stack([x, y, straight, z])), jobs=1)
    assert measure.evaluate([Query.pair(0, 1, [3, 4])])[0] > 2 * measure.null_quantile(0.001)
    # 0.6 with noise of variance 1: ρ² = 0.36/1.36.
    strength = measure.effect_sizes([Query.pair(0, 2, [3, 4])])[0]
    assert strength == pytest.approx(0.265, abs=0.06)


def test_a_column_that_a_discrete_z_determines_gives_zero():
    rng = np.random.default_rng(4)
    z = rng.integers(0, 2, size=(200, 3))
    parity = z.sum(1) % 2
    other = parity + rng.normal(size=200)
    lone = np.where(np.arange(200) == 7, 9.0, other)
    values = np.column_stack([parity, other, lone, np.exp(z @ [1.0, 2.0, 4.0]), z])
    scores = Ncd(Dataset.from_array(values), _QUICK, jobs=1).evaluate(
        [Query.pair(0, 1, [4, 5, 6]), Query.pair(3, 2, [4, 5, 6]), Query((0, 3), (1,), (4, 5, 6))]
    )
    assert scores.tolist() == [0.0, 0.0, 0.0]


def test_only_sets_of_discrete_columns_are_treated_apart(mixed_values, monkeypatch):
    # Columns 4 and 5 are discrete.
    dataset = Dataset.from_array(mixed_values)
    without = [Query.pair(0, 1), Query.pair(4, 5), Query.pair(0, 3, [2]), Query.pair(0, 3, [2, 6])]
    mixed = [Query.pair(4, 5, [2, 6]), Query.pair(0, 4, [5, 6])]
    discrete = [Query.pair(0, 1, [4]), Query.pair(0, 2, [4, 5]), Query.pair(4, 2, [5])]
    asked = [*without, *mixed, *discrete]
    scores = Ncd(dataset, _QUICK, jobs=1).evaluate(asked)
    monkeypatch.setattr(Cells, "of", lambda self, z: None)
    as_ever = Ncd(dataset, _QUICK, jobs=1).evaluate(asked)
    changed = scores != as_ever
    assert changed.tolist() == [False] * 6 + [True] * 3
    monkeypatch.setattr(Cells, "discrete", lambda self, columns: [])
    of_old = Ncd(dataset, _QUICK, jobs=1).evaluate([*without, *mixed])
    assert (of_old == scores[:6]).tolist() == [True] * 4 + [False] * 2


def test_the_key_tells_how_cells_are_treated_only_where_there_are_any(mixed_values, monkeypatch):
    discrete = Dataset.from_array(mixed_values)
    continuous = Dataset.from_array(mixed_values[:, [0, 1, 2, 3, 6]])

    def keys() -> list[str]:
        steps = NcdSettings(networks="perceptron")
        return [
            Ncd(continuous, jobs=1).key,
            Ncd(discrete, steps, jobs=1).key,
            Ncd(discrete, jobs=1).key,
        ]

    before = keys()
    monkeypatch.setattr("gesncd.measures.ncd.measure._CELLS_VERSION", 0)
    after = keys()
    assert before[:2] == after[:2]
    assert before[2] != after[2]


def test_it_warns_of_few_values_beside_many(mixed_values):
    def notes(columns: list[int]) -> tuple[str, ...]:
        return Ncd(Dataset.from_array(mixed_values[:, columns]), jobs=1).notes

    (note,) = notes([0, 1, 4, 5])
    assert "few values" in note
    # One such column, or all of them: there is no pair of them given continuous columns.
    assert notes([0, 1, 4]) == notes([4, 5]) == notes([0, 1, 2]) == ()
    # A category has several columns and is one variable.
    names = [Variable("a", (0,)), Variable("b", (1,)), Variable("group", (2, 3))]
    category = Dataset(mixed_values[:, [0, 1, 4, 5]], tuple(names))
    assert Ncd(category, jobs=1).notes == ()
