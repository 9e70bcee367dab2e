"""The generalized score with cross-validated likelihood (Huang et al. 2018).

Written here, in the few columns of an incomplete Cholesky decomposition. causal-learn
0.1.4.8 has it too, but multiplies entry by entry where it means to centre its Gram
matrices, which leaves them nearly diagonal: its score cannot tell a parent from noise.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesncd.baselines.kernel_features import kernel_columns, scaled_columns
from gesncd.data import Dataset
from gesncd.measures.keys import measure_key
from gesncd.measures.score_difference import Family

Floats = NDArray[np.float64]

RIDGE = 0.01
"""λ: the ridge of the regressions, times the number of training rows."""
NOISE = 0.01
"""γ: the variance that is added to every direction of the feature space."""
FOLDS = 10
"""Parts of the rows."""


class GeneralizedScore:
    """Held-out likelihood of a kernel regression of Y's features on its parents.

    In each of 10 folds the features F of Y are regressed on those of Pa with the ridge
    nλ, the covariance of the training residuals plus γ is taken for that of a Gaussian,
    and the log-likelihood of the held-out residuals under it is the score, in nats a row,
    up to a constant. Without parents the regression is the mean. Not score-equivalent, so
    a pair is asked in the direction of the edge.

    The log-determinant counts half, as it does in the code of the score's authors (the
    sum of the logarithms of a Cholesky factor's diagonal). Counted in full, as a Gaussian
    likelihood has it, the score overfits: on the PNL files of the benchmark it then finds
    two to three times as many edges.

    Cost: O(n m²) a family in each fold, with m directions.

    Parameters
    ----------
    dataset
        The data, at least 20 rows.
    seed
        Of the assignment of rows to folds.
    """

    name = "gsf"
    score_equivalent = False

    def __init__(self, dataset: Dataset, *, seed: int = 0) -> None:
        if dataset.n_rows < 2 * FOLDS:
            raise ValueError(f"The generalized score needs at least {2 * FOLDS} rows.")
        self._scaled = [scaled_columns(dataset.values[:, v.columns]) for v in dataset.variables]
        n = dataset.n_rows
        order = np.random.default_rng(seed).permutation(n)
        self._folds = [np.sort(part) for part in np.array_split(order, FOLDS)]
        self._n = n
        self._key = measure_key(
            self.name,
            dataset.sha256,
            {"ridge": RIDGE, "noise": NOISE, "folds": FOLDS},
            seed=seed,
            version=1,
        )
        self._own: dict[int, Floats] = {}
        self._known: dict[Family, float] = {}

    @property
    def key(self) -> str:
        """Stable hash of data, settings, seed and algorithm version."""
        return self._key

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return len(self._scaled)

    def local_scores(self, families: Sequence[Family]) -> Floats:
        """s(node, parents) of each family, shape ``(len(families),)``."""
        for family in families:
            if family not in self._known:
                self._known[family] = self._score(*family)
        return np.array([self._known[family] for family in families])

    def _score(self, node: int, parents: tuple[int, ...]) -> float:
        features = self._features(node)
        if not features.shape[1]:
            return 0.0
        given = self._given(parents)
        return sum(_fold(features, given, held_out) for held_out in self._folds) / self._n

    def _features(self, node: int) -> Floats:
        if node not in self._own:
            scaled = self._scaled[node]
            self._own[node] = np.zeros((self._n, 0)) if scaled is None else kernel_columns(scaled)
        return self._own[node]

    def _given(self, parents: tuple[int, ...]) -> Floats:
        """Features of the parents together: a product of kernels is one kernel."""
        parts = [part for parent in parents if (part := self._scaled[parent]) is not None]
        if not parts:
            return np.zeros((self._n, 0))
        return kernel_columns(np.concatenate(parts, axis=1))


def _fold(features: Floats, given: Floats, held_out: NDArray[np.intp]) -> float:
    """Log-likelihood of the held-out rows, without its constant."""
    train = np.ones(len(features), dtype=bool)
    train[held_out] = False
    n = int(train.sum())
    inside, outside = features[train], features[held_out]
    if given.shape[1]:
        known = given[train]
        gram = known.T @ known + n * RIDGE * np.eye(known.shape[1])
        weights = np.linalg.solve(gram, known.T @ inside)
        inside = inside - known @ weights
        outside = outside - given[held_out] @ weights
    covariance = inside.T @ inside / n + NOISE * np.eye(features.shape[1])
    _, log_det = np.linalg.slogdet(covariance)
    distances = np.einsum("ij,ij->", outside, np.linalg.solve(covariance, outside.T).T)
    return float(-0.5 * (len(held_out) * log_det / 2 + distances))
