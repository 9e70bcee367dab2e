"""A chapter of a run: a step taken apart, or the end of something."""

from __future__ import annotations

from dataclasses import dataclass, field

from gesncd.graphs import PDAG
from gesncd.search.events import Finished, Phase, PhaseEnded, Step
from gesncd.search.orientation_trace import Frame
from gesncd.search.provenance import Reasons


@dataclass(frozen=True, slots=True)
class Chapter:
    """A step, the end of a phase, or the end of the search.

    Parameters
    ----------
    event
        What it is about.
    before
        The graph when it begins.
    frames
        The pictures that follow, one after the other.
    phase
        The phase it belongs to.
    told
        The reasons of the arrows when it begins, as they were told.
    """

    event: Step | PhaseEnded | Finished
    before: PDAG
    frames: tuple[Frame, ...]
    phase: Phase
    told: Reasons = field(default_factory=dict, repr=False, compare=False)

    @property
    def step(self) -> Step | None:
        """The step, where it is one."""
        return self.event if isinstance(self.event, Step) else None

    @property
    def n_parts(self) -> int:
        """Moments of it: a look at the graph as it is, and each frame."""
        return 1 + len(self.frames)

    def graph(self, part: int) -> PDAG:
        """The graph as a part shows it."""
        return self.frames[part - 1].graph if part else self.before

    @property
    def after(self) -> PDAG:
        """The graph when it is over."""
        return self.graph(self.n_parts - 1)

    @property
    def label(self) -> str:
        """What a list of chapters calls it."""
        if isinstance(self.event, Step):
            return f"Step {self.event.index}"
        if isinstance(self.event, PhaseEnded):
            return f"End of the {self.phase.value} phase"
        return "Result"
