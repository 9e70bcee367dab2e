"""The d-separation oracle: the measure of someone who knows the true DAG."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gesncd.measures.base import OnChunk, Query
from gesncd.measures.collector import Collector
from gesncd.measures.keys import measure_key

_CHUNK = 2000
_LARGEST_MEMO = 200_000


class DSeparationOracle:
    """Positive score if X and Y are d-connected given Z in a known DAG, else 0.

    Sets X and Y are d-connected if any of their members are. Reachability is
    that of the Bayes ball (Shachter 1998) over bit masks: one walk from a node
    given Z answers for every other node.

    Parameters
    ----------
    adjacency
        Array of shape ``(d, d)`` of 0 and 1; entry (i, j) is 1 if i → j.
    graded
        Whether the score is one over the number of edges of the shortest walk that
        d-connects X and Y, as dependence fades along a path, instead of plainly 1.
        A search led by plain ones joins all that is marginally dependent before it
        parts anything, which takes time exponential in the number of nodes.

    Raises
    ------
    ValueError
        If it is not square, holds anything but 0 and 1, or has a cycle.
    """

    name = "oracle"
    symmetric = True

    def __init__(self, adjacency: ArrayLike, *, graded: bool = False) -> None:
        matrix = np.asarray(adjacency)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"An adjacency array is square; this one has shape {matrix.shape}.")
        if not np.isin(matrix, (0, 1)).all():
            raise ValueError("An adjacency array holds only 0 and 1.")
        edges = matrix.astype(bool)
        self._parents = [_mask(np.flatnonzero(edges[:, node])) for node in range(len(edges))]
        self._children = [_mask(np.flatnonzero(edges[node])) for node in range(len(edges))]
        self._ancestors = _ancestors(self._parents)
        self._graded = graded
        self._reached: dict[tuple[int, int], tuple[int, ...]] = {}
        digest = hashlib.sha256(repr(edges.shape).encode() + edges.tobytes()).hexdigest()
        self._key = measure_key(self.name, digest, {"graded": graded}, seed=0, version=2)

    @property
    def key(self) -> str:
        """Stable hash of the DAG."""
        return self._key

    @property
    def n_variables(self) -> int:
        """Number of nodes, d."""
        return len(self._parents)

    def null_quantile(self, alpha: float) -> float:
        """Half the smallest score of a dependent pair, at any level: an oracle does not err."""
        return 0.5 / (2 * self.n_variables) if self._graded else 0.5

    def evaluate(
        self, queries: Sequence[Query], on_chunk: OnChunk | None = None
    ) -> NDArray[np.float64]:
        """Score queries; see :class:`~gesncd.measures.base.ConditionalDependence`."""
        collector = Collector(queries, self.n_variables, symmetric=True, on_chunk=on_chunk)
        for start in range(0, len(collector.unique), _CHUNK):
            part = collector.unique[start : start + _CHUNK]
            collector.put(range(start, start + len(part)), [self._score(q) for q in part])
        return collector.result()

    def _score(self, query: Query) -> float:
        given = _mask(query.z)
        if len(query.x) == 1 and len(query.y) == 1:
            x, y = query.x[0], query.y[0]
            known = self._reached.get((x, given))
            if known is not None:
                return self._strength(known, 1 << y)
            return self._strength(self._reachable(y, given), 1 << x)
        targets = _mask(query.x)
        return max(self._strength(self._reachable(node, given), targets) for node in query.y)

    def _strength(self, reached: tuple[int, ...], targets: int) -> float:
        length = next((k for k, mask in enumerate(reached, 1) if mask & targets), None)
        if length is None:
            return 0.0
        return 1.0 / length if self._graded else 1.0

    def _reachable(self, source: int, given: int) -> tuple[int, ...]:
        """Masks of the nodes that d-connecting walks from ``source`` reach, by their length."""
        key = (source, given)
        known = self._reached.get(key)
        if known is None:
            if len(self._reached) >= _LARGEST_MEMO:
                self._reached.clear()
            known = self._reached[key] = self._walk(source, given)
        return known

    def _walk(self, source: int, given: int) -> tuple[int, ...]:
        parents, children = self._parents, self._children
        open_colliders = given
        for node in _bits(given):
            open_colliders |= self._ancestors[node]
        # A node is met "from below" when the path may leave it in any direction,
        # and "from above" when it came along an arrow into it.
        below, above = 1 << source, 0
        new_below, new_above = below, 0
        reached = []
        while new_below or new_above:
            to_below = to_above = 0
            for node in _bits(new_below & ~given):
                to_below |= parents[node]
                to_above |= children[node]
            for node in _bits(new_above & ~given):
                to_above |= children[node]
            for node in _bits(new_above & open_colliders):
                to_below |= parents[node]
            new_below, new_above = to_below & ~below, to_above & ~above
            below |= new_below
            above |= new_above
            reached.append((new_below | new_above) & ~given)
        return tuple(reached)


def _mask(nodes: Sequence[int] | NDArray[np.intp]) -> int:
    mask = 0
    for node in nodes:
        mask |= 1 << int(node)
    return mask


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _ancestors(parents: Sequence[int]) -> list[int]:
    """Masks of the proper ancestors of each node.

    Raises
    ------
    ValueError
        If the graph has a cycle.
    """
    ancestors = [0] * len(parents)
    left = (1 << len(parents)) - 1
    while left:
        ready = [node for node in _bits(left) if not parents[node] & left]
        if not ready:
            raise ValueError("The graph has a directed cycle; d-separation needs a DAG.")
        for node in ready:
            for parent in _bits(parents[node]):
                ancestors[node] |= ancestors[parent] | 1 << parent
            left ^= 1 << node
    return ancestors
