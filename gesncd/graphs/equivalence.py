"""Markov equivalence classes: patterns, CPDAGs and the DAGs they stand for.

Two DAGs are equivalent when they share skeleton and v-structures (Verma and
Pearl 1990). The CPDAG of a class directs exactly the edges that all members
direct alike; it is the pattern closed under Meek's rules 1 to 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gesncd.graphs.bits import nodes_in
from gesncd.graphs.meek import Marks, Orientation, close_under_meek
from gesncd.graphs.paths import topological_order
from gesncd.graphs.pdag import PDAG


def v_structures(graph: PDAG) -> Iterator[tuple[int, int, int]]:
    """Colliders a → c ← b with a, b not adjacent, as (a, c, b) with a < b, sorted by c."""
    for c, parents in enumerate(graph.parents):
        for a in nodes_in(parents):
            for b in nodes_in((parents & ~graph.adjacent(a)) >> (a + 1) << (a + 1)):
                yield a, c, b


def complete_with_reasons(graph: PDAG) -> tuple[PDAG, tuple[Orientation, ...]]:
    """CPDAG of the consistent extensions of a graph, and where each arrow comes from.

    A consistent extension has by definition the skeleton and the v-structures of
    the graph, and those determine the class; no extension needs to be built.

    Parameters
    ----------
    graph
        A PDAG that has a consistent extension, such as a DAG or the edit of a
        valid operator.

    Returns
    -------
    cpdag
        The completed graph.
    orientations
        One for each directed edge of it: v-structures first, then each Meek rule
        in the order of application.
    """
    parents = [0] * graph.n_nodes
    reasons: dict[tuple[int, int], Orientation] = {}
    for a, c, b in v_structures(graph):
        for tail, other in ((a, b), (b, a)):
            parents[c] |= 1 << tail
            reasons.setdefault((tail, c), Orientation(tail, c, 0, (tail, c, other)))
    children = [0] * graph.n_nodes
    for c, mask in enumerate(parents):
        for a in nodes_in(mask):
            children[a] |= 1 << c
    neighbors = tuple(
        graph.adjacent(node) & ~(parents[node] | children[node]) for node in range(graph.n_nodes)
    )
    marks = Marks(PDAG(tuple(parents), neighbors))
    implied = close_under_meek(marks, (end for arrow in reasons for end in arrow))
    return marks.freeze(), (*reasons.values(), *implied)


def complete(graph: PDAG) -> PDAG:
    """CPDAG of the consistent extensions of a graph; see :func:`complete_with_reasons`."""
    return complete_with_reasons(graph)[0]


def cpdag_of_dag(dag: PDAG) -> PDAG:
    """CPDAG of the equivalence class of a DAG.

    Raises
    ------
    ValueError
        If the graph has an undirected edge or a directed cycle.
    """
    if not dag.is_directed:
        raise ValueError("A DAG has no undirected edge.")
    if topological_order(dag) is None:
        raise ValueError("The graph has a directed cycle, so it is no DAG.")
    return complete(dag)


def consistent_extension(graph: PDAG) -> PDAG | None:
    """A DAG with the skeleton, the directed edges and the v-structures of a PDAG.

    Dor and Tarsi, *A simple algorithm to construct a consistent extension of a
    partially oriented graph* (1992): repeatedly remove a sink x whose neighbours
    are adjacent to all other nodes adjacent to x, directing its edges into it.

    Returns
    -------
    The DAG, or None where no consistent extension exists.
    """
    parents, left = list(graph.parents), (1 << graph.n_nodes) - 1
    while left:
        for x in nodes_in(left):
            if graph.children[x] & left:
                continue
            neighbors, adjacent = graph.neighbors[x] & left, graph.adjacent(x) & left
            if all(not adjacent & ~(graph.adjacent(y) | 1 << y) for y in nodes_in(neighbors)):
                parents[x] |= neighbors
                left &= ~(1 << x)
                break
        else:
            return None
    return PDAG(tuple(parents), (0,) * graph.n_nodes)


def is_cpdag(graph: PDAG) -> bool:
    """Whether a graph is the CPDAG of some equivalence class."""
    extension = consistent_extension(graph)
    return extension is not None and complete(extension) == graph


def first_member(graph: PDAG) -> PDAG:
    """The lexicographically first DAG of a class.

    Undirected edges are visited in sorted order and each is directed from its
    smaller to its larger node wherever a member with the earlier choices allows
    it. In a graph closed under Meek's rules 1 to 4 every undirected edge is
    directed both ways by some member, so no choice needs to be undone.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge and closed under rules 1 to 4.
    """
    return next(members(graph))


def members(graph: PDAG, limit: int | None = None) -> Iterator[PDAG]:
    """DAGs of a class in lexicographic order; see :func:`first_member`.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge and closed under rules 1 to 4.
    limit
        Stop after so many; a class may hold more than can be listed.
    """
    return islice(_branch(graph), limit)


def _branch(graph: PDAG) -> Iterator[PDAG]:
    # An explicit stack: classes of long chains would exceed Python's recursion limit.
    stack = [graph]
    while stack:
        current = stack.pop()
        marks = Marks(current)
        alternatives = []
        while True:
            i = next((node for node, mask in enumerate(marks.neighbors) if mask), None)
            if i is None:
                break
            j = next(nodes_in(marks.neighbors[i]))
            other = Marks(marks.freeze())
            other.orient(j, i)
            close_under_meek(other, (i, j), with_rule_4=True)
            alternatives.append(other.freeze())
            marks.orient(i, j)
            close_under_meek(marks, (i, j), with_rule_4=True)
        yield marks.freeze()
        stack.extend(alternatives)
