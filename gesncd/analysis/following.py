"""Directions that replicates owe to what they were told, and not to their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints
from gesncd.search.data_arrows import data_arrows

Pair = tuple[int, int]


def following_shares(
    graphs: Sequence[PDAG], known: Constraints | None, judged: Mapping[Pair, int]
) -> dict[Pair, float]:
    """By arrow (i, j): share of replicates that have it and whose data alone do not direct it.

    Parameters
    ----------
    graphs
        What the replicates found.
    known
        What all of them had to obey; None for nothing.
    judged
        By pair (i, j), i < j: replicates that could tell, where not all could.
    """
    if known is None or known.is_empty:
        return {}
    counts: Counter[Pair] = Counter()
    for graph in graphs:
        arrows = [(i, j) for i, j, directed in graph.edges() if directed]
        by_data = data_arrows(graph, arrows, known)
        counts.update(arrow for arrow in arrows if arrow not in by_data)
    return {
        (i, j): k / judged.get((min(i, j), max(i, j)), len(graphs)) for (i, j), k in counts.items()
    }
