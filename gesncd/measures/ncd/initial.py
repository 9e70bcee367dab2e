"""Initial weights of perceptrons: each query draws its own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from gesncd.measures.base import Query
from gesncd.measures.ncd.functions import function_blocks, function_initial_scale
from gesncd.measures.ncd.parameters import flat_size, initial_scale
from gesncd.measures.ncd.regressors import regressor_blocks
from gesncd.measures.ncd.settings import NcdSettings


def initial_weights(
    queries: Sequence[tuple[Query, int, int]],
    wide: int,
    n_z: int,
    settings: NcdSettings,
    dtype: torch.dtype,
) -> tuple[Tensor, Tensor]:
    """Initial weights of test functions and of regressors, flat.

    Each query draws its own from a generator seeded by the settings' seed and the
    query. Weights are uniform in ±1/√fan-in; see also :func:`function_initial_scale`.

    Parameters
    ----------
    queries
        Queries of one shape, each with the number of features of its x and of its y.
    wide, n_z
        Features of the wider of x and y, to which f's and g's inputs are padded, and of z.
    settings
        Those of the measure.
    dtype
        Of the result.

    Returns
    -------
    Arrays of shape ``(2, queries, restarts, halves, size)``: first the weights of f and
    g, laid out as :func:`function_blocks` says, then those of h and l, laid out as
    :func:`regressor_blocks` says; of size 0 without z.
    """
    h_scale, h_centre = initial_scale(regressor_blocks(n_z, settings.depth, settings.width), dtype)
    depth, width = settings.test_depth, settings.test_width
    f_size = flat_size(function_blocks(wide + n_z, depth, width))
    draws = (settings.restarts, 2 if settings.cross_fit else 1)
    f = torch.empty((2, len(queries), *draws, f_size), dtype=dtype)
    h = torch.empty((2, len(queries), *draws, len(h_scale) if n_z else 0), dtype=dtype)
    for i, (query, *own) in enumerate(queries):
        generator = np.random.default_rng(_seed_words(settings.seed, query))
        for side, n_own in enumerate(own):
            blocks = function_blocks(wide + n_z, depth, width, n_own)
            scale, centre = function_initial_scale(blocks, n_z, dtype)
            f[side, i] = centre + scale * _uniform(generator, (*draws, f_size), dtype)
            if n_z:
                uniform = _uniform(generator, (*draws, len(h_scale)), dtype)
                h[side, i] = h_centre + h_scale * uniform
    return f, h


def _uniform(generator: np.random.Generator, shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    return torch.from_numpy(generator.uniform(-1.0, 1.0, shape)).to(dtype)


def _seed_words(seed: int, query: Query) -> list[int]:
    """Entropy for a query's generator; the same in every process and Python version."""
    digest = hashlib.sha256(repr((seed, query.x, query.y, query.z)).encode()).digest()
    return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]
