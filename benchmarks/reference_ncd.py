"""NCD written the plain way, for comparison: one query at a time, modules and autograd.

This is the ``paper`` preset's arithmetic as one would first write it with PyTorch:
``nn.Module`` networks with batch norm and spectral norm, ``torch.optim.Adam``, the
obvious loop, raw columns, trained and judged on the same rows. All claims of speed are
ratios against it; a test holds its scores equal to the package's.

The spectral norm is followed by one power iteration after each step of the optimiser,
with the singular vectors as constants in the gradient. ``torch.nn.utils`` iterates at
each forward pass instead, and could not give equal scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from gesncd.data import Dataset
from gesncd.measures import OnChunk, Query
from gesncd.measures.collector import Collector
from gesncd.measures.keys import measure_key
from gesncd.measures.ncd.functions import function_blocks
from gesncd.measures.ncd.initial import initial_weights
from gesncd.measures.ncd.parameters import Block, Parameters
from gesncd.measures.ncd.regressors import regressor_blocks
from gesncd.measures.ncd.settings import NcdSettings

_FIRST_ITERATIONS = 15
_TINY = 1e-12


class SpectralLinear(nn.Module):
    """An affine map whose weight is divided by its largest singular value."""

    left: Tensor
    right: Tensor

    def __init__(self, n_inputs: int, n_outputs: int, *, bias: bool = True) -> None:
        super().__init__()
        self.linear = nn.Linear(n_inputs, n_outputs, bias=bias)
        self.register_buffer("left", torch.ones(n_outputs))
        self.register_buffer("right", torch.ones(n_inputs))

    @torch.no_grad()
    def follow(self, iterations: int = 1) -> None:
        """Improve the singular vectors by power iterations."""
        weight = self.linear.weight
        for _ in range(iterations):
            self.right = nn.functional.normalize(weight.T @ self.left, dim=0, eps=_TINY)
            self.left = nn.functional.normalize(weight @ self.right, dim=0, eps=_TINY)

    def forward(self, rows: Tensor) -> Tensor:
        """Map rows of shape ``(n, n_inputs)``."""
        largest = torch.dot(self.left, self.linear.weight @ self.right).clamp(min=_TINY)
        return nn.functional.linear(rows, self.linear.weight / largest, self.linear.bias)


class Network(nn.Module):
    """A perceptron with spectral norm, and with batch norm where asked for.

    Parameters
    ----------
    n_inputs, depth, width
        Depth 3 means input → width → width → 1.
    batch_norm
        Normalise the hidden layers over the rows; they then have no bias of their own.
    """

    def __init__(self, n_inputs: int, depth: int, width: int, *, batch_norm: bool) -> None:
        super().__init__()
        sizes = [n_inputs, *[width] * (depth - 1)]
        layers: list[nn.Module] = []
        for below, above in pairwise(sizes):
            layers.append(SpectralLinear(below, above, bias=not batch_norm))
            if batch_norm:
                layers.append(nn.BatchNorm1d(above))
            layers.append(nn.ReLU())
        self.layers = nn.Sequential(*layers, SpectralLinear(sizes[-1], 1))

    def follow(self, iterations: int = 1) -> None:
        """Improve the singular vectors of all layers by power iterations."""
        for layer in self.layers:
            if isinstance(layer, SpectralLinear):
                layer.follow(iterations)

    def forward(self, rows: Tensor) -> Tensor:
        """Values in rows of shape ``(n, n_inputs)``, shape ``(n,)``."""
        values: Tensor = self.layers(rows).squeeze(1)
        return values


@dataclass(frozen=True, slots=True, eq=False)
class Networks:
    """The networks of one query: test functions f and g, and regressors h and l on Z, if any."""

    tests: tuple[Network, Network]
    regressors: tuple[Network, Network] | None


def score(networks: Networks, x: Tensor, y: Tensor, z: Tensor, settings: NcdSettings) -> float:
    """Train the networks on a query's columns; the squared correlation of the residuals.

    Parameters
    ----------
    networks
        With initial weights.
    x, y, z
        Columns, each of shape ``(n, k)``; z may have none, and h and l are means then.
    settings
        Steps and learning rate.
    """
    f, g = networks.tests
    xz, yz = torch.cat([x, z], 1), torch.cat([y, z], 1)
    rate = settings.learning_rate
    ascent = torch.optim.Adam([*f.parameters(), *g.parameters()], lr=rate)
    for network in (f, g, *(networks.regressors or ())):
        network.follow(_FIRST_ITERATIONS)
    fit = None if networks.regressors is None else _Fit(*networks.regressors, z, settings)

    def residuals(values_f: Tensor, values_g: Tensor) -> tuple[Tensor, Tensor]:
        if fit is None:
            return values_f, values_g
        fitted_f, fitted_g = fit(values_f.detach(), values_g.detach())
        return values_f - fitted_f, values_g - fitted_g

    for _ in range(settings.outer_steps):
        r, s = residuals(f(xz), g(yz))
        ascent.zero_grad()
        (-squared_correlation(r, s)).backward()
        ascent.step()
        f.follow()
        g.follow()
    with torch.no_grad():
        values_f, values_g = f(xz), g(yz)
    r, s = residuals(values_f, values_g)
    return float(squared_correlation(r.double(), s.double()))


class _Fit:
    """Steps of h and l towards the values of f and g, and what they then predict."""

    def __init__(self, h: Network, l: Network, z: Tensor, settings: NcdSettings) -> None:  # noqa: E741
        self._h, self._l, self._z = h, l, z
        self._steps = settings.inner_steps
        self._descent = torch.optim.Adam(
            [*h.parameters(), *l.parameters()], lr=settings.learning_rate
        )

    def __call__(self, values_f: Tensor, values_g: Tensor) -> tuple[Tensor, Tensor]:
        h, l, z = self._h, self._l, self._z  # noqa: E741
        for _ in range(self._steps):
            self._descent.zero_grad()
            error = (h(z) - values_f).square().mean() + (l(z) - values_g).square().mean()
            error.backward()
            self._descent.step()
            h.follow()
            l.follow()
        with torch.no_grad():
            return h(z), l(z)


def squared_correlation(r: Tensor, s: Tensor) -> Tensor:
    """ρ² of two columns of shape ``(n,)``."""
    r, s = r - r.mean(), s - s.mean()
    return (r * s).sum().square() / (r.square().sum() * s.square().sum())


class ReferenceNcd:
    """The plain implementation as a measure, from the same initial weights as the package's.

    Parameters
    ----------
    dataset
        The data.
    settings
        The ``paper`` preset, perhaps with other sizes and steps.
    """

    name = "reference-ncd"
    symmetric = True

    def __init__(self, dataset: Dataset, settings: NcdSettings) -> None:
        plain = ("perceptron", "raw", False, True, 1)
        asked = (settings.networks, settings.inputs, settings.cross_fit, settings.spectral_norm)
        if (*asked, settings.restarts) != plain:
            raise ValueError("The reference has the arithmetic of the paper preset only.")
        self._dataset = dataset
        self._settings = settings
        self._dtype = torch.float32 if settings.dtype == "float32" else torch.float64
        self._rows = torch.from_numpy(dataset.values.copy()).to(self._dtype)
        self.key = measure_key(
            self.name,
            dataset.sha256,
            {name: value for name, value in settings.as_dict().items() if name != "seed"},
            seed=settings.seed,
            version=1,
        )

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._dataset.n_variables

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries, one after the other."""
        collector = Collector(queries, self.n_variables, symmetric=True, on_chunk=on_chunk)
        for index, query in enumerate(collector.unique):
            collector.add(index, self._score(query))
        return collector.result()

    def _score(self, query: Query) -> float:
        x, y, z = (self._columns(nodes) for nodes in (query.x, query.y, query.z))
        if not (_varies(x) and _varies(y)):
            return 0.0
        wide = max(x.shape[1], y.shape[1])
        x, y = (nn.functional.pad(rows, (0, wide - rows.shape[1])) for rows in (x, y))
        return score(self._networks(query, wide, z.shape[1]), x, y, z, self._settings)

    def _columns(self, nodes: Sequence[int]) -> Tensor:
        columns = [c for node in nodes for c in self._dataset.variables[node].columns]
        return self._rows[:, columns]

    def _networks(self, query: Query, wide: int, n_z: int) -> Networks:
        s = self._settings
        own = (len(self._columns(nodes).T) for nodes in (query.x, query.y))
        f, h = initial_weights([(query, *own)], wide, n_z, s, self._dtype)
        f_blocks = function_blocks(wide + n_z, s.test_depth, s.test_width)
        h_blocks = regressor_blocks(n_z, s.depth, s.width)
        tests = [Network(wide + n_z, s.test_depth, s.test_width, batch_norm=False) for _ in "fg"]
        for test, flat in zip(tests, f, strict=True):
            _load(test, _by_name(f_blocks, flat), self._dtype)
        if not n_z:
            return Networks((tests[0], tests[1]), None)
        regressors = [Network(n_z, s.depth, s.width, batch_norm=True) for _ in "hl"]
        for regressor, flat in zip(regressors, h, strict=True):
            _load(regressor, _by_name(h_blocks, flat), self._dtype)
        return Networks((tests[0], tests[1]), (regressors[0], regressors[1]))


def _by_name(blocks: Sequence[Block], flat: Tensor) -> Mapping[str, Tensor]:
    """Weights of a single network by the names that the package gives them."""
    return {name: value[0] for name, value in Parameters(blocks, flat.flatten(0, 2)).value.items()}


def _load(network: Network, values: Mapping[str, Tensor], dtype: torch.dtype) -> None:
    """Give a network these weights; the package keeps a test function's biases as last column."""
    network.to(dtype)
    affine = [layer for layer in network.layers if isinstance(layer, SpectralLinear)]
    norms = [layer for layer in network.layers if isinstance(layer, nn.BatchNorm1d)]
    with torch.no_grad():
        for i, layer in enumerate(affine):
            linear = layer.linear
            weight = values["last" if layer is affine[-1] else f"weight{i}"]
            if "bias" not in values:
                linear.weight.copy_(weight[:, :-1])
                linear.bias.copy_(weight[:, -1])
                continue
            linear.weight.copy_(weight)
            if linear.bias is not None:
                linear.bias.copy_(values["bias"].flatten())
        for i, norm in enumerate(norms):
            norm.weight.copy_(values[f"gain{i}"].flatten())
            norm.bias.copy_(values[f"shift{i}"].flatten())


def _varies(columns: Tensor) -> bool:
    return bool((columns.amax(0) > columns.amin(0)).any())
