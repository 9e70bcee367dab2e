"""Partially directed graphs as immutable values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gesncd.graphs.bits import nodes_in


class EdgeKind(Enum):
    """How two nodes i and j are joined, read from i to j."""

    NONE = "none"
    UNDIRECTED = "undirected"
    FORWARD = "forward"
    """i → j."""
    BACKWARD = "backward"
    """i ← j."""

    @property
    def reversed(self) -> EdgeKind:
        """The same edge read from j to i."""
        if self is EdgeKind.FORWARD:
            return EdgeKind.BACKWARD
        if self is EdgeKind.BACKWARD:
            return EdgeKind.FORWARD
        return self


class Edge(NamedTuple):
    """An edge of a partially directed graph; an undirected one has source < target.

    Parameters
    ----------
    source, target
        Node numbers, from 0.
    directed
        Whether it is source → target; else source — target.
    """

    source: int
    target: int
    directed: bool


@dataclass(frozen=True, slots=True)
class PDAG:
    """A graph with directed and undirected edges, at most one between two nodes.

    Adjacency is held as one bit mask a node (see :mod:`gesncd.graphs.bits`).
    Two graphs are equal, and hash alike, when their edges are the same.

    Parameters
    ----------
    parents
        ``parents[j]`` has bit i set when i → j.
    neighbors
        ``neighbors[j]`` has bit i set when i — j; symmetric.

    Raises
    ------
    ValueError
        If the masks have different lengths, name nodes out of range, contain a
        loop, or join two nodes twice.
    """

    parents: tuple[int, ...]
    neighbors: tuple[int, ...]
    children: tuple[int, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        n = len(self.parents)
        if len(self.neighbors) != n:
            raise ValueError("parents and neighbors must have one mask a node.")
        children = [0] * n
        for j, mask in enumerate(self.parents):
            if (mask | self.neighbors[j]) >> n or (mask | self.neighbors[j]) >> j & 1:
                raise ValueError(f"Node {j} is joined to itself or to a node out of range.")
            for i in nodes_in(mask):
                children[i] |= 1 << j
        for j in range(n):
            both = self.parents[j] & (children[j] | self.neighbors[j])
            both |= children[j] & self.neighbors[j]
            if both:
                raise ValueError(f"Nodes {j} and {next(nodes_in(both))} are joined twice.")
            for i in nodes_in(self.neighbors[j]):
                if not self.neighbors[i] >> j & 1:
                    raise ValueError(f"The undirected edge {i} — {j} is only set one way.")
        object.__setattr__(self, "children", tuple(children))

    @classmethod
    def empty(cls, n_nodes: int) -> PDAG:
        """The graph without edges."""
        return cls((0,) * n_nodes, (0,) * n_nodes)

    @classmethod
    def from_edges(
        cls,
        n_nodes: int,
        directed: Iterable[tuple[int, int]] = (),
        undirected: Iterable[tuple[int, int]] = (),
    ) -> PDAG:
        """Graph with the given edges.

        Parameters
        ----------
        n_nodes
            Number of nodes.
        directed
            Pairs (i, j) for i → j.
        undirected
            Pairs (i, j) for i — j, in either order.

        Raises
        ------
        ValueError
            If a node is not one of 0 … n_nodes − 1, or the edges are no PDAG's.
        """
        parents, neighbors = [0] * n_nodes, [0] * n_nodes
        # NumPy's integers have 64 bits and would drop larger nodes silently.
        arrows = [(int(i), int(j)) for i, j in directed]
        lines = [(int(i), int(j)) for i, j in undirected]
        for node in (node for pair in (*arrows, *lines) for node in pair):
            if not 0 <= node < n_nodes:
                raise ValueError(f"Node {node} is not one of 0 … {n_nodes - 1}.")
        for i, j in arrows:
            parents[j] |= 1 << i
        for i, j in lines:
            neighbors[i] |= 1 << j
            neighbors[j] |= 1 << i
        return cls(tuple(parents), tuple(neighbors))

    @classmethod
    def from_matrix(cls, matrix: NDArray[np.generic]) -> PDAG:
        """Graph of an adjacency matrix.

        Parameters
        ----------
        matrix
            Shape ``(n, n)``; ``matrix[i, j] != 0`` alone is i → j, with
            ``matrix[j, i] != 0`` it is i — j.

        Raises
        ------
        ValueError
            If the matrix is not square.
        """
        entries = np.asarray(matrix) != 0
        if entries.ndim != 2 or entries.shape[0] != entries.shape[1]:
            raise ValueError(f"An adjacency matrix is square, got shape {entries.shape}.")
        pairs = [(int(i), int(j)) for i, j in np.argwhere(entries)]
        return cls.from_edges(
            entries.shape[0],
            directed=[(i, j) for i, j in pairs if not entries[j, i]],
            undirected=[(i, j) for i, j in pairs if entries[j, i] and i <= j],
        )

    def to_matrix(self) -> NDArray[np.int8]:
        """Adjacency matrix, shape ``(n, n)``, as :meth:`from_matrix` reads it."""
        matrix = np.zeros((self.n_nodes, self.n_nodes), dtype=np.int8)
        for j in range(self.n_nodes):
            matrix[list(nodes_in(self.parents[j] | self.neighbors[j])), j] = 1
        return matrix

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.parents)

    @property
    def n_edges(self) -> int:
        """Number of edges, directed and undirected together."""
        directed = sum(mask.bit_count() for mask in self.parents)
        return directed + sum(mask.bit_count() for mask in self.neighbors) // 2

    @property
    def is_directed(self) -> bool:
        """Whether every edge is directed."""
        return not any(self.neighbors)

    def adjacent(self, node: int) -> int:
        """Mask of all nodes joined to a node."""
        return self.parents[node] | self.children[node] | self.neighbors[node]

    def kind(self, i: int, j: int) -> EdgeKind:
        """How i and j are joined, read from i to j."""
        if self.neighbors[i] >> j & 1:
            return EdgeKind.UNDIRECTED
        if self.parents[j] >> i & 1:
            return EdgeKind.FORWARD
        if self.parents[i] >> j & 1:
            return EdgeKind.BACKWARD
        return EdgeKind.NONE

    def edges(self) -> Iterator[Edge]:
        """Edges sorted by their smaller node, then their larger."""
        for i in range(self.n_nodes):
            for j in nodes_in(self.adjacent(i) >> (i + 1) << (i + 1)):
                kind = self.kind(i, j)
                if kind is EdgeKind.BACKWARD:
                    yield Edge(j, i, True)
                else:
                    yield Edge(i, j, kind is EdgeKind.FORWARD)
