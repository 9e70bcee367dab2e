"""Scores of a batch of queries of one shape: train the networks, judge them held out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gesncd.measures.ncd.column_query import ColumnQuery
from gesncd.measures.ncd.features import Features
from gesncd.measures.ncd.functions import centred
from gesncd.measures.ncd.settings import NcdSettings
from gesncd.measures.ncd.training import Learner, Residual, train


def score_batch(
    queries: Sequence[ColumnQuery],
    features: Features,
    settings: NcdSettings,
    learner: Learner | None = None,
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
    learner
        Does the training; see :func:`~gesncd.measures.ncd.training.train`.

    Returns
    -------
    Array of shape ``(len(queries),)``.
    """
    signed = _signed_strengths(queries, features, settings, learner)
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
    queries: Sequence[ColumnQuery],
    features: Features,
    settings: NcdSettings,
    learner: Learner | None,
) -> NDArray[np.float64]:
    """Signed held-out a, or correlations in all rows, shape ``(queries, restarts, halves)``."""
    shape = (len(queries), settings.restarts, len(features.sizes))
    trained = train(queries, features, settings, learner=learner)
    if not settings.cross_fit:
        strength = correlations(trained.inside).reshape(shape)
    else:
        sign = np.sign(_products(trained.inside).sum(-1).cpu().numpy())
        held = _self_normalised(_products(trained.outside), trained.outside.counts)
        strength = (sign * held).reshape(shape)
    return np.where(trained.alive[:, None, :], strength, 0.0)


def _products(residual: Residual) -> Tensor:
    """Products of the centred residuals of f and g, shape ``(E, M)``, float64."""
    rows = centred_rows(residual)
    half = len(rows) // 2
    return rows[:half] * rows[half:]


def centred_rows(residual: Residual) -> Tensor:
    """Centred residuals, those of f first, shape ``(2E, M)``, float64."""
    values, mask, counts = residual.values, residual.mask, residual.counts
    return centred(values.double(), mask.double(), counts.double()).squeeze(1)


def correlations(residual: Residual) -> NDArray[np.float64]:
    """Correlations of the residuals of f and g, shape ``(E,)``, 0 where one is constant."""
    rows = centred_rows(residual)
    rows = rows / rows.abs().amax(-1, keepdim=True).clamp(min=1e-30)
    half = len(rows) // 2
    norms = torch.linalg.vector_norm(rows, dim=-1)
    spread = norms[:half] * norms[half:]
    inner = (rows[:half] * rows[half:]).sum(-1)
    result: NDArray[np.float64] = (inner / torch.where(spread > 0.0, spread, 1.0)).cpu().numpy()
    return result.clip(-1.0, 1.0)


def _self_normalised(products: Tensor, counts: Tensor) -> NDArray[np.float64]:
    """mean(p)/√mean(p²) of each row, 0 where all products are 0."""
    m = counts[: len(products), 0, 0].double()
    # Scaled first, so that squares of tiny products don't vanish.
    largest = products.abs().amax(-1, keepdim=True)
    products = products / torch.where(largest > 0.0, largest, 1.0)
    mean = products.sum(-1) / m
    root = (products.square().sum(-1) / m).sqrt()
    result: NDArray[np.float64] = (mean / torch.where(root > 0.0, root, 1.0)).cpu().numpy()
    return result
