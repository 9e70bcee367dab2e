"""How large scores get under independence, found by permuting the data; for any measure.

Where no formula gives the distribution of a score under independence, the data can. X is
permuted among rows that are near in Z: the copy is independent of Y given Z, and its
relation to Z is nearly kept. Its score is one draw under independence. Many such draws,
over random pairs and sets of several sizes, give a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from gesncd.data.dataset import Dataset, Variable
from gesncd.measures.base import Query

N_QUERIES: Final = 240
"""Queries of a calibration, shared out among the sizes of Z."""
LARGEST_SET: Final = 3
"""Sets of 0 to so many variables are tried, as far as there are variables."""
NEAR: Final = 2
"""Rows that change places with one another, at least."""
TAIL: Final = 0.1
"""Share of the scores of a size that the tail is fitted to, the largest."""

_MOST_ROWS: Final = 10_000
_SMALLEST: Final = 1e-6
_SALT: Final = 771


@dataclass(frozen=True, slots=True, eq=False)
class PermutedQueries:
    """Questions that independence is the answer to.

    Parameters
    ----------
    dataset
        The variables of the data and, after them, a permuted copy of X for each query.
    queries
        About the copies, from small sets to large.
    """

    dataset: Dataset
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class PermutationNull:
    """Scores under independence, and a tail beyond the largest of them.

    A few hundred draws say little of a level such as 0.001, so a tail is fitted. With
    l = log(s/(1 − s)), let u be the 90 % quantile of l in sets of one size, for the size
    where it is largest. Beyond u, l is taken to fall off as an exponential distribution:

        quantile(α) = 1/(1 + e^−l),   l = u + m·log(0.1/α),

    where m is the mean excess over their own u of the largest tenths of all sizes. For
    small scores that is a power law, and no quantile reaches 1. From α = 0.1 on it is the
    plain quantile of the worst size.

    Parameters
    ----------
    scores
        Draws under independence, one tuple a size of set.

    Raises
    ------
    ValueError
        If there are none.
    """

    scores: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        if not self.scores or not all(self.scores):
            raise ValueError("A null needs scores of every size of set.")

    @classmethod
    def of(cls, queries: Sequence[Query], scores: Sequence[float]) -> PermutationNull:
        """The null of permuted queries and their scores."""
        by_size: dict[int, list[float]] = {}
        for query, score in zip(queries, scores, strict=True):
            by_size.setdefault(len(query.z), []).append(float(score))
        return cls(tuple(tuple(by_size[size]) for size in sorted(by_size)))

    @property
    def n_queries(self) -> int:
        """Number of draws."""
        return sum(map(len, self.scores))

    def quantile(self, alpha: float) -> float:
        """Score that an independent pair exceeds with probability alpha, about.

        Parameters
        ----------
        alpha
            Level a query, in (0, 1).

        Returns
        -------
        A number in (0, 1).

        Raises
        ------
        ValueError
            If alpha is not in (0, 1).
        """
        if not 0.0 < alpha < 1.0:
            raise ValueError(f"alpha must lie between 0 and 1, got {alpha}.")
        logits = [_logit(each) for each in self.scores]
        places = [float(np.quantile(each, 1.0 - max(alpha, TAIL))) for each in logits]
        worst = max(places)
        if alpha < TAIL:
            excess = np.concatenate(
                [each[each > place] - place for each, place in zip(logits, places, strict=True)]
            )
            if excess.size:
                worst += float(excess.mean()) * math.log(TAIL / alpha)
        return min(1.0 / (1.0 + math.exp(-worst)), 1.0 - _SMALLEST)


def _logit(scores: Sequence[float]) -> NDArray[np.float64]:
    # A score may be negative in a sample, and 0 where a column is constant.
    inside = np.clip(scores, _SMALLEST, 1.0 - _SMALLEST)
    logit: NDArray[np.float64] = np.log(inside) - np.log1p(-inside)
    return logit


def permuted_queries(
    dataset: Dataset,
    seed: int,
    *,
    n_queries: int = N_QUERIES,
    largest_set: int = LARGEST_SET,
) -> PermutedQueries:
    """Pairs and sets at random, with X of each permuted among rows that are near in its set.

    Parameters
    ----------
    dataset
        The data, at least two variables. Of more than 10,000 rows so many are drawn.
    seed
        Of everything that is random.
    n_queries
        As many as the sizes of sets share out evenly, at most.
    largest_set
        Variables of the largest sets.

    Raises
    ------
    ValueError
        If there are fewer than two variables.
    """
    d = dataset.n_variables
    if d < 2:
        raise ValueError("Without two variables there is no pair to permute.")
    rng = np.random.default_rng([_SALT, seed])
    values = dataset.values
    if len(values) > _MOST_ROWS:
        values = values[np.sort(rng.choice(len(values), _MOST_ROWS, replace=False))]
    ranks = rankdata(values, axis=0)
    variables = [
        Variable(f"{node}", variable.columns) for node, variable in enumerate(dataset.variables)
    ]
    columns, n_columns = [values], values.shape[1]
    queries = []
    n_sizes = min(largest_set, d - 2) + 1
    for size in range(n_sizes):
        for _ in range(max(1, n_queries // n_sizes)):
            x, y, *z = (int(node) for node in rng.permutation(d)[: size + 2])
            given = [column for node in z for column in variables[node].columns]
            moved = local_permutation(ranks[:, given], rng)
            own = list(variables[x].columns)
            columns.append(values[moved][:, own])
            queries.append(Query.pair(y, len(variables), z))
            places = tuple(range(n_columns, n_columns + len(own)))
            variables.append(Variable(f"{len(variables)}", places))
            n_columns += len(own)
    return PermutedQueries(Dataset(np.column_stack(columns), tuple(variables)), tuple(queries))


def local_permutation(
    z: NDArray[np.float64], rng: np.random.Generator, near: int = NEAR
) -> NDArray[np.intp]:
    """A permutation of rows that moves every one, and none farther in Z than it must.

    The rows are halved at medians, of one column of Z after the other, down to groups of
    ``near`` to about twice as many, and change places in a ring within their group. Rows
    with equal values come into groups at random. Without columns, or with fewer rows, there
    is one group.

    Parameters
    ----------
    z
        Array of shape ``(n, k)``; k may be 0.
    rng
        Of ties and rings.
    near
        Smallest group, at least 2.

    Returns
    -------
    Array of shape ``(n,)``: row i gets what row ``result[i]`` had.
    """
    n, k = z.shape
    order = rng.permutation(n)
    group = np.zeros(n, dtype=np.intp)
    halvings = max(0, int(math.log2(n / near))) if k else 0
    turn = rng.permutation(k)
    for level in range(halvings):
        order = order[np.lexsort((z[order, turn[level % k]], group))]
        # Edges of one level are among those of the next, so that groups only ever split.
        pieces = 2 ** (level + 1)
        edges = np.arange(1, pieces) * n // pieces
        group = np.searchsorted(edges, np.arange(n), side="right").astype(np.intp)
    order = order[np.lexsort((rng.permutation(n), group))]
    first = np.flatnonzero(np.diff(group, prepend=-1))
    following = np.arange(1, n + 1)
    following[np.append(first[1:], n) - 1] = first
    moved = np.empty(n, dtype=np.intp)
    moved[order] = order[following]
    return moved
