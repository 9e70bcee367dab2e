"""The test functions f and g: small networks that seek correlated residuals.

Arrays are features-first as in :mod:`gesncd.measures.ncd.regressors`.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from gesncd.measures.ncd.parameters import Block, Parameters, initial_scale
from gesncd.measures.ncd.regressors import mask_inactive
from gesncd.measures.ncd.spectral import optimiser

_TINY = 1e-30
_CONDITIONING_SCALE = 0.25


def function_blocks(
    n_inputs: int, depth: int, width: int, fan_in: int | None = None
) -> list[Block]:
    """Arrays of one test function; each holds its bias as last column.

    Parameters
    ----------
    n_inputs
        Input features, padded ones included.
    depth, width
        As in :class:`~gesncd.measures.ncd.settings.NcdSettings`.
    fan_in
        Input features that count for the size of the first layer's initial
        weights: those of X or Y that are no padding. All of them by default.
    """
    blocks, fan_in = [], n_inputs if fan_in is None else fan_in
    for layer in range(depth - 1):
        blocks.append(Block(f"weight{layer}", (width, n_inputs + 1), fan_in))
        n_inputs = fan_in = width
    return [*blocks, Block("last", (1, n_inputs + 1), fan_in)]


def function_initial_scale(
    blocks: Sequence[Block], n_conditioning: int, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """Half-widths and centres of the uniform initial values, each of shape ``(size,)``.

    Weights on the conditioning features start at a quarter of the others: f and g
    begin mostly as functions of X and Y, and learn where Z matters. Few steps then
    suffice with a large Z too, whose features would drown those of X at the start.

    Parameters
    ----------
    blocks
        As :func:`function_blocks` makes them.
    n_conditioning
        How many of the inputs, the last ones, are features of Z.
    dtype
        Of the result.
    """
    scale, centre = initial_scale(blocks, dtype)
    units, inputs = blocks[0].shape
    first = scale[: units * inputs].view(units, inputs)
    first[:, inputs - 1 - n_conditioning : inputs - 1] *= _CONDITIONING_SCALE
    return scale, centre


class TestFunctions:
    """B test functions of one shape.

    Parameters
    ----------
    inputs
        Array of shape ``(B, k + 1, M)``; the last feature is 1 in real rows, and
        all are 0 in padded ones.
    depth, width
        As in :class:`~gesncd.measures.ncd.settings.NcdSettings`.
    parameters
        Laid out as :func:`function_blocks` says.
    learning_rate
        Of Adam.
    spectral_norm
        Whether weights are divided by their largest singular value.
    """

    __test__ = False
    """Not a test, whatever a test runner makes of the name."""

    def __init__(
        self,
        inputs: Tensor,
        depth: int,
        width: int,
        parameters: Parameters,
        learning_rate: float,
        *,
        spectral_norm: bool = False,
    ) -> None:
        self._inputs = inputs
        self._parameters, self._adam = optimiser(
            parameters, learning_rate, spectral_norm=spectral_norm, n_bias_columns=1
        )
        self._hidden = depth - 1
        shape = (len(inputs), width, inputs.shape[2])
        self._active = self._with_mask_row(inputs, width)
        self._back = [inputs.new_empty(shape) for _ in range(min(2, self._hidden))]

    def _with_mask_row(self, inputs: Tensor, width: int) -> list[Tensor]:
        shape = (len(inputs), width + 1, inputs.shape[2])
        buffers = [inputs.new_empty(shape) for _ in range(self._hidden)]
        for buffer in buffers:
            buffer[:, -1:] = inputs[:, -1:]
        return buffers

    def forward(self) -> Tensor:
        """Values in the training rows, shape ``(B, 1, M)``, zero in padded rows."""
        return self._run(self._inputs, self._active)

    def values(self, inputs: Tensor) -> Tensor:
        """Values in other rows, given as in the constructor, shape ``(B, 1, M')``."""
        width = self._active[0].shape[1] - 1 if self._hidden else 0
        return self._run(inputs, self._with_mask_row(inputs, width))

    def _run(self, below: Tensor, buffers: list[Tensor]) -> Tensor:
        value = self._parameters.value
        for layer, buffer in enumerate(buffers):
            hidden = buffer[:, :-1]
            torch.bmm(value[f"weight{layer}"], below, out=hidden)
            hidden.relu_()
            below = buffer
        return torch.bmm(value["last"], below)

    def backward(self, error: Tensor) -> None:
        """Gradients by the parameters, from those by the values of the last :meth:`forward`.

        Parameters
        ----------
        error
            Array of shape ``(B, 1, M)``, zero in padded rows.
        """
        value, gradient = self._parameters.value, self._parameters.gradient
        layers = [self._inputs, *self._active]
        gradient["last"].copy_(torch.bmm(error, layers[-1].mT))
        for layer in range(self._hidden - 1, -1, -1):
            back = self._back[layer % 2]
            if layer == self._hidden - 1:
                torch.mul(value["last"][:, :, :-1].mT, error, out=back)
            else:
                above = self._back[(layer + 1) % 2]
                torch.bmm(value[f"weight{layer + 1}"][:, :, :-1].mT, above, out=back)
            mask_inactive(back, self._active[layer][:, :-1], back)
            # The smaller matrix goes first, which is the faster order.
            gradient[f"weight{layer}"].copy_(torch.bmm(layers[layer], back.mT).mT)

    def ascend(self, residual: Tensor, mask: Tensor, counts: Tensor) -> None:
        """One Adam step up the squared correlation of the residuals of f and g.

        Parameters
        ----------
        residual
            Residuals of the values of the last :meth:`forward`, shape
            ``(B, 1, M)``: those of f in the first half of the batch, those of g
            in the second.
        mask, counts
            1 in real rows, shape ``(B, 1, M)``, and their number, ``(B, 1, 1)``.
        """
        self.backward(squared_correlation_gradient(residual, mask, counts).neg_())
        self._adam.step()


def centred(rows: Tensor, mask: Tensor, counts: Tensor) -> Tensor:
    """Rows less their mean over the real ones, zero in padded ones; shape ``(B, 1, M)``."""
    rows = rows * mask
    return rows.sub_(rows.sum(-1, keepdim=True).div_(counts)).mul_(mask)


def squared_correlation_gradient(residual: Tensor, mask: Tensor, counts: Tensor) -> Tensor:
    """Gradient of ρ²(r, s) by r and by s.

    With r and s centred it is 2ρ s/√(Σr² Σs²) − 2ρ² r/Σr², and likewise for s.

    Parameters
    ----------
    residual
        Array of shape ``(2E, 1, M)``: E rows of r, then E of s.
    mask, counts
        1 in real rows, shape ``(2E, 1, M)``, and their number, ``(2E, 1, 1)``.

    Returns
    -------
    Array of shape ``(2E, 1, M)``, zero where a residual is constant.
    """
    rows = centred(residual, mask, counts)
    half = len(rows) // 2
    partner = torch.cat([rows[half:], rows[:half]])
    own = (rows * rows).sum(-1, keepdim=True).clamp_(min=_TINY)
    others = torch.cat([own[half:], own[:half]])
    product = (rows * partner).sum(-1, keepdim=True)
    slope = product / (own * others)
    return (partner - rows * (product / own)).mul_(slope.mul_(2.0))
