"""Where a reader stands in a replay, and as much of what is replayed as is told there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from components.replay.predictions import Picks, open_pair
from components.replay.story import Story
from components.trace import Trace
from gesncd.knowledge import Constraints
from gesncd.search.claims import TrueGraph


class Told(Protocol):
    """As much of a subject as is told of it: its story, τ, names, and the truth if known."""

    @property
    def story(self) -> Story:
        """Its chapters."""
        ...

    @property
    def trace(self) -> Trace:
        """Its events."""
        ...

    @property
    def tau(self) -> float:
        """The threshold."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in full."""
        ...

    @property
    def spoken(self) -> tuple[str, ...]:
        """Names as sentences use them."""
        ...

    @property
    def knowledge(self) -> Constraints | None:
        """What background knowledge enforces, where there is some."""
        ...

    @property
    def truth(self) -> TrueGraph | None:
        """The true graph, where it is known."""
        ...


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a reader stands, and what is asked of the page there.

    Parameters
    ----------
    chapter
        Number of the chapter, from 0.
    part
        Its part.
    row
        The operator that is looked at, or None.
    predicting
        Whether each step is predicted first.
    picks
        Predictions so far.
    judging
        Whether the true graph, where it is known, has its say.
    first
        The first of two variables that are to be predicted, or None.
    """

    chapter: int
    part: int
    row: str | None = None
    predicting: bool = False
    picks: Picks | None = None
    judging: bool = False
    first: int | None = None

    def is_waiting(self, subject: Told) -> bool:
        """Whether the page waits for a prediction of this chapter's step, or for the rest of it."""
        step = subject.story.chapters[self.chapter].step
        if not self.predicting or step is None:
            return False
        return step.index not in (self.picks or {}) or self.open_pair(subject) is not None

    def open_pair(self, subject: Told) -> tuple[int, int] | None:
        """The right pair, where its operator is still to be predicted."""
        chapter = subject.story.chapters[self.chapter]
        pick = None if chapter.step is None else (self.picks or {}).get(chapter.step.index)
        if not self.predicting or pick is None:
            return None
        return open_pair(chapter, subject.story.offers[self.chapter], pick)
