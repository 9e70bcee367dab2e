import numpy as np
import pytest
from scipy import stats

from gesncd.simulate import MODELS

N = 4000


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize(
    ("model", "distribution"),
    [
        ("pnl-gp", stats.uniform(-1, 2)),
        ("pnl-mult", stats.uniform(0, 2)),
        ("anm-gp", stats.norm()),
    ],
)
def test_root_marginals(model, distribution):
    values = MODELS[model].root(N, rng())
    assert stats.kstest(values, distribution.cdf).pvalue > 1e-3


def test_linear_root_is_normal():
    variances = [MODELS["linear"].root(N, rng(seed)).var() for seed in range(60)]
    assert 0.45 < min(variances) < 0.65
    assert 1.35 < max(variances) < 1.65
    values = MODELS["linear"].root(N, rng())
    assert stats.kstest(values / values.std(), "norm").pvalue > 1e-3


def laplace_scale(values):
    return np.abs(values - np.median(values)).mean()


def test_pnl_gp_noise_before_the_sigmoid_is_laplace_and_additive():
    # With the parent fixed, g1 is a constant: what is left is the noise.
    scales = []
    for seed in range(80):
        values = MODELS["pnl-gp"].child(np.zeros((2000, 1)), rng(seed))
        noise = np.log(values / (1 - values))
        scales.append(laplace_scale(noise))
        centred = noise - np.median(noise)
        assert stats.kstest(centred, stats.laplace(0, scales[-1]).cdf).pvalue > 1e-4
    assert stats.kstest(scales, stats.uniform(0, 1).cdf).pvalue > 1e-3


def test_pnl_gp_level_is_a_standard_normal_draw():
    levels = []
    for seed in range(300):
        values = MODELS["pnl-gp"].child(np.full((200, 2), 0.3), rng(seed))
        levels.append(np.median(np.log(values / (1 - values))))
    assert stats.kstest(levels, "norm").pvalue > 1e-3


def test_pnl_gp_is_a_function_of_all_parents_jointly():
    # A sum of functions of one parent each has no interaction; a joint draw has one.
    corners = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    interactions = []
    for seed in range(60):
        values = MODELS["pnl-gp"].child(np.repeat(corners, 200, axis=0), rng(seed))
        inner = np.median(np.log(values / (1 - values)).reshape(4, 200), axis=1)
        interactions.append(inner[0] - inner[1] - inner[2] + inner[3])
    # Under the RBF kernel: 4 (1 - 2 exp(-2) + exp(-4)).
    expected = 4 * (1 - 2 * np.exp(-2) + np.exp(-4))
    assert 0.5 * expected < np.var(interactions) < 2 * expected


def test_pnl_mult_noise_is_half_normal_and_multiplies_the_sum():
    parents = rng(5).uniform(0.1, 2, (N, 3))
    variances = []
    for seed in range(80):
        values = MODELS["pnl-mult"].child(parents, rng(seed))
        noise = np.log(values / parents.sum(axis=1))
        assert noise.min() >= -1e-12
        variances.append((noise**2).mean())
        half_normal = stats.halfnorm(0, np.sqrt(variances[-1]))
        assert stats.kstest(noise, half_normal.cdf).pvalue > 1e-4
        assert abs(stats.spearmanr(noise, parents.sum(axis=1)).statistic) < 0.07
    # The variance itself is uniform, not the standard deviation.
    assert stats.kstest(variances, stats.uniform(0, 1).cdf).pvalue > 1e-3


def test_linear_weights_and_noise():
    parents = rng(6).standard_normal((N, 3))
    weights, noise_variances = [], []
    for seed in range(60):
        values = MODELS["linear"].child(parents, rng(seed))
        fit, residual, *_ = np.linalg.lstsq(parents, values, rcond=None)
        weights.extend(fit)
        noise_variances.append(residual[0] / N)
    sizes = np.abs(weights)
    assert 0.44 < sizes.min() < 0.6
    assert 1.4 < sizes.max() < 1.56
    assert 0.35 < np.mean(np.array(weights) > 0) < 0.65
    assert 0.45 < min(noise_variances) < 0.65
    assert 1.35 < max(noise_variances) < 1.6


def test_anm_gp_noise_is_normal_and_additive():
    variances = []
    for seed in range(60):
        values = MODELS["anm-gp"].child(np.zeros((1000, 1)), rng(seed))
        variances.append(values.var())
        scaled = (values - values.mean()) / values.std()
        assert stats.kstest(scaled, "norm").pvalue > 1e-4
    assert stats.kstest(variances, stats.uniform(0, 1).cdf).pvalue > 1e-3
