"""A graph as text of other causal discovery software, as Python, and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gesncd.export.labels import distinct, one_line
from gesncd.graphs import PDAG

_LATEX: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
_UNITS_PER_CM: Final = 55.0


def tetrad_text(names: Sequence[str], graph: PDAG) -> str:
    """Tetrad's text form of a graph, which causal-learn reads too.

    Names hold no blanks and no semicolons there; these become underscores.
    """
    _check(names, graph)
    words = distinct(names, lambda name: re.sub(r"[\s;]+", "_", one_line(name)))
    lines = ["Graph Nodes:", ";".join(words), "", "Graph Edges:"]
    for number, edge in enumerate(graph.edges(), start=1):
        arrow = "-->" if edge.directed else "---"
        lines.append(f"{number}. {words[edge.source]} {arrow} {words[edge.target]}")
    return "\n".join(lines) + "\n"


def causal_learn_code(names: Sequence[str], graph: PDAG) -> str:
    """Python that makes the graph a causal-learn ``GeneralGraph`` called ``graph``."""
    _check(names, graph)
    return f"""from causallearn.graph.Edge import Edge
from causallearn.graph.Endpoint import Endpoint
from causallearn.graph.GeneralGraph import GeneralGraph
from causallearn.graph.GraphNode import GraphNode

{_lists(names, graph)}
nodes = {{name: GraphNode(name) for name in names}}
graph = GeneralGraph(list(nodes.values()))
for source, target in directed:
    graph.add_edge(Edge(nodes[source], nodes[target], Endpoint.TAIL, Endpoint.ARROW))
for source, target in undirected:
    graph.add_edge(Edge(nodes[source], nodes[target], Endpoint.TAIL, Endpoint.TAIL))
"""


def networkx_code(names: Sequence[str], graph: PDAG) -> str:
    """Python that makes the graph a networkx ``DiGraph`` called ``graph``.

    An undirected edge is two opposite arcs with the attribute ``kind="undirected"``.
    """
    _check(names, graph)
    return f"""import networkx as nx

{_lists(names, graph)}
graph = nx.DiGraph()
graph.add_nodes_from(names)
graph.add_edges_from(directed, kind="directed")
# An undirected edge is two opposite arcs.
graph.add_edges_from(undirected, kind="undirected")
graph.add_edges_from([(b, a) for a, b in undirected], kind="undirected")
"""


def tikz_text(names: Sequence[str], graph: PDAG, positions: NDArray[np.float64]) -> str:
    """A ``tikzpicture`` of the graph as it is placed on the page.

    Parameters
    ----------
    names, graph
        The graph.
    positions
        Centres of the nodes, shape ``(d, 2)``, in pixels with y downwards.
    """
    _check(names, graph)
    lines = [
        "% needs \\usepackage{tikz} and \\usetikzlibrary{arrows.meta}",
        "\\begin{tikzpicture}[",
        "  variable/.style={draw, rounded corners=2pt, inner sep=4pt, font=\\small},",
        "  edge/.style={semithick}, cause/.style={semithick, -{Stealth}}]",
    ]
    for node, name in enumerate(names):
        x, y = positions[node] / _UNITS_PER_CM
        lines.append(f"  \\node[variable] (v{node}) at ({x:.2f}, {-y:.2f}) {{{_latex(name)}}};")
    for edge in graph.edges():
        style = "cause" if edge.directed else "edge"
        lines.append(f"  \\draw[{style}] (v{edge.source}) -- (v{edge.target});")
    return "\n".join([*lines, "\\end{tikzpicture}"]) + "\n"


def _lists(names: Sequence[str], graph: PDAG) -> str:
    kinds = [(edge.directed, names[edge.source], names[edge.target]) for edge in graph.edges()]
    parts = [f"names = [{', '.join(map(ascii, names))}]"]
    for variable, wanted in (("directed", True), ("undirected", False)):
        pairs = [f"    ({a!a}, {b!a}),\n" for directed, a, b in kinds if directed is wanted]
        parts.append(f"{variable} = [" + ("\n" + "".join(pairs) if pairs else "") + "]")
    return "\n".join(parts)


def _latex(name: str) -> str:
    return "".join(_LATEX.get(character, character) for character in one_line(name))


def _check(names: Sequence[str], graph: PDAG) -> None:
    if len(names) != graph.n_nodes:
        raise ValueError(f"{len(names)} names for {graph.n_nodes} nodes.")
