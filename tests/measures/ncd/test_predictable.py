"""The predictable part: what it removes, what it leaves, where it is fitted."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from gesncd.measures.ncd.predictable import residuals


def _left(targets: np.ndarray, z: np.ndarray, m: int, landmarks: int = 150) -> np.ndarray:
    columns = torch.from_numpy(targets.reshape(len(targets), -1).astype(float))
    return residuals(columns, torch.from_numpy(z.astype(float)), m, landmarks).numpy()


def test_linear_relations_vanish_to_rounding():
    z = np.random.default_rng(0).normal(size=(200, 3)) * np.array([1.0, 1e4, 1e-4]) + 7.0
    left = _left(z @ np.array([2.0, 1e-4, -3e4]) - 1.0, z, 100)
    assert np.abs(left).max() < 1e-9


def test_smooth_relations_vanish_to_the_noise_and_noise_stays():
    rng = np.random.default_rng(1)
    z = rng.normal(size=(1000, 2))
    noise = 0.3 * rng.normal(size=1000)
    left = _left(np.column_stack([np.sin(2 * z).sum(1) + noise, noise]), z, 500)
    held_out = left[500:]
    # Linear least squares alone would leave a standard deviation near 1.
    assert held_out.std(axis=0) == pytest.approx([0.3, 0.3], rel=0.2)
    assert np.corrcoef(held_out[:, 1], noise[500:])[0, 1] > 0.95


def test_pure_noise_is_hardly_fitted():
    # Plain generalised cross-validation interpolates some of these: errors up to 0.5.
    for seed in range(20):
        rng = np.random.default_rng(seed)
        z, noise = rng.normal(size=(400, 1)), rng.normal(size=400)
        left = _left(noise, z, 200)
        assert (left[200:, 0] - noise[200:]).std() < 0.25


def test_a_column_constant_in_the_training_rows_says_nothing():
    rng = np.random.default_rng(6)
    z = np.column_stack([rng.normal(size=100), np.full(100, 0.1)])
    z[80, 1] = 7.3
    y = np.sin(z[:, 0]) + 0.1 * rng.normal(size=100)
    assert np.array_equal(_left(y, z, 50), _left(y, z[:, :1], 50))


def test_held_out_rows_have_no_say():
    rng = np.random.default_rng(3)
    z = rng.normal(size=(200, 2))
    y = np.sin(z[:, 0]) + 0.1 * rng.normal(size=200)
    other_y, other_z = y.copy(), z.copy()
    other_y[150:] += 5.0
    other_z[170:] -= 1.0
    first, second = _left(y, z, 100), _left(other_y, other_z, 100)
    assert np.array_equal(first[:150], second[:150])
    assert second[150:170] == pytest.approx(first[150:170] + 5.0, abs=1e-12)


@pytest.mark.parametrize(
    "z",
    [
        np.zeros((60, 2)),
        np.repeat(np.arange(2.0), 30)[:, None],
        np.tile(np.random.default_rng(4).normal(size=(60, 1)), (1, 3)),
        np.zeros((60, 0)),
    ],
    ids=["constant", "binary", "the same thrice", "none"],
)
def test_degenerate_z_leaves_finite_residuals(z):
    rng = np.random.default_rng(5)
    order = rng.permutation(60)
    left = _left(rng.normal(size=60), z[order], 30)
    assert np.isfinite(left).all()
    assert 0.5 < left.std() < 2.0
