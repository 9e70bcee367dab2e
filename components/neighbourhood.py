"""The neighbourhood of a variable in a graph: what is joined to it, and its Markov blanket."""

from __future__ import annotations

from dataclasses import dataclass

from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Nodes around one node, each group sorted.

    Parameters
    ----------
    parents, children
        Nodes with an arrow to and from it.
    neighbours
        Nodes joined to it without direction.
    coparents
        Nodes not joined to it that have an arrow to one of its children.
    """

    parents: tuple[int, ...]
    children: tuple[int, ...]
    neighbours: tuple[int, ...]
    coparents: tuple[int, ...]

    @property
    def blanket(self) -> tuple[int, ...]:
        """The Markov blanket: given these, the node is independent of all others."""
        return tuple(sorted((*self.parents, *self.children, *self.neighbours, *self.coparents)))


def neighbourhood(graph: PDAG, node: int) -> Neighbourhood:
    """What lies around a node.

    The blanket is the same in every member of the class: members share skeleton and
    colliders, and a parent of a child that is not joined to the node makes a collider.
    """
    beyond = 0
    for child in nodes_in(graph.children[node]):
        beyond |= graph.parents[child]
    beyond &= ~(graph.adjacent(node) | 1 << node)
    return Neighbourhood(
        tuple(nodes_in(graph.parents[node])),
        tuple(nodes_in(graph.children[node])),
        tuple(nodes_in(graph.neighbors[node])),
        tuple(nodes_in(beyond)),
    )


def markov_blanket(graph: PDAG, node: int) -> tuple[int, ...]:
    """The Markov blanket of a node, sorted."""
    return neighbourhood(graph, node).blanket
