"""Spectral normalisation of a batch of networks (Miyato et al., ICLR 2018)."""

from __future__ import annotations

import torch
from torch import Tensor

from gesncd.measures.ncd.parameters import Adam, Parameters

_FIRST_ITERATIONS = 15
_TINY = 1e-12


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
        self, parameters: Parameters, learning_rate: float, n_bias_columns: int = 0
    ) -> None:
        self._used = parameters
        self._raw = Parameters(parameters.blocks, parameters.flat.clone())
        self._adam = Adam(self._raw, learning_rate)
        self._bias = n_bias_columns
        self._names = [b.name for b in parameters.blocks if b.name.startswith(("weight", "last"))]
        self._left: dict[str, Tensor] = {}
        self._right: dict[str, Tensor] = {}
        self._sigma: dict[str, Tensor] = {}
        for name in self._names:
            weight = self._plain(self._raw.value[name])
            self._left[name] = _unit(torch.ones_like(weight[:, :, :1]))
            for _ in range(_FIRST_ITERATIONS):
                self._iterate(name, weight)
        self._normalise()

    def step(self) -> None:
        """Move against the gradient by the normalised weights."""
        self._raw.flat_gradient.copy_(self._used.flat_gradient)
        for name in self._names:
            gradient = self._plain(self._raw.gradient[name])
            used = self._plain(self._used.value[name])
            along = (gradient * used).sum((1, 2), keepdim=True)
            gradient.sub_(along * self._left[name] * self._right[name].mT)
            gradient.div_(self._sigma[name])
        self._adam.step()
        for name in self._names:
            self._iterate(name, self._plain(self._raw.value[name]))
        self._normalise()

    def _plain(self, weight: Tensor) -> Tensor:
        return weight[:, :, : weight.shape[2] - self._bias]

    def _iterate(self, name: str, weight: Tensor) -> None:
        self._right[name] = _unit(torch.bmm(weight.mT, self._left[name]))
        image = torch.bmm(weight, self._right[name])
        self._left[name] = _unit(image)
        self._sigma[name] = (self._left[name] * image).sum((1, 2), keepdim=True).clamp_(min=_TINY)

    def _normalise(self) -> None:
        self._used.flat.copy_(self._raw.flat)
        for name in self._names:
            self._plain(self._used.value[name]).div_(self._sigma[name])


def optimiser(
    parameters: Parameters, learning_rate: float, *, spectral_norm: bool, n_bias_columns: int = 0
) -> Adam | SpectralAdam:
    """Adam, with or without spectral normalisation."""
    if spectral_norm:
        return SpectralAdam(parameters, learning_rate, n_bias_columns)
    return Adam(parameters, learning_rate)


def _unit(vectors: Tensor) -> Tensor:
    unit: Tensor = vectors / torch.linalg.vector_norm(vectors, dim=1, keepdim=True).clamp_(
        min=_TINY
    )
    return unit
