"""What other programs return, as graphs of ours: the one place where that is done.

A class of DAGs is wanted, as our own search finds it. Not everything that comes out
of other programs is one: PC may direct edges so that no DAG fits, and a method that
thresholds weights may leave a cycle. Such a graph is kept as it came and said to be no
class, because every way of mending it would be a choice of ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesncd.graphs import PDAG, complete, consistent_extension, is_cpdag, topological_order
from gesncd.graphs.bits import nodes_in

_TAIL, _ARROW, _NONE = -1, 1, 0


@dataclass(frozen=True, slots=True)
class Found:
    """A converted result.

    Parameters
    ----------
    graph
        The CPDAG of what was found, or, where no DAG fits it, the graph as it came.
    is_class
        Whether it is a CPDAG.
    dag
        The DAG, where the method returned one.
    notes
        Sentences for people about what was changed, or why it is no class.
    """

    graph: PDAG
    is_class: bool
    dag: PDAG | None = None
    notes: tuple[str, ...] = ()


def from_causal_learn(endpoints: NDArray[np.generic]) -> Found:
    """Convert a graph of causal-learn.

    Parameters
    ----------
    endpoints
        Its ``graph`` array, shape ``(d, d)``: entry (i, j) is the mark at i of the edge
        between i and j, −1 for a tail, 1 for an arrowhead, 0 for no edge. So i → j is
        −1 at (i, j) and 1 at (j, i).

    Raises
    ------
    ValueError
        If it is not square, or has marks that no PDAG has.
    """
    marks = _square(endpoints)
    directed, undirected, both = [], [], 0
    for i in range(len(marks)):
        for j in range(i + 1, len(marks)):
            ends = int(marks[i, j]), int(marks[j, i])
            if ends == (_NONE, _NONE):
                continue
            if ends == (_TAIL, _ARROW):
                directed.append((i, j))
            elif ends == (_ARROW, _TAIL):
                directed.append((j, i))
            elif ends in ((_TAIL, _TAIL), (_ARROW, _ARROW)):
                undirected.append((i, j))
                both += ends == (_ARROW, _ARROW)
            else:
                raise ValueError(f"The marks {ends} of {i} and {j} are those of no PDAG.")
    notes: tuple[str, ...] = ()
    if both:
        notes = (
            f"{both} {'edge' if both == 1 else 'edges'} got arrowheads from both sides, because "
            "the tests contradict each other; they count as undirected.",
        )
    return _completed(PDAG.from_edges(len(marks), directed, undirected), notes)


def from_dag_matrix(matrix: NDArray[np.generic]) -> Found:
    """Convert an adjacency matrix that is meant to be a DAG, and complete it to its class.

    Parameters
    ----------
    matrix
        Shape ``(d, d)``; an entry (i, j) that is not zero is i → j. It may be a matrix
        of weights.

    Raises
    ------
    ValueError
        If it is not square, not finite, or joins a node to itself.
    """
    entries = _square(matrix)
    if not np.isfinite(entries).all():
        raise ValueError("The method returned weights that are not numbers.")
    arrows = entries != 0
    if np.diagonal(arrows).any():
        raise ValueError("The method returned a variable as a cause of itself.")
    graph = PDAG.from_matrix(arrows)
    n_both = sum(mask.bit_count() for mask in graph.neighbors) // 2
    if n_both:
        note = (
            f"The method returned {n_both} {'pair' if n_both == 1 else 'pairs'} of variables that "
            "cause each other, so its graph is no DAG. They are shown as undirected."
        )
        return Found(graph, False, None, (note,))
    if topological_order(graph) is None:
        note = (
            f"The method returned a graph with a directed cycle through "
            f"{_cyclic_nodes(graph)} variables, which is no DAG. It is shown as it came."
        )
        return Found(graph, False, None, (note,))
    return Found(complete(graph), True, graph)


def _completed(graph: PDAG, notes: tuple[str, ...]) -> Found:
    if is_cpdag(graph):
        return Found(graph, True, None, notes)
    if consistent_extension(graph) is None:
        note = "No DAG has all the edges that the method returned, so it is shown as it came."
        return Found(graph, False, None, (*notes, note))
    note = "The method's graph is not complete; the class of the DAGs that fit it is shown."
    return Found(complete(graph), True, None, (*notes, note))


def _cyclic_nodes(graph: PDAG) -> int:
    """Nodes left when sources and sinks are taken away for as long as there are any."""
    left = (1 << graph.n_nodes) - 1
    while True:
        gone = sum(
            1 << node
            for node in nodes_in(left)
            if not graph.parents[node] & left or not graph.children[node] & left
        )
        if not gone:
            return left.bit_count()
        left &= ~gone


def _square(matrix: NDArray[np.generic]) -> NDArray[np.float64]:
    array = np.asarray(matrix, dtype=np.float64)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise ValueError(f"A graph's matrix is square, this one has shape {array.shape}.")
    return array
