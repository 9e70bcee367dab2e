"""Nearest neighbours with random tie-breaking against brute force."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.measures.neighbours import NeighbourFinder, nearest_neighbours


def _nearest_sets(points: np.ndarray) -> list[set[int]]:
    squared = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    return [set(np.flatnonzero(row == row.min())) for row in squared]


def _clouds() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    grid = np.stack(np.meshgrid(np.arange(5.0), np.arange(5.0)), axis=-1).reshape(-1, 2)
    return {
        "continuous": rng.normal(size=(60, 3)),
        "ranks in one dimension": rng.permutation(50).astype(float)[:, None],
        "lattice": grid,
        "duplicates": rng.integers(0, 3, size=(80, 2)).astype(float),
        "some duplicates": np.repeat(rng.normal(size=(20, 2)), rng.integers(1, 4, 20), axis=0),
        "all equal": np.zeros((7, 2)),
        "two points": np.array([[0.0], [5.0]]),
        # One centre with 24 points at the same distance: more ties than a first search returns.
        "star": np.vstack([np.zeros((1, 24)), np.eye(24)]),
    }


@pytest.mark.parametrize("name", _clouds())
def test_each_choice_is_a_nearest_other_point(name):
    points = _clouds()[name]
    allowed = _nearest_sets(points)
    for seed in range(5):
        found = nearest_neighbours(points, np.random.default_rng(seed))
        assert all(int(j) in allowed[i] for i, j in enumerate(found))


@pytest.mark.parametrize("name", ["lattice", "duplicates", "some duplicates", "all equal", "star"])
def test_ties_are_equally_likely(name):
    points = _clouds()[name]
    allowed = _nearest_sets(points)
    draws = 1500
    counts = np.zeros((len(points), len(points)))
    rng = np.random.default_rng(1)
    for _ in range(draws):
        counts[np.arange(len(points)), nearest_neighbours(points, rng)] += 1
    for i, candidates in enumerate(allowed):
        expected = draws / len(candidates)
        observed = counts[i, list(candidates)]
        statistic = ((observed - expected) ** 2 / expected).sum()
        freedom = len(candidates) - 1
        # Mean + 6 standard deviations of the chi-squared distribution.
        assert statistic <= freedom + 6 * np.sqrt(2 * freedom) + 6 * (freedom > 0)


def test_a_sets_neighbours_depend_on_seed_and_set_alone():
    values = np.random.default_rng(2).integers(0, 4, size=(100, 3)).astype(float)
    first, second = NeighbourFinder(values, 0), NeighbourFinder(values, 0)
    second.of([1])
    second.of([0, 2])
    assert np.array_equal(first.of([0, 1]), second.of([1, 0]))
    assert not np.array_equal(first.of([0, 1]), NeighbourFinder(values, 1).of([0, 1]))


def test_one_point_has_no_neighbour():
    with pytest.raises(ValueError, match="at least two"):
        nearest_neighbours(np.zeros((1, 2)), np.random.default_rng(0))
