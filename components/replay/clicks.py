"""What a click in the graph or in the panel beside it means at a moment."""

from __future__ import annotations

from components.replay import place
from components.replay.moment import Moment
from components.replay.panel import Choice
from components.replay.predictions import SKIPPED, pick_of_pair
from components.replay.subject import Subject


def graph_clicked(subject: Subject, moment: Moment, nodes: tuple[int, ...]) -> None:
    """A node or a pair in the graph: a prediction, or an operator to look at."""
    offer = subject.story.offers[moment.chapter]
    if moment.is_waiting(subject):
        _predicted_in_graph(subject, moment, nodes)
        return
    row = ""
    if len(nodes) == 2:
        pair = (nodes[0], nodes[1])
        rows, rejected = offer.rows_on(pair), offer.rejected_on(pair)
        # To look at a pair is to look at its best operator.
        row = f"c{rows[0].rank}" if rows else "" if rejected is None else f"r{rejected}"
    place.look_at_row(subject, moment.chapter, row)


def panel_clicked(subject: Subject, moment: Moment, choice: Choice) -> None:
    """A mark to go to, an operator to look at or to predict, or the answer without one."""
    shown = moment.chapter if choice.chapter is None else choice.chapter
    if choice.part is not None:
        place.go_to(subject, shown, choice.part)
    elif shown != moment.chapter:
        # Operators of a step that is no longer the one at hand.
        return
    elif choice.row is not None:
        place.look_at_row(subject, moment.chapter, choice.row)
    elif choice.pick is not None:
        _predict(subject, moment, choice.pick)
    elif choice.skip:
        _predict(subject, moment, SKIPPED)


def _predicted_in_graph(subject: Subject, moment: Moment, nodes: tuple[int, ...]) -> None:
    if moment.open_pair(subject) is not None:
        # The pair is chosen, and its operators have rows to choose from.
        return
    first = place.current_first(subject, moment.chapter)
    if len(nodes) == 1 and first is not None:
        nodes = tuple(sorted({first, nodes[0]}))
    if len(nodes) == 2:
        chapter, offer = (
            subject.story.chapters[moment.chapter],
            subject.story.offers[moment.chapter],
        )
        _predict(subject, moment, pick_of_pair(chapter, offer, (nodes[0], nodes[1])))
    else:
        place.choose_first(subject, moment.chapter, nodes[0] if nodes else None)


def _predict(subject: Subject, moment: Moment, pick: str) -> None:
    if moment.is_waiting(subject):
        place.keep_pick(subject, moment.chapter, pick)
        # Where the rest of the prediction is still to come, nothing more is shown than before.
        place.go_to(subject, moment.chapter, 1)
