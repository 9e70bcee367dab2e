"""What becomes of a graph's own edges when its search is repeated: which of them fail."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gesncd.analysis.set_beforehand import are_apart, set_by, set_words
from gesncd.analysis.stability import PairShares, Stability
from gesncd.graphs import PDAG
from gesncd.knowledge import Constraints

_MOST: Final = 0.5 + 1e-9
"""Shares above it are more than a half; a sum of thirds may miss a half by a little."""


class Return(Enum):
    """How often an edge came back, in whatever way."""

    MOST = "most"
    """In more than half of the replicates."""
    SOME = "some"
    NONE = "none"
    UNTOLD = "untold"
    """No replicate could tell: one of its variables was nearly constant in all."""


class Turn(Enum):
    """What became of an arrow that came back, in the replicates that joined its pair."""

    KEPT = "kept"
    """No other way of being joined was more frequent."""
    UNDIRECTED = "undirected"
    REVERSED = "reversed"


@dataclass(frozen=True, slots=True)
class OwnEdge:
    """An edge of the graph, and its shares in the replicates.

    Parameters
    ----------
    source, target
        Its ends.
    directed
        Whether it is source → target, else source — target.
    shares
        Read from source to target.
    edge_set, direction_set
        Whether knowledge has the two joined, or lets an edge of them point one way only, so that
        it came back by construction.
    direction_follows
        Whether its direction follows from knowledge in most of the replicates that join the
        two: no find of the data, but one that may turn where they leave other pairs joined; see
        :meth:`~gesncd.analysis.stability.Stability.leaves_direction`.
    edge_given, direction_given
        Whether knowledge did so in the graph's own search and not in the replicates, which
        then had to find what that search was told. A direction may also follow from it.
    barred
        Whether knowledge keeps the two apart in the replicates, so that it cannot come back.
    """

    source: int
    target: int
    directed: bool
    shares: PairShares
    edge_set: bool = False
    direction_set: bool = False
    direction_follows: bool = False
    edge_given: bool = False
    direction_given: bool = False
    barred: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it was left to the data, in its own search and in the replicates alike."""
        return not (self.edge_set or self.edge_given or self.barred)

    @property
    def pair(self) -> tuple[int, int]:
        """Its ends, the smaller first."""
        return min(self.source, self.target), max(self.source, self.target)

    @property
    def came_back(self) -> Return:
        """How often replicates joined the two."""
        if not self.shares.n:
            return Return.UNTOLD
        if self.shares.joined > _MOST:
            return Return.MOST
        return Return.SOME if self.shares.joined > 0 else Return.NONE

    @property
    def turn(self) -> Turn | None:
        """What became of its direction; None where it has none, or never came back."""
        shares = self.shares
        if not self.directed or not shares.joined:
            return None
        most = max(shares.forward, shares.backward, shares.undirected)
        if shares.forward == most:
            return Turn.KEPT
        return Turn.UNDIRECTED if shares.undirected == most else Turn.REVERSED


@dataclass(frozen=True, slots=True)
class GraphStability:
    """A graph against the replicates of its search.

    Parameters
    ----------
    edges
        Its own edges, those that came back most often first.
    others
        Pairs (i, j) that it does not join, and more than half of the replicates do,
        the most frequent first; without those that knowledge has joined in the replicates.
    n_replicates
        Replicates that are done.
    given, known
        What the graph's own search had to obey, and what the replicates had; None for nothing.
    """

    edges: tuple[OwnEdge, ...]
    others: tuple[tuple[int, int], ...]
    n_replicates: int
    given: Constraints | None = None
    known: Constraints | None = None

    @property
    def open_edges(self) -> tuple[OwnEdge, ...]:
        """Edges that no knowledge settled, which alone are counted."""
        return tuple(edge for edge in self.edges if edge.is_open)

    @property
    def freed(self) -> tuple[tuple[int, int], ...]:
        """Those of the other pairs that the graph's own search had to keep apart."""
        return tuple((i, j) for i, j in self.others if are_apart(self.given, i, j))

    def given_alone(self, i: int, j: int) -> str:
        """What knowledge set of two nodes in the graph's own search alone, in words."""
        return set_words(self.given, i, j, without=self.known)

    def that(self, came_back: Return) -> tuple[OwnEdge, ...]:
        """Edges that came back so often, of those that no knowledge settled."""
        return tuple(edge for edge in self.open_edges if edge.came_back is came_back)

    def turned(self, turn: Turn) -> tuple[OwnEdge, ...]:
        """Arrows that came back in most replicates, and so directed, if they were free to turn."""
        return tuple(
            edge
            for edge in self.edges
            if edge.came_back is Return.MOST
            and edge.turn is turn
            and not (edge.direction_set or edge.direction_given)
        )


def graph_stability(
    graph: PDAG,
    stability: Stability,
    given: Constraints | None = None,
    following: Collection[tuple[int, int]] = (),
) -> GraphStability:
    """Look up a graph's own edges among the replicates.

    Parameters
    ----------
    graph
        What the search of all rows found.
    stability
        Shares of the replicates, however many are done.
    given
        What the search of all rows had to obey, which may be other knowledge than that of
        the replicates; None for nothing.
    following
        Pairs (i, j), i < j, whose direction only follows from that. Where the replicates had to
        obey the same, it is theirs to find again.

    Raises
    ------
    ValueError
        If the two are about another number of variables.
    """
    if graph.n_nodes != stability.n_nodes:
        raise ValueError(
            f"The graph has {graph.n_nodes} variables, the replicates have {stability.n_nodes}."
        )
    told = frozenset() if given == stability.known else frozenset(following)
    edges = [_own_edge(i, j, directed, stability, given, told) for i, j, directed in graph.edges()]
    own = {edge.pair for edge in edges}
    others = [
        (pair, shares.joined)
        for pair, shares in stability.pairs.items()
        if pair not in own and shares.joined > _MOST and not stability.sets_edge(*pair)
    ]
    return GraphStability(
        tuple(sorted(edges, key=lambda edge: (-edge.shares.joined, edge.source, edge.target))),
        tuple(pair for pair, _ in sorted(others, key=lambda each: (-each[1], each[0]))),
        stability.n_replicates,
        given,
        stability.known,
    )


def _own_edge(
    i: int,
    j: int,
    directed: bool,
    stability: Stability,
    given: Constraints | None,
    following: frozenset[tuple[int, int]],
) -> OwnEdge:
    edge_set = stability.sets_edge(i, j)
    way_set = directed and stability.sets_direction(i, j)
    follows = directed and not way_set and not stability.leaves_direction(i, j)
    told_edge, told_way = set_by(given, i, j)
    told_way = told_way or (min(i, j), max(i, j)) in following
    return OwnEdge(
        i,
        j,
        directed,
        stability.shares(i, j),
        edge_set,
        way_set,
        follows,
        edge_given=told_edge and not edge_set,
        direction_given=directed and told_way and not (way_set or follows),
        barred=are_apart(stability.known, i, j),
    )
