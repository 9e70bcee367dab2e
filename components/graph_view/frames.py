"""Many graphs on the same nodes, sent to the browser at once, so that it turns to one by itself.

A slider then changes the graph without asking the server. Graphs that follow each other
differ in few edges: each distinct edge travels once, and each graph as what differs from
the one before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from components.graph_view.build import KnowledgeMarks, Known, view_data
from components.graph_view.paint import EdgePaint, GraphPaint
from components.labels import SENTENCE_NAME, distinct_names
from components.neighbourhood import markov_blanket
from components.text import count, edge_text
from gesncd.graphs import PDAG
from gesncd.graphs.pdag import Edge

MOST_NUMBERS: Final = 60_000
"""Numbers beyond which the browser is not sent all graphs; about half a megabyte."""
_NUMBERS_AN_EDGE: Final = 40
"""What an edge takes with its texts, in numbers."""


_Pairs = frozenset[tuple[int, int]]
Arrows = tuple[_Pairs, _Pairs | None]
"""Pairs whose arrow comes from knowledge, and those of them that only follow from it."""


class _Shape(NamedTuple):
    """An edge as it is drawn; sorted as the edges of a graph are."""

    low: int
    high: int
    source: int
    directed: bool
    known: Known

    @classmethod
    def of(cls, edge: Edge, marks: KnowledgeMarks) -> _Shape:
        low, high = sorted((edge.source, edge.target))
        known = marks.known((low, high)) if edge.directed else ""
        return cls(low, high, edge.source, edge.directed, known)

    @property
    def edge(self) -> Edge:
        return Edge(self.source, self.low + self.high - self.source, self.directed)


def frames_data(
    names: Sequence[str],
    graphs: Sequence[PDAG],
    arrows: Sequence[Arrows],
    *,
    graph_key: str,
    frames_id: str,
    paint: Mapping[tuple[int, int], EdgePaint],
    most_labels: int,
    knowledge: KnowledgeMarks | None = None,
) -> dict[str, Any] | None:
    """What the browser needs to show any of the graphs, as plain data.

    Parameters
    ----------
    names
        One a node.
    graphs
        The graphs, in the order in which they are turned to.
    arrows
        For each graph, pairs (i, j), i < j, whose arrow comes from knowledge, and those of
        them that only follow from it; None where the two are not told apart.
    graph_key
        Key of the graph view that shows them.
    frames_id
        Names this set of graphs: the view's own data must have it as ``"frames"``.
    paint
        Paint of each pair (i, j), i < j, that any graph joins.
    most_labels
        A graph with more edges is shown without the labels of the paint.
    knowledge
        What knowledge requires and forbids, the same for all.

    Returns
    -------
    None where they are too many to be sent.
    """
    short = distinct_names(names, SENTENCE_NAME)
    shapes = [
        [
            _Shape.of(edge, KnowledgeMarks(directed=known, following=following))
            for edge in graph.edges()
        ]
        for graph, (known, following) in zip(graphs, arrows, strict=True)
    ]
    pool = sorted({shape for some in shapes for shape in some})
    place = {shape: k for k, shape in enumerate(pool)}
    turns = _differences([{place[shape] for shape in some} for some in shapes])
    blankets = _new_blankets(graphs)
    size = _NUMBERS_AN_EDGE * len(pool) + sum(map(len, turns))
    size += sum(len(blanket) + 1 for some in blankets for blanket in some.values())
    if size > MOST_NUMBERS:
        return None
    return {
        "id": frames_id,
        "graph": graph_key,
        "edges": _drawn(names, pool, knowledge or KnowledgeMarks()),
        "texts": [edge_text(shape.edge, short) for shape in pool],
        "paint": GraphPaint(edges=paint).as_data()["edges"],
        "mostLabels": most_labels,
        "turns": turns,
        "blankets": blankets,
        "head": f"Graph of {count(len(names), 'variable')} with ",
    }


def _differences(sets: Sequence[set[int]]) -> list[list[int]]:
    """What is in one of a set and the set before it, but not in both."""
    befores: list[set[int]] = [set(), *sets]
    return [sorted(before ^ after) for before, after in zip(befores, sets, strict=False)]


def _new_blankets(graphs: Sequence[PDAG]) -> list[dict[str, list[int]]]:
    """For each graph the Markov blankets that differ from those in the graph before."""
    found: list[dict[str, list[int]]] = []
    before: list[list[int] | None] = [None] * (graphs[0].n_nodes if graphs else 0)
    for graph in graphs:
        now = [list(markov_blanket(graph, node)) for node in range(graph.n_nodes)]
        found.append({str(node): b for node, b in enumerate(now) if b != before[node]})
        before = list(now)
    return found


def _drawn(
    names: Sequence[str], pool: Sequence[_Shape], knowledge: KnowledgeMarks
) -> list[dict[str, Any]]:
    """The edges as the view is sent them, in the pool's order.

    A view shows a pair once: the shapes of a pair are sent through different views.
    """
    layers: dict[tuple[bool, bool, Known], list[_Shape]] = {}
    for shape in pool:
        layers.setdefault((shape.directed, shape.source == shape.low, shape.known), []).append(
            shape
        )
    found: dict[_Shape, dict[str, Any]] = {}
    for (directed, _, known), layer in layers.items():
        ends = [(shape.edge.source, shape.edge.target) for shape in layer]
        graph = (
            PDAG.from_edges(len(names), directed=ends)
            if directed
            else PDAG.from_edges(len(names), undirected=ends)
        )
        pairs = frozenset((shape.low, shape.high) for shape in layer if known)
        sent = view_data(
            names,
            graph,
            np.zeros((len(names), 2)),
            layout_id="",
            stamp="",
            knowledge=replace(knowledge, directed=pairs, following=_following(known, pairs)),
        )["edges"]
        found |= dict(zip(layer, sent, strict=True))
    return [found[shape] for shape in pool]


def _following(known: Known, pairs: _Pairs) -> _Pairs | None:
    return None if known == "either" else pairs if known == "follows" else frozenset()
