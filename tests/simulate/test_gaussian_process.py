import numpy as np
import pytest
from scipy import stats

from gesncd.simulate.gaussian_process import gaussian_process_draw


@pytest.mark.parametrize("bandwidth", [1.0, 0.5])
def test_covariance_is_the_rbf_kernel(bandwidth):
    rng = np.random.default_rng(0)
    inputs = np.array([[0.0, 0.0], [0.5, 0.0], [1.0, 1.0], [3.0, -1.0]])
    draws = np.array([gaussian_process_draw(inputs, rng, bandwidth) for _ in range(4000)])
    squares = ((inputs[:, None] - inputs) ** 2).sum(axis=2)
    kernel = np.exp(-squares / (2 * bandwidth**2))
    assert np.abs(draws.T @ draws / len(draws) - kernel).max() < 0.08
    assert np.abs(draws.mean(axis=0)).max() < 0.06
    # Marginals are standard normal, not merely of variance one.
    assert stats.kstest(draws[:, 2], "norm").pvalue > 1e-3


def test_is_one_smooth_function():
    inputs = np.linspace(-1, 1, 4001)[:, None]
    values = gaussian_process_draw(inputs, np.random.default_rng(1))
    assert np.abs(np.diff(values)).max() < 0.005
    assert np.ptp(values) > 0.1


def test_values_do_not_depend_on_the_other_rows():
    inputs = np.random.default_rng(2).standard_normal((5000, 3))
    whole = gaussian_process_draw(inputs, np.random.default_rng(3))
    part = gaussian_process_draw(inputs[:100], np.random.default_rng(3))
    assert np.allclose(whole[:100], part, atol=1e-10)


def test_bandwidth_must_be_positive():
    with pytest.raises(ValueError, match="bandwidth"):
        gaussian_process_draw(np.zeros((2, 1)), np.random.default_rng(0), 0.0)
