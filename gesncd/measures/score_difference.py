"""Differences of a decomposable score as a measure: the search becomes standard GES.

A score of a DAG is decomposable when it is a sum over nodes of s(node, parents). What
GES gains by X → Y is then s(Y, Pa ∪ {X}) − s(Y, Pa) (Chickering 2002, corollaries 16 and
18), and with that number as T̂(X, Y | Pa) and τ = 0 the search *is* GES.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gesncd.measures.base import OnChunk, Query
from gesncd.measures.collector import Collector

Family = tuple[int, tuple[int, ...]]
"""A node and its sorted parents."""

_CHUNK = 4096


class DecomposableScore(Protocol):
    """A score that is a sum over nodes of s(node, parents); higher is better."""

    @property
    def name(self) -> str:
        """Short name for people and the command line."""
        ...

    @property
    def key(self) -> str:
        """Stable hash of data, settings, seed and algorithm version."""
        ...

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        ...

    @property
    def score_equivalent(self) -> bool:
        """Whether equivalent DAGs have equal scores."""
        ...

    def local_scores(self, families: Sequence[Family]) -> NDArray[np.float64]:
        """s(node, parents) of each family, shape ``(len(families),)``, finite."""
        ...


class ScoreDifference:
    """What a decomposable score gains when X becomes a parent of Y, given Y's other parents.

        T̂(X, Y | Z) = s(Y, Z ∪ X) − s(Y, Z).

    For a Y of several variables Y_1, ..., Y_q the gains with Z, Y_1, ..., Y_(j−1) given
    are added over j. X → Y is reversible where both have the parents Z otherwise: a
    score-equivalent score gains the same by X → Y and by Y → X, so that the measure is
    symmetric, and a pair is computed once. Other scores are asked in the direction of
    the query.

    Such a score weighs fit against size by itself, so τ = 0. It tends to a positive
    value under dependence and to a negative one, not to 0, under independence; the
    search only compares it with τ and needs no more. S_g does: it clips the negative
    values to 0 and anything above 1 to 1, and each of its terms is the gain by all
    non-descendants together, whose joint penalty may hide a weak dependence on one of
    them. Read S_g as a rough check here.

    Cost: two local scores a query, equal ones computed once.

    Parameters
    ----------
    score
        The decomposable score.
    """

    def __init__(self, score: DecomposableScore) -> None:
        self._score = score

    @property
    def name(self) -> str:
        """Name of the score."""
        return self._score.name

    @property
    def key(self) -> str:
        """Key of the score."""
        return self._score.key

    @property
    def symmetric(self) -> bool:
        """Whether the score is score-equivalent."""
        return self._score.score_equivalent

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._score.n_variables

    def null_quantile(self, alpha: float) -> float:
        """0 at every level: the score's own penalty decides what counts as dependence.

        Parameters
        ----------
        alpha
            Level a query, in (0, 1).

        Raises
        ------
        ValueError
            If alpha does not lie between 0 and 1.
        """
        if not 0.0 < alpha < 1.0:
            raise ValueError(f"alpha must lie between 0 and 1, got {alpha}.")
        return 0.0

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries; see :class:`~gesncd.measures.base.ConditionalDependence`."""
        collector = Collector(
            queries, self.n_variables, symmetric=self.symmetric, on_chunk=on_chunk
        )
        for start in range(0, len(collector.unique), _CHUNK):
            part = collector.unique[start : start + _CHUNK]
            pairs = [_family_pairs(query) for query in part]
            families = list(
                dict.fromkeys(family for pair in pairs for both in pair for family in both)
            )
            scores = dict(zip(families, self._score.local_scores(families).tolist(), strict=True))
            collector.put(
                range(start, start + len(part)),
                [sum(scores[after] - scores[before] for before, after in pair) for pair in pairs],
            )
        return collector.result()


def _family_pairs(query: Query) -> list[tuple[Family, Family]]:
    """For each variable of y, its family without and with x."""
    return [
        (
            (y, tuple(sorted(query.z + query.y[:j]))),
            (y, tuple(sorted(query.z + query.y[:j] + query.x))),
        )
        for j, y in enumerate(query.y)
    ]
