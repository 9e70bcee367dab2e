"""How long each edge lasts along the τ-path."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.search.plateaus import Interval, TauPath


@dataclass(frozen=True, slots=True)
class Persistence:
    """Shares of a range of log τ in which nodes i < j are joined, and how; each in [0, 1].

    Parameters
    ----------
    joined
        In whatever way: the sum of the other three.
    forward
        i → j.
    backward
        i ← j.
    undirected
        i — j.
    """

    joined: float
    forward: float
    backward: float
    undirected: float


def persistence(
    path: TauPath, *, tau_low: float | None = None, tau_high: float | None = None
) -> dict[tuple[int, int], Persistence]:
    """For each pair that is joined at some τ of a range, the shares of log τ.

    Parameters
    ----------
    path
        The graphs of all τ; its floor is positive.
    tau_low
        Where the range begins: the path's floor by default.
    tau_high
        Where it ends: by default at the largest τ at which the graph changes. Above
        it only what is required is left.

    Returns
    -------
    By pair (i, j), i < j; a pair that is missing is joined nowhere in the range. On a
    path with a single graph the range is empty, and its edges have the share 1.

    Raises
    ------
    ValueError
        If the range is not within the path, or not positive.
    """
    low = path.tau_floor if tau_low is None else tau_low
    high = path.plateaus[-1].tau_low if tau_high is None else tau_high
    if not (path.tau_floor <= low <= high < math.inf and low > 0):
        raise ValueError(
            f"The range from {low} to {high} is not within the path from {path.tau_floor} on."
        )
    if low == high:
        # A range of any small width shows the one graph.
        high = low * (1 + 1e-9)
    pairs: set[tuple[int, int]] = set()
    for plateau in path.plateaus:
        if plateau.tau_low < high and plateau.tau_high > low:
            edges = plateau.graph.edges()
            pairs |= {(min(i, j), max(i, j)) for i, j, _ in edges}
    found = {}
    for i, j in sorted(pairs):
        where = path.edge_intervals(i, j)
        found[i, j] = Persistence(
            joined=_share(where.joined, low, high),
            forward=_share(where.forward, low, high),
            backward=_share(where.backward, low, high),
            undirected=_share(where.undirected, low, high),
        )
    return found


def _share(intervals: Sequence[Interval], low: float, high: float) -> float:
    inside = [(max(a, low), min(b, high)) for a, b in intervals]
    length = math.fsum(math.log(b / a) for a, b in inside if b > a)
    return min(1.0, length / math.log(high / low))
