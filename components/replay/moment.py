"""Where a reader stands in a replay, and as much of what is replayed as is told there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from components.replay.predictions import Picks
from components.replay.story import Story
from components.trace import Trace
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
    """

    chapter: int
    part: int
    row: str | None = None
    predicting: bool = False
    picks: Picks | None = None
    judging: bool = False

    def is_waiting(self, subject: Told) -> bool:
        """Whether the page waits for a prediction of this chapter's step."""
        step = subject.story.chapters[self.chapter].step
        return self.predicting and step is not None and step.index not in (self.picks or {})
