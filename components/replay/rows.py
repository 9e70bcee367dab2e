"""The operators on offer at a step as rows: valid ones by rank, rejected ones after them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from components.replay.chapters import Chapter
from components.text import short_name
from gesncd.graphs import Delete, Insert, Operator, Reorient
from gesncd.search.events import Candidate, PhaseEnded, Step
from gesncd.search.invalid import N_SHOWN_REJECTED, Rejected, rejected_operators

NAME_LIMIT = 300
"""Characters of a name in a row: the table breaks it into lines, and has it whole."""


@dataclass(frozen=True, slots=True)
class Row:
    """Valid operators that ask one question and differ in the order of X and Y at most.

    Parameters
    ----------
    rank
        From 0 for the best.
    candidates
        One, or two twins.
    """

    rank: int
    candidates: tuple[Candidate, ...]

    @property
    def first(self) -> Candidate:
        """The better placed of the twins."""
        return self.candidates[0]

    @property
    def pair(self) -> tuple[int, int]:
        """Its nodes (i, j), i < j."""
        return pair_of(self.first.operator)


@dataclass(frozen=True)
class ChapterOffer:
    """What a chapter has on offer; nothing at the end of the search.

    Parameters
    ----------
    chapter
        The chapter.
    """

    chapter: Chapter

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Valid operators, best first, as far as the run kept them."""
        event = self.chapter.event
        return ranked_rows(event.candidates) if isinstance(event, Step | PhaseEnded) else ()

    @cached_property
    def rejected(self) -> tuple[Rejected, ...]:
        """Operators that background knowledge rules out, then those that are not valid."""
        event = self.chapter.event
        if not isinstance(event, Step | PhaseEnded):
            return ()
        barred = tuple(Rejected.of(each) for each in event.barred[:N_SHOWN_REJECTED])
        return barred + rejected_operators(self.chapter.before, self.chapter.phase)

    @property
    def n_candidates(self) -> int:
        """How many valid operators there were that background knowledge is not known to bar."""
        event = self.chapter.event
        if not isinstance(event, Step | PhaseEnded):
            return 0
        return event.n_candidates - len(event.barred)

    @property
    def is_cut(self) -> bool:
        """Whether there were more valid operators than the run kept."""
        event = self.chapter.event
        return isinstance(event, Step | PhaseEnded) and self.n_candidates > len(event.candidates)

    def row_of(self, operator: Operator) -> Row | None:
        """The row that holds an operator."""
        for row in self.rows:
            if any(candidate.operator == operator for candidate in row.candidates):
                return row
        return None

    def rows_on(self, pair: tuple[int, int]) -> tuple[Row, ...]:
        """The valid operators on two nodes, best first."""
        return tuple(row for row in self.rows if row.pair == pair)

    def rejected_on(self, pair: tuple[int, int]) -> int | None:
        """The number of the first rejected operator on two nodes."""
        pairs = [pair_of(each.operator) for each in self.rejected]
        return pairs.index(pair) if pair in pairs else None


def ranked_rows(candidates: Iterable[Candidate]) -> tuple[Row, ...]:
    """Candidates as rows, twins together where the better one stands."""
    grouped: dict[object, list[Candidate]] = {}
    for candidate in candidates:
        grouped.setdefault(_question(candidate), []).append(candidate)
    return tuple(Row(rank, tuple(group)) for rank, group in enumerate(grouped.values()))


def _question(candidate: Candidate) -> object:
    operator = candidate.operator
    if isinstance(operator, Reorient):
        return operator
    return pair_of(operator), subset_of(operator), candidate.conditioning, candidate.score


def pair_of(operator: Operator) -> tuple[int, int]:
    """An operator's nodes (i, j), i < j."""
    return (min(operator.x, operator.y), max(operator.x, operator.y))


def subset_of(operator: Operator) -> tuple[int, ...]:
    """T of an Insert, H of a Delete."""
    if isinstance(operator, Insert):
        return operator.t
    return operator.h if isinstance(operator, Delete) else ()


def pair_label(pair: tuple[int, int], names: Sequence[str]) -> str:
    """Two variables as a row shows them."""
    first, second = (short_name(names[node], NAME_LIMIT) for node in pair)
    return f"{first}, {second}"
