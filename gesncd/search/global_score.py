"""The global score S_g: how far the data are from a graph's Markov condition.

S_g(G) is the mean over nodes i of T̂(Nd_i without Pa_i, X_i | Pa_i), each clipped
to [0, 1] (Shen et al. 2022): near 0 when every node is independent of its
non-descendants given its parents. G is the lexicographically first member of the
class. S_g cannot tell too many edges from just enough.
"""

from __future__ import annotations

from gesncd.graphs import PDAG, first_member, topological_order
from gesncd.graphs.bits import nodes_in
from gesncd.measures import Query


def global_score_queries(cpdag: PDAG) -> tuple[Query, ...]:
    """One query a node that has non-descendants besides its parents.

    Parameters
    ----------
    cpdag
        The class to judge; its lexicographically first member is used.

    Returns
    -------
    Queries with ``y`` the node, ``x`` its non-descendants without its parents, and
    ``z`` its parents.
    """
    return member_queries(first_member(cpdag))


def member_queries(dag: PDAG) -> tuple[Query, ...]:
    """The same of one DAG."""
    everyone = (1 << dag.n_nodes) - 1
    descendants = _descendants(dag)
    queries = []
    for node in range(dag.n_nodes):
        others = everyone & ~(descendants[node] | dag.parents[node])
        if others:
            x, z = tuple(nodes_in(others)), tuple(nodes_in(dag.parents[node]))
            queries.append(Query(x, (node,), z))
    return tuple(queries)


def mean_clipped(scores: list[float], n_variables: int) -> float:
    """S_g from the scores of :func:`global_score_queries`; nodes without a query count 0."""
    return sum(min(max(score, 0.0), 1.0) for score in scores) / n_variables


def _descendants(dag: PDAG) -> list[int]:
    """Mask of each node and its descendants."""
    order = topological_order(dag)
    assert order is not None, "a member of a class is acyclic"
    reach = [1 << node for node in range(dag.n_nodes)]
    for node in reversed(order):
        for child in nodes_in(dag.children[node]):
            reach[node] |= reach[child]
    return reach
