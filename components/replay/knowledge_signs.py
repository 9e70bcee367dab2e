"""Signs of background knowledge at a moment: what was known, and which arrows come from it."""

from __future__ import annotations

import streamlit as st

from components.graph_view.build import KnowledgeMarks
from components.knowledge_marks import enforced_as, knowledge_marks, marked_pairs
from components.replay.chapters import Chapter
from components.replay.subject import Subject
from gesncd.knowledge import Constraints
from gesncd.search.arrow_sources import Arrow, ArrowSource, arrow_sources


def sources_at(chapter: Chapter, part: int, known: Constraints | None) -> dict[Arrow, ArrowSource]:
    """Where the direction of each arrow comes from at a moment of a chapter.

    In the middle of a step the pattern that an arrow was read from can be gone before its
    head is, so that nothing can be read from that picture alone: until the step is over an
    arrow keeps the source it had, and a new one has that of the class which the step leads to.

    Parameters
    ----------
    chapter, part
        The moment.
    known
        What the search was told; None where it was told nothing.
    """
    graph = chapter.graph(part)
    if chapter.step is None:
        # Where knowledge directs what the class left open, one arrow a part.
        changes = [change for frame in chapter.frames[:part] for change in frame.changes]
        return arrow_sources(graph, changes, known)
    if part == chapter.n_parts - 1:
        return arrow_sources(graph, (), known)
    sources = arrow_sources(chapter.after, (), known) | arrow_sources(chapter.before, (), known)
    arrows = [(edge.source, edge.target) for edge in graph.edges() if edge.directed]
    return {arrow: sources[arrow] for arrow in arrows if arrow in sources}


def knowledge_at(subject: Subject, chapter: Chapter, part: int) -> KnowledgeMarks | None:
    """What a run's knowledge has to do with the graph at a moment; None for a lesson."""
    if subject.settings is None:
        return None
    knowledge, names = subject.settings.knowledge, tuple(subject.names)
    sources = sources_at(chapter, part, enforced_as(knowledge, names))
    return knowledge_marks(knowledge, names, *marked_pairs(sources))


def signs_to_come(subject: Subject) -> tuple[str, ...]:
    """Signs of knowledge that some moment has: the legend has room for them at each."""
    return _signs_to_come(subject.key, subject)


@st.cache_data(show_spinner=False, max_entries=24)
def _signs_to_come(key: str, _subject: Subject) -> tuple[str, ...]:
    signs: set[str] = set()
    for chapter in _subject.story.chapters:
        marks = knowledge_at(_subject, chapter, chapter.n_parts - 1)
        if marks is not None:
            signs.update(sign for pair in marks.directed for sign in marks.signs(pair, True))
            signs.update({"lock"} if marks.required else ())
    return tuple(sorted(signs))
