"""What a report tells of the edges: a table, and which decisions were close."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from components.directions import (
    directed_else_by,
    enforced_on,
    kept_apart,
    known_arrows,
    supports_at,
)
from components.export.edge_table import BY_KNOWLEDGE, edge_frame
from components.knowledge_marks import marks_of
from components.sentences import pair_text
from components.text import set_text, short_name
from components.trace import Trace
from gesncd.export import Table
from gesncd.graphs import Delete, Insert
from gesncd.runs.store.records import RunRecord
from gesncd.search.direction_sentences import short_support
from gesncd.search.direction_support import pair_evidence
from gesncd.search.events import Candidate, Phase
from gesncd.search.words import score_text

_NONE = "–"


def edges_told(record: RunRecord, trace: Trace) -> Table:
    """The edges, strongest first, each score beside τ and, where that is another, the noise."""
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    apart, enforced = kept_apart(record), enforced_on(record)
    frame = edge_frame(
        trace,
        graph,
        trace.n_steps,
        record.names,
        record.noise_floor,
        apart=apart,
        enforced=enforced,
    )
    supports = supports_at(trace, trace.n_steps, record.n_variables)
    evidence = pair_evidence(trace.events) if supports else None
    required = marks_of(record, trace, trace.n_steps).required
    stated = known_arrows(trace, trace.n_steps, record.n_variables, enforced)
    short = [short_name(name) for name in record.names]
    place = {name: node for node, name in enumerate(record.names)}
    with_floor = record.noise_floor is not None and record.noise_floor != record.tau
    header = ["Source", "Edge", "Target", "Score", "× τ"]
    header += ["× noise floor"] if with_floor else []
    header += ["Step", "Direction"]
    header += ["Direction rests on"] if supports else []
    rows = []
    for row in frame.astype(object).where(frame.notna(), None).to_dict("records"):
        score = row["Score"]
        cells = [row["Source"], row["Edge"], row["Target"], _shown(score)]
        cells.append(_shown(score / record.tau if score is not None and record.tau else None))
        if with_floor:
            cells.append(_shown(row["× noise floor"]))
        cells.append(_NONE if row["Step"] is None else str(int(row["Step"])))
        ends = place[row["Source"]], place[row["Target"]]
        known = (min(ends), max(ends)) in required
        cells.append(_why(row, record) if known else row["Direction"])
        if evidence is not None:
            support = supports.get(ends) if row["Edge"] == "→" else None
            if support is None:
                cells.append(_NONE)
            elif ends in stated:
                cells.append(BY_KNOWLEDGE)
            else:
                else_by = directed_else_by(graph, support, stated)
                cells.append(
                    short_support(support, evidence, short, kept_apart=apart, else_by=else_by)
                )
        rows.append(cells)
    return Table(header, rows, frozenset(range(3, header.index("Direction"))))


def reading_lines(record: RunRecord, trace: Trace) -> list[str]:
    """What the columns of the table mean, those that need saying."""
    required = marks_of(record, trace, trace.n_steps).required
    lines = [
        "Score: the dependence of the two variables when the edge was added, given what the search "
        "conditioned on in that step. It is no size of a causal effect. × τ: how many times the "
        "threshold that is; just above 1 is a close decision."
    ]
    if any(edge.directed for edge in trace.graph_at(trace.n_steps, record.n_variables).edges()):
        lines.append(
            "Direction rests on: an arrow has no score of its own. Its direction follows from "
            "colliders (two arrows into one variable, from two that are not joined) or from "
            "knowledge. The weakest edge is the smallest score among the pairs that this takes "
            "for joined, the nearest miss the largest score at or below τ among those that it "
            "takes for not joined; both near 1 × τ means that the arrow hangs on close decisions."
        )
    if required:
        lines.append(f"{_NONE}: not scored, as knowledge has the two joined whatever the data say.")
    return lines


def margin_lines(record: RunRecord, trace: Trace) -> list[str]:
    """The decisions that were closest to τ among those that were not taken."""
    if not record.tau:
        return []
    lines = []
    ends = {end.phase: end.candidates for end in trace.phase_ends}
    added = next((c for c in ends.get(Phase.FORWARD, ()) if isinstance(c.operator, Insert)), None)
    if added is not None:
        lines.append(
            f"Closest to being added when the forward phase ended: {_told(added, record)}."
        )
    removed = next(
        (c for c in ends.get(Phase.BACKWARD, ()) if isinstance(c.operator, Delete)), None
    )
    if removed is not None:
        lines.append(
            f"Closest to being taken away when the backward phase ended: {_told(removed, record)}. "
            "This is the score at the end, given what the final graph has around the two. The "
            "weakest edge of the first sentence, and the table, go by the score when an edge was "
            "added."
        )
    return lines


def _why(row: Mapping[Hashable, Any], record: RunRecord) -> str:
    """Why an edge that knowledge has joined is there, and points where it points."""
    required = (row["Source"], row["Target"]) in record.settings.knowledge.required
    words = "required by knowledge" if required else "joined by knowledge"
    # What knowledge gives was said; what the data give besides is worth saying.
    more = row["Direction"].removeprefix(BY_KNOWLEDGE).removeprefix("; ")
    return f"{words}; {more}" if more else words


def _told(candidate: Candidate, record: RunRecord) -> str:
    assert record.tau is not None
    given = set_text(candidate.conditioning, record.names)
    return (
        f"{pair_text(candidate.operator, record.names)}, score {score_text(candidate.score)} given "
        f"{given}, {score_text(candidate.score / record.tau)} × τ"
    )


def _shown(value: float | None) -> str:
    return _NONE if value is None else score_text(float(value))
