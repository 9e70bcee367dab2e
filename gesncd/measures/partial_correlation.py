"""Squared partial correlation: fast, and blind to anything that is not linear."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import OnChunk, Query
from gesncd.measures.collector import Collector
from gesncd.measures.correlations import cholesky_factors, correlation_matrix
from gesncd.measures.keys import measure_key

Floats = NDArray[np.float64]

_SMALLEST_PIVOT = 1e-10
_LARGEST_STACK = 1_000_000
_LARGEST_CHUNK = 4096


class PartialCorrelation:
    """Squared partial correlation of X and Y given Z.

    With r_X and r_Y the residuals of the linear least-squares fits of X and Y on
    Z and a constant, and R² the largest squared correlation of a linear combination
    of r_X with one of r_Y, the score is

        T̂(X, Y | Z) = 1 − (1 − R²) (n − |Z| − 2) / (n − |Z| − k − 1),  k = |X| + |Y| − 1,

    no less than 0. That is

    - for single columns R² itself, the squared partial correlation;
    - where only one side has several columns, their squared multiple correlation,
      adjusted as by Ezekiel (1930), so that columns which tell nothing score on
      average what a single one does, not |X| times as much;
    - where both have, the squared canonical correlation, adjusted likewise.

    A column of which Z leaves less than 1e-10 of its variance, a constant one among
    them, counts as known: it scores 0. So does what leaves no degree of freedom,
    n ≤ |Z| + k + 1, where R² is 1 whatever the data.

    Cost: one correlation matrix, then O((|X| + |Y| + |Z|)³) a query.

    Parameters
    ----------
    dataset
        The data, at least two rows.
    """

    name = "partial-correlation"
    symmetric = True

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._columns = [variable.columns for variable in dataset.variables]
        self._correlation = correlation_matrix(dataset.values)
        self._key = measure_key(self.name, dataset.sha256, {}, seed=0, version=2)

    @property
    def key(self) -> str:
        """Stable hash of data and algorithm version."""
        return self._key

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._dataset.n_variables

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people: a warning where some scores have no degree of freedom."""
        n_rows, n_columns = self._dataset.values.shape
        if n_rows > n_columns + 1:
            return ()
        return (
            f"There are {n_rows} rows for {n_columns} columns. Where so few rows leave nothing to "
            "judge by, as given many variables and in S_g, a score is 0, which is no sign of "
            "independence.",
        )

    def null_quantile(self, alpha: float) -> float:
        """Score that independent Gaussian X and Y exceed with probability alpha.

        Without Z, r² of n rows follows the Beta(1/2, (n − 2)/2) distribution. A
        conditioning set costs one degree of freedom a column,
        Beta(1/2, (n − 2 − |Z|)/2); one τ for all queries uses those of the empty
        set, a little too small by the factor (n − 2 − |Z|)/(n − 2).

        Parameters
        ----------
        alpha
            Level a query, in (0, 1).

        Raises
        ------
        ValueError
            If alpha does not lie between 0 and 1.
        """
        from scipy.special import betainccinv

        if not 0.0 < alpha < 1.0:
            raise ValueError(f"alpha must lie between 0 and 1, got {alpha}.")
        n = self._dataset.n_rows
        return 1.0 if n <= 2 else float(betainccinv(0.5, (n - 2) / 2.0, alpha))

    def evaluate(self, queries: Sequence[Query], on_chunk: OnChunk | None = None) -> Floats:
        """Score queries; see :class:`~gesncd.measures.base.ConditionalDependence`."""
        collector = Collector(queries, self.n_variables, symmetric=True, on_chunk=on_chunk)
        shapes: dict[tuple[int, int, int], list[tuple[int, list[int]]]] = {}
        for index, query in enumerate(collector.unique):
            x, y, z = (self._columns_of(nodes) for nodes in (query.x, query.y, query.z))
            if len(x) == 1 < len(y):
                x, y = y, x
            shapes.setdefault((len(z), len(x), len(y)), []).append((index, z + x + y))
        for shape, members in shapes.items():
            step = max(1, min(_LARGEST_CHUNK, _LARGEST_STACK // sum(shape) ** 2))
            for start in range(0, len(members), step):
                part = members[start : start + step]
                columns = np.array([columns for _, columns in part])
                stack = self._correlation[columns[:, :, None], columns[:, None, :]]
                scores = _adjusted(_scores(stack, *shape), self._dataset.n_rows, *shape)
                collector.put([index for index, _ in part], list(scores))
        return collector.result()

    def _columns_of(self, nodes: Sequence[int]) -> list[int]:
        return [column for node in nodes for column in self._columns[node]]


def _adjusted(scores: Floats, n_rows: int, n_z: int, n_x: int, n_y: int) -> Floats:
    """R² less what columns that tell nothing would reach."""
    k = n_x + n_y - 1
    left = n_rows - n_z - k - 1
    if left < 1:
        return np.zeros_like(scores)
    return np.clip(1.0 - (1.0 - scores) * ((left + k - 1) / left), 0.0, 1.0) if k > 1 else scores


def _scores(stack: Floats, n_z: int, n_x: int, n_y: int) -> Floats:
    """R² from correlation matrices of the columns Z, X, Y in this order.

    ``stack`` has shape (k, c, c) with c = n_z + n_x + n_y. Which of the two ways a
    matrix goes depends on that matrix alone.
    """
    scores = np.empty(len(stack))
    doubtful = np.ones(len(stack), dtype=bool)
    if n_y == 1:
        # The last row of the Cholesky factor holds y's correlations with the
        # successive residuals; the squared diagonal their remaining variances.
        factor = cholesky_factors(stack)
        pivots = np.diagonal(factor, axis1=1, axis2=2)
        with np.errstate(invalid="ignore"):
            doubtful = ~(np.square(pivots).min(axis=1) > _SMALLEST_PIVOT)
        sound = ~doubtful
        explained = np.square(factor[sound, -1, n_z : n_z + n_x]).sum(axis=1)
        scores[sound] = explained / (explained + np.square(pivots[sound, -1]))
    for index in np.flatnonzero(doubtful):
        scores[index] = _canonical(stack[index], n_z, n_x)
    return np.clip(scores, 0.0, 1.0)


def _canonical(matrix: Floats, n_z: int, n_x: int) -> float:
    """Largest squared canonical correlation given Z, for matrices of any rank."""
    rest = matrix[n_z:, n_z:]
    if n_z:
        root = _inverse_root(matrix[:n_z, :n_z])
        predicted = root @ matrix[:n_z, n_z:]
        rest = rest - predicted.T @ predicted
    variances = np.diagonal(rest)
    kept = variances > _SMALLEST_PIVOT
    scale = np.where(kept, 1.0 / np.sqrt(np.where(kept, variances, 1.0)), 0.0)
    rest = rest * scale[:, None] * scale
    cross = _inverse_root(rest[:n_x, :n_x]) @ rest[:n_x, n_x:] @ _inverse_root(rest[n_x:, n_x:])
    return float(np.linalg.norm(cross, 2) ** 2)


def _inverse_root(matrix: Floats) -> Floats:
    """Symmetric square root of the pseudo-inverse of a correlation matrix."""
    values, vectors = np.linalg.eigh(matrix)
    kept = values > _SMALLEST_PIVOT
    weights = np.where(kept, 1.0 / np.sqrt(np.where(kept, values, 1.0)), 0.0)
    root: Floats = (vectors * weights) @ vectors.T
    return root
