"""Can the effect of one variable on another be told from a class, and by which adjustment.

Maathuis, Kalisch and Bühlmann, *Estimating high-dimensional intervention effects from
observational data*, Annals of Statistics 37 (2009): the DAGs of a class differ in a
cause's parents, and each possible set of parents gives one possible effect. Perković,
Textor, Kalisch and Maathuis, JMLR 18 (2018): one adjustment serves all members when no
possibly directed path from cause to effect begins with an undirected edge. Henckel,
Perković and Maathuis, JRSS B 84 (2022): which adjustment then has the least variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from gesncd.graphs import (
    PDAG,
    close_under_meek,
    consistent_extension,
    first_member,
    is_clique,
    is_cpdag,
)
from gesncd.graphs.bits import nodes_in
from gesncd.graphs.meek import Marks
from gesncd.judge.possible_paths import first_undirected_path, possible_descendants

MAX_NEIGHBORS = 16
"""Most undirected edges at a cause whose subsets are listed."""


class Identification(Enum):
    """What a class says about an effect."""

    NONE = "none"
    """No member has a directed path from cause to effect: the effect is zero."""
    ADJUSTMENT = "adjustment"
    """One adjustment set is valid in every member."""
    NOT_IDENTIFIED = "not identified"
    """Members disagree about the effect."""


@dataclass(frozen=True, slots=True)
class PossibleParents:
    """One way in which the members of a class may look around the cause.

    Parameters
    ----------
    parents
        The cause's parents, which are a valid adjustment set in these members.
    member
        The first DAG of the class with exactly these parents.
    causes
        Whether that DAG has a directed path from cause to effect. Where the effect is
        among the parents there is none in any of these members.
    effect_is_parent
        Whether the effect is one of the parents: then the effect is zero and nothing is
        estimated.
    """

    parents: tuple[int, ...]
    member: PDAG
    causes: bool
    effect_is_parent: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """What a class says about the effect of one variable on another.

    Parameters
    ----------
    cause, effect
        Nodes.
    identification
        The verdict.
    reason
        One sentence of it with ``{cause}`` and other names filled in.
    adjustment
        Where identified: the valid set of least variance, the O-set.
    empty_is_valid
        Where identified by adjustment: whether the empty set is valid too, so that the
        adjustment only makes an estimate more precise.
    parent_sets
        The possible sets of parents of the cause, the smallest first; empty where there are
        too many undirected edges to list them.
    too_many
        Whether they were not listed.
    blocking_path
        Where not identified: a possibly directed path that begins with an undirected edge.
    """

    cause: int
    effect: int
    identification: Identification
    reason: str
    adjustment: tuple[int, ...] | None
    empty_is_valid: bool
    parent_sets: tuple[PossibleParents, ...]
    too_many: bool
    blocking_path: tuple[int, ...]

    @property
    def identified(self) -> bool:
        """Whether all members agree about the effect, a zero effect included."""
        return self.identification is not Identification.NOT_IDENTIFIED


def effect_of(graph: PDAG, cause: int, effect: int, names: tuple[str, ...]) -> Effect:
    """What a class says about the effect of ``cause`` on ``effect``.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge.
    cause, effect
        Two different nodes.
    names
        Names of the nodes, for the reason.

    Raises
    ------
    ValueError
        If the nodes are not two of the graph's, the graph is no class, or it cannot be
        decided within the limits.
    """
    if cause == effect or not (0 <= cause < graph.n_nodes and 0 <= effect < graph.n_nodes):
        raise ValueError("Cause and effect must be two different variables.")
    if consistent_extension(graph) is None:
        raise ValueError("The graph is no equivalence class, so no effect can be read from it.")
    x, y = names[cause], names[effect]
    path: tuple[int, ...] = ()
    adjustment: tuple[int, ...] | None = None
    if not possible_descendants(graph, cause) >> effect & 1:
        verdict = Identification.NONE
        reason = f"No graph of the class has a directed path from {x} to {y}: the effect is zero."
    elif path := first_undirected_path(graph, cause, effect):
        verdict = Identification.NOT_IDENTIFIED
        shown = _path_text(graph, path, names)
        reason = (
            f"The graphs of the class disagree: {shown} may be a causal path, and its first edge "
            "is undirected."
        )
    else:
        verdict = Identification.ADJUSTMENT
        adjustment = optimal_adjustment(graph, cause, effect)
        reason = (
            f"Every possibly causal path from {x} to {y} begins with a directed edge, so one "
            "adjustment set is valid in all graphs of the class."
        )
    too_many = graph.neighbors[cause].bit_count() > MAX_NEIGHBORS
    sets = () if too_many else possible_parent_sets(graph, cause)
    return Effect(
        cause=cause,
        effect=effect,
        identification=verdict,
        reason=reason,
        adjustment=adjustment,
        empty_is_valid=adjustment is not None and not _is_confounded(graph, cause, effect),
        parent_sets=tuple(_around(graph, cause, effect, mask) for mask in sets),
        too_many=too_many,
        blocking_path=path,
    )


def possible_parent_sets(graph: PDAG, node: int) -> tuple[int, ...]:
    """Masks of a node's parents in the members of a class; see Maathuis et al. (2009).

    The smallest sets come first; of one size they are in the order of their nodes.

    In a CPDAG a set S of the node's neighbours can join its parents when no new
    v-structure arises at the node, that is when S is a clique. In a class oriented by
    knowledge, where that is not enough, each S is tried and closed under Meek's rules.

    Raises
    ------
    ValueError
        If the node has more than :data:`MAX_NEIGHBORS` undirected edges.
    """
    around = list(nodes_in(graph.neighbors[node]))
    if len(around) > MAX_NEIGHBORS:
        raise ValueError(
            f"The cause has {len(around)} undirected edges; subsets of more than "
            f"{MAX_NEIGHBORS} are not listed."
        )
    plain = is_cpdag(graph)
    found = []
    for chosen in range(1 << len(around)):
        subset = sum(1 << around[k] for k in nodes_in(chosen))
        possible = (
            is_clique(graph, subset) if plain else oriented_around(graph, node, subset) is not None
        )
        if possible:
            found.append(graph.parents[node] | subset)
    return tuple(sorted(found, key=lambda mask: (mask.bit_count(), list(nodes_in(mask)))))


def oriented_around(graph: PDAG, node: int, subset: int) -> PDAG | None:
    """The class whose members have exactly a subset of a node's neighbours as further parents.

    None where no member has.
    """
    marks = Marks(graph)
    for other in nodes_in(graph.neighbors[node]):
        wanted = (other, node) if subset >> other & 1 else (node, other)
        if not marks.neighbors[node] >> other & 1:
            if not marks.parents[wanted[1]] >> wanted[0] & 1:
                return None
            continue
        marks.orient(*wanted)
        close_under_meek(marks, (node, other), with_rule_4=True)
    return marks.freeze()


def optimal_adjustment(graph: PDAG, cause: int, effect: int) -> tuple[int, ...]:
    """The O-set: parents of the nodes on causal paths, without the cause and what those cause.

    Only for an effect that one adjustment identifies and that is not zero: then the O-set is
    the same in every member of the class (Henckel, Perković and Maathuis 2022), and is read
    from one. In the class itself, where knowledge has directed edges, a possibly directed path
    to a node and one on from it need not make one together.

    Parameters
    ----------
    graph
        A CPDAG, or one that knowledge oriented further.
    cause, effect
        Two of its nodes.
    """
    member = first_member(graph)
    below = possible_descendants(member, cause) & ~(1 << cause)
    on_paths = [
        node for node in nodes_in(below) if possible_descendants(member, node) >> effect & 1
    ]
    forbidden = 1 << cause
    parents = 0
    for node in on_paths:
        forbidden |= possible_descendants(member, node)
        parents |= member.parents[node]
    return tuple(nodes_in(parents & ~forbidden))


def _is_confounded(graph: PDAG, cause: int, effect: int) -> bool:
    """Whether an ancestor of the cause reaches the effect past it, in the members of a class.

    Only for an effect that one adjustment identifies: what is valid in one member then is
    valid in all.
    """
    member = first_member(graph)
    return any(
        possible_descendants(member, node) >> cause & 1
        and possible_descendants(member, node, blocked=1 << cause) >> effect & 1
        for node in range(graph.n_nodes)
        if node != cause
    )


def _around(graph: PDAG, cause: int, effect: int, parents: int) -> PossibleParents:
    oriented = oriented_around(graph, cause, parents & ~graph.parents[cause])
    assert oriented is not None, "a listed set of parents belongs to some member"
    member = first_member(oriented)
    return PossibleParents(
        parents=tuple(nodes_in(parents)),
        member=member,
        causes=bool(possible_descendants(member, cause) >> effect & 1),
        effect_is_parent=bool(parents >> effect & 1),
    )


def _path_text(graph: PDAG, path: tuple[int, ...], names: tuple[str, ...]) -> str:
    text = names[path[0]]
    for a, b in pairwise(path):
        text += f" {'—' if graph.neighbors[a] >> b & 1 else '→'} {names[b]}"
    return text
