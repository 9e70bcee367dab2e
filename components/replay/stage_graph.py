"""The graph on the stage: what is marked, chosen and written on it at a moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from components import state
from components.export.menu import file_stem
from components.graph_view import graph_view
from components.graph_view.build import MOST_SCALE, view_data
from components.graph_view.paint import GraphPaint
from components.replay.chapters import Chapter
from components.replay.fitted import fitted
from components.replay.knowledge_signs import knowledge_at, signs_to_come
from components.replay.look import Look
from components.replay.moment import Moment
from components.replay.paint import moment_changes, moment_paint, row_paint
from components.replay.rows import ChapterOffer, pair_of
from components.replay.subject import Subject
from components.trace import Trace
from gesncd.graphs import EdgeKind, Reorient
from gesncd.search.events import Phase

FRAME_AIR = 12.0
"""Room at the rim for the frame around a box of a pattern, in units of the layout."""
LARGE_SCALE = 2.4
"""How much a graph is enlarged at most for a projector."""
LARGE_SHARE = 0.7
"""Nodes are drawn together for large type, so that the view makes them larger."""
VIEW_WIDTH = 470
"""Of the graph on a page of 1280 pixels."""


def show_graph(
    subject: Subject,
    moment: Moment,
    look: Look,
    height: int,
    on_click: Callable[[tuple[int, ...]], None],
) -> None:
    """The graph as it is at a moment, with what the moment changes or asks about."""
    chapter = subject.story.chapters[moment.chapter]
    waiting = moment.is_waiting(subject)
    halo = subject.truth.cpdag if look.ghost and subject.truth is not None else None
    offer = subject.story.offers[moment.chapter]
    if moment.row is not None and not waiting:
        paint = row_paint(chapter, offer, moment.row, halo)
    else:
        paint = moment_paint(chapter, moment.part, halo)
    paint = replace(
        paint, room_for=signs_to_come(subject), room_for_frame=GraphPaint().pattern_text
    )
    step = f"{subject.key}:{moment.chapter}:{moment.part}"
    graph_view(
        view_data(
            subject.names,
            chapter.graph(moment.part),
            _positions(subject, look, height),
            layout_id=f"{subject.layout_id}:{height}",
            stamp=step,
            changes=moment_changes(chapter, moment.part),
            hold=True,
            focus=_focus(subject, moment, offer, waiting),
            # Any second variable may be chosen to predict, joined to the first or not.
            fades=not waiting,
            scores=_scores(subject.trace, chapter, moment.part),
            tau=subject.tau,
            knowledge=knowledge_at(subject, chapter, moment.part),
            paint=paint,
            most_scale=LARGE_SCALE if look.large else MOST_SCALE,
            air=FRAME_AIR,
        ),
        # A view of another height is another view, which is fitted anew.
        key=f"{state.REPLAY_GRAPH}-{height}",
        picture=f"{file_stem(subject.title)}_step_{moment.chapter}",
        height=height,
        on_click=on_click,
        # A projector's arrangement is for this tab; the run's own places stay as they are.
        on_move=lambda places: None,
    )


def _positions(subject: Subject, look: Look, height: int) -> NDArray[np.float64]:
    """Where the nodes lie."""
    share = LARGE_SHARE if look.large else 1.0
    return fitted(subject.positions, subject.names, share * VIEW_WIDTH, share * (height - 110))


def _focus(subject: Subject, moment: Moment, offer: ChapterOffer, waiting: bool) -> tuple[int, ...]:
    if waiting:
        first = () if moment.first is None else (moment.first,)
        return moment.open_pair(subject) or first
    row = moment.row
    if row is None:
        return ()
    number = int(row[1:])
    if row.startswith("r"):
        return pair_of(offer.rejected[number].operator) if number < len(offer.rejected) else ()
    return offer.rows[number].pair if number < len(offer.rows) else ()


def _scores(trace: Trace, chapter: Chapter, part: int) -> dict[tuple[int, int], float]:
    """Scores of the edges that are in the graph, the step's own among them once it is applied."""
    if chapter.step is None:
        # When the forward phase ended, what the backward phase took away was still there.
        n_steps = trace.n_steps
        if chapter.phase is Phase.FORWARD:
            n_steps = sum(step.phase is Phase.FORWARD for step in trace.steps)
        return {pair: origin.score for pair, origin in trace.origins(n_steps).items()}
    before = trace.origins(chapter.step.index - 1)
    scores = {pair: origin.score for pair, origin in before.items()}
    operator = chapter.step.operator
    if part and not isinstance(operator, Reorient):
        pair = pair_of(operator)
        if chapter.graph(part).kind(*pair) is EdgeKind.NONE:
            scores.pop(pair, None)
        else:
            scores[pair] = chapter.step.score
    return scores
