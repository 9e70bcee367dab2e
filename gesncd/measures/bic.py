"""The Gaussian BIC, and its differences as a measure: standard GES."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.correlations import cholesky_factors, correlation_matrix
from gesncd.measures.keys import measure_key
from gesncd.measures.score_difference import Family, ScoreDifference

Floats = NDArray[np.float64]

_SMALLEST_VARIANCE = 1e-10
_LARGEST_STACK = 1_000_000


class GaussianBic:
    """Bayesian information criterion of a linear-Gaussian DAG, in nats a row.

    With Σ(Y | Pa) the maximum-likelihood covariance of the residuals of Y's q columns
    regressed on a constant and the p columns of the parents,

        s(Y, Pa) = −½ log det Σ(Y | Pa) − (log n / 2n) (q p + q (q + 1) / 2),

    up to a constant of Y (Schwarz 1978; Chickering 2002, section 2). n times a
    difference is one of total log-likelihoods less ½ log n a parameter.

    Columns are standardised. A residual variance counts as at least 1e-10, so that a
    column which the parents determine, a constant one among them, gains nothing by
    more parents, and a parent that the others determine adds nothing but its penalty.

    Cost: one correlation matrix, then O((p + q)³) a family.

    Parameters
    ----------
    dataset
        The data, at least two rows.
    """

    name = "bic"
    score_equivalent = True

    def __init__(self, dataset: Dataset) -> None:
        if dataset.n_rows < 2:
            raise ValueError("BIC needs at least two rows.")
        self._columns = [variable.columns for variable in dataset.variables]
        self._correlation = correlation_matrix(dataset.values)
        self._penalty = float(np.log(dataset.n_rows) / (2 * dataset.n_rows))
        self._key = measure_key(self.name, dataset.sha256, {}, seed=0, version=1)

    @property
    def key(self) -> str:
        """Stable hash of data and algorithm version."""
        return self._key

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return len(self._columns)

    def local_scores(self, families: Sequence[Family]) -> Floats:
        """s(node, parents) of each family, shape ``(len(families),)``."""
        shapes: dict[tuple[int, int], list[tuple[int, list[int]]]] = {}
        for index, (node, parents) in enumerate(families):
            given = [column for parent in parents for column in self._columns[parent]]
            own = list(self._columns[node])
            shapes.setdefault((len(given), len(own)), []).append((index, given + own))
        scores = np.empty(len(families))
        for (p, q), members in shapes.items():
            step = max(1, _LARGEST_STACK // (p + q) ** 2)
            for start in range(0, len(members), step):
                part = members[start : start + step]
                columns = np.array([columns for _, columns in part])
                stack = self._correlation[columns[:, :, None], columns[:, None, :]]
                fit = -0.5 * _log_variances(stack)[:, p:].sum(axis=1)
                size = q * p + q * (q + 1) / 2
                scores[[index for index, _ in part]] = fit - self._penalty * size
        return scores


class BicDifference(ScoreDifference):
    """What the Gaussian BIC gains by an edge, in nats a row; the search is GES with τ = 0.

        T̂(X, Y | Z) = −½ log(1 − ρ²) − log n / 2n

    with ρ the partial correlation of single columns; for several,
    −½ log det(1 − R) − |X| |Y| log n / 2n, with R the residuals' squared canonical
    correlations. Symmetric, because the score is score-equivalent. X and Y that are
    independent Gaussian given Z exceed 0 with probability P(χ²₁ > log n), 0.9 % at
    n = 1000. See :class:`ScoreDifference` about τ and S_g, and :class:`GaussianBic`
    about determined columns.

    Use it where relations are linear: it is the fastest and the sharpest then, and as
    blind as partial correlation elsewhere.

    Parameters
    ----------
    dataset
        The data, at least two rows.
    """

    def __init__(self, dataset: Dataset) -> None:
        super().__init__(GaussianBic(dataset))


def _log_variances(stack: Floats) -> Floats:
    """Log of each column's variance given those before it, floored, shape (k, c).

    ``stack`` holds correlation matrices, shape (k, c, c).
    """
    pivots = np.square(np.diagonal(cholesky_factors(stack), axis1=1, axis2=2))
    with np.errstate(invalid="ignore"):
        doubtful = ~(pivots.min(axis=1) > _SMALLEST_VARIANCE)
    for index in np.flatnonzero(doubtful):
        pivots[index] = _swept(stack[index])
    logs: Floats = np.log(np.maximum(pivots, _SMALLEST_VARIANCE))
    return logs


def _swept(matrix: Floats) -> Floats:
    """Variances given the columns before; one that those determine is left out as a predictor."""
    rest = matrix.copy()
    pivots = np.zeros(len(rest))
    for k in range(len(rest)):
        pivots[k] = rest[k, k]
        if pivots[k] > _SMALLEST_VARIANCE:
            rest -= np.outer(rest[:, k], rest[k]) / pivots[k]
    return pivots
