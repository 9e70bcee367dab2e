"""The part of each column that Z predicts, in three stages.

Linear least squares; kernel ridge regression on each column's own linear prediction; kernel
ridge regression on all columns of Z jointly and on each alone.
"""

from __future__ import annotations

import torch
from torch import Tensor

_RANK_TOLERANCE = 1e-10
_JITTER = 1e-9
_RIDGES = tuple(10.0 ** (exponent / 2.0) for exponent in range(-14, 2))
"""Ridges tried, as multiples of the number of training rows."""
_LANDMARKS_ALONE = 20
_GCV_INFLATION = 1.4
"""Plain cross-validation now and then fits pure noise; degrees of freedom counted
1.4-fold prevent most of it (Kim & Gu 2004)."""


def residuals(targets: Tensor, z: Tensor, n_training: int, n_landmarks: int) -> Tensor:
    """What is left of some columns when their predictable part given Z is taken away.

    Each stage predicts what the one before it left:

    1. linear least squares on standardised Z;
    2. ridge regression of each column with a Gaussian kernel on its own linear
       prediction, since many a column depends on Z through one number;
    3. ridge regression with the sum of a Gaussian kernel on all columns of Z and of one
       on each alone.

    A kernel's width is the median distance of its landmarks, the first training rows
    (Nyström); ridges are chosen by generalised cross-validation for each column. All is
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
    index = _linear_part(left[train], z, train)
    left = left - index
    left = left - _index_part(left[train], index, train)
    return left - _kernel_part(left[train], z, train, n_landmarks)


def _linear_part(targets: Tensor, z: Tensor, train: slice) -> Tensor:
    """Least-squares predictions for all rows; rank-deficient Z takes its pseudo-inverse."""
    u, s, vt = torch.linalg.svd(z[train], full_matrices=False)
    kept = s > _RANK_TOLERANCE * s[0]
    coefficients = vt[kept].mT @ ((u[:, kept].mT @ targets) / s[kept, None])
    fitted: Tensor = z @ coefficients
    return fitted


def _index_part(targets: Tensor, index: Tensor, train: slice) -> Tensor:
    """Kernel ridge predictions of each column from its own linear prediction alone."""
    m = len(targets)
    fitted = torch.zeros_like(index)
    for column in range(targets.shape[1]):
        points, target = index[:, column, None], targets[:, column, None]
        features = nystroem_features(points, points[: min(m, _LANDMARKS_ALONE)], jitter=_JITTER)
        if features is not None:
            fitted[:, column] = _ridge(features, target, train).squeeze(1)
    return fitted


def _kernel_part(targets: Tensor, z: Tensor, train: slice, n_landmarks: int) -> Tensor:
    m = len(targets)
    features = nystroem_and_additive(z, m, n_landmarks, jitter=_JITTER)
    return _ridge(features, targets, train)


def linear_part(columns: Tensor, z: Tensor, m: int) -> Tensor:
    """Least-squares predictions of columns given Z, fitted on the first m rows.

    Parameters
    ----------
    columns
        Array of shape ``(n, c)``.
    z
        Array of shape ``(n, k)``.
    m
        The first so many rows are the training rows.

    Returns
    -------
    Array of shape ``(n, c)``, without the columns' means.
    """
    train = slice(0, m)
    return _linear_part(columns[train] - columns[train].mean(0), z - z[train].mean(0), train)


def without_index_part(targets: Tensor, indices: Tensor, m: int) -> Tensor:
    """Some targets less what is a function of single indices.

    Where a column depends on Z through one number, such as a weighted sum, so do the
    means of all its functions. Each index takes its turn, by kernel ridge regression fitted
    on the training rows.

    Parameters
    ----------
    targets
        Array of shape ``(n, D)``.
    indices
        Array of shape ``(n, c)``: functions of Z.
    m
        The first so many rows are the training rows.

    Returns
    -------
    Array of shape ``(n, D)``.
    """
    train = slice(0, m)
    left = targets
    for index in indices.mT:
        points = index[:, None]
        features = nystroem_features(points, points[: min(m, _LANDMARKS_ALONE)], jitter=_JITTER)
        if features is not None:
            features -= features[train].mean(0)
            left = left - _ridge(features, left[train], train)
    return left


def _ridge(features: Tensor, targets: Tensor, train: slice) -> Tensor:
    """Predictions for all rows, the ridge of each column by generalised cross-validation."""
    eigenvalues, basis = torch.linalg.eigh(features[train].mT @ features[train])
    eigenvalues = eigenvalues.clamp(min=0.0)
    moments = basis.mT @ (features[train].mT @ targets)
    total = targets.square().sum(0)
    shrunk = shrinkages(eigenvalues, moments, total, len(targets)) * moments
    fitted: Tensor = features @ (basis @ shrunk)
    return fitted


def nystroem_and_additive(points: Tensor, m: int, n_landmarks: int, *, jitter: float) -> Tensor:
    """Features of a Gaussian kernel on all columns, and of one on each column alone.

    A sum of functions of single columns is hopeless for the joint kernel of many
    columns, and easy for theirs.

    Parameters
    ----------
    points
        Array of shape ``(n, k)``.
    m
        The first so many rows are the training rows; the first of them are landmarks.
    n_landmarks
        Most of them, for the joint kernel.
    jitter
        As in :func:`nystroem_features`.

    Returns
    -------
    Array of shape ``(n, r)``; r is 0 where all landmarks coincide.
    """
    parts = [nystroem_features(points, points[: min(m, n_landmarks)], jitter=jitter)]
    if points.shape[1] > 1:
        landmarks = points[: min(m, _LANDMARKS_ALONE)]
        for column in range(points.shape[1]):
            alone = slice(column, column + 1)
            parts.append(nystroem_features(points[:, alone], landmarks[:, alone], jitter=jitter))
    return torch.cat([points[:, :0], *(part for part in parts if part is not None)], 1)


def nystroem_features(points: Tensor, landmarks: Tensor, *, jitter: float) -> Tensor | None:
    """Features whose inner products are the Nyström approximation of a Gaussian kernel.

    Parameters
    ----------
    points
        Array of shape ``(n, k)``.
    landmarks
        Array of shape ``(r, k)``. The kernel's width is their median distance.
    jitter
        Added to the kernel's diagonal among landmarks, times r.

    Returns
    -------
    Array of shape ``(n, r)``, or None where all landmarks coincide.
    """
    distances = torch.cdist(landmarks, landmarks, compute_mode="donot_use_mm_for_euclid_dist")
    apart = distances[distances > 0.0]
    if not len(apart):
        return None
    factor = 0.5 / apart.median().square()
    among = distances.square_().mul_(-factor).exp_()
    among.diagonal().add_(jitter * len(landmarks))
    to_all = torch.cdist(points, landmarks, compute_mode="donot_use_mm_for_euclid_dist")
    to_all = to_all.square_().mul_(-factor).exp_()
    root = torch.linalg.cholesky(among)
    features: Tensor = torch.linalg.solve_triangular(root.mT, to_all, upper=True, left=False)
    return features


def shrinkages(eigenvalues: Tensor, moments: Tensor, total: Tensor, m: int) -> Tensor:
    """Factors 1/(s + λ) of ridge regressions, each with the λ of the least GCV score.

    Parameters
    ----------
    eigenvalues
        s, of the Gram matrix of r orthogonal predictors in the training rows, shape ``(r,)``.
    moments
        The predictors' inner products with c targets, shape ``(r, c)``.
    total
        The targets' sums of squares, shape ``(c,)``.
    m
        Number of training rows.

    Returns
    -------
    Array of shape ``(r, c)``; times the moments it is the coefficients.
    """
    ridges = torch.tensor(_RIDGES, dtype=moments.dtype)[:, None] * m
    shrinkage = 1.0 / (eigenvalues + ridges)  # (ridges, r)
    freedom = (shrinkage * eigenvalues).sum(1)
    # ‖y − ŷ‖² = ‖y‖² − Σ b²(s + 2λ)/(s + λ)², with b the moments and s the eigenvalues.
    gain = shrinkage.square() * (eigenvalues + 2.0 * ridges)
    left = (total - gain @ moments.square()).clamp(min=0.0)
    remaining = 1.0 - _GCV_INFLATION * freedom / m
    scores = left / remaining.clamp(min=1e-3).square()[:, None]
    return shrinkage[scores.argmin(0)].mT
