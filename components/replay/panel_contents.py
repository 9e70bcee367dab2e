"""What the panel beside the graph is sent for a moment, as plain data."""

from __future__ import annotations

from typing import Any

from components.replay.chapters import Chapter
from components.replay.global_score import global_score_text
from components.replay.moment import Moment, Told
from components.replay.operators_table import operators_table
from components.replay.paint import mark_word
from components.replay.predictions import comparison, tally
from components.replay.rows import ChapterOffer
from components.replay.truth_told import told_arrows, told_verdict
from gesncd.graphs import EdgeKind
from gesncd.search.contrast import contrast_sentence, tie_sentence
from gesncd.search.events import Finished, PhaseEnded, Step
from gesncd.search.kept_arrows import kept_arrows, kept_briefly, kept_sentences
from gesncd.search.orientation_trace import Frame, FrameKind
from gesncd.search.step_sentences import (
    barred_sentence,
    direction_sentence,
    end_sentence,
    finished_sentence,
    frame_sentence,
    left_aside_sentence,
    outlook_sentence,
    passed_over_sentence,
    settled_sentence,
    winner_sentence,
)
from gesncd.search.words import edge_words, runner_up_sentence

MOST_KEPT = 2
"""Arrows with another reason than before that are told in full; the others in a sentence each."""


def panel_content(subject: Told, moment: Moment) -> dict[str, Any]:
    """Everything the panel shows."""
    chapter = subject.story.chapters[moment.chapter]
    offer = subject.story.offers[moment.chapter]
    waiting = moment.is_waiting(subject)
    judged = moment.judging and not waiting
    content: dict[str, Any] = {
        "chapter": moment.chapter,
        "head": _head(subject, chapter),
        "phase": chapter.phase.value
        if chapter.step or isinstance(chapter.event, PhaseEnded)
        else "",
        "score": global_score_text(subject, moment.chapter, moment.part),
        "say": _asked(subject, moment) if waiting else explanations(subject, chapter, moment.part),
        "compared": _compared(subject, chapter, offer, moment),
        "verdict": told_verdict(subject, chapter, moment.part) if judged else None,
        "arrows": told_arrows(subject, chapter, moment.part) if judged else None,
        "marks": [] if waiting else _marks(subject, chapter, moment.part),
        "table": operators_table(subject, chapter, offer, moment, waiting),
        "tally": _tally(subject, chapter, moment),
    }
    return content


def explanations(subject: Told, chapter: Chapter, part: int) -> list[str]:
    """What is said about a part of a chapter, each in under 40 words."""
    names, event = subject.spoken, chapter.event
    if isinstance(event, PhaseEnded):
        return [end_sentence(event, subject.tau, names), *_ruled_out(event, subject.tau, names)]
    if isinstance(event, Finished):
        if part:
            return [frame_sentence(chapter.frames[part - 1], None, names)]
        graph = chapter.before
        return [finished_sentence(event.n_steps, graph, event.graph), *event.notes]
    if part == 0:
        return _outlook(subject, event, chapter)
    said = [frame_sentence(chapter.frames[part - 1], event, names)]
    if part == 1:
        said = [winner_sentence(event, subject.tau, names), runner_up_sentence(event, names)]
        more = (
            passed_over_sentence(event, subject.tau, names),
            tie_sentence(event),
            contrast_sentence(event, names),
            direction_sentence(event.operator, names),
        )
        more += (frame_sentence(chapter.frames[0], event, names),)
        said += [text for text in more if text]
    if part == chapter.n_parts - 1:
        said += _other_reasons(chapter, names)
        said.append(settled_sentence(event.changes))
    return said


def _outlook(subject: Told, step: Step, chapter: Chapter) -> list[str]:
    said = (
        outlook_sentence(step, chapter.before.n_edges),
        barred_sentence(step),
        left_aside_sentence(step.phase, subject.knowledge),
    )
    return [text for text in said if text]


def _ruled_out(end: PhaseEnded, tau: float, names: tuple[str, ...]) -> list[str]:
    said = passed_over_sentence(end, tau, names)
    return [said] if said else []


def _other_reasons(chapter: Chapter, names: tuple[str, ...]) -> list[str]:
    """Arrows that a step leaves as they are, for another reason than before."""
    kept = kept_arrows(chapter.told, chapter.after)
    said = [text for arrow in kept[:MOST_KEPT] for text in kept_sentences(arrow, names)]
    # Of each, as a later step may name the reason that it has now.
    return said + [kept_briefly(arrow, names) for arrow in kept[MOST_KEPT:]]


def _asked(subject: Told, moment: Moment) -> list[str]:
    """What a step that is to be predicted says, and what one may do."""
    chapter, names = subject.story.chapters[moment.chapter], subject.spoken
    step, pair = chapter.step, moment.open_pair(subject)
    assert step is not None, "only steps are predicted"
    outlook = _outlook(subject, step, chapter)
    if pair is not None:
        n_rows = len(subject.story.offers[moment.chapter].rows_on(pair))
        return [
            f"The right pair: {names[pair[0]]} and {names[pair[1]]}. Given what?",
            f"Its operators are in {n_rows} rows. Choose one; Show me leaves it at the pair.",
        ]
    if moment.first is not None:
        return [*outlook, f"{names[moment.first]} chosen: click the second variable."]
    return [*outlook, "Which one? Pick a row, or click its two variables in the graph."]


def _head(subject: Told, chapter: Chapter) -> str:
    if chapter.step is None:
        return chapter.label
    return f"{chapter.label} of {subject.story.n_steps} · {chapter.phase.value}"


def _marks(subject: Told, chapter: Chapter, part: int) -> list[dict[str, Any]]:
    """The pictures of a chapter in order; where there is one only, there is nothing to list."""
    if part == 0 and chapter.step is not None:
        return []
    if chapter.n_parts < 3 and chapter.step is not None:
        return []
    return [
        {
            "part": number,
            "word": mark_word(frame.kind, frame.reason.rule, chapter.phase),
            "edge": _frame_edges(frame, subject.spoken),
            "state": "now" if number == part else "done" if number < part else "later",
        }
        for number, frame in enumerate(chapter.frames, 1)
    ]


def _frame_edges(frame: Frame, names: tuple[str, ...]) -> str:
    shown = []
    for change in frame.changes:
        is_over = change.after is EdgeKind.NONE or frame.kind is FrameKind.WITHDRAWN
        kind = change.before if is_over else change.after
        shown.append(edge_words(change.i, change.j, kind, names))
    return ", ".join(shown) or "edges turn"


def _compared(subject: Told, chapter: Chapter, offer: ChapterOffer, moment: Moment) -> str:
    step = chapter.step
    if not moment.predicting or step is None or moment.part == 0:
        return ""
    pick = (moment.picks or {}).get(step.index)
    return "" if pick is None else comparison(chapter, offer, pick, subject.spoken)


def _tally(subject: Told, chapter: Chapter, moment: Moment) -> str:
    if not moment.predicting:
        return ""
    counted = tally(subject.story, moment.picks or {})
    return counted.sentence if counted.n_picked or chapter.step is None else ""
