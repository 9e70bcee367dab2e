"""The regressors h and l: networks with batch norm, trained by hand-written gradients.

All arrays are features-first: a batch of B networks, features, rows. Rows are
padded; in padded rows inputs, activations and errors are zero.
"""

from __future__ import annotations

import torch
from torch import Tensor

from gesncd.measures.ncd.parameters import Block, Parameters
from gesncd.measures.ncd.spectral import optimiser

_BATCH_NORM_EPSILON = 1e-5


def regressor_blocks(n_inputs: int, depth: int, width: int) -> list[Block]:
    """Arrays of one regressor: weight, gain and shift a hidden layer, then an affine output.

    A hidden layer has no bias of its own; batch norm would remove it.
    """
    blocks, fan_in = [], n_inputs
    for layer in range(depth - 1):
        blocks += [
            Block(f"weight{layer}", (width, fan_in), fan_in),
            Block(f"gain{layer}", (width, 1), start=1.0),
            Block(f"shift{layer}", (width, 1)),
        ]
        fan_in = width
    return [*blocks, Block("last", (1, fan_in), fan_in), Block("bias", (1, 1), fan_in)]


class Regressors:
    """B regressors of one shape, each fitting its own target by least squares.

    Parameters
    ----------
    inputs
        Array of shape ``(B, k + 1, M)``: k input features, whose means over the
        real rows are zero (if there are hidden layers), and a last feature that is 1 in
        real rows and 0 in padded ones.
    counts
        Numbers of real rows, shape ``(B, 1, 1)``.
    shortest
        The smallest of them; all rows before it are real.
    depth, width
        As in :class:`~gesncd.measures.ncd.settings.NcdSettings`.
    parameters
        Laid out as :func:`regressor_blocks` says.
    learning_rate
        Of Adam.
    spectral_norm
        Whether weights are divided by their largest singular value.
    """

    def __init__(
        self,
        inputs: Tensor,
        counts: Tensor,
        shortest: int,
        depth: int,
        width: int,
        parameters: Parameters,
        learning_rate: float,
        *,
        spectral_norm: bool = False,
    ) -> None:
        self._inputs = inputs
        self._counts = counts
        self._tail = slice(shortest, inputs.shape[2])
        self._tail_mask = inputs[:, -1:, self._tail]
        self._parameters, self._adam = optimiser(
            parameters, learning_rate, spectral_norm=spectral_norm
        )
        self._hidden = depth - 1
        features = inputs[:, :-1]
        self._features = features
        self._covariance = torch.bmm(features, features.mT) / counts
        # Like the inputs, hidden layers carry a last row of ones, so that a shift is
        # one column more of a matrix product and no pass of its own.
        shape = (len(inputs), width + 1, inputs.shape[2])
        self._layers = [inputs.new_empty(shape) for _ in range(self._hidden)]
        for buffer in self._layers:
            buffer[:, -1:] = inputs[:, -1:]
        self._active = [buffer[:, :-1] for buffer in self._layers]
        self._centred = [inputs.new_empty(active.shape) for active in self._active[1:]]
        self._spare = inputs.new_empty(self._active[0].shape if self._hidden else (0,))
        self._folded = inputs.new_empty((len(inputs), width, inputs.shape[1]))
        self._widened = inputs.new_empty((len(inputs), width, width + 1))
        nothing = inputs.new_empty(0)
        self._inverse = [nothing] * self._hidden
        self._scale = [nothing] * self._hidden
        self._mean = [nothing] * self._hidden
        self._mean_below = [nothing] * self._hidden
        self._weight_covariance = nothing
        self._out: Tensor | None = None

    def forward(self) -> Tensor:
        """Predictions for the training rows, shape ``(B, 1, M)``, by batch statistics.

        They are kept until the parameters change.
        """
        if self._out is not None:
            return self._out
        value = self._parameters.value
        for layer in range(self._hidden):
            if layer == 0:
                self._first_layer()
            else:
                self._next_layer(layer)
        out = torch.bmm(value["last"], self._active[-1] if self._hidden else self._features)
        self._clear_tail(out.add_(value["bias"]))
        self._out = out
        return out

    def _clear_tail(self, rows: Tensor) -> None:
        if self._tail.start < self._tail.stop:
            rows[:, :, self._tail].mul_(self._tail_mask)

    def _first_layer(self) -> None:
        """Fold batch norm into the affine map: its statistics follow from Z's covariance."""
        value = self._parameters.value
        weight = value["weight0"]
        self._weight_covariance = torch.bmm(weight, self._covariance)
        variance = (self._weight_covariance * weight).sum(-1, keepdim=True)
        self._inverse[0] = variance.clamp_(min=0.0).add_(_BATCH_NORM_EPSILON).rsqrt_()
        self._scale[0] = value["gain0"] * self._inverse[0]
        torch.mul(weight, self._scale[0], out=self._folded[:, :, :-1])
        self._folded[:, :, -1:] = value["shift0"]
        torch.bmm(self._folded, self._inputs, out=self._active[0])
        self._active[0].relu_()

    def _next_layer(self, layer: int) -> None:
        value = self._parameters.value
        active, centred = self._active[layer], self._centred[layer - 1]
        # The mean of a layer is the image of the mean below it.
        mean_below = self._active[layer - 1].sum(-1, keepdim=True).div_(self._counts)
        mean = torch.bmm(value[f"weight{layer}"], mean_below)
        self._widened[:, :, :-1] = value[f"weight{layer}"]
        torch.neg(mean, out=self._widened[:, :, -1:])
        torch.bmm(self._widened, self._layers[layer - 1], out=centred)
        # Mean first, then mean square of what is left: as accurate as Welford's way, and fast.
        variance = torch.linalg.vector_norm(centred, dim=-1, keepdim=True).square_()
        variance.div_(self._counts)
        self._mean[layer], self._mean_below[layer] = mean, mean_below
        self._inverse[layer] = variance.add_(_BATCH_NORM_EPSILON).rsqrt_()
        self._scale[layer] = value[f"gain{layer}"] * self._inverse[layer]
        torch.mul(centred, self._scale[layer], out=active)
        active.add_(value[f"shift{layer}"]).relu_()
        self._clear_tail(active)

    def backward(self, error: Tensor) -> None:
        """Gradients of a loss by the parameters, into ``parameters.gradient``.

        The activations of the last :meth:`forward` give way to gradients.

        Parameters
        ----------
        error
            Gradient of the loss by the predictions of the last :meth:`forward`,
            shape ``(B, 1, M)``, zero in padded rows.
        """
        value, gradient = self._parameters.value, self._parameters.gradient
        self._out = None
        top = self._active[-1] if self._hidden else self._features
        gradient["last"].copy_(torch.bmm(error, top.mT))
        gradient["bias"].copy_(error.sum(-1, keepdim=True))
        if not self._hidden:
            return
        # What comes down is an outer product: its column joins the small matrices.
        factor = value["last"].mT
        mask_inactive(error.expand_as(top), top, top)
        for layer in range(self._hidden - 1, 0, -1):
            self._layer_gradient(layer, factor)
            below = self._active[layer - 1]
            mask_inactive(self._spare, below, below)
            factor = torch.ones_like(factor)
        self._first_gradient(factor)

    def _layer_gradient(self, layer: int, factor: Tensor) -> None:
        """Gradients of one layer, and into the spare buffer that by the layer below.

        The gradient by this layer stands in its place, but for a factor a unit.
        """
        gradient = self._parameters.gradient
        back, centred, inverse = self._active[layer], self._centred[layer - 1], self._inverse[layer]
        total = back.sum(-1, keepdim=True)
        along = torch.linalg.vecdot(back, centred).unsqueeze(-1).mul_(inverse)
        torch.mul(total, factor, out=gradient[f"shift{layer}"])
        torch.mul(along, factor, out=gradient[f"gain{layer}"])
        # Batch norm takes away the part along the layer's values, and the mean: that one as
        # a column of the small matrices.
        back.addcmul_(centred, along.mul_(inverse).div_(self._counts), value=-1.0)
        scale = self._scale[layer] * factor
        product = torch.bmm(back, self._active[layer - 1].mT)
        product.baddbmm_(total, self._mean_below[layer].mT, alpha=-1.0)
        torch.mul(product, scale, out=gradient[f"weight{layer}"])
        folded, constant = self._widened[:, :, :-1], self._widened[:, :, -1:]
        torch.mul(self._parameters.value[f"weight{layer}"].mT, scale.mT, out=folded)
        torch.bmm(folded, total.div_(self._counts).neg_(), out=constant)
        torch.bmm(self._widened, self._layers[layer], out=self._spare)

    def _first_gradient(self, factor: Tensor) -> None:
        gradient = self._parameters.gradient
        # The narrow matrix goes first, which is the faster order.
        product = torch.bmm(self._inputs, self._active[0].mT).mT * factor
        by_feature = product[:, :, :-1]
        weight, inverse = self._parameters.value["weight0"], self._inverse[0]
        along = (weight * by_feature).sum(-1, keepdim=True).mul_(inverse)
        gradient["shift0"].copy_(product[:, :, -1:])
        gradient["gain0"].copy_(along)
        straight = self._weight_covariance * along.mul_(inverse)
        torch.mul(by_feature - straight, self._scale[0], out=gradient["weight0"])

    def fit(self, target: Tensor, steps: int) -> None:
        """Take Adam steps on the mean squared error.

        Parameters
        ----------
        target
            Array of shape ``(B, 1, M)``, zero in padded rows.
        steps
            How many.
        """
        for _ in range(steps):
            self.backward((self.forward() - target).mul_(2.0).div_(self._counts))
            self._adam.step()

    def predict(self, inputs: Tensor) -> Tensor:
        """Predictions for other rows, by the batch statistics of the last :meth:`forward`.

        Parameters
        ----------
        inputs
            Array of shape ``(B, k + 1, M')`` as in the constructor.

        Returns
        -------
        Array of shape ``(B, 1, M')``; what it holds in padded rows means nothing.
        """
        value = self._parameters.value
        active = inputs[:, :-1]
        for layer in range(self._hidden):
            active = torch.bmm(value[f"weight{layer}"], active)
            if layer:
                active.sub_(self._mean[layer])
            active = active.mul_(self._scale[layer]).add_(value[f"shift{layer}"]).relu_()
        return torch.bmm(value["last"], active).add_(value["bias"])


def mask_inactive(gradient: Tensor, active: Tensor, out: Tensor) -> None:
    """Write a gradient where a ReLU was active, and zero elsewhere.

    Parameters
    ----------
    gradient, active
        Arrays of one shape.
    out
        Where to; it may be one of them.
    """
    torch.ops.aten.threshold_backward.grad_input(gradient, active, 0, grad_input=out)
