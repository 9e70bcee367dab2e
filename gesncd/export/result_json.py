"""The result document of a search, with everything by name and nothing that varies.

It holds no times, so that the same data, settings and software give the same bytes.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gesncd.export.named import named_edges
from gesncd.graphs import PDAG, Insert, Operator, Reorient
from gesncd.knowledge import Constraints
from gesncd.search.ending import ending_of, unfinished_sentence
from gesncd.search.events import (
    Candidate,
    Event,
    Finished,
    GlobalScore,
    HeldPair,
    MarkChange,
    Reason,
    Started,
    Step,
)

FORMAT: Final = "gesncd result"
"""Value of the key ``format``, by which a file is recognised."""

VERSION: Final = 1
"""Version of the document's layout."""

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def result_document(
    names: Sequence[str],
    events: Sequence[Event],
    *,
    settings: Mapping[str, object],
    noise_floor: float | None,
    data_sha256: str | None,
    dataset_sha256: str,
    versions: Mapping[str, str],
    notes: Sequence[str] = (),
    preparation: Mapping[str, object] | None = None,
    stopped_with: Constraints | None = None,
    unfinished: str = "",
) -> dict[str, object]:
    """The result of a search as plain values.

    Parameters
    ----------
    names
        One name a node.
    events
        The events of the search, from ``Started`` on; it may have been stopped.
    settings
        Settings of the run by name; those called ``tau`` (None where it was
        automatic) and ``alpha`` also stand at the top.
    noise_floor
        Score that noise exceeds with probability alpha a query, or None.
    data_sha256
        Hash of the file the data were read from; that of the data set if there was none.
    dataset_sha256
        Hash of the analysed values and names.
    versions
        Software the search ran with.
    notes
        Sentences for people about the data; those of the search follow them.
    preparation
        What was done to the file before the search, or None where it is not known.
    stopped_with
        The background knowledge of a search that was stopped; it orients the last class.
    unfinished
        What became of a search without an end, a sentence; that it was stopped where this is
        empty. It is the first note.

    Raises
    ------
    ValueError
        If the events do not begin with ``Started``, or there are not as many
        names as nodes.
    """
    if not events or not isinstance(events[0], Started):
        raise ValueError("The events of a search begin with Started.")
    started = events[0]
    if len(names) != started.n_variables:
        raise ValueError(f"{len(names)} names for {started.n_variables} variables.")
    last = events[-1]
    finished = last if isinstance(last, Finished) else None
    steps = [event for event in events if isinstance(event, Step)]
    all_notes = [*notes, *started.notes, *(finished.notes if finished else ())]
    if finished is None:
        all_notes.insert(0, unfinished or unfinished_sentence(len(steps)))
    ending = ending_of(events, stopped_with)
    global_scores = {e.step: e.value for e in events if isinstance(e, GlobalScore)}
    final_score = global_scores.get(steps[-1].index if steps else 0)
    return {
        "format": FORMAT,
        "version": VERSION,
        "finished": finished is not None,
        "variables": list(names),
        "edges": _edges(names, ending.graph),
        "knowledge_changes": [_change(names, c) for c in ending.changes],
        "against_knowledge": _held(names, finished, joined=False),
        "knowledge_not_seen": _held(names, finished, joined=True),
        "tau": _number(started.tau),
        "tau_source": "auto" if settings.get("tau") is None else "given",
        "alpha": settings.get("alpha"),
        "noise_floor": _number(noise_floor),
        "global_score": _number(final_score),
        "global_score_if_joined": _number(finished.score_if_joined if finished else None),
        "settings": dict(sorted(settings.items())),
        "data_sha256": data_sha256 or dataset_sha256,
        "dataset_sha256": dataset_sha256,
        "versions": dict(sorted(versions.items())),
        "preparation": None if preparation is None else dict(preparation),
        "notes": all_notes,
        "steps": [_step(names, step, global_scores.get(step.index)) for step in steps],
    }


def result_text(document: Mapping[str, object]) -> str:
    """The document as JSON text that UTF-8 can hold, the same bytes every time."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _edges(names: Sequence[str], graph: PDAG) -> list[dict[str, object]]:
    return [dict(edge._asdict()) for edge in named_edges(names, graph)]


def _step(names: Sequence[str], step: Step, global_score: float | None) -> dict[str, object]:
    return {
        "index": step.index,
        "phase": step.phase.value,
        "operator": _operator(names, step.operator),
        "score": _number(step.score),
        "conditioning": _set(names, step.conditioning),
        "n_candidates": step.n_candidates,
        "runner_up": None if step.runner_up is None else _candidate(names, step.runner_up),
        "changes": [_change(names, change) for change in step.changes],
        "edges": _edges(names, step.cpdag),
        "global_score": _number(global_score),
    }


def _operator(names: Sequence[str], operator: Operator) -> dict[str, object]:
    if isinstance(operator, Reorient):
        return {
            "kind": "reorient",
            "insert": _operator(names, operator.insert),
            "delete": _operator(names, operator.delete),
        }
    ends = {"x": names[operator.x], "y": names[operator.y]}
    if isinstance(operator, Insert):
        return {"kind": "insert", **ends, "t": _set(names, operator.t)}
    return {"kind": "delete", **ends, "h": _set(names, operator.h)}


def _candidate(names: Sequence[str], candidate: Candidate) -> dict[str, object]:
    return {
        "operator": _operator(names, candidate.operator),
        "score": _number(candidate.score),
        "conditioning": _set(names, candidate.conditioning),
    }


def _change(names: Sequence[str], change: MarkChange) -> dict[str, object]:
    return {
        "i": names[change.i],
        "j": names[change.j],
        "before": change.before.value,
        "after": change.after.value,
        "reason": _reason(names, change.reason),
        "previous": None if change.previous is None else _reason(names, change.previous),
    }


def _held(
    names: Sequence[str], finished: Finished | None, *, joined: bool
) -> list[dict[str, object]]:
    held = () if finished is None else finished.held
    return [_held_pair(names, pair) for pair in held if pair.joined is joined]


def _held_pair(names: Sequence[str], pair: HeldPair) -> dict[str, object]:
    return {
        "i": names[pair.i],
        "j": names[pair.j],
        "held": "joined" if pair.joined else "apart",
        "lowest_score": _number(pair.score),
        "conditioning": _set(names, pair.conditioning),
        "n_sets": pair.n_sets,
    }


def _reason(names: Sequence[str], reason: Reason) -> dict[str, object]:
    return {
        "cause": reason.cause.value,
        "rule": reason.rule,
        "nodes": [names[node] for node in reason.nodes],
    }


def _set(names: Sequence[str], nodes: Iterable[int]) -> list[str]:
    return sorted(names[node] for node in nodes)


def _number(value: float | None) -> float | None:
    if value is None:
        return None
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"The result holds {number}; its numbers must be finite.")
    return number + 0.0  # no negative zero
