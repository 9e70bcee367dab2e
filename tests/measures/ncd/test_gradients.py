"""Hand-written gradients and optimiser against torch's own, in double precision."""

from __future__ import annotations

import pytest
import torch

from gesncd.measures.ncd.functions import (
    TestFunctions,
    function_blocks,
    squared_correlation_gradient,
)
from gesncd.measures.ncd.parameters import Adam, Block, Parameters, flat_size
from gesncd.measures.ncd.regressors import Regressors, regressor_blocks
from gesncd.measures.ncd.spectral import SpectralAdam, SpectralParameters

REAL = (27, 26, 27, 26)
"""Real rows of each of four networks; 32 with padding."""


def _inputs(n_features: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(n_features)
    inputs = torch.zeros(4, n_features + 1, 32, dtype=torch.float64)
    for i, m in enumerate(REAL):
        rows = torch.randn(n_features, m, generator=generator, dtype=torch.float64)
        inputs[i, :-1, :m] = rows - rows.mean(1, keepdim=True)
        inputs[i, -1, :m] = 1.0
    mask = inputs[:, -1:]
    return inputs, mask, mask.sum(-1, keepdim=True)


def _random_parameters(blocks: list[Block], seed: int) -> Parameters:
    generator = torch.Generator().manual_seed(seed)
    return Parameters(
        blocks, torch.randn(4, flat_size(blocks), generator=generator, dtype=torch.float64)
    )


def _rows(seed: int, mask: torch.Tensor) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(mask.shape, generator=generator, dtype=torch.float64) * mask


def _regress(weights: dict[str, torch.Tensor], rows: torch.Tensor, depth: int) -> torch.Tensor:
    """One regressor the plain way; rows of shape (k, m) are all real."""
    active = rows
    for layer in range(depth - 1):
        linear = weights[f"weight{layer}"] @ active
        variance, mean = torch.var_mean(linear, dim=1, keepdim=True, correction=0)
        normal = (linear - mean) / torch.sqrt(variance + 1e-5)
        active = torch.relu(weights[f"gain{layer}"] * normal + weights[f"shift{layer}"])
    return weights["last"] @ active + weights["bias"]


def _close(found: torch.Tensor, expected: torch.Tensor) -> None:
    scale = expected.abs().max().clamp(min=1e-12)
    assert ((found - expected).abs().max() / scale).item() < 1e-8


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_regressors_and_their_gradients(depth):
    inputs, mask, counts = _inputs(3)
    blocks = regressor_blocks(3, depth, 5)
    parameters = _random_parameters(blocks, 1)
    regressors = Regressors(inputs, counts, min(REAL), depth, 5, parameters, 0.01)
    target = _rows(2, mask)
    out = regressors.forward()
    regressors.backward((out - target) * 2 / counts)
    again = regressors.predict(inputs)
    for i, m in enumerate(REAL):
        weights = {
            name: value[i].clone().requires_grad_() for name, value in parameters.value.items()
        }
        expected = _regress(weights, inputs[i, :-1, :m], depth)
        ((expected - target[i, :, :m]) ** 2).mean().backward()
        _close(out[i, :, :m], expected.detach())
        _close(again[i, :, :m], expected.detach())
        assert not out[i, :, m:].any()
        for name, weight in weights.items():
            assert weight.grad is not None
            _close(parameters.gradient[name][i], weight.grad)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_test_functions_and_their_gradients(depth):
    inputs, mask, counts = _inputs(4)
    parameters = _random_parameters(function_blocks(4, depth, 6), 3)
    functions = TestFunctions(inputs, depth, 6, parameters, 0.01)
    fitted = _rows(4, mask)
    values = functions.forward()
    functions.backward(squared_correlation_gradient(values - fitted, mask, counts))
    assert torch.equal(functions.values(inputs), values)
    weights = {name: v.clone().requires_grad_() for name, v in parameters.value.items()}
    total = torch.zeros((), dtype=torch.float64)
    residuals = []
    for i, m in enumerate(REAL):
        active = inputs[i, :, :m]
        for layer in range(depth - 1):
            hidden = torch.relu(weights[f"weight{layer}"][i] @ active)
            active = torch.cat([hidden, torch.ones(1, m, dtype=torch.float64)])
        out = weights["last"][i] @ active
        _close(values[i, :, :m], out.detach())
        residuals.append((out - fitted[i, :, :m])[0])
    # Networks 0 and 2, and 1 and 3, are pairs of f and g; take rows that both have.
    for f, g in ((0, 2), (1, 3)):
        if REAL[f] == REAL[g]:
            total = total + torch.corrcoef(torch.stack([residuals[f], residuals[g]]))[0, 1] ** 2
    total.backward()
    for name, weight in weights.items():
        assert weight.grad is not None
        for i in (0, 1, 2, 3):
            if REAL[i] == REAL[(i + 2) % 4]:
                _close(parameters.gradient[name][i], weight.grad[i])


def test_gradient_of_the_squared_correlation():
    mask = torch.ones(2, 1, 32, dtype=torch.float64)
    mask[:, :, 30:] = 0.0
    counts = mask.sum(-1, keepdim=True)
    residual = (_rows(5, mask) + 3.0).requires_grad_()
    squared = torch.corrcoef(residual[:, 0, :30])[0, 1] ** 2
    squared.backward()
    assert residual.grad is not None
    _close(squared_correlation_gradient(residual.detach(), mask, counts), residual.grad)
    constant = torch.cat([mask[:1], residual.detach()[1:]])
    assert not squared_correlation_gradient(constant, mask, counts).any()


def test_adam_takes_torchs_steps():
    blocks = [Block("a", (3, 5), 3), Block("b", (1, 1))]
    parameters = _random_parameters(blocks, 6)
    other = parameters.flat.clone().requires_grad_()
    reference = torch.optim.Adam([other], lr=0.01)
    ours = Adam(parameters, 0.01)
    generator = torch.Generator().manual_seed(7)
    for _ in range(30):
        gradient = torch.randn(other.shape, generator=generator, dtype=torch.float64)
        parameters.flat_gradient.copy_(gradient)
        other.grad = gradient
        ours.step()
        reference.step()
    _close(parameters.flat, other.detach())


def _divided(raw: torch.Tensor, n_bias: int, left: torch.Tensor) -> torch.Tensor:
    """Weight over u'Wv with u, v constant, after one power iteration from u."""
    weight = raw[:, : raw.shape[1] - n_bias]
    with torch.no_grad():
        v = torch.nn.functional.normalize(weight.T @ left, dim=0)
        u = torch.nn.functional.normalize(weight @ v, dim=0)
    return torch.cat([weight / (u.T @ weight @ v), raw[:, raw.shape[1] - n_bias :]], 1)


@pytest.mark.parametrize("n_bias", [0, 1])
def test_spectral_adam_steps_through_the_normalisation(n_bias):
    # Weights of different shapes lie side by side, padded.
    shapes = {"weight0": (4, 6), "last": (1, 5)}
    blocks = [
        Block("weight0", shapes["weight0"], 6),
        Block("gain0", (4, 1), start=1.0),
        Block("last", shapes["last"], 5),
    ]
    used = SpectralParameters(_random_parameters(blocks, 9))
    raw = {name: used.value[name].clone() for name in shapes}
    gain = used.value["gain0"].clone().requires_grad_()
    generator = torch.Generator().manual_seed(1)
    target = {
        name: torch.randn(4, *shape, generator=generator, dtype=torch.float64)
        for name, shape in shapes.items()
    }
    ours = SpectralAdam(used, 0.01, n_bias)
    lefts, rights = (
        {
            name: [vectors[4 * place + i, :size].clone() for i in range(4)]
            for place, (name, size) in enumerate(sizes.items())
        }
        for vectors, sizes in (
            (ours._left, {name: rows for name, (rows, _) in shapes.items()}),
            (ours._right, {name: columns - n_bias for name, (_, columns) in shapes.items()}),
        )
    )
    for name, (_, columns) in shapes.items():
        for i in range(4):
            plain = used.value[name][i, :, : columns - n_bias]
            assert torch.linalg.matrix_norm(plain, 2).item() == pytest.approx(1.0, abs=0.02)
    other = {name: values.clone().requires_grad_() for name, values in raw.items()}
    reference = torch.optim.Adam([*other.values(), gain], lr=0.01)
    loss = torch.zeros((), dtype=torch.float64)
    for name, (_, columns) in shapes.items():
        for i in range(4):
            weight = other[name][i, :, : columns - n_bias]
            sigma = lefts[name][i].T @ weight @ rights[name][i]
            normal = torch.cat([weight / sigma, other[name][i, :, columns - n_bias :]], 1)
            loss = loss + (normal * target[name][i]).sum()
    (loss + (gain**3).sum()).backward()
    for name in shapes:
        used.gradient[name].copy_(target[name])
    used.gradient["gain0"].copy_(3 * used.value["gain0"] ** 2)
    ours.step()
    reference.step()
    for name in shapes:
        for i in range(4):
            expected = _divided(other[name][i].detach(), n_bias, lefts[name][i])
            _close(used.value[name][i], expected)
    _close(used.value["gain0"], gain.detach())
    padding = (used.weights[:4, :, 6:], used.weights[4:, :, 5:], used.weights[4:, 1:])
    assert all(part.numel() and not part.any() for part in padding)


def test_fitting_lowers_the_error():
    inputs, mask, counts = _inputs(3)
    parameters = _random_parameters(regressor_blocks(3, 3, 8), 8)
    regressors = Regressors(inputs, counts, min(REAL), 3, 8, parameters, 0.02)
    target = torch.sin(2 * inputs[:, :1]) * mask
    before = (regressors.forward() - target).square().sum().item()
    regressors.fit(target, 400)
    assert (regressors.forward() - target).square().sum().item() < 0.05 * before
