"""The kernel generalized variance as a decomposable score (Bach and Jordan 2002)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gesncd.baselines.kernel_features import kernel_columns, scaled_columns
from gesncd.data import Dataset
from gesncd.measures.keys import measure_key
from gesncd.measures.score_difference import Family

Floats = NDArray[np.float64]

KAPPA = 0.01
"""Regularisation κ: a direction of eigenvalue λ counts by λ / (λ + nκ/2)."""
_SMALLEST_SHARE = 0.5
"""Directions that count less, those of eigenvalues below nκ/2, are left out."""


class KernelGeneralizedVariance:
    """BIC of variables that are treated as Gaussian in the feature space of a kernel.

    Each variable's centred Gram matrix K_i gives R_i = K_i (K_i + nκ/2)⁻¹. With 𝒦 the
    matrix of blocks R_i R_j, and identities on its diagonal, the kernel generalized
    variance is det 𝒦, and

        s(Y, Pa) = −½ log( det 𝒦(Y, Pa) / det 𝒦(Pa) ) − (log n / 2n) m_Y m_Pa,

    in nats a row, where m_i counts the directions that are kept of a variable. For two
    variables without parents the first term is the estimate of their mutual information.
    Equivalent DAGs score alike, because both terms are those of a Gaussian BIC.

    Cost: O(n m²) a pair of variables once, then O(M³) a family of M directions.

    Parameters
    ----------
    dataset
        The data.
    """

    name = "kgv"
    score_equivalent = True

    def __init__(self, dataset: Dataset) -> None:
        parts = [_directions(dataset.values[:, v.columns]) for v in dataset.variables]
        self._sizes = [part.shape[1] for part in parts]
        ends = np.cumsum([0, *self._sizes])
        self._spans = [np.arange(a, b) for a, b in pairwise(ends.tolist())]
        stacked = np.concatenate(parts, axis=1)
        self._gram = stacked.T @ stacked
        for span in self._spans:
            self._gram[np.ix_(span, span)] = np.eye(len(span))
        self._penalty = float(np.log(dataset.n_rows) / (2 * dataset.n_rows))
        self._key = measure_key(self.name, dataset.sha256, {"kappa": KAPPA}, seed=0, version=1)
        self._known: dict[tuple[int, ...], float] = {(): 0.0}

    @property
    def key(self) -> str:
        """Stable hash of data and algorithm version."""
        return self._key

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return len(self._sizes)

    def local_scores(self, families: Sequence[Family]) -> Floats:
        """s(node, parents) of each family, shape ``(len(families),)``."""
        return np.array([self._score(node, parents) for node, parents in families])

    def _score(self, node: int, parents: tuple[int, ...]) -> float:
        family = tuple(sorted((*parents, node)))
        size = self._sizes[node] * sum(self._sizes[parent] for parent in parents)
        fit = -0.5 * (self._log_det(family) - self._log_det(parents))
        return float(fit - self._penalty * size)

    def _log_det(self, nodes: tuple[int, ...]) -> float:
        if nodes not in self._known:
            places = np.concatenate([self._spans[node] for node in nodes])
            _, value = np.linalg.slogdet(self._gram[np.ix_(places, places)])
            self._known[nodes] = float(value)
        return self._known[nodes]


def _directions(columns: Floats) -> Floats:
    """A variable's kept directions, scaled by their shares: U diag(λ / (λ + nκ/2))."""
    scaled = scaled_columns(columns)
    if scaled is None:
        return np.zeros((len(columns), 0))
    left, singular, _ = np.linalg.svd(kernel_columns(scaled), full_matrices=False)
    values = np.square(singular)
    shares = values / (values + len(columns) * KAPPA / 2)
    kept = shares > _SMALLEST_SHARE
    found: Floats = left[:, kept] * shares[kept]
    return found
