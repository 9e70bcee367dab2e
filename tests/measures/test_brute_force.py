"""Neighbours from matrix products: right wherever they are claimed, and mostly claimed."""

from __future__ import annotations

import numpy as np
import pytest

from gesncd.measures.brute_force import clear_neighbours


def _exact(points: np.ndarray) -> np.ndarray:
    """Squared distances in extended precision, infinite to a point itself."""
    wide = points.astype(np.longdouble)
    squares = ((wide[:, None] - wide[None]) ** 2).sum(axis=2)
    np.fill_diagonal(squares, np.inf)
    return squares


def _ranks(n: int, k: int) -> np.ndarray:
    rng = np.random.default_rng([n, k])
    return 2.0 * np.column_stack([rng.permutation(n) for _ in range(k)])


_RNG = np.random.default_rng(0)
_CLOUDS = {
    "normal": _RNG.normal(size=(300, 5)),
    "ranks": _ranks(400, 3),
    "ranks in many dimensions": _ranks(200, 30),
    "far from the origin": _RNG.normal(size=(200, 4)) + 1e9,
    "tiny units": 1e-150 * _RNG.normal(size=(200, 4)),
    "large units": 1e150 * _RNG.normal(size=(200, 4)),
    "two points": np.array([[0.0, 1.0], [2.0, 7.0]]),
}


@pytest.mark.parametrize("name", _CLOUDS)
def test_most_are_clear_and_those_are_the_nearest(name):
    points = _CLOUDS[name]
    found = clear_neighbours(points)
    clear = np.flatnonzero(found >= 0)
    assert len(clear) >= 0.95 * len(points)
    # Scaled, so that squares of extreme units are there at all.
    exact = _exact((points - points.mean(axis=0)) / np.abs(points).max())
    assert np.array_equal(found[clear], exact.argmin(axis=1)[clear])


def test_ties_are_never_claimed():
    lattice = np.stack(np.meshgrid(np.arange(6.0), np.arange(6.0)), axis=-1).reshape(-1, 2)
    assert (clear_neighbours(lattice) == -1).all()


@pytest.mark.parametrize("gap", [0.0, 1e-12, 1e-9, 1e-7])
def test_what_single_precision_cannot_tell_is_left_open(gap):
    # Each pair of points at ±(1 + gap), beside a point in the middle of its own.
    rng = np.random.default_rng(1)
    middles = 50.0 * np.column_stack([np.arange(40.0), rng.normal(size=40)])
    side = rng.choice([-1.0, 1.0], size=40)
    near = middles + np.column_stack([side, np.zeros(40)])
    far = middles - (1.0 + gap) * np.column_stack([side, np.zeros(40)])
    points = np.vstack([middles, near, far])
    found = clear_neighbours(points)[:40]
    assert (found == -1).all()


def test_an_outlier_makes_doubts_and_no_errors():
    points = np.random.default_rng(2).normal(size=(400, 3))
    points[7] = 1e4
    found = clear_neighbours(points)
    clear = np.flatnonzero(found >= 0)
    assert np.array_equal(found[clear], _exact(points).argmin(axis=1)[clear])
    assert len(clear) < 400


def test_points_without_a_scale_have_no_clear_neighbours():
    too_wide = np.array([[1.7e308], [-1.7e308], [1.7e308], [0.0]])
    for points in (np.zeros((5, 2)), too_wide):
        assert (clear_neighbours(points) == -1).all()


def test_blocks_make_no_difference(monkeypatch):
    points = _ranks(500, 6)
    at_once = clear_neighbours(points)
    monkeypatch.setattr("gesncd.measures.brute_force._BLOCK_ENTRIES", 1)
    assert np.array_equal(clear_neighbours(points), at_once)
    assert (at_once >= 0).all()
