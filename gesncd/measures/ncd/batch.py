"""Scores of a batch of queries of one shape: train the networks, judge them held out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gesncd.measures.base import Query
from gesncd.measures.ncd.features import Features, Half
from gesncd.measures.ncd.functions import TestFunctions, centred, function_blocks
from gesncd.measures.ncd.initial import initial_weights
from gesncd.measures.ncd.parameters import Parameters
from gesncd.measures.ncd.regressors import Regressors, regressor_blocks
from gesncd.measures.ncd.settings import NcdSettings


@dataclass(frozen=True, slots=True)
class ColumnQuery:
    """A canonical query with the columns that its variables span."""

    query: Query
    x: tuple[int, ...]
    y: tuple[int, ...]
    z: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Columns of the wider of x and y, and of z: queries of one shape share a batch."""
        return max(len(self.x), len(self.y)), len(self.z)


def score_batch(
    queries: Sequence[ColumnQuery], features: Features, settings: NcdSettings
) -> NDArray[np.float64]:
    """Scores of queries of one shape.

    With p the product of the two centred held-out residuals of a half of m rows,
    a = mean(p)/√mean(p²), signed by the residuals' training correlation;
    z = (√m₁ a₁ + √m₂ a₂)/√2, averaged over restarts; the score is sign(z) z²/n,
    in [−1, 1]. Under independence mean(p) → 0 and √m·a is the studentised mean.
    Without cross-fitting the score is the residuals' squared correlation, averaged
    over restarts.

    Parameters
    ----------
    queries
        At least one, all of the same :attr:`ColumnQuery.shape`.
    features
        Of the data.
    settings
        Those of the measure.

    Returns
    -------
    Array of shape ``(len(queries),)``.
    """
    signed = _signed_strengths(queries, features, settings)
    scores: NDArray[np.float64]
    if not settings.cross_fit:
        scores = np.square(signed).mean(axis=(1, 2))
        return scores
    held_out = np.array(features.held_out_sizes, dtype=np.float64)
    z = (signed * np.sqrt(held_out)).sum(axis=2) / np.sqrt(2.0)
    z = z.mean(axis=1)
    scores = np.sign(z) * z**2 / held_out.sum()
    return scores


def _signed_strengths(
    queries: Sequence[ColumnQuery], features: Features, settings: NcdSettings
) -> NDArray[np.float64]:
    """Signed held-out a, or correlations in all rows, shape ``(queries, restarts, halves)``."""
    wide, n_z = queries[0].shape
    shape = (len(queries), settings.restarts, len(features.sizes))
    n_inputs = (wide + n_z) * features.kinds
    training, held_out, alive = _function_inputs(queries, features, settings, wide)
    mask, held_mask = training[:, -1:], held_out[:, -1:]
    counts = mask.sum(-1, keepdim=True)
    f_blocks = function_blocks(n_inputs, settings.test_depth, settings.test_width)
    h_blocks = regressor_blocks(n_z * features.kinds, settings.depth, settings.width)
    kinds = features.kinds
    f_initial, h_initial = (
        weights.flatten(0, 3)
        for weights in initial_weights(
            [(query.query, kinds * len(query.x), kinds * len(query.y)) for query in queries],
            wide * kinds,
            n_z * kinds,
            settings,
            training.dtype,
        )
    )
    functions = TestFunctions(
        training,
        settings.test_depth,
        settings.test_width,
        Parameters(f_blocks, f_initial),
        settings.learning_rate,
        spectral_norm=settings.spectral_norm,
    )
    if n_z:
        # Conditioning features come last among f's inputs, right before the row of ones.
        first = wide * features.kinds
        given = training[:, first:].contiguous()
        if settings.inputs == "raw" and settings.depth > 1:
            # Batch norm takes the mean away in any case; hidden layers rely on its absence.
            given[:, :-1] = centred(given[:, :-1], mask, counts)
        regressors = Regressors(
            given,
            counts,
            min(features.sizes),
            settings.depth,
            settings.width,
            Parameters(h_blocks, h_initial),
            settings.learning_rate,
            spectral_norm=settings.spectral_norm,
        )
        for _ in range(settings.outer_steps):
            values = functions.forward()
            regressors.fit(values, settings.inner_steps)
            functions.ascend(values - regressors.forward(), mask, counts)
        values = functions.forward()
        regressors.fit(values, settings.inner_steps)
        inside = values - regressors.forward()
        if settings.cross_fit:
            held_features = held_out[:, first:].contiguous()
            outside = functions.values(held_out) - regressors.predict(held_features)
    else:
        # Without Z, the best h and l are means.
        for _ in range(settings.outer_steps):
            functions.ascend(functions.forward(), mask, counts)
        inside, outside = functions.forward(), functions.values(held_out)
    if not settings.cross_fit:
        strength = _correlations(inside, mask, counts).reshape(shape)
        return np.where(alive[:, None, :], strength, 0.0)
    held_counts = held_mask.sum(-1, keepdim=True)
    sign = np.sign(_products(inside, mask, counts).sum(-1).numpy()).reshape(shape)
    strength = _self_normalised(_products(outside, held_mask, held_counts), held_counts)
    return np.where(alive[:, None, :], sign * strength.reshape(shape), 0.0)


def _products(residual: Tensor, mask: Tensor, counts: Tensor) -> Tensor:
    """Products of the centred residuals of f and g, shape ``(E, M)``, float64."""
    rows = centred(residual.double(), mask.double(), counts.double())
    half = len(rows) // 2
    return (rows[:half] * rows[half:]).squeeze(1)


def _correlations(residual: Tensor, mask: Tensor, counts: Tensor) -> NDArray[np.float64]:
    """Correlations of the residuals of f and g, shape ``(E,)``, 0 where one is constant."""
    rows = centred(residual.double(), mask.double(), counts.double()).squeeze(1)
    rows = rows / rows.abs().amax(-1, keepdim=True).clamp(min=1e-30)
    half = len(rows) // 2
    norms = torch.linalg.vector_norm(rows, dim=-1)
    spread = norms[:half] * norms[half:]
    inner = (rows[:half] * rows[half:]).sum(-1)
    result: NDArray[np.float64] = (inner / torch.where(spread > 0.0, spread, 1.0)).numpy()
    return result.clip(-1.0, 1.0)


def _self_normalised(products: Tensor, counts: Tensor) -> NDArray[np.float64]:
    """mean(p)/√mean(p²) of each row, 0 where all products are 0."""
    m = counts[: len(products), 0, 0].double()
    # Scaled first, so that squares of tiny products don't vanish.
    largest = products.abs().amax(-1, keepdim=True)
    products = products / torch.where(largest > 0.0, largest, 1.0)
    mean = products.sum(-1) / m
    root = (products.square().sum(-1) / m).sqrt()
    result: NDArray[np.float64] = (mean / torch.where(root > 0.0, root, 1.0)).numpy()
    return result


def _function_inputs(
    queries: Sequence[ColumnQuery], features: Features, settings: NcdSettings, wide: int
) -> tuple[Tensor, Tensor, NDArray[np.bool_]]:
    """Inputs of f and g in training and held-out rows, and where both x and y vary.

    The batch is (f or g, query, restart, half), flat; the features are those of x
    or y padded with zeros to ``wide`` columns, those of z, and the row of ones.
    Shapes ``(2E, n_inputs + 1, M)`` twice and ``(queries, halves)``.
    """
    kinds, n_z = features.kinds, queries[0].shape[1]
    size = (2, len(queries), settings.restarts, len(features.sizes))
    rows = (*size, (wide + n_z) * kinds + 1, features.n_padded)
    dtype = features.plain(0).training.dtype
    training, held_out = torch.zeros(rows, dtype=dtype), torch.zeros(rows, dtype=dtype)
    alive = np.empty((len(queries), len(features.sizes)), dtype=bool)
    for half, (m, others) in enumerate(zip(features.sizes, features.held_out_sizes, strict=True)):
        training[:, :, :, half, -1, :m] = 1.0
        held_out[:, :, :, half, -1, :others] = 1.0
        plain = features.plain(half)
        for i, query in enumerate(queries):
            given = features.given(query.z, half)
            alive[i, half] = given.alive[list(query.x)].any() and given.alive[list(query.y)].any()
            for side, columns in enumerate((query.x, query.y)):
                _place(training[side, i, :, half], held_out[side, i, :, half], given, columns, 0)
                start = wide * kinds
                _place(
                    training[side, i, :, half], held_out[side, i, :, half], plain, query.z, start
                )
    return training.flatten(0, 3), held_out.flatten(0, 3), alive


def _place(
    training: Tensor, held_out: Tensor, half: Half, columns: Sequence[int], start: int
) -> None:
    """Copy columns' features into inputs of shape ``(restarts, features, M)``."""
    index = list(columns)
    if index:
        for target, source in ((training, half.training), (held_out, half.held_out)):
            picked = source[index].flatten(0, 1)
            target[:, start : start + len(picked)] = picked
