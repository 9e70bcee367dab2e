"""Which claims the enforced knowledge implies, so that they are no evidence."""

from __future__ import annotations

from collections.abc import Iterable

from gesncd.analysis.agreement import Claim
from gesncd.analysis.stated_facts import Facts
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
    return Facts.of((), len(known.joined), known).implied(claims)
