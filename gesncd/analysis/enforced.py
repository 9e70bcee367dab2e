"""Which claims the enforced knowledge implies, so that they are no evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gesncd.analysis.agreement import Claim
from gesncd.analysis.statements import Relation
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge import Constraints


def already_enforced(claims: Iterable[Claim], known: Constraints | None) -> tuple[Claim, ...]:
    """Claims that hold in every graph that the enforced knowledge allows.

    The search obeys the knowledge at every τ, so that such a claim agrees with every
    graph. Pages and commands leave it aside, saying so. Claims that are
    implied only through acyclicity of edges that are merely allowed may be missed.

    Parameters
    ----------
    claims
        Held-out claims.
    known
        The enforced knowledge; None where there is none.
    """
    if known is None:
        return ()
    return tuple(claim for claim in claims if _implied(claim, known))


def _implied(claim: Claim, known: Constraints) -> bool:
    pairs = [(a, b) for a in claim.sources for b in claim.targets if a != b]
    match claim.relation:
        case Relation.CAUSES:
            return all(_joined(known, a, b) and _barred(known, b, a) for a, b in pairs)
        case Relation.ADJACENT:
            return all(_joined(known, a, b) for a, b in pairs)
        case Relation.NOT_ADJACENT:
            return all(known.apart[b] >> a & 1 for a, b in pairs)
        case Relation.NO_EDGE:
            return all(_barred(known, a, b) or _must_reach(known, b) >> a & 1 for a, b in pairs)
        case Relation.NOT_CAUSE:
            return all(
                not _may_reach(known, a) >> b & 1 or _must_reach(known, b) >> a & 1
                for a, b in pairs
            )
    raise ValueError(f"{claim.relation} is no relation of a claim.")


def _joined(known: Constraints, a: int, b: int) -> bool:
    return bool(known.joined[b] >> a & 1)


def _barred(known: Constraints, a: int, b: int) -> bool:
    return bool(known.forbidden_parents[b] >> a & 1)


def _may_reach(known: Constraints, start: int) -> int:
    """Mask of the nodes that some allowed path of arrows leads to."""
    everyone = (1 << len(known.joined)) - 1
    allowed = [everyone & ~mask & ~(1 << j) for j, mask in enumerate(known.forbidden_parents)]
    return _reach(allowed, start)


def _must_reach(known: Constraints, start: int) -> int:
    """Mask of the nodes that required arrows lead to; they cannot cause the start."""
    n = len(known.joined)
    required = [
        sum(1 << i for i in nodes_in(known.joined[j]) if _barred(known, j, i)) for j in range(n)
    ]
    return _reach(required, start)


def _reach(parents: Sequence[int], start: int) -> int:
    """Nodes that arrows lead to, given each node's parents."""
    reached, grown = 1 << start, 0
    while reached != grown:
        grown = reached
        for j, mask in enumerate(parents):
            if mask & reached:
                reached |= 1 << j
    return reached
