"""What of a graph was stated before the search, and is nothing that the search found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints
from gesncd.search.arrow_sources import Arrow, ArrowSource, arrow_sources, sources_text
from gesncd.search.events import MarkChange
from gesncd.words import plural

Pair = tuple[int, int]
"""Two nodes, the smaller first."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What background knowledge has set of one graph; make it with :func:`stated_of`.

    Parameters
    ----------
    alone
        The graph that the statements make without any data.
    joined, apart
        Pairs of nodes that are stated to be joined, and not to be.
    sources
        Where the direction of each arrow of the graph comes from.
    """

    alone: PDAG
    joined: frozenset[Pair] = frozenset()
    apart: frozenset[Pair] = frozenset()
    sources: Mapping[Arrow, ArrowSource] = field(default_factory=dict)

    def edge(self, i: int, j: int) -> bool:
        """Whether two nodes are stated to be joined."""
        return (min(i, j), max(i, j)) in self.joined

    def direction(self, i: int, j: int) -> ArrowSource | None:
        """Where the direction between two nodes comes from that the data alone did not give."""
        source = self.sources.get((i, j), self.sources.get((j, i)))
        return None if source is ArrowSource.DATA else source

    def words(self, i: int, j: int) -> str:
        """What is set of two nodes, for a table; empty where nothing is."""
        source = self.direction(i, j)
        ways = {None: "", ArrowSource.FOLLOWS: "direction, as it follows"}
        parts = "edge" if self.edge(i, j) else "", ways.get(source, "direction")
        return " and ".join(filter(None, parts))


def stated_of(
    graph: PDAG, changes: Iterable[MarkChange], knowledge: Constraints | None = None
) -> Stated:
    """What knowledge has set of a graph.

    Parameters
    ----------
    graph
        A class, or one that knowledge has oriented further.
    changes
        The edges that knowledge directed beyond the class.
    knowledge
        What the search obeyed.
    """
    if knowledge is None or knowledge.is_empty:
        return Stated(PDAG.empty(graph.n_nodes), sources=arrow_sources(graph, changes))
    oriented = knowledge.orient(knowledge.start)
    return Stated(
        knowledge.start if oriented is None else oriented[0],
        _pairs(knowledge.joined),
        _pairs(knowledge.apart),
        arrow_sources(graph, changes, knowledge),
    )


def shared_sources(stated: Stated, truth: PDAG) -> dict[Arrow, ArrowSource]:
    """Those arrows that the figures of direction count: of pairs that the truth joins too."""
    return {
        (i, j): source for (i, j), source in stated.sources.items() if truth.adjacent(i) >> j & 1
    }


def stated_text(stated: Stated, graph: PDAG, truth: PDAG) -> str:
    """What of a graph's figures was stated beforehand, in sentences; empty where nothing was.

    Parameters
    ----------
    stated
        Of the graph.
    graph, truth
        The two that the figures compare.
    """
    told = []
    if stated.joined:
        told.append(f"{len(stated.joined)} of the graph's {plural(graph.n_edges, 'edge')}")
    if stated.apart:
        told.append(f"{plural(len(stated.apart), 'pair')} without an edge")
    edges = f"Stated beforehand: {' and '.join(told)}." if told else ""
    return " ".join(filter(None, (edges, directions_text(stated, truth))))


def directions_text(stated: Stated, truth: PDAG) -> str:
    """Where the directions come from that are held against a truth; empty where all are found."""
    shared = shared_sources(stated, truth)
    by_source = sources_text(shared)
    if not by_source:
        return ""
    return f"Direction is judged on {plural(len(shared), 'arrow')}: {by_source}."


def _pairs(masks: Iterable[int]) -> frozenset[Pair]:
    return frozenset((i, j) for j, mask in enumerate(masks) for i in nodes_in(mask) if i < j)
