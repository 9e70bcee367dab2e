"""RCD: ranks and nearest neighbours (Azadkia & Chatterjee 2021)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from gesncd.data.dataset import Dataset
from gesncd.measures.base import OnChunk, Query
from gesncd.measures.collector import Collector
from gesncd.measures.discrete import discrete_columns
from gesncd.measures.keys import measure_key
from gesncd.measures.neighbours import NeighbourFinder
from gesncd.measures.ranks import RCD_NOISE, count_below
from gesncd.words import names_listed


class Rcd:
    """Rank-based conditional dependence T̂(Y, X | Z).

    With R_i the number of rows j with Y_j ≤ Y_i, L_i the number with Y_j ≥ Y_i,
    N(i) the nearest neighbour of Z_i and M(i) that of (X_i, Z_i),

        T̂ = Σ (min(R_i, R_M(i)) − min(R_i, R_N(i))) / Σ (R_i − min(R_i, R_N(i))),

    and with Z empty

        T̂ = Σ (n·min(R_i, R_M(i)) − L_i²) / Σ L_i (n − L_i).

    It tends to 0 if and only if Y ⟂ X | Z and to 1 if and only if Y is a function
    of X given Z (Azadkia & Chatterjee, *A simple measure of conditional
    dependence*, Annals of Statistics 2021). In a sample it may be negative. A zero
    denominator gives 0. Distance ties are broken at random, seeded by the columns
    searched, and a row is never its own neighbour.

    Vectors: X and Z may be any vectors. For a Y of several columns Y_1, ..., Y_q
    the numerators and denominators of T̂(Y_j, X | Z, Y_1, ..., Y_(j−1)) are added
    over j before they are divided, which is 0 in the limit if and only if
    Y ⟂ X | Z, by the chain rule of conditional independence.

    Cost: O(n log n) a neighbour search in few columns, O(n²) with a small constant in many;
    it is shared by all queries that need it.

    Parameters
    ----------
    dataset
        The data, at least two rows.
    symmetric
        Average both directions, T̂(Y, X | Z) and T̂(X, Y | Z). A query with several
        variables on one side only is scored in the direction whose Y is the
        single one. If False, Y is ``query.y``, as in the paper.
    ranks
        Seek neighbours among the columns' average ranks, which share one scale
        and don't depend on units. If False, among the raw columns, as in the paper.
    seed
        Seed of the tie-breaking; not negative.
    """

    name = "rcd"

    def __init__(
        self, dataset: Dataset, *, symmetric: bool = True, ranks: bool = True, seed: int = 0
    ) -> None:
        if seed < 0:
            raise ValueError(f"The seed must not be negative, got {seed}.")
        if dataset.n_rows < 2:
            raise ValueError("RCD needs at least two rows.")
        self._dataset = dataset
        self._symmetric = symmetric
        values = dataset.values
        # R counts the rows at or below a row, L those at or above it; both in integers, so that
        # sums are exact whatever their order.
        below, self._at_most = count_below(values)
        self._at_least = len(values) - below
        # Twice an average rank is an integer: squared distances, and ties among them, are exact.
        searched = (below + self._at_most + 1).astype(np.float64) if ranks else values
        self._neighbours = NeighbourFinder(searched, seed)
        self._discrete = discrete_columns(values)
        self._key = measure_key(
            self.name,
            dataset.sha256,
            {"symmetric": symmetric, "ranks": ranks},
            seed=seed,
            version=1,
        )

    @property
    def key(self) -> str:
        """Stable hash of data, settings, seed and algorithm version."""
        return self._key

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people: a warning where columns have few values."""
        of_few_values = [
            variable.name
            for variable in self._dataset.variables
            if any(column in self._discrete for column in variable.columns)
        ]
        if not of_few_values:
            return ()
        return (
            f"Columns with few values are among the data: {names_listed(of_few_values)}. RCD is "
            "noisier there than its automatic τ allows for: do not rely on edges at them that "
            "are near τ, or take NCD.",
        )

    @property
    def symmetric(self) -> bool:
        """Whether both directions are averaged."""
        return self._symmetric

    @property
    def n_variables(self) -> int:
        """Number of variables, d."""
        return self._dataset.n_variables

    def null_quantile(self, alpha: float) -> float:
        """Approximate score that a conditionally independent pair exceeds with probability alpha.

        z(1 − α) · 1.07/√n, with z the normal quantile: 3.3/√n at α = 0.001. The noise of
        T̂ shrinks as 1/√n, but its size depends on the data; the constant was measured.
        In simulations at n = 300 and 1000 with one to four conditioning columns,
        √n·T̂ of independent pairs had a standard deviation of 0.9 to 1.3 where all
        columns are continuous, and of 0.7 without Z, where the quantile is thus
        cautious. It does not hold where columns have few values (standard
        deviation 1.5 to 2.1 given Z), nor where Z determines X and Y almost (1.6 to
        2.6), nor for some functions of four columns; docs/measures.md has the shares.

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
        quantile = NormalDist().inv_cdf(1.0 - alpha)
        return float(RCD_NOISE * quantile / np.sqrt(self._dataset.n_rows))

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries; see :class:`~gesncd.measures.base.ConditionalDependence`."""
        collector = Collector(
            queries, self.n_variables, symmetric=self._symmetric, on_chunk=on_chunk
        )
        # Queries that share a conditioning set are neighbours in time, so that what
        # they share is still in memory.
        unique = collector.unique
        for index in sorted(range(len(unique)), key=lambda i: (unique[i].z, i)):
            collector.add(index, self._score(unique[index]))
        return collector.result()

    def _score(self, query: Query) -> float:
        x, y, z = (self._columns_of(nodes) for nodes in (query.x, query.y, query.z))
        if not self._symmetric or len(query.x) > 1 == len(query.y):
            return self._directed(x, y, z)
        if len(query.y) > 1 == len(query.x):
            return self._directed(y, x, z)
        return 0.5 * (self._directed(x, y, z) + self._directed(y, x, z))

    def _columns_of(self, nodes: Sequence[int]) -> list[int]:
        return [column for node in nodes for column in self._dataset.variables[node].columns]

    def _directed(self, x: list[int], y: list[int], z: list[int]) -> float:
        """T̂(Y, X | Z) for lists of columns."""
        numerator = denominator = 0
        for j, column in enumerate(y):
            above, below = self._parts(x, column, z + y[:j])
            numerator += above
            denominator += below
        return numerator / denominator if denominator else 0.0

    def _parts(self, x: list[int], y: int, z: list[int]) -> tuple[int, int]:
        """Numerator and denominator of T̂ for one column y, both n times the conditional formula's.

        On one scale they can be added over the columns of a vector Y.
        """
        n = len(self._at_most)
        r = self._at_most[:, y]
        with_x = int(np.minimum(r, r[self._neighbours.of(x + z)]).sum())
        if z:
            without_x = int(np.minimum(r, r[self._neighbours.of(z)]).sum())
            return n * (with_x - without_x), n * (int(r.sum()) - without_x)
        at_least = self._at_least[:, y]
        return (
            n * with_x - int((at_least**2).sum()),
            int((at_least * (n - at_least)).sum()),
        )
