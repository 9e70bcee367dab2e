"""The part of each column that Z predicts: linear least squares, then kernel ridge."""

from __future__ import annotations

import torch
from torch import Tensor

_RANK_TOLERANCE = 1e-10
_JITTER = 1e-9
_RIDGES = tuple(10.0 ** (exponent / 2.0) for exponent in range(-14, 2))
"""Ridges tried, as multiples of the number of training rows."""
_GCV_INFLATION = 1.4
"""Plain cross-validation now and then fits pure noise; degrees of freedom counted
1.4-fold prevent most of it (Kim & Gu 2004)."""


def residuals(targets: Tensor, z: Tensor, n_training: int, n_landmarks: int) -> Tensor:
    """What is left of some columns when their predictable part given Z is taken away.

    The predictor is linear least squares and then, on its residual, ridge
    regression with a Gaussian kernel on standardised Z: width the median
    distance of the landmarks, ridge by generalised cross-validation for each
    column, spanned by the first training rows as landmarks (Nyström). It is
    fitted on the training rows alone and applied to all.

    Parameters
    ----------
    targets
        Array of shape ``(n, c)``, float64.
    z
        Array of shape ``(n, k)``, float64; k may be 0.
    n_training
        The first so many rows are the training rows.
    n_landmarks
        Most landmarks.

    Returns
    -------
    Array of shape ``(n, c)``.
    """
    train = slice(0, n_training)
    left = targets - targets[train].mean(0)
    # A column that is constant in the training rows says nothing; its rounding error,
    # scaled up, would.
    z = z[:, z[train].amax(0) > z[train].amin(0)]
    z = z - z[train].mean(0)
    z = z / z[train].square().mean(0).sqrt()
    if not z.shape[1]:
        return left
    left = left - _linear_part(left[train], z, train)
    return left - _kernel_part(left[train], z, train, n_landmarks)


def _linear_part(targets: Tensor, z: Tensor, train: slice) -> Tensor:
    """Least-squares predictions for all rows; rank-deficient Z takes its pseudo-inverse."""
    u, s, vt = torch.linalg.svd(z[train], full_matrices=False)
    kept = s > _RANK_TOLERANCE * s[0]
    coefficients = vt[kept].mT @ ((u[:, kept].mT @ targets) / s[kept, None])
    fitted: Tensor = z @ coefficients
    return fitted


def _kernel_part(targets: Tensor, z: Tensor, train: slice, n_landmarks: int) -> Tensor:
    m = len(targets)
    landmarks = z[train][: min(m, n_landmarks)]
    distances = torch.cdist(landmarks, landmarks, compute_mode="donot_use_mm_for_euclid_dist")
    apart = distances[distances > 0.0]
    if not len(apart):
        return torch.zeros(len(z), targets.shape[1], dtype=z.dtype)
    factor = 0.5 / apart.median().square()
    among = distances.square_().mul_(-factor).exp_()
    among.diagonal().add_(_JITTER * len(landmarks))
    to_all = torch.cdist(z, landmarks, compute_mode="donot_use_mm_for_euclid_dist")
    to_all = to_all.square_().mul_(-factor).exp_()
    # Features whose inner products are the Nyström kernel.
    root = torch.linalg.cholesky(among)
    features = torch.linalg.solve_triangular(root.mT, to_all, upper=True, left=False)
    eigenvalues, basis = torch.linalg.eigh(features[train].mT @ features[train])
    eigenvalues = eigenvalues.clamp(min=0.0)
    moments = basis.mT @ (features[train].mT @ targets)
    shrunk = _best_ridge(eigenvalues, moments, targets.square().sum(0), m)
    fitted: Tensor = features @ (basis @ shrunk)
    return fitted


def _best_ridge(eigenvalues: Tensor, moments: Tensor, total: Tensor, m: int) -> Tensor:
    """Coefficients, shape (r, c), at the ridge with the least GCV score of each column."""
    ridges = torch.tensor(_RIDGES, dtype=moments.dtype)[:, None] * m
    shrinkage = 1.0 / (eigenvalues + ridges)  # (ridges, r)
    freedom = (shrinkage * eigenvalues).sum(1)
    # ‖y − ŷ‖² = ‖y‖² − Σ b²(s + 2λ)/(s + λ)², with b the moments and s the eigenvalues.
    gain = shrinkage.square() * (eigenvalues + 2.0 * ridges)
    left = (total - gain @ moments.square()).clamp(min=0.0)
    remaining = 1.0 - _GCV_INFLATION * freedom / m
    scores = left / remaining.clamp(min=1e-3).square()[:, None]
    return shrinkage[scores.argmin(0)].mT * moments
