"""Filling in missing values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ROUNDS = 10
_RIDGE = 1e-3
_FIT_ROWS = 5000
_PREDICTORS = 50
_CLOSE = 1e-3


def impute_median(values: Floats) -> Floats:
    """Fill each column's gaps with its median.

    Parameters
    ----------
    values
        Shape ``(n, c)``, NaN where a value is missing; each column has a value.
    """
    return np.where(np.isnan(values), np.nanmedian(values, axis=0), values)


def impute_iterative(values: Floats, whole: Sequence[bool]) -> Floats:
    """Predict each column's gaps from the other columns, in turn, until little changes.

    Starting from medians, every column with gaps is regressed on the 50 columns
    it correlates with most (ridge, standardised), and its gaps are replaced by
    the prediction, kept within the range of the observed values; at most ten
    rounds (van Buuren & Groothuis-Oudshoorn 2011, with the mean in place of a
    draw, so that the result is one table). No randomness.

    Parameters
    ----------
    values
        Shape ``(n, c)``, NaN where a value is missing; each column has a value.
    whole
        Whether each column holds whole numbers, so that predictions are rounded.
    """
    gaps = np.isnan(values)
    filled = impute_median(values)
    centre, spread = filled.mean(axis=0), filled.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    scaled = (filled - centre) / spread
    troubled = [int(j) for j in np.argsort(gaps.sum(axis=0), kind="stable") if gaps[:, j].any()]
    low, high = np.nanmin(values, axis=0), np.nanmax(values, axis=0)
    for _ in range(_ROUNDS):
        change = 0.0
        for j in troubled:
            guess = _predict(scaled, j, gaps[:, j])
            guess = np.clip(
                guess, (low[j] - centre[j]) / spread[j], (high[j] - centre[j]) / spread[j]
            )
            change = max(change, float(np.abs(guess - scaled[gaps[:, j], j]).max()))
            scaled[gaps[:, j], j] = guess
        if change < _CLOSE:
            break
    result = np.where(gaps, scaled * spread + centre, values)
    for j in troubled:
        if whole[j]:
            result[gaps[:, j], j] = np.rint(result[gaps[:, j], j])
    return result


def _predict(scaled: Floats, j: int, gap: NDArray[np.bool_]) -> Floats:
    """Predictions for the gaps of column j, shape ``(number of gaps,)``."""
    known = np.flatnonzero(~gap)
    if len(known) > _FIT_ROWS:
        # Evenly spread rows: no randomness, and no part of the table is favoured.
        known = known[np.linspace(0, len(known) - 1, _FIT_ROWS).astype(np.int64)]
    others = np.array([i for i in range(scaled.shape[1]) if i != j], dtype=np.int64)
    target = scaled[known, j]
    mean = target.mean()
    strength = np.abs((scaled[known][:, others]).T @ (target - mean))
    others = others[np.argsort(-strength, kind="stable")[:_PREDICTORS]]
    x = scaled[np.ix_(known, others)]
    middle = x.mean(axis=0)
    x = x - middle
    gram = x.T @ x + _RIDGE * len(known) * np.eye(len(others))
    weights = np.linalg.solve(gram, x.T @ (target - mean))
    return np.asarray((scaled[np.ix_(np.flatnonzero(gap), others)] - middle) @ weights + mean)


def fill_codes(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Fill gaps, -1, in category codes with the most frequent category, the first of equals."""
    counts = np.bincount(codes[codes >= 0])
    return np.where(codes < 0, int(np.argmax(counts)), codes)
