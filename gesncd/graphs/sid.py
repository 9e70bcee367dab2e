"""Structural intervention distance: how many causal effects an estimate gets wrong.

Peters and Bühlmann, *Structural intervention distance for evaluating causal graphs*,
Neural Computation 27 (2015). An ordered pair (i, j) counts when p(x_j | do(x_i)),
computed from the observed distribution by adjusting for the estimate's parents of
i, is wrong for some distribution that is Markov to the true DAG.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gesncd.graphs.bits import nodes_in
from gesncd.graphs.equivalence import consistent_extension, is_cpdag, members
from gesncd.graphs.meek import Marks, close_under_meek
from gesncd.graphs.paths import topological_order
from gesncd.graphs.pdag import PDAG

MAX_MEMBERS = 100_000
"""Most orientations of one undirected component that are listed, outside CPDAGs."""

Bounds = tuple[int, int]
"""Smallest and largest."""

Cost = Callable[[int, int], int]
"""Wrong effects of a node (first) with a mask of parents in the estimate (second)."""


def sid(estimate_dag: PDAG, true_dag: PDAG) -> int:
    """Structural intervention distance of two DAGs; it is not symmetric.

    Costs O(d (d + e)) bit operations for d nodes and e edges of the true DAG.

    Parameters
    ----------
    estimate_dag, true_dag
        DAGs over the same nodes.

    Returns
    -------
    Number of ordered pairs (i, j) with a wrong effect, from 0 to d (d − 1).

    Raises
    ------
    ValueError
        If a graph is no DAG or the numbers of nodes differ.
    """
    cost = _cost_against(true_dag, estimate_dag)
    if not estimate_dag.is_directed:
        raise ValueError(
            "The estimate has undirected edges, so its members may differ in distance; "
            "sid_bounds gives the smallest and the largest."
        )
    if topological_order(estimate_dag) is None:
        raise ValueError("The estimate has a directed cycle, so it is no DAG.")
    return sum(cost(node, parents) for node, parents in enumerate(estimate_dag.parents))


def sid_bounds(estimate: PDAG, truth: PDAG) -> Bounds:
    """Smallest and largest SID over the DAGs that an estimate stands for.

    A sum over nodes of what depends on a node's parents alone, so that undirected
    components are bounded one by one. In a CPDAG a component is solved without
    listing its members: given the one source of a component, the rest falls apart
    into smaller components whose nodes share their outside parents, and each such
    (component, parents) is solved once. A tree of k nodes takes O(k) of them and a
    clique of k nodes 2^k; each costs one closure under Meek's rules a possible source.
    A graph oriented further by knowledge does not fall apart in that way; the
    orientations of each of its components are listed.

    Parameters
    ----------
    estimate
        A CPDAG, or another PDAG with a consistent extension: its members are the DAGs
        with its skeleton, its directed edges and its v-structures.
    truth
        The true DAG.

    Returns
    -------
    best, worst
        Attained by some member each.

    Raises
    ------
    ValueError
        If the truth is no DAG, if the numbers of nodes differ, if no DAG has the
        estimate's marks, or if a component that is not part of a CPDAG has more than
        :data:`MAX_MEMBERS` orientations.
    """
    cost = _cost_against(truth, estimate)
    if is_cpdag(estimate):
        graph, bound = estimate, partial(_component_of_class, estimate, {})
    else:
        if consistent_extension(estimate) is None:
            raise ValueError(
                "No DAG has the estimate's skeleton, directed edges and v-structures, so there "
                "is none whose distance could be taken."
            )
        marks = Marks(estimate)
        close_under_meek(marks, range(estimate.n_nodes), with_rule_4=True)
        graph = marks.freeze()
        bound = partial(_listed_component, graph)
    best = worst = 0
    for component in _components(graph, (1 << graph.n_nodes) - 1):
        low, high = bound(component, cost)
        best, worst = best + low, worst + high
    return best, worst


def _cost_against(truth: PDAG, estimate: PDAG) -> Cost:
    if truth.n_nodes != estimate.n_nodes:
        raise ValueError(
            f"The graphs have {estimate.n_nodes} and {truth.n_nodes} nodes; "
            "they can only be compared over the same variables."
        )
    if not truth.is_directed:
        raise ValueError(
            "The true graph has undirected edges. SID counts wrong effects of interventions, "
            "and DAGs of one class disagree about those: give the true DAG, not its CPDAG."
        )
    order = topological_order(truth)
    if order is None:
        raise ValueError("The true graph has a directed cycle, so it is no DAG.")
    descendants = [1 << node for node in range(truth.n_nodes)]
    ancestors = descendants.copy()
    for node in reversed(order):
        for child in nodes_in(truth.children[node]):
            descendants[node] |= descendants[child]
    for node in order:
        for parent in nodes_in(truth.parents[node]):
            ancestors[node] |= ancestors[parent]
    known: dict[tuple[int, int], int] = {}

    def cost(node: int, parents: int) -> int:
        key = (node, parents)
        if key not in known:
            wrong = _wrong_effects(truth, descendants, ancestors, node, parents)
            known[key] = wrong.bit_count()
        return known[key]

    return cost


def _wrong_effects(
    truth: PDAG, descendants: list[int], ancestors: list[int], i: int, adjusted: int
) -> int:
    """Mask of nodes j for which adjusting for some nodes gives a wrong effect of i on j.

    For j among the adjusted nodes the estimate claims no effect. For the others the
    adjustment is right if and only if no adjusted node descends from a node other
    than i on a directed path from i to j, and every path from i to j that is not
    directed is blocked. Ancestors and descendants of a node include it.
    """
    below = descendants[i] & ~(1 << i)
    spoilt = 0
    for z in nodes_in(adjusted & below):
        for w in nodes_in(ancestors[z] & below):
            spoilt |= descendants[w]
    open_ends = _open_non_directed(truth, ancestors, i, adjusted)
    return adjusted & below | (spoilt | open_ends) & ~(adjusted | 1 << i)


def _open_non_directed(truth: PDAG, ancestors: list[int], i: int, adjusted: int) -> int:
    """Nodes that walks reach from i which are open given some nodes and not directed.

    Walks stand for paths: an open walk that doesn't come back to i and whose first
    edge lies on no directed path to its end contains an open path with the same first
    edge. Where the first edge does lie on a directed path to the end and the walk is
    not directed, an adjusted node descends from that path: the effect is wrong anyway.
    """
    opened = 0
    for z in nodes_in(adjusted):
        opened |= ancestors[z]
    # The walk's directed beginning: a node let through goes on, and a collider that
    # the adjustment opens turns the walk against the arrows.
    directed = frontier = truth.children[i]
    while frontier:
        step = 0
        for node in nodes_in(frontier & ~adjusted):
            step |= truth.children[node]
        frontier = step & ~directed
        directed |= frontier
    up_next = truth.parents[i]
    for node in nodes_in(directed & opened):
        up_next |= truth.parents[node]
    allowed = ~(1 << i)
    up_next &= allowed
    down_next = up = down = 0
    while up_next or down_next:
        up, down = up | up_next, down | down_next
        # A node reached against its arrow is no collider; one reached along an arrow
        # is a collider for the walks that leave it against an arrow.
        to_parents = up_next & ~adjusted | down_next & opened
        to_children = (up_next | down_next) & ~adjusted
        above = below = 0
        for node in nodes_in(to_parents):
            above |= truth.parents[node]
        for node in nodes_in(to_children):
            below |= truth.children[node]
        up_next, down_next = above & ~up & allowed, below & ~down & allowed
    return up | down


def _components(graph: PDAG, within: int) -> Iterator[int]:
    """Masks of the connected components of the undirected edges among some nodes."""
    while within:
        component = frontier = within & -within
        while frontier:
            step = 0
            for node in nodes_in(frontier):
                step |= graph.neighbors[node]
            frontier = step & within & ~component
            component |= frontier
        within &= ~component
        yield component


def _component_of_class(
    cpdag: PDAG, known: dict[tuple[int, int], Bounds], component: int, cost: Cost
) -> Bounds:
    """Bounds of one undirected component of a CPDAG; ``known`` keeps what is solved."""
    parents = cpdag.parents[next(nodes_in(component))]
    return _rooted(_undirected_part(cpdag), known, component, parents, cost)


def _rooted(
    skeleton: PDAG,
    known: dict[tuple[int, int], Bounds],
    component: int,
    parents: int,
    cost: Cost,
) -> Bounds:
    """Bounds over the orientations without colliders of a connected chordal component.

    Each has exactly one source (He, Jia and Yu, *Counting and exploring sizes of Markov
    equivalence classes of directed acyclic graphs*, JMLR 16 (2015)). ``parents`` are the
    outside parents, which all its nodes share.
    """
    if component.bit_count() == 1:
        value = cost(component.bit_length() - 1, parents)
        return value, value
    key = (component, parents)
    if key in known:
        return known[key]
    totals = []
    for source in nodes_in(component):
        marks = _restricted(skeleton, component)
        for node in nodes_in(marks.neighbors[source]):
            marks.orient(source, node)
        close_under_meek(marks, nodes_in(component))
        rest = marks.freeze()
        low = high = 0
        for part in _components(rest, component):
            inside = rest.parents[next(nodes_in(part))]
            bounds = _rooted(skeleton, known, part, parents | inside, cost)
            low, high = low + bounds[0], high + bounds[1]
        totals.append((low, high))
    known[key] = min(low for low, _ in totals), max(high for _, high in totals)
    return known[key]


def _undirected_part(graph: PDAG) -> PDAG:
    return PDAG((0,) * graph.n_nodes, graph.neighbors)


def _restricted(graph: PDAG, nodes: int) -> Marks:
    """The graph's edges between some of its nodes."""
    inside = [nodes if nodes >> node & 1 else 0 for node in range(graph.n_nodes)]
    return Marks(
        PDAG(
            tuple(mask & keep for mask, keep in zip(graph.parents, inside, strict=True)),
            tuple(mask & keep for mask, keep in zip(graph.neighbors, inside, strict=True)),
        )
    )


def _listed_component(graph: PDAG, component: int, cost: Cost) -> Bounds:
    """Bounds of one undirected component of a graph closed under Meek's rules 1 to 4.

    A rule's new premise and its conclusion share a component, and what lies outside
    of it has been used already; so the component's own edges decide.
    """
    own = _restricted(graph, component).freeze()
    totals = []
    for index, member in enumerate(members(own)):
        if index == MAX_MEMBERS:
            raise ValueError(
                f"A component of {component.bit_count()} nodes has more than {MAX_MEMBERS} "
                "orientations; SID bounds of so many can only be computed for a CPDAG."
            )
        totals.append(
            sum(
                cost(node, graph.parents[node] | member.parents[node])
                for node in nodes_in(component)
            )
        )
    return min(totals), max(totals)
