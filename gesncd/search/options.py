"""The valid operators on one ordered pair of nodes, before they have scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gesncd.graphs import PDAG
from gesncd.graphs.bits import nodes_in
from gesncd.graphs.paths import is_clique


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps that make dense graphs affordable; None, the default, means no cap.

    Parameters
    ----------
    max_subset
        Largest T of an Insert and H of a Delete.
    max_conditioning
        Largest conditioning set of a score.
    partners
        Masks by node of the nodes that an Insert may join to it, symmetric; the other
        pairs were screened out beforehand.
    """

    max_subset: int | None = None
    max_conditioning: int | None = None
    partners: tuple[int, ...] | None = None

    def may_join(self, node: int) -> int:
        """Mask of the nodes that an Insert may join to a node; all where none is screened."""
        return -1 if self.partners is None else self.partners[node]

    def notes(self, cut: bool) -> tuple[str, ...]:
        """Sentences for people about what the limits kept from the search.

        Parameters
        ----------
        cut
            Whether a cap excluded an operator.
        """
        found: tuple[str, ...] = (self.note,) if cut else ()
        n = 0 if self.partners is None else len(self.partners)
        kept = sum(map(int.bit_count, self.partners or ())) // 2
        pairs = n * (n - 1) // 2
        if kept < pairs:
            found += (
                f"Screening left {pairs - kept} of {pairs} pairs of variables out before the "
                "search, which never considered joining them.",
            )
        return found

    @property
    def note(self) -> str:
        """A sentence for people, for when a cap excluded an operator."""
        caps = []
        if self.max_subset is not None:
            caps.append(f"the size of T and H at {self.max_subset}")
        if self.max_conditioning is not None:
            caps.append(f"conditioning sets at {self.max_conditioning}")
        return f"The search capped {' and '.join(caps)}, and the cap excluded some operators."

    def allow(self, subset: int, conditioning: int) -> bool:
        """Whether an operator with these masks keeps within both caps."""
        return (self.max_subset is None or subset.bit_count() <= self.max_subset) and (
            self.max_conditioning is None or conditioning.bit_count() <= self.max_conditioning
        )


@dataclass(frozen=True, slots=True)
class Option:
    """A valid operator on an ordered pair before it has a score: masks of T or H, and of Z."""

    subset: int
    conditioning: int


def insert_options(
    cpdag: PDAG, x: int, y: int, limits: Limits, reach: Callable[[int, int], int]
) -> tuple[list[Option], bool]:
    """Valid Insert(x, y, T) of a CPDAG.

    Parameters
    ----------
    cpdag
        Graph in which x and y are not adjacent.
    limits
        Caps on T and the conditioning set.
    reach
        ``reach(y, blocked)``: nodes that semi-directed paths from y reach.

    Returns
    -------
    options
        The valid operators.
    cut
        Whether a cap excluded any.
    """
    na = cpdag.neighbors[y] & cpdag.adjacent(x)
    free = cpdag.neighbors[y] & ~cpdag.adjacent(x)
    if not is_clique(cpdag, na):
        return [], False
    options, cut = [], False
    for t in cliques_within(cpdag, free, na):
        blocked = na | t
        conditioning = blocked | cpdag.parents[y]
        if reach(y, blocked) >> x & 1:
            continue
        if limits.allow(t, conditioning):
            options.append(Option(t, conditioning))
        else:
            cut = True
    return options, cut


def delete_options(cpdag: PDAG, x: int, y: int, limits: Limits) -> tuple[list[Option], bool]:
    """Valid Delete(x, y, H) of a CPDAG in which x → y or x — y; see :func:`insert_options`."""
    na = cpdag.neighbors[y] & cpdag.adjacent(x)
    options, cut = [], False
    for kept in cliques_within(cpdag, na, 0):
        conditioning = (kept | cpdag.parents[y]) & ~(1 << x)
        if limits.allow(na & ~kept, conditioning):
            options.append(Option(na & ~kept, conditioning))
        else:
            cut = True
    return options, cut


def cliques_within(graph: PDAG, pool: int, base: int) -> Iterator[int]:
    """Subsets S of a mask such that S ∪ base is a clique, the empty set first.

    ``base`` is a clique. A set that is none is not grown further, so that the
    cost follows the number of cliques and not 2 to the size of the pool.
    """
    common = pool
    for node in nodes_in(base):
        common &= graph.adjacent(node)
    stack = [(0, common)]
    while stack:
        chosen, extensions = stack.pop()
        yield chosen
        for node in nodes_in(extensions):
            later = extensions >> (node + 1) << (node + 1)
            stack.append((chosen | 1 << node, later & graph.adjacent(node)))
