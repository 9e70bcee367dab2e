"""Background knowledge as the search enforces it: by node, on equivalence classes.

Every statement comes down to three kinds of fact: some pairs must be adjacent, some
must not, and some directions are forbidden. A required edge is an adjacency with
its reverse forbidden; tiers forbid directions. A class satisfies the knowledge when
one of its members does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gesncd.graphs import (
    PDAG,
    Marks,
    Operator,
    Orientation,
    ancestors,
    close_under_meek,
    complete,
)
from gesncd.graphs.bits import nodes_in
from gesncd.knowledge.statements import Knowledge, KnowledgeError

CONTRADICTS = "The knowledge contradicts itself"
"""Begins what is said where statements cannot all be true."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """Knowledge over the nodes of one data set, free of contradictions.

    Make it with :meth:`of`.

    Parameters
    ----------
    forbidden_parents
        ``forbidden_parents[j]`` has bit i set when i → j must not be.
    joined
        ``joined[j]`` has bit i set when i and j must be adjacent; symmetric.
    apart
        ``apart[j]`` has bit i set when i and j must not be adjacent, said so or with
        both directions forbidden; symmetric. ``forbidden_parents`` has both directions
        in either case.
    start
        The CPDAG from which the forward phase starts: that of the required edges.
    stated
        In words, by pair (i, j), i < j, what has it joined or apart.
    """

    forbidden_parents: tuple[int, ...]
    joined: tuple[int, ...]
    apart: tuple[int, ...]
    start: PDAG
    stated: Mapping[tuple[int, int], str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, knowledge: Knowledge, variables: Sequence[str]) -> Constraints:
        """Compile knowledge for the variables of a data set, in node order.

        Required adjacencies are oriented along what else is known, else by column
        order; in the completed start graph they are directed only where every
        member of its class agrees.

        Raises
        ------
        KnowledgeError
            If it names unknown variables or contradicts itself; the message names
            the statements that cannot all be true.
        """
        knowledge.check_names(variables)
        return _Compiler(knowledge, variables).compile()

    @property
    def is_empty(self) -> bool:
        """Whether any graph is allowed."""
        return not any(self.forbidden_parents) and not any(self.joined)

    @property
    def barred(self) -> frozenset[tuple[int, int]]:
        """Arrows (source, target) that must not be; one the other way needs no reason then."""
        return frozenset(
            (i, j) for j, mask in enumerate(self.forbidden_parents) for i in nodes_in(mask)
        )

    def may_join(self, node: int) -> int:
        """Mask of the nodes that an Insert may join to a node."""
        return ~self.apart[node] & ~(1 << node) & ((1 << len(self.apart)) - 1)

    def may_part(self, node: int) -> int:
        """Mask of the nodes that a Delete may part from a node."""
        return ~self.joined[node] & ~(1 << node) & ((1 << len(self.joined)) - 1)

    def one_way(self, i: int, j: int) -> tuple[int, int] | None:
        """The one direction in which a pair may be joined; None where both or neither may be."""
        forward, backward = (self.forbidden_parents[b] >> a & 1 == 0 for a, b in ((i, j), (j, i)))
        if forward is backward:
            return None
        return (i, j) if forward else (j, i)

    def kept_apart(self, i: int, j: int) -> str:
        """What is said that keeps a pair apart, in words; empty where nothing does."""
        if not self.apart[j] >> i & 1:
            return ""
        return self.stated[min(i, j), max(i, j)]

    def admits(self, cpdag: PDAG, operator: Operator) -> bool:
        """Whether the class that a valid operator leads to satisfies the knowledge."""
        return self.orient(operator.apply(cpdag)) is not None

    def forbidden_arrow(self, cpdag: PDAG) -> tuple[int, int] | None:
        """The first arrow of a class that must not be, as (source, target); None without one.

        A class without such an arrow may still have no member that satisfies the knowledge.
        """
        for j, forbidden in enumerate(self.forbidden_parents):
            for i in nodes_in(cpdag.parents[j] & forbidden):
                return i, j
        return None

    def orient(self, cpdag: PDAG) -> tuple[PDAG, tuple[tuple[Orientation, bool], ...]] | None:
        """Orient a class as far as the knowledge determines it.

        The result is the maximally oriented PDAG of Meek (1995): the CPDAG with the
        known directions, closed under rules 1 to 4. Each undirected edge of a closed
        graph is directed both ways by some member, so known directions can be
        entered one by one, and they contradict the class exactly when one of them
        finds its edge directed the other way.

        Returns
        -------
        The oriented graph, with each new orientation and whether it is the knowledge
        itself (else a Meek rule); or None if no member satisfies the knowledge.
        """
        # Pairs that must stay apart need no look of their own: both directions are forbidden.
        for j, adjacent in enumerate(map(cpdag.adjacent, range(cpdag.n_nodes))):
            if self.joined[j] & ~adjacent:
                return None
        if self.forbidden_arrow(cpdag) is not None:
            return None
        marks = Marks(cpdag)
        found: list[tuple[Orientation, bool]] = []
        for j in range(cpdag.n_nodes):
            for i in nodes_in(cpdag.neighbors[j] & self.forbidden_parents[j]):
                if marks.parents[j] >> i & 1:
                    return None
                if marks.neighbors[j] >> i & 1:
                    marks.orient(j, i)
                    found.append((Orientation(j, i, 0, ()), True))
                    implied = close_under_meek(marks, (i, j), with_rule_4=True)
                    # What is known itself needs no rule, even where one came first.
                    found.extend((each, self._is_known(each)) for each in implied)
        return marks.freeze(), tuple(found)

    def _is_known(self, arrow: Orientation) -> bool:
        return bool(self.forbidden_parents[arrow.source] >> arrow.target & 1)


class _Compiler:
    """Turns statements into masks, and finds what contradicts what."""

    def __init__(self, knowledge: Knowledge, variables: Sequence[str]) -> None:
        self._names = tuple(variables)
        self._node = {name: node for node, name in enumerate(variables)}
        self._knowledge = knowledge
        n = len(variables)
        self._forbidden = [0] * n
        self._joined = [0] * n
        self._apart = [0] * n
        # Why each fact is there, for messages: (i, j) → words.
        self._why_forbidden: dict[tuple[int, int], str] = {}
        self._why_joined: dict[tuple[int, int], str] = {}
        self._why_apart: dict[tuple[int, int], str] = {}

    def compile(self) -> Constraints:
        for a, b in self._knowledge.required:
            i, j = self._node[a], self._node[b]
            words = f"{a} → {b} is required"
            self._join(i, j, words)
            self._forbid(j, i, words)
        for a, b in self._knowledge.forbidden:
            self._forbid(self._node[a], self._node[b], f"{a} → {b} is forbidden")
        for a, b in self._knowledge.adjacent:
            self._join(self._node[a], self._node[b], f"{a} and {b} must be adjacent")
        for a, b in self._knowledge.not_adjacent:
            self._part(self._node[a], self._node[b], f"{a} and {b} must not be adjacent")
        self._enter_tiers()
        self._refuse_contradictions()
        for j, mask in enumerate(self._forbidden):
            for i in nodes_in(mask):
                if self._forbidden[i] >> j & 1:
                    self._apart[j] |= 1 << i
        return Constraints(
            tuple(self._forbidden),
            tuple(self._joined),
            tuple(self._apart),
            self._start(),
            self._stated(),
        )

    def _stated(self) -> dict[tuple[int, int], str]:
        one_way = {
            (i, j): f"{words} and {self._why_forbidden[j, i]}"
            for (i, j), words in self._why_forbidden.items()
            if i < j and (j, i) in self._why_forbidden
        }
        return one_way | self._why_apart | self._why_joined

    def _enter_tiers(self) -> None:
        tiers = [[self._node[name] for name in tier] for tier in self._knowledge.tiers]
        for later, tier in enumerate(tiers):
            for earlier in range(later):
                for i in tier:
                    for j in tiers[earlier]:
                        self._forbid(
                            i,
                            j,
                            f"{self._names[i]} comes after {self._names[j]} in the order stated",
                        )
        for index in self._knowledge.closed_tiers:
            for i in tiers[index]:
                for j in tiers[index]:
                    if i < j:
                        self._part(
                            i,
                            j,
                            f"{self._names[i]} and {self._names[j]} are both in tier {index + 1}, "
                            "which allows no edges within it",
                        )

    def _forbid(self, i: int, j: int, words: str) -> None:
        self._forbidden[j] |= 1 << i
        self._why_forbidden.setdefault((i, j), words)

    def _join(self, i: int, j: int, words: str) -> None:
        self._joined[i] |= 1 << j
        self._joined[j] |= 1 << i
        self._why_joined.setdefault((min(i, j), max(i, j)), words)

    def _part(self, i: int, j: int, words: str) -> None:
        self._apart[i] |= 1 << j
        self._apart[j] |= 1 << i
        self._why_apart.setdefault((min(i, j), max(i, j)), words)
        self._forbidden[i] |= 1 << j
        self._forbidden[j] |= 1 << i

    def _refuse_contradictions(self) -> None:
        for j, mask in enumerate(self._joined):
            for i in nodes_in(mask & self._apart[j]):
                pair = (min(i, j), max(i, j))
                raise _contradiction(self._why_joined[pair], self._why_apart[pair])
            for i in nodes_in(mask & self._forbidden[j]):
                if self._forbidden[i] >> j & 1:
                    words = [
                        self._why_joined[min(i, j), max(i, j)],
                        self._why_forbidden[i, j],
                        self._why_forbidden[j, i],
                    ]
                    raise _contradiction(*dict.fromkeys(words))
        cycle = _find_cycle(self._required_parents())
        if cycle is not None:
            path = " → ".join(self._names[node] for node in (*cycle, cycle[0]))
            raise KnowledgeError(f"The knowledge requires a cycle: {path}.")

    def _required_parents(self) -> list[int]:
        """Pairs that must be adjacent and may point one way only."""
        required = [0] * len(self._names)
        for j, mask in enumerate(self._joined):
            for i in nodes_in(mask):
                if self._forbidden[i] >> j & 1:
                    required[j] |= 1 << i
        return required

    def _start(self) -> PDAG:
        parents = self._required_parents()
        nobody = (0,) * len(parents)
        for j, mask in enumerate(self._joined):
            for i in nodes_in(mask & ~parents[j]):
                if i < j and not parents[i] >> j & 1:
                    # By column order, except where that would close a cycle.
                    above = ancestors(PDAG(tuple(parents), nobody), 1 << i)
                    source, target = (j, i) if above >> j & 1 else (i, j)
                    parents[target] |= 1 << source
        return complete(PDAG(tuple(parents), nobody))


def _contradiction(*statements: str) -> KnowledgeError:
    return KnowledgeError(f"{CONTRADICTS}: {', but '.join(statements)}.")


def _find_cycle(parents: list[int]) -> list[int] | None:
    """A directed cycle in the order of its arrows from its smallest node, or None."""
    alive = (1 << len(parents)) - 1
    shrinking = True
    while shrinking:
        shrinking = False
        for node in nodes_in(alive):
            if not parents[node] & alive:
                alive &= ~(1 << node)
                shrinking = True
    if not alive:
        return None
    # Every node left has a parent left: walking up must come round.
    walk = [next(nodes_in(alive))]
    while True:
        above = next(nodes_in(parents[walk[-1]] & alive))
        if above in walk:
            cycle = walk[walk.index(above) :][::-1]
            first = cycle.index(min(cycle))
            return cycle[first:] + cycle[:first]
        walk.append(above)
