"""Pair by pair, what an estimate has right and what it has wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from gesncd.graphs import PDAG, EdgeKind


class PairVerdict(Enum):
    """How the edge of a pair compares with the true one."""

    RIGHT = "right"
    """The same edge in both graphs."""
    MISSING = "missing"
    """Joined in the truth only."""
    EXTRA = "extra"
    """Joined in the estimate only."""
    REVERSED = "reversed"
    """Directed in both, in opposite directions."""
    DIRECTION_LOST = "direction lost"
    """Undirected in the estimate, directed in the truth."""
    DIRECTION_INVENTED = "direction invented"
    """Directed in the estimate, undirected in the truth."""


@dataclass(frozen=True, slots=True)
class PairDifference:
    """One pair of nodes that either graph joins; kinds are read from i to j, i < j.

    Parameters
    ----------
    i, j
        Node numbers.
    found, true
        The edge in the estimate and in the truth.
    verdict
        What the difference is.
    """

    i: int
    j: int
    found: EdgeKind
    true: EdgeKind
    verdict: PairVerdict


def difference(estimate: PDAG, truth: PDAG) -> tuple[PairDifference, ...]:
    """Every pair that either graph joins, sorted; all that are not right make up the SHD.

    Raises
    ------
    ValueError
        If the graphs have different numbers of nodes.
    """
    if estimate.n_nodes != truth.n_nodes:
        raise ValueError(
            f"The graphs have {estimate.n_nodes} and {truth.n_nodes} nodes; "
            "they can only be compared over the same variables."
        )
    found = []
    for i in range(truth.n_nodes):
        for j in range(i + 1, truth.n_nodes):
            kinds = estimate.kind(i, j), truth.kind(i, j)
            if kinds != (EdgeKind.NONE, EdgeKind.NONE):
                found.append(PairDifference(i, j, *kinds, verdict_of(*kinds)))
    return tuple(found)


def verdict_of(found: EdgeKind, true: EdgeKind) -> PairVerdict:
    """How two kinds of edge between the same nodes compare; at least one joins them."""
    if found is true:
        return PairVerdict.RIGHT
    if found is EdgeKind.NONE:
        return PairVerdict.MISSING
    if true is EdgeKind.NONE:
        return PairVerdict.EXTRA
    if found is EdgeKind.UNDIRECTED:
        return PairVerdict.DIRECTION_LOST
    return PairVerdict.DIRECTION_INVENTED if true is EdgeKind.UNDIRECTED else PairVerdict.REVERSED


def verdict_counts(pairs: Iterable[PairDifference]) -> dict[PairVerdict, int]:
    """How many pairs have each verdict, every verdict present."""
    counts = Counter(pair.verdict for pair in pairs)
    return {verdict: counts[verdict] for verdict in PairVerdict}
