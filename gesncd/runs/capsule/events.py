"""Whether the events of a capsule can be those of one search: nothing is drawn unchecked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from gesncd.graphs import PDAG, Insert, Operator, Reorient
from gesncd.runs.capsule.archive import CapsuleError
from gesncd.search.deserialise import event_from_dict
from gesncd.search.events import (
    Candidate,
    Event,
    Finished,
    GlobalScore,
    MarkChange,
    PairScore,
    PhaseEnded,
    Started,
    Step,
)
from gesncd.search.plain_values import EventError

_LEAST_SCORE: Final = -1e6
"""No measure scores lower: noise gives values about 0, penalties somewhat below."""


def read_events(value: object, n_variables: int) -> list[Event]:
    """Events of plain values, each consistent with those before it.

    Parameters
    ----------
    value
        The list of events as :func:`~gesncd.search.serialise.event_to_dict` makes them.
    n_variables
        Number of nodes.

    Raises
    ------
    CapsuleError
        If they cannot be the events of one search; the message names the first that can't.
    """
    if not isinstance(value, list):
        raise CapsuleError("The capsule's events are no list.")
    events: list[Event] = []
    for position, item in enumerate(value):
        try:
            _check_sizes(item, n_variables)
            event = event_from_dict(item)
            _check_nodes(event, n_variables)
            _check_scores(event)
            events.append(event)
        except (EventError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
            raise CapsuleError(f"The capsule's event {position} is damaged: {error}") from error
    _check_order(events, n_variables)
    return events


def _check_sizes(item: object, n_variables: int) -> None:
    """Compare sizes before a graph of any size is made in memory."""
    if not isinstance(item, Mapping):
        return
    graphs = [item[name] for name in ("cpdag", "graph") if name in item]
    sizes = [graph.get("n") for graph in graphs if isinstance(graph, Mapping)]
    if item.get("event") == "started":
        sizes.append(item.get("n_variables"))
    for size in sizes:
        if size != n_variables:
            raise EventError(f"it has {size!r:.40} nodes, and the run has {n_variables}.")


def _check_nodes(event: Event, n_variables: int) -> None:
    for node in _nodes(event):
        if not 0 <= node < n_variables:
            raise EventError(f"it names node {node}, and the run has {n_variables}.")


def _check_scores(event: Event) -> None:
    for score in _scores(event):
        if score < _LEAST_SCORE:
            raise EventError(f"it has the score {score:g}, which no measure gives.")


def _scores(event: Event) -> Iterator[float]:
    match event:
        case Step():
            yield event.score
            yield from (candidate.score for candidate in event.candidates)
            yield from _pair_scores(event.pair_scores)
        case PhaseEnded():
            yield from (candidate.score for candidate in event.candidates)
            yield from _pair_scores(event.pair_scores)
        case Finished():
            yield from (pair.score for pair in event.held)
        case _:
            return


def _pair_scores(pairs: Iterable[PairScore]) -> Iterator[float]:
    return (pair.score for pair in pairs if pair.score is not None)


def _nodes(event: Event) -> Iterator[int]:
    match event:
        case Step():
            yield from _operator_nodes(event.operator)
            yield from event.conditioning
            yield from _candidate_nodes(event.candidates)
            yield from _candidate_nodes([] if event.runner_up is None else [event.runner_up])
            yield from _pair_nodes(event.pair_scores)
            yield from _change_nodes(event.changes)
        case PhaseEnded():
            yield from _candidate_nodes(event.candidates)
            yield from _pair_nodes(event.pair_scores)
        case Finished():
            yield from _change_nodes(event.changes)
            for pair in event.held:
                yield from (pair.i, pair.j, *pair.conditioning)
        case _:
            return


def _operator_nodes(operator: Operator) -> Iterator[int]:
    if isinstance(operator, Reorient):
        yield from _operator_nodes(operator.insert)
        yield from _operator_nodes(operator.delete)
    else:
        others = operator.t if isinstance(operator, Insert) else operator.h
        yield from (operator.x, operator.y, *others)


def _candidate_nodes(candidates: Iterable[Candidate]) -> Iterator[int]:
    for candidate in candidates:
        yield from _operator_nodes(candidate.operator)
        yield from candidate.conditioning


def _pair_nodes(pairs: Iterable[PairScore]) -> Iterator[int]:
    for pair in pairs:
        yield from (pair.i, pair.j, *pair.conditioning)


def _change_nodes(changes: Iterable[MarkChange]) -> Iterator[int]:
    for change in changes:
        yield from (change.i, change.j, *change.reason.nodes)
        if change.previous is not None:
            yield from change.previous.nodes


def _check_order(events: Sequence[Event], n_variables: int) -> None:
    """Each event follows from those before: steps count up, graphs change as they say."""
    graph, n_steps, over = PDAG.empty(n_variables), 0, False
    for position, event in enumerate(events):
        if over or isinstance(event, Started) != (position == 0):
            raise _out_of_order(position, "it stands in the wrong place")
        match event:
            case Started():
                graph = event.cpdag
            case Step():
                n_steps += 1
                if event.index != n_steps:
                    raise _out_of_order(position, f"it is step {event.index}, not {n_steps}")
                _check_changes(position, graph, event.cpdag, event.changes)
                graph = event.cpdag
            case PhaseEnded():
                if event.cpdag != graph:
                    raise _out_of_order(position, "its graph is not that of the last step")
            case GlobalScore():
                if event.step != n_steps:
                    raise _out_of_order(position, f"it scores step {event.step}, not {n_steps}")
            case Finished():
                over = True
                if event.cpdag != graph or event.n_steps != n_steps:
                    raise _out_of_order(position, "it is not about the last step")
                _check_changes(position, event.cpdag, event.graph, event.changes)


def _check_changes(position: int, before: PDAG, after: PDAG, changes: Sequence[MarkChange]) -> None:
    said = {(change.i, change.j): (change.before, change.after) for change in changes}
    d = before.n_nodes
    pairs = ((i, j) for i in range(d) for j in range(i + 1, d))
    found = {
        (i, j): (before.kind(i, j), after.kind(i, j))
        for i, j in pairs
        if before.kind(i, j) is not after.kind(i, j)
    }
    if said != found:
        raise _out_of_order(position, "its graph differs from the last in more than it says")


def _out_of_order(position: int, reason: str) -> CapsuleError:
    return CapsuleError(f"The capsule's event {position} was not made by a search: {reason}.")
