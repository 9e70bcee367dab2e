"""Events as plain JSON values, exactly; :mod:`gesncd.search.deserialise` reads them back.

Compact, because a store may hold many of them: tuples become lists without
keys, except at the top of an event. Floats survive exactly, since JSON writes
the shortest text that reads back as the same number; infinities and NaN are
refused.
"""

from __future__ import annotations

import math

from gesncd.graphs import PDAG, Insert, Operator, Reorient
from gesncd.search.events import (
    Barred,
    Candidate,
    Event,
    Finished,
    GlobalScore,
    HeldPair,
    MarkChange,
    PairScore,
    PhaseEnded,
    Reason,
    Started,
    Step,
)


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
                "barred": [_barred(each) for each in event.barred],
            }
        case PhaseEnded():
            return {
                "event": "phase-ended",
                "phase": event.phase.value,
                "cpdag": pdag_to_dict(event.cpdag),
                "candidates": [_candidate(each) for each in event.candidates],
                "n_candidates": int(event.n_candidates),
                "pair_scores": [_pair_score(each) for each in event.pair_scores],
                "barred": [_barred(each) for each in event.barred],
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
                "held": [_held(each) for each in event.held],
                "score_if_joined": None
                if event.score_if_joined is None
                else _finite(event.score_if_joined),
            }


def pdag_to_dict(graph: PDAG) -> dict[str, object]:
    """Plain value of a graph: its number of nodes and ``[source, target, directed]`` lists."""
    return {
        "n": graph.n_nodes,
        "edges": [[edge.source, edge.target, edge.directed] for edge in graph.edges()],
    }


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


def _barred(barred: Barred) -> list[object]:
    return [_candidate(barred.candidate), None if barred.arrow is None else _nodes(barred.arrow)]


def _pair_score(pair: PairScore) -> list[object]:
    score = None if pair.score is None else _finite(pair.score)
    return [int(pair.i), int(pair.j), score, _nodes(pair.conditioning)]


def _held(pair: HeldPair) -> list[object]:
    return [
        int(pair.i),
        int(pair.j),
        bool(pair.joined),
        _finite(pair.score),
        _nodes(pair.conditioning),
        int(pair.n_sets),
    ]


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
