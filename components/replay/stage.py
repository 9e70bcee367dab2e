"""The stage: graph, panel and scrubber. Only this part reruns while one steps."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components import state
from components.graph_view import graph_view
from components.graph_view.build import MOST_SCALE, view_data
from components.knowledge_marks import knowledge_marks
from components.replay import place
from components.replay.chapters import Chapter
from components.replay.fitted import fitted
from components.replay.fork_code import ForkCode, keep_fork
from components.replay.paint import (
    moment_changes,
    moment_paint,
    row_paint,
)
from components.replay.panel import Choice, replay_panel
from components.replay.panel_contents import Moment, panel_content
from components.replay.predictions import SKIPPED, pick_of_pair
from components.replay.rows import ChapterOffer, pair_of
from components.replay.scrubber import scrubber, scrubber_data
from components.replay.subject import Subject
from components.trace import Trace
from gesncd.graphs import EdgeKind, Reorient
from gesncd.search.orientation_trace import FrameKind

HEIGHT, LARGE_HEIGHT = 520, 640
LARGE_SCALE = 2.4
"""How much a graph is enlarged at most for a projector."""
VIEW_WIDTH = 470
"""Of the graph on a page of 1280 pixels."""
LESSON_HEIGHT, LARGE_LESSON_HEIGHT = 440, 540
"""A lesson has few nodes, and a text that needs room."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the stage is shown.

    Parameters
    ----------
    predicting
        Whether each step is predicted first.
    ghost
        Whether the true graph lies under the one that is shown.
    large
        Whether type is large.
    """

    predicting: bool
    ghost: bool
    large: bool


def show_stage(subject: Subject, look: Look) -> None:
    """Graph left, panel right, scrubber below."""
    if st.session_state.pop(state.REPLAY_WHOLE, False):
        st.rerun()
    chapter_number, part = place.current_place(subject)
    moment = Moment(
        chapter_number,
        part,
        place.current_row(subject, chapter_number),
        look.predicting,
        place.current_picks(subject),
        look.ghost,
    )
    st.session_state[state.REPLAY_AT] = (subject.key, chapter_number, part)
    if moment.is_waiting(subject) and part > 0:
        # Nothing of a step is shown before it is predicted.
        moment = replace(moment, part=0)
    is_lesson = subject.settings is None
    height = LESSON_HEIGHT if is_lesson else HEIGHT
    if look.large:
        height = LARGE_LESSON_HEIGHT if is_lesson else LARGE_HEIGHT
    # The scrubber finds the stage by this key, and tells its parts how high they may be.
    with st.container(key=state.REPLAY_STAGE):
        _show_stage(subject, moment, look, height)
    _show_questions(subject, moment)


def _show_stage(subject: Subject, moment: Moment, look: Look, height: int) -> None:
    left, right = st.columns([1.6, 1], gap="small")
    with left:
        _show_graph(subject, moment, look, height)
    with right:
        replay_panel(
            panel_content(subject, moment),
            key="replay-panel",
            height=height + 2,
            large=look.large,
            on_choice=lambda choice: _chosen(subject, moment, choice),
        )
    scrubber(
        scrubber_data(
            subject.story,
            subject.story.moment(moment.chapter, moment.part),
            waiting=moment.is_waiting(subject),
            large=look.large,
        ),
        key="replay-scrubber",
        on_go=lambda target: place.go_to(subject, *subject.story.place(target)),
        on_large=_enlarge,
    )


def _show_graph(subject: Subject, moment: Moment, look: Look, height: int) -> None:
    chapter = subject.story.chapters[moment.chapter]
    waiting = moment.is_waiting(subject)
    halo = subject.truth.cpdag if look.ghost and subject.truth is not None else None
    offer = subject.story.offers[moment.chapter]
    if moment.row is not None and not waiting:
        paint = row_paint(chapter, offer, moment.row, halo)
    else:
        paint = moment_paint(chapter, moment.part, halo)
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
            scores=_scores(subject.trace, chapter, moment.part),
            tau=subject.tau,
            knowledge=None
            if subject.settings is None
            else knowledge_marks(
                subject.settings.knowledge,
                subject.names,
                _known_arrows(chapter, moment.part),
                _known_arrows(chapter, moment.part, FrameKind.MEEK),
            ),
            paint=paint,
            most_scale=LARGE_SCALE if look.large else MOST_SCALE,
        ),
        # A view of another height is another view, which is fitted anew.
        key=f"{state.REPLAY_GRAPH}-{height}",
        height=height,
        on_click=lambda nodes: _clicked(subject, moment, nodes),
        # A projector's arrangement is for this tab; the run's own places stay as they are.
        on_move=lambda places: None,
    )


def _positions(subject: Subject, look: Look, height: int) -> NDArray[np.float64]:
    """Where the nodes lie: drawn together for large type, so that the view makes them larger."""
    share = 0.7 if look.large else 1.0
    return fitted(subject.positions, subject.names, share * VIEW_WIDTH, share * (height - 110))


def _focus(subject: Subject, moment: Moment, offer: ChapterOffer, waiting: bool) -> tuple[int, ...]:
    first = st.session_state.get(state.REPLAY_FIRST)
    if waiting and first is not None and first[:2] == (subject.key, moment.chapter):
        return (first[2],)
    row = moment.row
    if waiting or row is None:
        return ()
    number = int(row[1:])
    if row.startswith("r"):
        return pair_of(offer.rejected[number].operator) if number < len(offer.rejected) else ()
    return offer.rows[number].pair if number < len(offer.rows) else ()


def _scores(trace: Trace, chapter: Chapter, part: int) -> dict[tuple[int, int], float]:
    """Scores of the edges that are in the graph, the step's own among them once it is applied."""
    if chapter.step is None:
        return {pair: origin.score for pair, origin in trace.origins(trace.n_steps).items()}
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


def _known_arrows(
    chapter: Chapter, part: int, kind: FrameKind | None = None
) -> frozenset[tuple[int, int]]:
    """Pairs that knowledge has directed by a part of the last chapter: all, or in one way."""
    if chapter.step is not None:
        return frozenset()
    return frozenset(
        (c.i, c.j)
        for frame in chapter.frames[:part]
        if kind in (None, frame.kind)
        for c in frame.changes
    )


def _clicked(subject: Subject, moment: Moment, nodes: tuple[int, ...]) -> None:
    """A node or a pair in the graph: a prediction, or an operator to look at."""
    offer = subject.story.offers[moment.chapter]
    if moment.is_waiting(subject):
        first = st.session_state.get(state.REPLAY_FIRST)
        if len(nodes) == 1 and first is not None and first[:2] == (subject.key, moment.chapter):
            nodes = tuple(sorted({first[2], nodes[0]}))
        if len(nodes) == 1:
            st.session_state[state.REPLAY_FIRST] = (subject.key, moment.chapter, nodes[0])
        elif len(nodes) == 2:
            _predict(subject, moment, pick_of_pair(offer, (nodes[0], nodes[1])))
        return
    if len(nodes) != 2:
        place.look_at_row(subject, moment.chapter, "")
        return
    pick = pick_of_pair(offer, (nodes[0], nodes[1]))
    place.look_at_row(subject, moment.chapter, "" if pick.startswith("p") else pick)


def _chosen(subject: Subject, moment: Moment, choice: Choice) -> None:
    if choice.part is not None:
        place.go_to(subject, moment.chapter, choice.part)
    elif choice.row is not None:
        place.look_at_row(subject, moment.chapter, choice.row)
    elif choice.pick is not None:
        _predict(subject, moment, choice.pick)
    elif choice.skip:
        _predict(subject, moment, SKIPPED)


def _predict(subject: Subject, moment: Moment, pick: str) -> None:
    step = subject.story.chapters[moment.chapter].step
    if step is not None and moment.is_waiting(subject):
        place.keep_pick(subject, step.index, pick)
        place.go_to(subject, moment.chapter, 1)


def _enlarge(on: bool) -> None:
    st.session_state[state.REPLAY_LARGE] = on
    st.session_state[state.REPLAY_WHOLE] = True


def _show_questions(subject: Subject, moment: Moment) -> None:
    """What may be asked about the step at hand."""
    chapter = subject.story.chapters[moment.chapter]
    step = chapter.step
    other, chosen, tau, inside = st.columns([1.2, 1.2, 1.1, 1.2], vertical_alignment="center")
    waiting = moment.is_waiting(subject)
    runner_up = step is not None and step.runner_up is not None and not waiting
    here = moment.chapter + 1
    other.button(
        "What if the runner-up?",
        key="replay-runner-up",
        icon=":material/fork_right:",
        disabled=not runner_up,
        on_click=_fork,
        args=(ForkCode(here, "u"),),
        width="stretch",
        help="Apply the best operator that leads to another graph here, and search on.",
    )
    row = moment.row if moment.row and moment.row.startswith("c") and not waiting else None
    chosen.button(
        "What if the chosen one?",
        key="replay-chosen",
        icon=":material/fork_right:",
        disabled=row is None or step is None,
        on_click=_fork,
        args=(ForkCode(here, row or "u"),),
        width="stretch",
        help="Choose a valid operator in the table first; it is applied here instead.",
    )
    with tau.popover(
        "What if τ were…", icon=":material/tune:", width="stretch", disabled=step is None
    ):
        value = st.number_input(
            "τ from this step on",
            min_value=0.0,
            max_value=1.0,
            value=min(max(subject.tau, 0.0), 1.0),
            step=0.001,
            format="%.5f",
            key="replay-tau-value",
        )
        st.button(
            "Search on with this τ",
            key="replay-tau",
            type="primary",
            on_click=_fork,
            args=(ForkCode(here, "t", float(value)),),
        )
    inside.button(
        "Look inside this score",
        key="replay-look-inside",
        icon=":material/search:",
        disabled=step is None or waiting or moment.part == 0,
        on_click=_look_inside,
        args=(subject, moment.chapter),
        width="stretch",
        help="Once the operator is applied: what the measure saw in the data.",
    )


def _fork(code: ForkCode) -> None:
    keep_fork(code)
    st.session_state[state.REPLAY_WHOLE] = True


def _look_inside(subject: Subject, chapter: int) -> None:
    st.session_state[state.REPLAY_INSIDE] = (subject.key, chapter)
    st.session_state[state.REPLAY_WHOLE] = True
