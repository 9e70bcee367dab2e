"""What a report tells of the edges: a table, and which decisions were close."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from components.export.edge_table import edge_frame
from components.knowledge_marks import marks_of
from components.sentences import pair_text
from components.text import number, set_text
from components.trace import Trace
from gesncd.export import Table
from gesncd.graphs import Delete, Insert
from gesncd.runs.store.records import RunRecord
from gesncd.search.events import Candidate, Phase

_NONE = "–"


def edge_table(record: RunRecord, trace: Trace) -> Table:
    """The edges, strongest first, each score beside τ and, where that is another, the noise."""
    graph = trace.graph_at(trace.n_steps, record.n_variables)
    frame = edge_frame(trace, graph, trace.n_steps, record.names, record.noise_floor)
    required = marks_of(record, trace, trace.n_steps).required
    place = {name: node for node, name in enumerate(record.names)}
    with_floor = record.noise_floor is not None and record.noise_floor != record.tau
    header = ["Source", "Edge", "Target", "Score", "× τ"]
    header += ["× noise floor"] if with_floor else []
    header += ["Step", "Direction"]
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
        rows.append(cells)
    return Table(header, rows, frozenset(range(3, len(header) - 1)))


def reading_lines(record: RunRecord, trace: Trace) -> list[str]:
    """What the columns of the table mean, those that need saying."""
    required = marks_of(record, trace, trace.n_steps).required
    lines = [
        "Score: the dependence of the two variables when the edge was added, given what the search "
        "conditioned on in that step. It is no size of a causal effect. × τ: how many times the "
        "threshold that is; just above 1 is a close decision."
    ]
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
            f"Closest to being taken away when the backward phase ended: {_told(removed, record)}."
        )
    return lines


def _why(row: Mapping[Hashable, Any], record: RunRecord) -> str:
    """Why an edge that knowledge has joined is there, and points where it points."""
    required = (row["Source"], row["Target"]) in record.settings.knowledge.required
    words = "required by knowledge" if required else "joined by knowledge"
    # What knowledge gives was said; what the data give besides is worth saying.
    more = row["Direction"]
    return words if not more or more == "background knowledge" else f"{words}; {more}"


def _told(candidate: Candidate, record: RunRecord) -> str:
    assert record.tau is not None
    given = set_text(candidate.conditioning, record.names)
    return (
        f"{pair_text(candidate.operator, record.names)}, score {number(candidate.score)} given "
        f"{given}, {number(candidate.score / record.tau)} × τ"
    )


def _shown(value: float | None) -> str:
    return _NONE if value is None else number(float(value))
