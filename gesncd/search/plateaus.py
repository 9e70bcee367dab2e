"""Thresholds cut into plateaus, each with the one graph that the search finds on it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from gesncd.graphs import PDAG, EdgeKind
from gesncd.search.events import Candidate

Interval = tuple[float, float]
"""Thresholds from the first number on, up to but without the second, which may be infinite."""


@dataclass(frozen=True, slots=True)
class Route:
    """The steps by which the search gets to its graph, for τ in [tau_low, tau_high).

    Parameters
    ----------
    tau_low, tau_high
        The thresholds; ``tau_high`` may be infinite.
    n_insertions
        Steps of the forward phase: so many of :attr:`TauPath.insertions`.
    deletions
        Steps of the backward phase that follow, with their scores.
    """

    tau_low: float
    tau_high: float
    n_insertions: int
    deletions: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Plateau:
    """Thresholds τ in [tau_low, tau_high) for which the search finds one and the same graph.

    Parameters
    ----------
    tau_low, tau_high
        The thresholds; ``tau_high`` is infinite for the last plateau.
    cpdag
        The class found. The plateaus on either side have other ones.
    graph
        The class oriented further by background knowledge; without any, ``cpdag``.
    routes
        How the search gets there, in the order of τ, covering the plateau. There
        is more than one where more insertions end in the same graph after all.
    global_score
        S_g of the graph, or None where it was not asked for.
    """

    tau_low: float
    tau_high: float
    cpdag: PDAG
    graph: PDAG
    routes: tuple[Route, ...]
    global_score: float | None = None


@dataclass(frozen=True, slots=True)
class EdgeIntervals:
    """For which τ two nodes i and j are joined, and how; each sorted and as long as can be.

    Parameters
    ----------
    joined
        Where they are joined in whichever way.
    undirected
        Where they are i — j.
    """

    joined: tuple[Interval, ...]
    forward: tuple[Interval, ...]
    """i → j."""
    backward: tuple[Interval, ...]
    """i ← j."""
    undirected: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class TauPath:
    """The graph of every threshold from τ_floor on.

    Parameters
    ----------
    tau_floor
        The smallest threshold covered.
    plateaus
        Sorted; each begins where the one before ends, the first at ``tau_floor``,
        and the last has no end. Neighbouring plateaus differ in their graphs.
    insertions
        The forward phase at ``tau_floor``; at a higher τ it is a beginning of this.
    n_queries
        Distinct queries the path needed, cached or not.
    notes
        Sentences for people about what the search could not do in full.
    """

    tau_floor: float
    plateaus: tuple[Plateau, ...]
    insertions: tuple[Candidate, ...]
    n_queries: int
    notes: tuple[str, ...] = ()

    def at(self, tau: float) -> Plateau:
        """The plateau that holds a threshold.

        Raises
        ------
        ValueError
            If τ is not finite or below ``tau_floor``.
        """
        if not math.isfinite(tau):
            raise ValueError(f"τ must be a finite number, got {tau}.")
        if tau < self.tau_floor:
            raise ValueError(
                f"τ = {tau} is below τ_floor = {self.tau_floor}, where this path begins; "
                "compute one with a lower τ_floor."
            )
        return self.plateaus[bisect_right(self.plateaus, tau, key=lambda p: p.tau_low) - 1]

    def edge_intervals(self, i: int, j: int) -> EdgeIntervals:
        """For which τ nodes i and j are joined in the plateaus' graphs, and how.

        Raises
        ------
        ValueError
            If i and j are not two nodes of the graphs.
        """
        n = self.plateaus[0].cpdag.n_nodes
        if i == j or not (0 <= i < n and 0 <= j < n):
            raise ValueError(f"{i} and {j} are not two of the nodes 0 to {n - 1}.")
        kinds = [(p.tau_low, p.tau_high, p.graph.kind(i, j)) for p in self.plateaus]

        def where(*wanted: EdgeKind) -> tuple[Interval, ...]:
            return _joined((low, high) for low, high, kind in kinds if kind in wanted)

        forward, backward, undirected = EdgeKind.FORWARD, EdgeKind.BACKWARD, EdgeKind.UNDIRECTED
        return EdgeIntervals(
            joined=where(forward, backward, undirected),
            forward=where(forward),
            backward=where(backward),
            undirected=where(undirected),
        )


def _joined(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Sorted intervals, those that touch put together."""
    found: list[Interval] = []
    for low, high in intervals:
        if found and found[-1][1] == low:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return tuple(found)
