"""Statements as evidence: does a graph satisfy them, violate them, or leave them open?

A graph stands for a class of DAGs. A claim is *satisfied* when it holds in every
member, *violated* when it holds in none, and *undecided* when the members differ, such
as where an edge is undirected and a direction is claimed.

For each claim it is known which arrows a member must have for it to hold:

- A → B, and "no edge A → B": the direction of one edge;
- A does not cause B: a member has a directed path from A to B exactly when it has an
  arrow A → c that begins an unshielded possibly directed walk from A to B in the class
  (no two nodes two steps apart on it are adjacent). Given A → c, no member can have a new
  collider on such a walk, so that all its edges follow; and the shortest of a member's
  directed paths is such a walk. So the claim asks for c → A, for each such c (compare
  Fang and He, *IDA with background knowledge*, UAI 2020).

Arrows are then entered one by one, and closed under Meek's rules; in a closed graph they
contradict the class exactly when one finds its edge directed the other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from gesncd.analysis.statements import Relation, Statement, check_names
from gesncd.graphs import PDAG, Marks, close_under_meek
from gesncd.graphs.bits import nodes_in

HELD_OUT_SENTENCE = (
    "Only statements that are held out count as evidence. The search obeys the enforced ones at "
    "every τ, so that they agree with any graph and cannot tell a good one from a bad one."
)
"""Why the search must not know what it is judged by."""


class Verdict(Enum):
    """What a graph says of a claim."""

    SATISFIED = "satisfied"
    """It holds in every member of the class."""
    VIOLATED = "violated"
    """It holds in no member."""
    UNDECIDED = "undecided"
    """It holds in some members and not in others."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement, or a part of one, over the nodes of a data set.

    Parameters
    ----------
    relation
        What is claimed. Tiers and closed groups claim it of all sources and targets:
        no source causes any target (``NOT_CAUSE``; of tiers that are enforced, no edge leads
        from a source to a target, ``NO_EDGE``), or none are adjacent.
    sources, targets
        Nodes; one each for a statement about two variables. For a closed group both
        are the group.
    text
        The claim in words.
    statement
        The statement it comes from.
    """

    relation: Relation
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    text: str
    statement: Statement


def claims_of(
    statements: Iterable[Statement], names: Sequence[str], *, enforced: bool = False
) -> tuple[Claim, ...]:
    """The claims that statements make about the nodes of a data set.

    A statement about two variables is one claim. Tiers are one claim for each cut
    between two of them, "nothing after the cut causes anything before it", and not one
    for each pair of variables: a long list of pairs that follow from one belief would
    outvote everything else. A closed group is one claim, too.

    Where tiers are enforced, the search leaves out edges that lead back, and their claims are
    about these. A path back may then lead through a variable in no tier.

    Parameters
    ----------
    statements
        Statements by name; repeated ones count once.
    names
        Names of the variables, in node order.
    enforced
        Whether the search was made to obey them.

    Raises
    ------
    KnowledgeError
        If a statement names a variable that the data do not have.
    """
    statements = tuple(dict.fromkeys(statements))
    check_names(statements, names)
    node = {name: index for index, name in enumerate(names)}
    return tuple(claim for statement in statements for claim in _claims(statement, node, enforced))


def _claims(statement: Statement, node: dict[str, int], enforced: bool) -> Iterator[Claim]:
    groups = [tuple(node[name] for name in group) for group in statement.groups]
    if statement.relation is Relation.TIERS:
        for cut in range(1, len(groups)):
            earlier = tuple(i for group in groups[:cut] for i in group)
            later = tuple(i for group in groups[cut:] for i in group)
            before, after = (", ".join(statement.groups[k]) for k in (cut - 1, cut))
            if enforced:
                text = f"no edge from {after} back to {before}"
                yield Claim(Relation.NO_EDGE, later, earlier, text, statement)
            else:
                text = f"{before} before {after}"
                yield Claim(Relation.NOT_CAUSE, later, earlier, text, statement)
    elif statement.relation is Relation.CLOSED:
        yield Claim(Relation.NOT_ADJACENT, groups[0], groups[0], statement.text, statement)
    else:
        yield Claim(statement.relation, groups[0], groups[1], statement.text, statement)


def verdict(graph: PDAG, claim: Claim) -> Verdict:
    """What a graph says of a claim; see the module's text.

    Parameters
    ----------
    graph
        A CPDAG, or one oriented further by knowledge and closed under Meek's rules 1 to 4.
    claim
        A claim about its nodes.

    Raises
    ------
    ValueError
        If the claim has a relation that a claim cannot have.

    Examples
    --------
    >>> from gesncd.analysis.statements import Relation, Statement
    >>> graph = PDAG.from_edges(3, directed=[(0, 1)], undirected=[(1, 2)])
    >>> a, b = claims_of([Statement.pair("B", Relation.CAUSES, "C"),
    ...                   Statement.pair("B", Relation.CAUSES, "A")], ["A", "B", "C"])
    >>> verdict(graph, a), verdict(graph, b)
    (<Verdict.UNDECIDED: 'undecided'>, <Verdict.VIOLATED: 'violated'>)
    """
    a, b = claim.sources[0], claim.targets[0]
    joined = bool(graph.adjacent(a) >> b & 1)
    match claim.relation:
        case Relation.ADJACENT:
            return _certain(joined)
        case Relation.NOT_ADJACENT:
            return _certain(not _any_joined(graph, claim.sources, claim.targets))
        case Relation.CAUSES:
            return _of_arrows(graph, [(a, b)]) if joined else Verdict.VIOLATED
        case Relation.NO_EDGE:
            pairs = [(i, j) for i in claim.sources for j in claim.targets]
            return _of_arrows(graph, [(j, i) for i, j in pairs if graph.adjacent(i) >> j & 1])
        case Relation.NOT_CAUSE:
            return _of_arrows(graph, _against_paths(graph, claim.sources, claim.targets))
    raise ValueError(f"{claim.relation} is no relation of a claim.")


def _certain(holds: bool) -> Verdict:
    return Verdict.SATISFIED if holds else Verdict.VIOLATED


def _any_joined(graph: PDAG, sources: Iterable[int], targets: Sequence[int]) -> bool:
    return any(graph.adjacent(a) >> b & 1 for a in sources for b in targets)


def _of_arrows(graph: PDAG, arrows: Iterable[tuple[int, int]]) -> Verdict:
    """Verdict of a claim that holds in the members with all of some arrows along edges."""
    marks = Marks(graph)
    changed = False
    for i, j in arrows:
        if marks.parents[i] >> j & 1:
            return Verdict.VIOLATED
        if marks.neighbors[i] >> j & 1:
            marks.orient(i, j)
            close_under_meek(marks, (i, j), with_rule_4=True)
            changed = True
    return Verdict.UNDECIDED if changed else Verdict.SATISFIED


def _against_paths(
    graph: PDAG, sources: Iterable[int], targets: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """Arrows c → a that keep each source a from causing any target."""
    goals = 0
    for target in targets:
        goals |= 1 << target
    for a in sources:
        for c in nodes_in(graph.children[a] | graph.neighbors[a]):
            if _walks_to(graph, a, c, goals & ~(1 << a)):
                yield c, a


def _walks_to(graph: PDAG, start: int, first: int, goals: int) -> bool:
    """Whether an unshielded possibly directed walk start, first, … meets a goal."""
    if goals >> first & 1:
        return True
    seen = {(start, first)}
    stack = [(start, first)]
    while stack:
        u, v = stack.pop()
        onward = (graph.children[v] | graph.neighbors[v]) & ~graph.adjacent(u) & ~(1 << u)
        if onward & goals:
            return True
        for w in nodes_in(onward):
            if (v, w) not in seen:
                seen.add((v, w))
                stack.append((v, w))
    return False
