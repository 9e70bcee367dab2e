"""What background knowledge says of some of its variables only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gesncd.knowledge.statements import Knowledge


def restricted(knowledge: Knowledge, names: Sequence[str]) -> Knowledge:
    """The statements about these variables; tiers lose the others, and keep their order.

    Parameters
    ----------
    knowledge
        What is known.
    names
        The variables that are left.
    """
    known = set(names)
    pairs = {
        field: tuple(pair for pair in getattr(knowledge, field) if known.issuperset(pair))
        for field in ("required", "forbidden", "adjacent", "not_adjacent")
    }
    tiers = tuple(tuple(n for n in tier if n in known) for tier in knowledge.tiers)
    return replace(knowledge, **pairs, tiers=tiers)
