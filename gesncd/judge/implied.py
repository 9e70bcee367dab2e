"""Independences that a graph implies: the local Markov condition, and others drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from gesncd.graphs import PDAG, ancestors, first_member, topological_order
from gesncd.graphs.bits import mask_of, nodes_in
from gesncd.measures import Query

Origin = Literal["local", "sampled"]
"""Local Markov condition, or drawn from the other d-separations."""


@dataclass(frozen=True, slots=True)
class Independence:
    """X ⫫ Y | Z, which a graph implies."""

    query: Query
    origin: Origin


@dataclass(frozen=True, slots=True)
class Implied:
    """Independences that a class implies.

    Parameters
    ----------
    member
        The DAG of the class that they were read from; every member implies the same.
    independences
        Distinct by query, the local ones first.
    n_local, n_sampled
        How many there are of each origin.
    n_local_all
        How many the local Markov condition has in all; ``n_local`` is smaller where only
        some were drawn.
    """

    member: PDAG
    independences: tuple[Independence, ...]
    n_local: int
    n_sampled: int
    n_local_all: int


def implied_independences(
    graph: PDAG,
    rng: np.random.Generator,
    *,
    n_sampled: int = 100,
    max_local: int | None = None,
    max_given: int = 4,
) -> Implied:
    """Independences that a class implies.

    The local Markov condition says that each node is independent of its non-descendants
    given its parents; it is asked pair by pair, X_i against each non-descendant that is no
    parent. The others are drawn: a pair that is not adjacent, and a random set of at most
    ``max_given`` nodes that d-separates it.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge.
    rng
        Source of randomness.
    n_sampled
        How many others are drawn at most; there may be fewer.
    max_local
        Most of the local ones; they are drawn evenly where there are more.
    max_given
        Largest conditioning set of the drawn ones.

    Raises
    ------
    ValueError
        If the graph is no class, so that no DAG can be read from it.
    """
    member = _member(graph)
    local = _local_queries(member)
    n_all = len(local)
    if max_local is not None and n_all > max_local:
        kept = np.sort(rng.choice(n_all, size=max_local, replace=False))
        local = [local[k] for k in kept]
    others = _sampled(member, rng, n_sampled, max_given, set(_local_queries(member)))
    return Implied(
        member=member,
        independences=(
            *(Independence(query, "local") for query in local),
            *(Independence(query, "sampled") for query in others),
        ),
        n_local=len(local),
        n_sampled=len(others),
        n_local_all=n_all,
    )


def d_separated(dag: PDAG, x: int, y: int, given: int) -> bool:
    """Whether x and y are d-separated in a DAG given the nodes of a mask.

    By the moral graph of the ancestors (Lauritzen et al. 1990): x and y are separated
    when every path between them there crosses the given nodes.

    Parameters
    ----------
    dag
        The DAG.
    x, y
        Two nodes that are not given.
    given
        Mask of the nodes that are.
    """
    kept = ancestors(dag, given | 1 << x | 1 << y)
    joined = [0] * dag.n_nodes
    for node in nodes_in(kept):
        parents = dag.parents[node]
        joined[node] |= parents
        for parent in nodes_in(parents):
            joined[parent] |= (parents | 1 << node) & ~(1 << parent)
    reached = frontier = 1 << x
    while frontier:
        step = 0
        for node in nodes_in(frontier):
            step |= joined[node]
        frontier = step & kept & ~given & ~reached
        reached |= frontier
    return not reached >> y & 1


def _member(graph: PDAG) -> PDAG:
    try:
        member = first_member(graph)
    except ValueError:
        member = None
    if member is None or topological_order(member) is None:
        raise ValueError("The graph is no equivalence class, so it implies no independences.")
    return member


def _local_queries(dag: PDAG) -> list[Query]:
    """Pair by pair, distinct, sorted by node and then by non-descendant."""
    found: dict[Query, None] = {}
    everyone = (1 << dag.n_nodes) - 1
    for node in range(dag.n_nodes):
        below = _descendants(dag, node)
        for other in nodes_in(everyone & ~(below | dag.parents[node])):
            found[Query.pair(node, other, nodes_in(dag.parents[node])).canonical] = None
    return list(found)


def _sampled(
    dag: PDAG, rng: np.random.Generator, wanted: int, max_given: int, known: set[Query]
) -> list[Query]:
    pairs = [
        (i, j)
        for i in range(dag.n_nodes)
        for j in range(i + 1, dag.n_nodes)
        if not dag.adjacent(i) >> j & 1
    ]
    found: dict[Query, None] = {}
    if not pairs:
        return []
    # Most random sets of a few nodes separate in a sparse graph; in a dense one the
    # tries run out first.
    for _ in range(50 * wanted):
        if len(found) == wanted:
            break
        i, j = pairs[int(rng.integers(len(pairs)))]
        rest = [node for node in range(dag.n_nodes) if node not in (i, j)]
        size = int(rng.integers(min(max_given, len(rest)) + 1))
        given = [int(node) for node in rng.choice(rest, size=size, replace=False)] if size else []
        query = Query.pair(i, j, given).canonical
        if query not in known and query not in found and d_separated(dag, i, j, mask_of(given)):
            found[query] = None
    return list(found)


def _descendants(dag: PDAG, node: int) -> int:
    """Mask of a node and its descendants."""
    reached = frontier = 1 << node
    while frontier:
        step = 0
        for each in nodes_in(frontier):
            step |= dag.children[each]
        frontier = step & ~reached
        reached |= frontier
    return reached
