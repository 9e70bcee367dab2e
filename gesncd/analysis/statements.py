"""Statements about a graph, by variable name: what is believed before the data are looked at.

They are the statements of :class:`~gesncd.knowledge.Knowledge` one by one, and one more
that the search cannot enforce: that A does not cause B, not even through others. Each
may be enforced in the search or held out of it as evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from gesncd.knowledge import Knowledge, KnowledgeError


class Relation(Enum):
    """What a statement says; the value is its sign in files."""

    CAUSES = "->"
    """A → B: an edge with this direction."""
    ADJACENT = "--"
    """A and B are joined, in either direction."""
    NOT_ADJACENT = "!--"
    NO_EDGE = "!->"
    """There is no edge A → B; A may still cause B through others."""
    NOT_CAUSE = "!=>"
    """A does not cause B: no directed path leads from A to B."""
    TIERS = "tiers"
    """Groups in time order: nothing in a later one causes anything in an earlier one."""
    CLOSED = "closed"
    """No edge joins two variables of a group."""


PAIR_RELATIONS = (
    Relation.CAUSES,
    Relation.ADJACENT,
    Relation.NOT_ADJACENT,
    Relation.NO_EDGE,
    Relation.NOT_CAUSE,
)
"""Relations between two variables, in the order in which they are offered."""

_EITHER_WAY = (Relation.ADJACENT, Relation.NOT_ADJACENT)


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """One statement; make it with :meth:`pair`, :meth:`tiers` or :meth:`closed`.

    That two variables are adjacent, or are not, is equal in either order of their names.

    Parameters
    ----------
    relation
        What it says.
    groups
        Two groups of one name for a relation between two variables, first A, then B;
        the tiers in time order; or the one group without edges within.

    Raises
    ------
    KnowledgeError
        If a variable is joined to itself or named twice, or there are too few.
    """

    relation: Relation
    groups: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        names = self.names
        if self.relation in PAIR_RELATIONS:
            if [len(group) for group in self.groups] != [1, 1]:
                raise KnowledgeError("A statement about two variables needs exactly two.")
            if names[0] == names[1]:
                raise KnowledgeError(f"A statement joins {names[0]!r} to itself.")
            return
        least = 2 if self.relation is Relation.TIERS else 1
        if len(self.groups) < least or (self.relation is Relation.CLOSED and len(names) < 2):
            raise KnowledgeError("A statement about groups needs at least two variables.")
        twice = next((name for k, name in enumerate(names) if name in names[:k]), None)
        if twice is not None:
            raise KnowledgeError(f"{twice!r} is named twice; a variable has one place in time.")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statement) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Relation, tuple[tuple[str, ...], ...]]:
        either = self.relation in _EITHER_WAY
        return self.relation, tuple(sorted(self.groups)) if either else self.groups

    @classmethod
    def pair(cls, a: str, relation: Relation, b: str) -> Statement:
        """A relation between two variables.

        Parameters
        ----------
        a, b
            Their names.
        relation
            How a is related to b.
        """
        return cls(relation, ((a,), (b,)))

    @classmethod
    def tiers(cls, tiers: Iterable[Iterable[str]]) -> Statement:
        """Groups in time order, the earliest first."""
        return cls(Relation.TIERS, tuple(group for tier in tiers if (group := tuple(tier))))

    @classmethod
    def closed(cls, names: Iterable[str]) -> Statement:
        """A group without edges within."""
        return cls(Relation.CLOSED, (tuple(names),))

    @property
    def names(self) -> tuple[str, ...]:
        """Every variable named."""
        return tuple(name for group in self.groups for name in group)

    @property
    def can_be_enforced(self) -> bool:
        """Whether the search can be made to respect it; it forbids edges, not whole paths."""
        return self.relation is not Relation.NOT_CAUSE

    @property
    def text(self) -> str:
        """The statement in words, for people."""
        if self.relation is Relation.TIERS:
            return " before ".join(", ".join(group) for group in self.groups)
        if self.relation is Relation.CLOSED:
            return f"no edges among {', '.join(self.names)}"
        a, b = self.names
        return _PAIR_WORDS[self.relation].format(a=a, b=b)


_PAIR_WORDS = {
    Relation.CAUSES: "{a} → {b}",
    Relation.ADJACENT: "{a} — {b} adjacent",
    Relation.NOT_ADJACENT: "{a}, {b} not adjacent",
    Relation.NO_EDGE: "no edge {a} → {b}",
    Relation.NOT_CAUSE: "{a} does not cause {b}",
}


def statements_of(knowledge: Knowledge) -> tuple[Statement, ...]:
    """The statements that knowledge is made of, pairs first."""
    pairs = (
        (Relation.CAUSES, knowledge.required),
        (Relation.ADJACENT, knowledge.adjacent),
        (Relation.NOT_ADJACENT, knowledge.not_adjacent),
        (Relation.NO_EDGE, knowledge.forbidden),
    )
    found = [Statement.pair(a, relation, b) for relation, some in pairs for a, b in some]
    tiers = [tier for tier in knowledge.tiers if tier]
    if len(tiers) > 1:
        found.append(Statement.tiers(tiers))
    found += [
        Statement.closed(knowledge.tiers[index])
        for index in knowledge.closed_tiers
        if len(knowledge.tiers[index]) > 1
    ]
    return tuple(found)


def knowledge_of(statements: Iterable[Statement]) -> Knowledge:
    """The knowledge that enforces statements.

    Raises
    ------
    KnowledgeError
        If one cannot be enforced, or two give tiers.
    """
    pairs: dict[Relation, list[tuple[str, str]]] = {relation: [] for relation in PAIR_RELATIONS}
    tiers: tuple[tuple[str, ...], ...] = ()
    closed: list[tuple[str, ...]] = []
    for statement in dict.fromkeys(statements):
        if not statement.can_be_enforced:
            raise KnowledgeError(
                f"{statement.text!r} cannot be enforced: the search can forbid an edge, but not "
                "every path. Hold it out, or forbid the edge."
            )
        if statement.relation is Relation.TIERS:
            if tiers:
                raise KnowledgeError("Two statements give tiers; put them into one.")
            tiers = statement.groups
        elif statement.relation is Relation.CLOSED:
            closed.append(statement.groups[0])
        else:
            a, b = statement.names
            pairs[statement.relation].append((a, b))
    places = {frozenset(tier): index for index, tier in enumerate(tiers)}
    apart = [group for group in closed if frozenset(group) not in places]
    within = [(a, b) for group in apart for k, a in enumerate(group) for b in group[k + 1 :]]
    return Knowledge(
        required=tuple(pairs[Relation.CAUSES]),
        forbidden=tuple(pairs[Relation.NO_EDGE]),
        adjacent=tuple(pairs[Relation.ADJACENT]),
        not_adjacent=(*pairs[Relation.NOT_ADJACENT], *within),
        tiers=tiers,
        closed_tiers=tuple(places[key] for group in closed if (key := frozenset(group)) in places),
    )


def check_names(statements: Iterable[Statement], names: Sequence[str]) -> None:
    """Refuse statements about variables that the data do not have.

    Raises
    ------
    KnowledgeError
        Naming the first statement that is at fault, and the variables it may name.
    """
    known = set(names)
    for statement in statements:
        unknown = [name for name in statement.names if name not in known]
        if unknown:
            raise KnowledgeError(
                f"The statement {statement.text!r} names {', '.join(map(repr, unknown))}, which "
                f"the data do not have. The variables are {', '.join(map(repr, names))}."
            )
