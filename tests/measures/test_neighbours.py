"""Nearest neighbours with random tie-breaking against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import cKDTree

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


def _by_tree_alone(points: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """The same choice, row by row, from a tree and from nothing else."""
    n, dimension = points.shape
    which, member = generator.random(n), generator.random(n)
    if any(len(set(column)) == n for column in points.T):
        distinct, group = points, np.arange(n)
    else:
        distinct, group = np.unique(points, axis=0, return_inverse=True)
        group = group.reshape(n)
    members = [np.flatnonzero(group == g) for g in range(len(distinct))]
    tree = cKDTree(distinct, leafsize=16, balanced_tree=False, compact_nodes=False)
    result = np.empty(n, dtype=int)
    for i, own in enumerate(group):
        size = len(members[own])
        if size > 1:
            place = int(np.flatnonzero(members[own] == i)[0])
            result[i] = members[own][(place + 1 + int(member[i] * (size - 1))) % size]
            continue
        k = 4 if dimension == 1 else 3
        while True:
            k = min(k, len(distinct))
            distances, found = tree.query(distinct[own], k=k)
            tied = distances[1:] <= distances[1] * (1.0 + 1e-13)
            if k == len(distinct) or not tied[-1]:
                break
            k *= 2
        nearest = found[1:][tied]
        weights = np.cumsum([len(members[j]) for j in nearest])
        picked = members[nearest[np.searchsorted(weights, which[i] * weights[-1], side="right")]]
        result[i] = picked[int(member[i] * len(picked))]
    return result


def _wider_clouds() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(3)
    ranks = np.column_stack([rng.permutation(300) for _ in range(8)]).astype(float)
    mixed = np.column_stack([2 * ranks[:, 0], 100.0 * rng.integers(0, 3, size=(300, 2))])
    return {
        **_clouds(),
        "ranks in two dimensions": ranks[:, :2],
        "ranks in eight dimensions": ranks,
        "ranks beside levels": mixed,
        "repeated rows in eight dimensions": np.repeat(
            ranks[:150], rng.integers(1, 3, 150), axis=0
        ),
        "heavy tails": rng.standard_cauchy(size=(200, 3)) ** 3,
        "few decimals": np.round(rng.normal(size=(300, 3)), 1),
        "three points": np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
        "more than a block": np.random.default_rng(4).normal(size=(900, 4)),
    }


@pytest.mark.parametrize("name", _wider_clouds())
def test_choices_are_those_of_a_tree_alone(name):
    points = _wider_clouds()[name]
    for seed in range(3):
        expected = _by_tree_alone(points, np.random.default_rng(seed))
        assert np.array_equal(nearest_neighbours(points, np.random.default_rng(seed)), expected)


@pytest.mark.parametrize("n", [3, 40, 700])
def test_the_size_below_which_trees_are_left_out_changes_nothing(n, monkeypatch):
    rng = np.random.default_rng(n)
    clouds = [
        np.column_stack([rng.permutation(n) for _ in range(k)]).astype(float) for k in (1, 2, 5)
    ]
    clouds.append(rng.integers(0, 5, size=(n, 3)).astype(float))
    for points in clouds:
        expected = nearest_neighbours(points, np.random.default_rng(0))
        for size in (0, 1e9):
            monkeypatch.setattr("gesncd.measures.neighbours._TREE_POINTS", size)
            assert np.array_equal(nearest_neighbours(points, np.random.default_rng(0)), expected)
        monkeypatch.undo()


def test_a_sets_neighbours_depend_on_seed_and_set_alone():
    values = np.random.default_rng(2).integers(0, 4, size=(100, 3)).astype(float)
    first, second = NeighbourFinder(values, 0), NeighbourFinder(values, 0)
    second.of([1])
    second.of([0, 2])
    assert np.array_equal(first.of([0, 1]), second.of([1, 0]))
    alone = nearest_neighbours(values[:, [0, 1]], np.random.default_rng([0, 1, 2]))
    assert np.array_equal(first.of([0, 1]), alone)
    assert not np.array_equal(first.of([0, 1]), NeighbourFinder(values, 1).of([0, 1]))


def test_one_point_has_no_neighbour():
    with pytest.raises(ValueError, match="at least two"):
        nearest_neighbours(np.zeros((1, 2)), np.random.default_rng(0))


def test_each_of_the_tied_points_is_as_likely_however_they_coincide():
    # Three points lie at 1 and one at -1, all as far from the first.
    points = np.array([[0.0], [1.0], [1.0], [1.0], [-1.0]])
    drawn = [nearest_neighbours(points, np.random.default_rng(seed))[0] for seed in range(1200)]
    shares = np.bincount(drawn, minlength=5) / len(drawn)
    assert shares[0] == 0.0
    assert shares[1:] == pytest.approx([0.25] * 4, abs=0.05)
