"""Sets of nodes as Python integers: bit i is node i.

One machine word or a few hold a whole neighbourhood, so that set operations in
the inner loops of the search cost one integer operation, at any number of nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def mask_of(nodes: Iterable[int]) -> int:
    """Bit mask of some nodes."""
    mask = 0
    for node in nodes:
        # NumPy's integers have 64 bits and would drop larger nodes silently.
        mask |= 1 << int(node)
    return mask


def nodes_in(mask: int) -> Iterator[int]:
    """Nodes of a mask, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
