"""What the panel beside the graph is sent for a moment, as plain data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

from components.bidi import isolated
from components.replay.chapters import Chapter
from components.replay.paint import mark_word
from components.replay.predictions import (
    N_OFFERED,
    N_OFFERED_REJECTED,
    Picks,
    comparison,
    tally,
)
from components.replay.rows import ChapterOffer, Row, pair_label, pair_of, subset_of
from components.replay.story import Story
from components.text import one_line, set_text, tau_number
from gesncd.graphs import EdgeKind
from gesncd.search.claims import StepVerdict, TrueGraph, claim_of
from gesncd.search.events import Finished, PhaseEnded
from gesncd.search.invalid import NotAClique, Rejected
from gesncd.search.orientation_trace import Frame, FrameKind
from gesncd.search.step_sentences import (
    direction_sentence,
    edge_words,
    end_sentence,
    finished_sentence,
    frame_sentence,
    obstacle_sentence,
    outlook_sentence,
    runner_up_sentence,
    score_text,
    settled_sentence,
    verdict_sentence,
    winner_sentence,
)

N_SHOWN = 30
"""Rows of valid operators in the table."""


class Told(Protocol):
    """As much of a subject as is told of it: its story, τ, names, and the truth if known."""

    @property
    def story(self) -> Story:
        """Its chapters."""
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


def panel_content(subject: Told, moment: Moment) -> dict[str, Any]:
    """Everything the panel shows."""
    chapter = subject.story.chapters[moment.chapter]
    offer = subject.story.offers[moment.chapter]
    waiting = moment.is_waiting(subject)
    content: dict[str, Any] = {
        "head": _head(subject, chapter),
        "phase": chapter.phase.value
        if chapter.step or isinstance(chapter.event, PhaseEnded)
        else "",
        "say": _sentences(subject, chapter, moment.part, waiting),
        "compared": _compared(subject, chapter, offer, moment),
        "verdict": _verdict(subject, chapter, moment.part)
        if moment.judging and not waiting
        else None,
        "marks": [] if waiting else _marks(subject, chapter, moment.part),
        "table": _table(subject, chapter, offer, moment, waiting),
        "tally": _tally(subject, chapter, moment),
    }
    return content


def explanations(subject: Told, chapter: Chapter, part: int) -> list[str]:
    """What is said about a part of a chapter, each in under 40 words."""
    names, event = subject.spoken, chapter.event
    if isinstance(event, PhaseEnded):
        return [end_sentence(event, subject.tau, names)]
    if isinstance(event, Finished):
        if part:
            return [frame_sentence(chapter.frames[part - 1], None, names)]
        graph = chapter.before
        n_directed = sum(edge.directed for edge in graph.edges())
        return [finished_sentence(event.n_steps, graph.n_edges, n_directed), *event.notes]
    if part == 0:
        return [outlook_sentence(event, chapter.before.n_edges)]
    said = [frame_sentence(chapter.frames[part - 1], event, names)]
    if part == 1:
        said = [winner_sentence(event, subject.tau, names), runner_up_sentence(event, names)]
        turned = direction_sentence(event.operator, names)
        said += [turned] if turned else []
        said += [frame_sentence(chapter.frames[0], event, names)]
    if part == chapter.n_parts - 1:
        said.append(settled_sentence(event.changes))
    return said


def _sentences(subject: Told, chapter: Chapter, part: int, waiting: bool) -> list[str]:
    if not waiting:
        return explanations(subject, chapter, part)
    step = chapter.step
    assert step is not None, "only steps are predicted"
    return [
        outlook_sentence(step, chapter.before.n_edges),
        "Which one? Pick a row, or click its two variables in the graph.",
    ]


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


def _verdict(subject: Told, chapter: Chapter, part: int) -> dict[str, Any] | None:
    step = chapter.step
    if subject.truth is None or step is None or part == 0:
        return None
    verdict = subject.truth.judge(claim_of(step))
    return {"text": verdict_sentence(verdict, subject.spoken), "kind": verdict_kind(verdict)}


def verdict_kind(verdict: StepVerdict) -> str:
    """``"error"`` of the estimate, ``"search"`` for a property of the search, else ``"true"``."""
    if not verdict.holds:
        return "error"
    return "search" if verdict.is_property_of_search else "true"


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


def _table(
    subject: Told, chapter: Chapter, offer: ChapterOffer, moment: Moment, waiting: bool
) -> dict[str, Any] | None:
    if isinstance(chapter.event, Finished):
        return None
    rows = offer.rows[:N_SHOWN]
    scores = [row.first.score for row in rows]
    # Scores are squares of correlations: their roots share an axis over decades.
    top = math.sqrt(max([subject.tau * 2.0, *scores, 1e-12]))
    names = subject.spoken
    if waiting:
        return {
            "mode": "pick",
            "caption": "Possible operators, in order of their names; some are not valid",
            "rows": _with_whole_names(_unranked(offer, names), offer, subject),
            "tau": None,
            "more": "",
            "legend": "",
        }
    step = chapter.step
    won = offer.row_of(step.operator) if step is not None and moment.part else None
    pick = (moment.picks or {}).get(step.index) if moment.predicting and step else None
    shown = [
        {
            **_named(row, names),
            "rank": row.rank + 1,
            "score": score_text(row.first.score),
            "share": round(math.sqrt(max(row.first.score, 0.0)) / top, 4),
            "passes": _passes(chapter, row.first.score, subject.tau),
            "winner": won is not None and row.rank == won.rank,
            "picked": pick == f"c{row.rank}",
            "looked": moment.row == f"c{row.rank}",
        }
        for row in rows
    ]
    shown += [
        {
            **_named_rejected(number, rejected, names),
            "broken": broken_words(rejected),
            "why": obstacle_sentence(rejected, subject.spoken)
            if moment.row == f"r{number}"
            else "",
            "picked": pick == f"r{number}",
            "looked": moment.row == f"r{number}",
        }
        for number, rejected in enumerate(offer.rejected)
    ]
    n_twins = sum(len(row.candidates) for row in rows)
    left = offer.n_candidates - n_twins
    return {
        "mode": "watch",
        "caption": "Operators on offer, best first",
        "rows": _with_whole_names(shown, offer, subject),
        "tau": {"share": round(math.sqrt(max(subject.tau, 0.0)) / top, 4)},
        "more": f"{left} more valid operators rank below" if left > 0 else "",
        "legend": f"Bars: √score. Line: τ {tau_number(subject.tau)}",
    }


def _with_whole_names(
    rows: list[dict[str, Any]], offer: ChapterOffer, subject: Told
) -> list[dict[str, Any]]:
    """Rows with their names as they are, where the table has room for a part of them only."""
    for row in rows:
        kind, number = row["id"][0], int(row["id"][1:])
        pair = offer.rows[number].pair if kind == "c" else pair_of(offer.rejected[number].operator)
        cut = any(subject.spoken[node] != isolated(one_line(subject.names[node])) for node in pair)
        row["whole"] = pair_label(pair, subject.names) if cut else ""
    return rows


def _passes(chapter: Chapter, score: float, tau: float) -> bool:
    return score > tau if chapter.phase.value == "forward" else score <= tau


def _named(row: Row, names: tuple[str, ...]) -> dict[str, Any]:
    operator = row.first.operator
    subset = subset_of(operator)
    return {
        "id": f"c{row.rank}",
        "valid": True,
        "pair": pair_label(row.pair, names),
        "set": f"{_set_name(operator)} = {set_text(subset, names)}" if subset else "",
        "given": set_text(row.first.conditioning, names),
    }


def _named_rejected(number: int, rejected: Rejected, names: tuple[str, ...]) -> dict[str, Any]:
    operator = rejected.operator
    subset = subset_of(operator)
    x, y = names[operator.x], names[operator.y]
    return {
        "id": f"r{number}",
        "valid": False,
        # The order of X and Y matters for what is broken.
        "pair": f"{x} to {y}",
        "set": f"{_set_name(operator)} = {set_text(subset, names)}" if subset else "",
        "given": set_text(rejected.conditioning, names),
    }


def _set_name(operator: Any) -> str:
    return "H" if hasattr(operator, "h") else "T"


def broken_words(rejected: Rejected) -> str:
    """The broken condition in three words."""
    return "not a clique" if isinstance(rejected.obstacle, NotAClique) else "open path"


def _unranked(offer: ChapterOffer, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Rows to pick from: neither their order nor anything in them tells which is best."""
    rows = [_named(row, names) for row in offer.rows[:N_OFFERED]]
    taken = {row.pair for row in offer.rows[:N_OFFERED]}
    n_rejected = 0
    for number, rejected in enumerate(offer.rejected):
        if n_rejected == N_OFFERED_REJECTED:
            break
        if pair_of(rejected.operator) in taken:
            continue
        named = _named_rejected(number, rejected, names)
        named["pair"] = pair_label(pair_of(rejected.operator), names)
        rows.append({**named, "valid": True})
        n_rejected += 1
    rows.sort(key=lambda row: (row["pair"].casefold(), row["given"].casefold(), row["id"]))
    return rows
