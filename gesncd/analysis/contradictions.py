"""Statements that cannot all be true, whether the search obeys them or not.

No graph agrees with all of them, so that none can be told from a good one by its agreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gesncd.analysis.agreement import Claim, claims_of
from gesncd.analysis.statements import Relation, Statement, knowledge_of
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints, KnowledgeError
from gesncd.knowledge.constraints import CONTRADICTS

_CANNOT = "These cannot all be true"


def contradiction(
    statements: Iterable[Statement], *, enforced: Iterable[Statement] = ()
) -> str | None:
    """Why some statements cannot all be true, each in the words for enforced knowledge.

    Found are pairs that are claimed to be joined and not to be, or to be joined in no
    direction, and claimed arrows that close a cycle or lead from A to B where A is said not to
    cause B. What follows only from edges without a claimed direction may be missed.

    Parameters
    ----------
    statements
        Those that are held out. Tiers among them are about paths: nothing causes what comes first.
    enforced
        Those that the search obeys. Tiers among them rule out edges, as there.

    Returns
    -------
    A sentence that names those at fault; None where no contradiction is found.

    Examples
    --------
    >>> contradiction([Statement.pair("A", Relation.CAUSES, "B"),
    ...                Statement.pair("A", Relation.NOT_ADJACENT, "B")])
    'These cannot all be true: A → B is required, but A and B must not be adjacent.'
    """
    obeyed = tuple(dict.fromkeys(enforced))
    held_out = tuple(each for each in dict.fromkeys(statements) if each not in obeyed)
    everything = (*obeyed, *held_out)
    names = tuple(dict.fromkeys(name for each in everything for name in each.names))
    paths = [c for c in claims_of(held_out, names) if c.relation is Relation.NOT_CAUSE]
    orders = [each for each in everything if each.relation is Relation.TIERS]
    # Knowledge holds one order; of several only what they forbid is entered.
    left = [s for s in held_out if not s.can_be_enforced or (s in orders and len(orders) > 1)]
    plain = [each for each in everything if each not in left]
    try:
        # First without, as a path that is required says more than the edge that it forbids.
        for more in ([], _forbidden(paths, left, names)):
            facts = Constraints.of(knowledge_of((*plain, *more)), names)
            for claim in paths:
                _refuse_path(claim, facts, names)
    except KnowledgeError as error:
        # What is held out is no knowledge.
        return str(error).replace(CONTRADICTS, _CANNOT, 1)
    return None


def _forbidden(
    paths: Iterable[Claim], left: Sequence[Statement], names: Sequence[str]
) -> list[Statement]:
    """The edges that claims about paths rule out."""
    pairs = {
        (a, b): None
        for claim in paths
        if claim.statement in left
        for a in claim.sources
        for b in claim.targets
    }
    return [Statement.pair(names[a], Relation.NO_EDGE, names[b]) for a, b in pairs]


def _refuse_path(claim: Claim, facts: Constraints, names: Sequence[str]) -> None:
    for source in claim.sources:
        path = _required_path(facts, source, claim.targets)
        if path:
            arrows = " → ".join(names[node] for node in path)
            raise KnowledgeError(f"{CONTRADICTS}: {arrows} is required, but {claim.text}.")


def _required_path(facts: Constraints, start: int, goals: Sequence[int]) -> list[int]:
    """The shortest path of required arrows from a node to one of some others; else nothing."""
    came_from = {start: start}
    walk = [start]
    for node in walk:
        if node in goals:
            path = [node]
            while path[-1] != start:
                path.append(came_from[path[-1]])
            return path[::-1]
        for child in nodes_in(facts.joined[node] & facts.forbidden_parents[node]):
            if child not in came_from:
                came_from[child] = node
                walk.append(child)
    return []
