"""A run as chapters, a step each, and the moments that a reader goes through."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from components.replay.chapters import Chapter
from components.replay.rows import ChapterOffer
from components.trace import Trace
from gesncd.graphs import complete_with_reasons
from gesncd.search.events import Finished, Phase, PhaseEnded, Step
from gesncd.search.orientation_trace import frames_of, knowledge_frames
from gesncd.search.provenance import carried, reasons_of


@dataclass(frozen=True)
class Story:
    """All chapters of a run.

    A moment is a part of a chapter; moments are counted from 0 through all chapters.

    Parameters
    ----------
    chapters
        In order; none where nothing has happened yet.
    """

    chapters: tuple[Chapter, ...]

    @classmethod
    def of(cls, trace: Trace) -> Story:
        """The chapters of a trace."""
        if trace.started is None:
            return cls(())
        graph, chapters, phase = trace.started.cpdag, [], Phase.FORWARD
        told = reasons_of(complete_with_reasons(graph)[1])
        for event in trace.events:
            match event:
                case Step():
                    phase = event.phase
                    chapters.append(Chapter(event, graph, frames_of(graph, event), phase, told))
                    graph = event.cpdag
                    told = carried(told, reasons_of(complete_with_reasons(graph)[1]), graph)
                case PhaseEnded():
                    phase = event.phase
                    chapters.append(Chapter(event, graph, (), phase))
                case Finished():
                    frames = knowledge_frames(event.cpdag, event.changes)
                    chapters.append(Chapter(event, event.cpdag, frames, phase))
        return cls(tuple(chapters))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The first moment of each chapter."""
        starts, total = [], 0
        for chapter in self.chapters:
            starts.append(total)
            total += chapter.n_parts
        return tuple(starts)

    @cached_property
    def offers(self) -> tuple[ChapterOffer, ...]:
        """What each chapter has on offer, worked out when it is first looked at."""
        return tuple(map(ChapterOffer, self.chapters))

    @property
    def n_moments(self) -> int:
        """Moments of all chapters."""
        return self.starts[-1] + self.chapters[-1].n_parts if self.chapters else 0

    @property
    def n_steps(self) -> int:
        """How many chapters are steps."""
        return sum(chapter.step is not None for chapter in self.chapters)

    def place(self, moment: int) -> tuple[int, int]:
        """Chapter (from 0) and part of a moment; moments out of range are taken to the ends."""
        moment = min(max(moment, 0), self.n_moments - 1)
        chapter = bisect_right(self.starts, moment) - 1
        return chapter, moment - self.starts[chapter]

    def moment(self, chapter: int, part: int = 0) -> int:
        """The moment of a chapter's part, both taken to their ends if out of range."""
        chapter = min(max(chapter, 0), len(self.chapters) - 1)
        return self.starts[chapter] + min(max(part, 0), self.chapters[chapter].n_parts - 1)
