"""Events as plain JSON values and back, exactly.

Compact, because a store may hold many of them: tuples become lists without
keys, except at the top of an event. Floats survive exactly, since JSON writes
the shortest text that reads back as the same number; infinities and NaN are
refused. Reading checks types and ranges, so that an edited file gives an
:class:`EventError` and not a strange graph.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeVar

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Operator, Reorient
from gesncd.search.events import (
    Candidate,
    Cause,
    Event,
    Finished,
    GlobalScore,
    MarkChange,
    PairScore,
    Phase,
    PhaseEnded,
    Reason,
    Started,
    Step,
)

T = TypeVar("T")


class EventError(ValueError):
    """A value that is not a serialised event."""


def event_to_dict(event: Event) -> dict[str, object]:
    """Plain value of an event: dictionaries, lists, strings, numbers, booleans and None.

    Raises
    ------
    ValueError
        If a score is infinite or NaN.
    """
    match event:
        case Started():
            return {
                "event": "started",
                "n_variables": int(event.n_variables),
                "tau": _finite(event.tau),
                "measure_key": event.measure_key,
                "cpdag": pdag_to_dict(event.cpdag),
                "notes": list(event.notes),
            }
        case Step():
            runner_up = event.runner_up
            return {
                "event": "step",
                "index": int(event.index),
                "phase": event.phase.value,
                "operator": _operator(event.operator),
                "score": _finite(event.score),
                "conditioning": _nodes(event.conditioning),
                "candidates": [_candidate(each) for each in event.candidates],
                "n_candidates": int(event.n_candidates),
                "runner_up": None if runner_up is None else _candidate(runner_up),
                "pair_scores": [_pair_score(each) for each in event.pair_scores],
                "cpdag": pdag_to_dict(event.cpdag),
                "changes": [_change(each) for each in event.changes],
            }
        case PhaseEnded():
            return {
                "event": "phase-ended",
                "phase": event.phase.value,
                "cpdag": pdag_to_dict(event.cpdag),
                "candidates": [_candidate(each) for each in event.candidates],
                "n_candidates": int(event.n_candidates),
                "pair_scores": [_pair_score(each) for each in event.pair_scores],
            }
        case GlobalScore():
            return {
                "event": "global-score",
                "step": int(event.step),
                "value": _finite(event.value),
            }
        case Finished():
            return {
                "event": "finished",
                "cpdag": pdag_to_dict(event.cpdag),
                "graph": pdag_to_dict(event.graph),
                "n_steps": int(event.n_steps),
                "n_queries": int(event.n_queries),
                "changes": [_change(each) for each in event.changes],
                "notes": list(event.notes),
            }


def event_from_dict(value: object) -> Event:
    """Event of a plain value that :func:`event_to_dict` made.

    Raises
    ------
    EventError
        If the value is not such a value; the message names the field.
    """
    try:
        return _read_event(value)
    except EventError:
        raise
    except KeyError as error:
        raise EventError(f"An event lacks the field {error.args[0]!r}.") from error
    except ValueError as error:
        raise EventError(f"An event cannot be read: {error}") from error


def pdag_to_dict(graph: PDAG) -> dict[str, object]:
    """Plain value of a graph: its number of nodes and ``[source, target, directed]`` lists."""
    return {
        "n": graph.n_nodes,
        "edges": [[edge.source, edge.target, edge.directed] for edge in graph.edges()],
    }


def pdag_from_dict(value: object) -> PDAG:
    """Graph of a plain value that :func:`pdag_to_dict` made.

    Raises
    ------
    EventError
        If the value is not such a value, or its edges form no graph.
    """
    fields = _as_mapping(value, "a graph")
    try:
        n = _as_int(fields["n"], "the number of nodes")
        pairs: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
        for edge in _as_list(fields["edges"], "the edges"):
            source, target, directed = _parts(edge, 3, "an edge")
            ends = (_as_node(source, n), _as_node(target, n))
            pairs[_as_bool(directed, "an edge's direction")].append(ends)
        return PDAG.from_edges(n, directed=pairs[True], undirected=pairs[False])
    except KeyError as error:
        raise EventError(f"A graph lacks the field {error.args[0]!r}.") from error
    except EventError:
        raise
    except ValueError as error:
        raise EventError(f"A graph cannot be read: {error}") from error


# --- to plain values -------------------------------------------------------------------


def _finite(value: float) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"An event holds {number}; scores must be finite.")
    # SQLite keeps no negative zero, so that a replayed score would differ from a fresh one.
    return number + 0.0


def _nodes(nodes: tuple[int, ...]) -> list[int]:
    return [int(node) for node in nodes]


def _operator(operator: Operator) -> list[object]:
    if isinstance(operator, Insert):
        return ["insert", int(operator.x), int(operator.y), _nodes(operator.t)]
    if isinstance(operator, Reorient):
        return ["reorient", _operator(operator.insert), _operator(operator.delete)]
    return ["delete", int(operator.x), int(operator.y), _nodes(operator.h)]


def _candidate(candidate: Candidate) -> list[object]:
    return [
        _operator(candidate.operator),
        _nodes(candidate.conditioning),
        _finite(candidate.score),
    ]


def _pair_score(pair: PairScore) -> list[object]:
    score = None if pair.score is None else _finite(pair.score)
    return [int(pair.i), int(pair.j), score, _nodes(pair.conditioning)]


def _reason(reason: Reason) -> list[object]:
    return [reason.cause.value, reason.rule, _nodes(reason.nodes)]


def _change(change: MarkChange) -> list[object]:
    return [
        int(change.i),
        int(change.j),
        change.before.value,
        change.after.value,
        _reason(change.reason),
        None if change.previous is None else _reason(change.previous),
    ]


# --- from plain values -----------------------------------------------------------------


def _read_event(value: object) -> Event:
    fields = _as_mapping(value, "an event")
    kind = fields["event"]
    if kind == "started":
        return Started(
            n_variables=_as_int(fields["n_variables"], "n_variables"),
            tau=_as_float(fields["tau"], "tau"),
            measure_key=_as_text(fields["measure_key"], "measure_key"),
            cpdag=pdag_from_dict(fields["cpdag"]),
            notes=_each(fields["notes"], "notes", lambda note: _as_text(note, "a note")),
        )
    if kind == "step":
        runner_up = fields["runner_up"]
        return Step(
            index=_as_int(fields["index"], "index"),
            phase=Phase(fields["phase"]),
            operator=_read_operator(fields["operator"]),
            score=_as_float(fields["score"], "score"),
            conditioning=_read_nodes(fields["conditioning"]),
            candidates=_each(fields["candidates"], "candidates", _read_candidate),
            n_candidates=_as_int(fields["n_candidates"], "n_candidates"),
            runner_up=None if runner_up is None else _read_candidate(runner_up),
            pair_scores=_each(fields["pair_scores"], "pair_scores", _read_pair_score),
            cpdag=pdag_from_dict(fields["cpdag"]),
            changes=_each(fields["changes"], "changes", _read_change),
        )
    if kind == "phase-ended":
        return PhaseEnded(
            phase=Phase(fields["phase"]),
            cpdag=pdag_from_dict(fields["cpdag"]),
            candidates=_each(fields["candidates"], "candidates", _read_candidate),
            n_candidates=_as_int(fields["n_candidates"], "n_candidates"),
            pair_scores=_each(fields["pair_scores"], "pair_scores", _read_pair_score),
        )
    if kind == "global-score":
        return GlobalScore(
            step=_as_int(fields["step"], "step"), value=_as_float(fields["value"], "value")
        )
    if kind == "finished":
        return Finished(
            cpdag=pdag_from_dict(fields["cpdag"]),
            n_steps=_as_int(fields["n_steps"], "n_steps"),
            n_queries=_as_int(fields["n_queries"], "n_queries"),
            graph=pdag_from_dict(fields["graph"]),
            changes=_each(fields["changes"], "changes", _read_change),
            notes=_each(fields["notes"], "notes", lambda note: _as_text(note, "a note")),
        )
    raise EventError(f"There is no event of kind {kind!r}.")


def _read_operator(value: object) -> Operator:
    match value:
        case ["reorient", first, second]:
            insert, delete = _read_operator(first), _read_operator(second)
            if isinstance(insert, Insert) and isinstance(delete, Delete):
                return Reorient(insert, delete)
            raise EventError("A reorientation is an insertion and a deletion.")
    kind, x, y, others = _parts(value, 4, "an operator")
    ends = (_as_int(x, "an operator's x"), _as_int(y, "an operator's y"))
    if kind == "insert":
        return Insert(*ends, _read_nodes(others))
    if kind == "delete":
        return Delete(*ends, _read_nodes(others))
    raise EventError(f"There is no operator {kind!r}.")


def _read_candidate(value: object) -> Candidate:
    operator, conditioning, score = _parts(value, 3, "a candidate")
    return Candidate(
        operator=_read_operator(operator),
        conditioning=_read_nodes(conditioning),
        score=_as_float(score, "a candidate's score"),
    )


def _read_pair_score(value: object) -> PairScore:
    i, j, score, conditioning = _parts(value, 4, "a pair's score")
    return PairScore(
        i=_as_int(i, "a pair's i"),
        j=_as_int(j, "a pair's j"),
        score=None if score is None else _as_float(score, "a pair's score"),
        conditioning=_read_nodes(conditioning),
    )


def _read_reason(value: object) -> Reason:
    cause, rule, nodes = _parts(value, 3, "a reason")
    return Reason(
        cause=Cause(cause),
        rule=None if rule is None else _as_int(rule, "a rule"),
        nodes=_read_nodes(nodes),
    )


def _read_change(value: object) -> MarkChange:
    i, j, before, after, reason, previous = _parts(value, 6, "a change")
    return MarkChange(
        i=_as_int(i, "a change's i"),
        j=_as_int(j, "a change's j"),
        before=EdgeKind(before),
        after=EdgeKind(after),
        reason=_read_reason(reason),
        previous=None if previous is None else _read_reason(previous),
    )


def _read_nodes(value: object) -> tuple[int, ...]:
    return _each(value, "a set of nodes", lambda node: _as_int(node, "a node"))


def _each(value: object, what: str, read: Callable[[object], T]) -> tuple[T, ...]:
    return tuple(read(item) for item in _as_list(value, what))


def _parts(value: object, length: int, what: str) -> list[object]:
    parts = _as_list(value, what)
    if len(parts) != length:
        raise EventError(f"{what} has {len(parts)} parts instead of {length}.".capitalize())
    return parts


def _as_mapping(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise EventError(f"Expected {what}, got {value!r:.60}.")
    return value


def _as_list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise EventError(f"Expected a list for {what}, got {value!r:.60}.")
    return value


def _as_int(value: object, what: str) -> int:
    # bool is an int in Python, and no node is called True.
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise EventError(f"Expected a whole number for {what}, got {value!r:.60}.")
    return value


def _as_node(value: object, n_nodes: int) -> int:
    node = _as_int(value, "an edge's end")
    if node >= n_nodes:
        raise EventError(f"An edge ends at node {node}, but there are {n_nodes}.")
    return node


def _as_float(value: object, what: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise EventError(f"Expected a finite number for {what}, got {value!r:.60}.")
    return float(value)


def _as_bool(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise EventError(f"Expected true or false for {what}, got {value!r:.60}.")
    return value


def _as_text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise EventError(f"Expected text for {what}, got {value!r:.60}.")
    return value
