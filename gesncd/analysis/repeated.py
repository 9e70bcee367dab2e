"""Which held-out claims follow from others, so that one belief counts once however it is said."""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.analysis.agreement import Claim
from gesncd.analysis.stated_facts import Facts
from gesncd.knowledge import Constraints


def repeated(
    claims: Sequence[Claim], n_nodes: int, known: Constraints | None = None
) -> tuple[Claim, ...]:
    """Claims that hold in every DAG in which the others, and the enforced knowledge, hold.

    A → B says that A and B are adjacent, that B does not cause A, and more; who states that
    as well has no second piece of evidence. Pages and commands leave such claims aside, saying
    so. Those that are left imply them, and none of those that are left follows from the rest
    as far as is seen here: what follows only as paths close to cycles in several ways is missed.

    Parameters
    ----------
    claims
        Held-out claims that the enforced knowledge does not imply. Of two that say the same the
        first counts.
    n_nodes
        Number of nodes d of the data set.
    known
        The enforced knowledge; None where there is none.
    """
    kept = list(claims)
    found: list[Claim] = []
    for claim in reversed(claims):
        others = [each for each in kept if each is not claim]
        if Facts.of(others, n_nodes, known).implied([claim]):
            kept = others
            found.append(claim)
    return tuple(reversed(found))
