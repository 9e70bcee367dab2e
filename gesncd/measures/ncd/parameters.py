"""Parameters of a batch of equal networks in one flat array, and Adam on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod, sqrt

import torch
from torch import Tensor

ALIGNMENT = 16
"""Array sizes are padded to multiples of this, so that all vector code paths are the same."""


def padded(size: int) -> int:
    """Smallest multiple of :data:`ALIGNMENT` not below a size."""
    return -(-size // ALIGNMENT) * ALIGNMENT


@dataclass(frozen=True, slots=True)
class Block:
    """One weight array of a network.

    Parameters
    ----------
    name, shape
        What it is called, and its shape without the batch.
    fan_in
        Number of inputs: initial values are uniform in ±1/√fan_in. 0 means that
        the block starts at the constant ``start`` instead.
    """

    name: str
    shape: tuple[int, int]
    fan_in: int = 0
    start: float = 0.0


class Parameters:
    """Weights and gradients of B networks, flat for the optimiser and by name for the rest.

    Parameters
    ----------
    blocks
        The arrays of one network.
    initial
        Array of shape ``(B, size)`` with size as :func:`flat_size` says; taken over.
    """

    def __init__(self, blocks: Sequence[Block], initial: Tensor) -> None:
        self.blocks = tuple(blocks)
        self.flat = initial
        self.flat_gradient = torch.zeros_like(initial)
        self.value: Mapping[str, Tensor] = views(blocks, self.flat)
        self.gradient: Mapping[str, Tensor] = views(blocks, self.flat_gradient)


def views(blocks: Sequence[Block], flat: Tensor) -> dict[str, Tensor]:
    """Arrays of B networks by name, as views of their flat parameters, shape ``(B, size)``."""
    named, start = {}, 0
    for block in blocks:
        size = prod(block.shape)
        named[block.name] = flat[:, start : start + size].view(len(flat), *block.shape)
        start += padded(size)
    return named


def flat_size(blocks: Sequence[Block]) -> int:
    """Length of one network's flat parameters, each block padded."""
    return sum(padded(prod(block.shape)) for block in blocks)


def initial_scale(blocks: Sequence[Block], dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """Half-widths and centres of the uniform initial values, each of shape ``(size,)``."""
    scale = torch.zeros(flat_size(blocks), dtype=dtype)
    centre = torch.zeros_like(scale)
    start = 0
    for block in blocks:
        size = prod(block.shape)
        if block.fan_in:
            scale[start : start + size] = 1.0 / sqrt(block.fan_in)
        else:
            centre[start : start + size] = block.start
        start += padded(size)
    return scale, centre


class Adam:
    """Adam (Kingma & Ba 2015) with its usual constants, on flat parameters in place."""

    _BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8

    def __init__(self, parameters: Parameters, learning_rate: float) -> None:
        self._parameters = parameters
        self._learning_rate = learning_rate
        self._mean = torch.zeros_like(parameters.flat)
        self._square = torch.zeros_like(parameters.flat)
        self._scratch = torch.empty_like(parameters.flat)
        self._steps = 0

    def step(self) -> None:
        """Move against the gradient."""
        self._steps += 1
        gradient = self._parameters.flat_gradient
        correction = sqrt(1.0 - self._BETA2**self._steps)
        rate = self._learning_rate * correction / (1.0 - self._BETA1**self._steps)
        self._mean.lerp_(gradient, 1.0 - self._BETA1)
        self._square.mul_(self._BETA2).addcmul_(gradient, gradient, value=1.0 - self._BETA2)
        torch.sqrt(self._square, out=self._scratch)
        self._scratch.add_(self._EPSILON * correction)
        self._parameters.flat.addcdiv_(self._mean, self._scratch, value=-rate)
