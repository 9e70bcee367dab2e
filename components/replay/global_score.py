"""S_g of the graph that a moment shows."""

from __future__ import annotations

from components.replay.moment import Told
from gesncd.search.words import score_text


def global_score_text(subject: Told, chapter_number: int, part: int) -> str:
    """S_g of the graph that is shown; empty in the midst of a step, where it has none."""
    chapters = subject.story.chapters
    chapter = chapters[chapter_number]
    if 0 < part < chapter.n_parts - 1:
        return ""
    taken = [each.step for each in chapters[:chapter_number] if each.step is not None]
    step = taken[-1].index if taken else 0
    if chapter.step is not None and part:
        step = chapter.step.index
    value = subject.trace.global_scores.get(step)
    return "" if value is None else score_text(value)
