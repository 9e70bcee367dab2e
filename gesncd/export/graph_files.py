"""A graph in the formats of other programs that draw or analyse graphs.

GraphML and GML have no mixed graphs that their readers accept, so an undirected edge
is two opposite arcs there, as in the adjacency matrix, and each says ``undirected``.
DOT and DAGitty have both kinds of edges.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesncd.export.labels import distinct, one_line, xml_text
from gesncd.graphs import PDAG, Edge

Scores = Mapping[tuple[int, int], float]
"""Score of the edge of a pair (i, j), i < j."""


def graphml_text(names: Sequence[str], graph: PDAG, scores: Scores | None = None) -> str:
    """GraphML; nodes are named as in the data, edges have ``kind`` and maybe ``score``.

    Parameters
    ----------
    names, graph
        The graph.
    scores
        Scores to give along.
    """
    import networkx as nx

    buffer = io.BytesIO()
    nx.write_graphml(_digraph(distinct(names, xml_text), graph, scores), buffer)
    return buffer.getvalue().decode("utf-8")


def gml_text(names: Sequence[str], graph: PDAG, scores: Scores | None = None) -> str:
    """GML; as :func:`graphml_text`.

    Parameters
    ----------
    names
        The variables' names.
    graph
        The graph; node i has the i-th name.
    scores
        Scores to write beside the edges; None for none.
    """
    import networkx as nx

    return "\n".join(nx.generate_gml(_digraph(distinct(names, str), graph, scores))) + "\n"


def dot_text(names: Sequence[str], graph: PDAG) -> str:
    """DOT, Graphviz' language; an undirected edge has ``dir=none``."""
    _check(names, graph)
    ids = [_dot_id(name) for name in distinct(names, one_line)]
    lines = ["digraph causal {", "  node [shape=box, style=rounded];"]
    lines += [f"  {node};" for node in ids]
    for edge in graph.edges():
        ends = f"{ids[edge.source]} -> {ids[edge.target]}"
        lines.append(f"  {ends};" if edge.directed else f"  {ends} [dir=none];")
    return "\n".join([*lines, "}"]) + "\n"


def dagitty_text(
    names: Sequence[str], graph: PDAG, positions: NDArray[np.float64] | None = None
) -> str:
    """DAGitty's language: ``dag`` where every edge is directed, else ``pdag``.

    A double quote, which it cannot hold in a name, becomes a single one.

    Parameters
    ----------
    names, graph
        The graph.
    positions
        Shape ``(d, 2)``, y downwards; they are scaled to about one unit a box.
    """
    _check(names, graph)
    ids = [f'"{n}"' for n in distinct(names, lambda name: one_line(name).replace('"', "'"))]
    lines = [("dag" if graph.is_directed else "pdag") + " {"]
    for node, label in enumerate(ids):
        place = ""
        if positions is not None:
            x, y = positions[node] / 100.0
            place = f' [pos="{x:.3f},{y:.3f}"]'
        lines.append(label + place)
    for edge in graph.edges():
        arrow = "->" if edge.directed else "--"
        lines.append(f"{ids[edge.source]} {arrow} {ids[edge.target]}")
    return "\n".join([*lines, "}"]) + "\n"


def _digraph(labels: Sequence[str], graph: PDAG, scores: Scores | None) -> Any:
    """A networkx ``DiGraph``."""
    import networkx as nx

    _check(labels, graph)
    result: nx.DiGraph[str] = nx.DiGraph()
    result.add_nodes_from(labels)
    for edge in graph.edges():
        values = _edge_values(edge, scores)
        source, target = labels[edge.source], labels[edge.target]
        result.add_edge(source, target, **values)
        if not edge.directed:
            result.add_edge(target, source, **values)
    return result


def _edge_values(edge: Edge, scores: Scores | None) -> dict[str, Any]:
    values: dict[str, Any] = {"kind": "directed" if edge.directed else "undirected"}
    pair = (min(edge.source, edge.target), max(edge.source, edge.target))
    if scores is not None and pair in scores:
        values["score"] = float(scores[pair])
    return values


def _dot_id(name: str) -> str:
    # A backslash is doubled: alone it would end the quotes, or start an escape in the label.
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _check(names: Sequence[str], graph: PDAG) -> None:
    if len(names) != graph.n_nodes:
        raise ValueError(f"{len(names)} names for {graph.n_nodes} nodes.")
