"""Spectral normalisation of a batch of networks (Miyato et al., ICLR 2018)."""

from __future__ import annotations

from math import prod

import torch
from torch import Tensor

from gesncd.measures.ncd.parameters import (
    ALIGNMENT,
    Adam,
    Block,
    Parameters,
    flat_size,
    views,
)

_FIRST_ITERATIONS = 15
_TINY = 1e-12


class SpectralParameters(Parameters):
    """Parameters whose weight arrays lie side by side, padded with zeros to one shape.

    What is done to each of them is then one operation on all.

    Parameters
    ----------
    parameters
        Others, whose values are copied.
    """

    def __init__(self, parameters: Parameters) -> None:
        weights = [block for block in parameters.blocks if _is_weight(block)]
        others = [block for block in parameters.blocks if not _is_weight(block)]
        n_networks = len(next(iter(parameters.value.values())))
        rows = max(block.shape[0] for block in weights)
        columns = max(block.shape[1] for block in weights)
        while rows * columns % ALIGNMENT:
            columns += 1
        self._shape = (len(weights) * n_networks, rows, columns)
        flat = parameters.flat.new_zeros(prod(self._shape) + n_networks * flat_size(others))
        self.blocks = parameters.blocks
        self.flat, self.flat_gradient = flat, torch.zeros_like(flat)
        self.weights, self.others, self.value = self._parts(weights, others, flat)
        self.weight_gradients, _, self.gradient = self._parts(weights, others, self.flat_gradient)
        for name, value in self.value.items():
            value.copy_(parameters.value[name])

    def _parts(
        self, weights: list[Block], others: list[Block], flat: Tensor
    ) -> tuple[Tensor, Tensor, dict[str, Tensor]]:
        """All weight arrays, shape ``(arrays·B, rows, columns)``, the rest, and each by name."""
        size = prod(self._shape)
        arrays = flat[:size].view(self._shape)
        n_networks = len(arrays) // len(weights)
        rest = flat[size:].view(n_networks, -1)
        named = {
            block.name: part[:, : block.shape[0], : block.shape[1]]
            for block, part in zip(weights, torch.chunk(arrays, len(weights)), strict=True)
        }
        return arrays, rest, named | views(others, rest)


class SpectralAdam:
    """Adam on weights W of which the networks use W/σ(W), σ the largest singular value.

    σ is followed by one power iteration a step, after fifteen at the start. Its
    singular vectors u, v count as constants in the gradient, so that with Ŵ = W/σ and
    G the gradient by Ŵ, the gradient by W is (G − ⟨G, Ŵ⟩ u vᵀ)/σ.

    Parameters
    ----------
    parameters
        What the networks use; normalised at once, and after each step.
    learning_rate
        Of Adam.
    n_bias_columns
        Last columns of each weight array that are biases, and not normalised.
    """

    def __init__(
        self, parameters: SpectralParameters, learning_rate: float, n_bias_columns: int = 0
    ) -> None:
        self._used = parameters
        self._raw = SpectralParameters(parameters)
        self._raw.flat_gradient = parameters.flat_gradient
        self._adam = Adam(self._raw, learning_rate)
        # 1 in the columns that are normalised, and their complement; 1 in rows that are there.
        self._plain = torch.zeros_like(parameters.weights[:, :1])
        self._left = torch.zeros_like(parameters.weights[:, :, :1])
        weights = [block for block in parameters.blocks if _is_weight(block)]
        for block, plain, left in zip(
            weights,
            self._plain.tensor_split(len(weights)),
            self._left.tensor_split(len(weights)),
            strict=True,
        ):
            plain[:, :, : block.shape[1] - n_bias_columns] = 1.0
            left[:, : block.shape[0]] = block.shape[0] ** -0.5
        self._other = 1.0 - self._plain
        self._right = self._sigma = self._divisor = self._plain
        for _ in range(_FIRST_ITERATIONS):
            self._iterate()
        self._normalise()

    def step(self) -> None:
        """Move against the gradient by the normalised weights."""
        gradient = self._used.weight_gradients
        along = (gradient * self._used.weights).sum(1, keepdim=True).mul_(self._plain)
        pull = self._left * along.sum(2, keepdim=True)
        gradient.baddbmm_(pull, self._right.mT, alpha=-1.0).div_(self._divisor)
        self._adam.step()
        self._iterate()
        self._normalise()

    def _iterate(self) -> None:
        weights = self._raw.weights
        right = torch.bmm(weights.mT, self._left).mul_(self._plain.mT)
        self._right = right.div_(torch.linalg.vector_norm(right, dim=1, keepdim=True).clamp_(_TINY))
        image = torch.bmm(weights, self._right)
        self._sigma = torch.linalg.vector_norm(image, dim=1, keepdim=True).clamp_(_TINY)
        self._left = image.div_(self._sigma)

    def _normalise(self) -> None:
        self._divisor = torch.addcmul(self._other, self._sigma, self._plain)
        torch.div(self._raw.weights, self._divisor, out=self._used.weights)
        self._used.others.copy_(self._raw.others)


def optimiser(
    parameters: Parameters, learning_rate: float, *, spectral_norm: bool, n_bias_columns: int = 0
) -> tuple[Parameters, Adam | SpectralAdam]:
    """Adam, with or without spectral normalisation, and the parameters to use with it."""
    if not spectral_norm:
        return parameters, Adam(parameters, learning_rate)
    normalised = SpectralParameters(parameters)
    return normalised, SpectralAdam(normalised, learning_rate, n_bias_columns)


def _is_weight(block: Block) -> bool:
    return block.name.startswith(("weight", "last"))
