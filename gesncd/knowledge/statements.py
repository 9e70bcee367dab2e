"""Background knowledge as people state it: by variable name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Pair = tuple[str, str]


class KnowledgeError(ValueError):
    """Knowledge that contradicts itself or names unknown variables; the message says where."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known about a graph before the data are looked at.

    Parameters
    ----------
    required, forbidden
        Directed edges (cause, effect) that must, or must not, be in the graph.
    adjacent, not_adjacent
        Pairs that must, or must not, be joined by an edge in either direction.
    tiers
        Groups of variables in time order: no edge leads from a later tier to an
        earlier one. Variables in no tier are free.
    closed_tiers
        Indices of tiers without edges between their own variables.

    Raises
    ------
    KnowledgeError
        If a statement is no pair of names, or joins a variable to itself, a variable is
        in two tiers, or ``closed_tiers`` names a tier that is not there. Contradictions between
        statements are found by :class:`~gesncd.knowledge.Constraints`.
    """

    required: tuple[Pair, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    adjacent: tuple[Pair, ...] = ()
    not_adjacent: tuple[Pair, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    closed_tiers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for field in ("required", "forbidden"):
            object.__setattr__(self, field, _ordered(_pairs(field, getattr(self, field))))
        for field in ("adjacent", "not_adjacent"):
            pairs = _pairs(field, getattr(self, field))
            object.__setattr__(self, field, _ordered((min(p), max(p)) for p in pairs))
        object.__setattr__(self, "tiers", tuple(map(_tier, _many("tiers", self.tiers))))
        object.__setattr__(self, "closed_tiers", tuple(sorted(set(self.closed_tiers))))
        self._check_tiers()

    def _check_tiers(self) -> None:
        seen: dict[str, int] = {}
        for index, tier in enumerate(self.tiers):
            for name in tier:
                if name in seen:
                    raise KnowledgeError(
                        f"{name!r} is in tier {seen[name] + 1} and in tier {index + 1}; "
                        "a variable has one place in time."
                    )
                seen[name] = index
        for index in self.closed_tiers:
            if not 0 <= index < len(self.tiers):
                raise KnowledgeError(
                    f"Tier {index} is said to be closed, but the tiers are numbered "
                    f"0 to {len(self.tiers) - 1}."
                    if self.tiers
                    else f"Tier {index} is said to be closed, but no tiers are given."
                )

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stated that restricts a graph."""
        return self == Knowledge(tiers=self.tiers) and len(self.tiers) < 2

    @property
    def names(self) -> tuple[str, ...]:
        """Every variable named, sorted."""
        pairs = (*self.required, *self.forbidden, *self.adjacent, *self.not_adjacent)
        return tuple(
            sorted({name for pair in pairs for name in pair} | {n for t in self.tiers for n in t})
        )

    def check_names(self, variables: Sequence[str]) -> None:
        """Refuse names that the data do not have.

        Raises
        ------
        KnowledgeError
            Naming every unknown variable.
        """
        unknown = [name for name in self.names if name not in set(variables)]
        if unknown:
            raise KnowledgeError(
                f"The knowledge names {_listed(unknown)}, which the data do not have. "
                f"The variables are {_listed(variables)}."
            )


def _many(field: str, given: object) -> tuple[object, ...]:
    # A text is iterable too: ("X1", "X2") for (("X1", "X2"),) would join X to 1.
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise KnowledgeError(f"{field} must be a list, not {given!r}.")
    return tuple(given)


def _pairs(field: str, given: object) -> list[Pair]:
    """Statements as pairs of names."""
    pairs: list[Pair] = []
    for each in _many(field, given):
        names = () if isinstance(each, str) or not isinstance(each, Iterable) else tuple(each)
        if len(names) != 2:
            raise KnowledgeError(
                f"A statement of {field} must be a pair of names, such as ('a', 'b'); "
                f"{each!r} is none."
            )
        pairs.append((str(names[0]), str(names[1])))
    return pairs


def _tier(given: object) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise KnowledgeError(f"A tier must be a list of names, such as ('a', 'b'); not {given!r}.")
    return tuple(given)


def _ordered(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Pairs without repetition, sorted, none joining a variable to itself."""
    found = sorted(set(pairs))
    for a, b in found:
        if a == b:
            raise KnowledgeError(f"A statement joins {a!r} to itself.")
    return tuple(found)


def _listed(names: Sequence[str], limit: int = 12) -> str:
    shown = ", ".join(repr(name) for name in names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"
