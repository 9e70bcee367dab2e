"""What background knowledge settles of two nodes before anything is searched."""

from __future__ import annotations

from gesncd.knowledge import Constraints


def set_by(known: Constraints | None, i: int, j: int) -> tuple[bool, bool]:
    """Whether knowledge has two nodes joined, and whether it lets them point one way only."""
    if known is None:
        return False, False
    return bool(known.joined[j] >> i & 1), known.one_way(i, j) is not None


def set_words(
    known: Constraints | None, i: int, j: int, *, without: Constraints | None = None
) -> str:
    """What knowledge sets of two nodes, in words for a table; empty where nothing.

    Parameters
    ----------
    known
        The knowledge.
    i, j
        The nodes.
    without
        Other knowledge: what that sets too is left out.
    """
    parts = zip(set_by(known, i, j), set_by(without, i, j), ("edge", "direction"), strict=True)
    return " and ".join(word for is_set, is_also, word in parts if is_set and not is_also)


def are_apart(known: Constraints | None, i: int, j: int) -> bool:
    """Whether knowledge keeps two nodes apart."""
    return known is not None and bool(known.apart[j] >> i & 1)
