"""A graph with names, as a file holds it, before it is matched to data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gesncd.graphs import PDAG
from gesncd.judge.truth_error import TruthError
from gesncd.words import listed, plural, quoted

_SHOWN = 5
MAX_NODES = 2000
"""Most nodes of a graph file that is read."""


class Link(NamedTuple):
    """An edge of a file with the place where it stands."""

    source: str
    target: str
    directed: bool
    where: str


@dataclass(frozen=True, slots=True)
class NamedGraph:
    """A graph over names.

    Parameters
    ----------
    names
        Names of the nodes, in node order.
    graph
        The graph; it may have a directed cycle.
    lists_all_nodes
        Whether the format lists every node, so that one it does not name is missing
        instead of without edges.
    format
        What kind of file it was, in words.
    notes
        What is to be said of how it was read, in sentences.
    """

    names: tuple[str, ...]
    graph: PDAG
    lists_all_nodes: bool
    format: str
    notes: tuple[str, ...] = ()


def graph_of_links(
    names: Sequence[str],
    links: Iterable[Link],
    lists_all_nodes: bool,
    format_name: str,
    file: str,
) -> NamedGraph:
    """Graph of a file's edges; nodes that ``names`` lacks follow in order of appearance.

    An edge given twice counts once. Arrows both ways between two nodes are one
    undirected edge, as in an adjacency matrix.

    Raises
    ------
    TruthError
        If a node is joined to itself, a pair is both directed and undirected, or there
        are too many nodes.
    """
    node = {name: k for k, name in enumerate(names)}
    arrows: dict[tuple[int, int], str] = {}
    lines: dict[tuple[int, int], str] = {}
    for source, target, directed, where in links:
        if source == target:
            raise TruthError(f"{file}, {where}: {quoted(source)} is given as a cause of itself.")
        a, b = (node.setdefault(end, len(node)) for end in (source, target))
        if len(node) > MAX_NODES:
            raise TruthError(f"{file} has more than {MAX_NODES:,} nodes, which is not read.")
        if directed:
            arrows[a, b] = where
        else:
            lines[min(a, b), max(a, b)] = where
    both = {(min(pair), max(pair)) for pair in arrows if pair[::-1] in arrows}
    ordered = list(node)
    for (a, b), where in arrows.items():
        pair = (min(a, b), max(a, b))
        if pair in lines and pair not in both:
            raise TruthError(
                f"{file}, {where}: {quoted(ordered[a])} and {quoted(ordered[b])} are joined by "
                "an arrow here and by an undirected edge elsewhere."
            )
    graph = PDAG.from_edges(
        len(ordered),
        directed=[(a, b) for a, b in arrows if (min(a, b), max(a, b)) not in both],
        undirected=sorted(both | set(lines)),
    )
    notes = _both_ways([(ordered[a], ordered[b]) for a, b in sorted(both)], file)
    return NamedGraph(tuple(ordered), graph, lists_all_nodes, format_name, notes)


def _both_ways(pairs: Sequence[tuple[str, str]], file: str) -> tuple[str, ...]:
    """Say which pairs lose their arrows, as they have one each way."""
    if not pairs:
        return ()
    listing = listed([f"{quoted(a)} — {quoted(b)}" for a, b in pairs[:_SHOWN]], len(pairs))
    edges = "an edge" if len(pairs) == 1 else "edges"
    return (
        f"{file} has arrows both ways between {plural(len(pairs), 'pair')}, "
        f"read as {edges} without a direction: {listing}.",
    )
