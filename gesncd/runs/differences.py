"""Where the graphs of two runs agree, matched by the variables' names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gesncd.export.named import NamedEdge, named_edges
from gesncd.graphs import PDAG


@dataclass(frozen=True, slots=True)
class GraphDifference:
    """Edges of two graphs over the variables that both have.

    Parameters
    ----------
    shared
        Edges that are the same in both.
    turned
        Pairs joined in both, but not in the same way: the edge of each.
    only_first, only_second
        Edges between pairs that only one graph joins.
    in_common
        Number of variables that both runs have.
    left_out
        Variables that only one of the runs has, whose edges are not counted.
    """

    shared: tuple[NamedEdge, ...]
    turned: tuple[tuple[NamedEdge, NamedEdge], ...]
    only_first: tuple[NamedEdge, ...]
    only_second: tuple[NamedEdge, ...]
    in_common: int
    left_out: tuple[str, ...]

    @property
    def shd(self) -> int:
        """Structural Hamming distance: pairs whose edge differs."""
        return len(self.turned) + len(self.only_first) + len(self.only_second)


def graph_difference(
    first_names: Sequence[str], first: PDAG, second_names: Sequence[str], second: PDAG
) -> GraphDifference:
    """Compare two graphs by their variables' names.

    Parameters
    ----------
    first_names, second_names
        One name a node of each graph.
    first, second
        The graphs.
    """
    common = set(first_names) & set(second_names)
    ones = _by_pair(named_edges(first_names, first), common)
    others = _by_pair(named_edges(second_names, second), common)
    both = [pair for pair in ones if pair in others]
    return GraphDifference(
        shared=tuple(ones[pair] for pair in both if ones[pair] == others[pair]),
        turned=tuple((ones[pair], others[pair]) for pair in both if ones[pair] != others[pair]),
        only_first=tuple(edge for pair, edge in ones.items() if pair not in others),
        only_second=tuple(edge for pair, edge in others.items() if pair not in ones),
        in_common=len(common),
        left_out=tuple(sorted((set(first_names) | set(second_names)) - common)),
    )


def _by_pair(edges: Sequence[NamedEdge], common: set[str]) -> dict[frozenset[str], NamedEdge]:
    return {
        frozenset(edge[:2]): edge
        for edge in edges
        if edge.source in common and edge.target in common
    }
