"""The table of edges and their list in words, the graph's accessible twins."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from components.sentences import reason_text
from components.text import edge_text, short_name
from components.trace import Trace
from gesncd.graphs.pdag import PDAG, Edge
from gesncd.knowledge import Constraints
from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.direction_sentences import needs_data_too
from gesncd.search.direction_support import direction_support
from gesncd.search.events import Cause, Reason
from gesncd.search.words import score_text


@dataclass(frozen=True, slots=True)
class ToldEdge:
    """An edge of a graph with what the search tells of it.

    Parameters
    ----------
    edge
        The edge.
    score, step
        Of the step that added it; None where knowledge requires the edge.
    why
        Why it points as it does.
    """

    edge: Edge
    score: float | None
    step: int | None
    why: str

    @property
    def pair(self) -> tuple[int, int]:
        """Its ends, the smaller first."""
        return min(self.edge.source, self.edge.target), max(self.edge.source, self.edge.target)

    def floors(self, floor: float | None) -> float | None:
        """The score as a multiple of the noise floor; None where either is not known."""
        return None if self.score is None or not floor else self.score / floor


BY_KNOWLEDGE: Final = "background knowledge"
"""Why an arrow points as it does whose other direction knowledge forbids."""
COLUMNS: Final = ("Source", "Edge", "Target", "Score", "× noise floor", "Step", "Direction")


def edge_frame(
    trace: Trace,
    graph: PDAG,
    step: int,
    names: Sequence[str],
    floor: float | None,
    *,
    apart: Collection[tuple[int, int]] = (),
    enforced: Constraints | None = None,
) -> pd.DataFrame:
    """One row an edge, strongest first.

    Columns: source, edge (→ or —), target, score when added, the score as a
    multiple of the noise floor where that is known, step, and why it is directed.
    """
    rows = [
        (
            names[told.edge.source],
            "→" if told.edge.directed else "—",
            names[told.edge.target],
            told.score,
            told.floors(floor),
            told.step,
            told.why,
        )
        for told in sorted_edges(
            trace, graph, step, names, short=True, apart=apart, enforced=enforced
        )
    ]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    frame["Step"] = frame["Step"].astype("Int64")
    return frame


def sorted_edges(
    trace: Trace,
    graph: PDAG,
    step: int,
    names: Sequence[str],
    *,
    short: bool = False,
    apart: Collection[tuple[int, int]] = (),
    enforced: Constraints | None = None,
) -> list[ToldEdge]:
    """Edges with score, step and the reason for their direction, strongest first.

    Edges that knowledge requires have neither score nor step, and come last. With ``short``
    a reason leaves out the edge's own variables. ``apart`` has the pairs that background
    knowledge keeps apart, ``enforced`` all that it states.
    """
    origins = trace.origins(step)
    reasons = trace.arrow_reasons(step, graph.n_nodes)
    sources = trace.arrow_sources(step, graph.n_nodes, enforced)
    rows = []
    for edge in graph.edges():
        origin = origins.get((min(edge.source, edge.target), max(edge.source, edge.target)))
        score = None if origin is None else origin.score
        added = None if origin is None else origin.step
        why = "either direction"
        if edge.directed:
            reason = reasons.get((edge.source, edge.target))
            why = "" if reason is None else _why(reason, edge, names, short)
            arrow = (edge.source, edge.target)
            match sources.get(arrow):
                case ArrowSource.KNOWLEDGE:
                    why = BY_KNOWLEDGE
                case ArrowSource.BOTH:
                    why = f"{BY_KNOWLEDGE}; also {why}"
                case ArrowSource.FOLLOWS:
                    mixed = needs_data_too(direction_support(reasons, arrow), apart)
                    more = " and from unjoined pairs" if mixed else ""
                    why = f"follows from knowledge{more}, {why}"
        rows.append(ToldEdge(edge, score, added, why))
    return sorted(rows, key=lambda row: (row.score is None, -(row.score or 0.0), row.step or 0))


def _why(reason: Reason, edge: Edge, names: Sequence[str], short: bool) -> str:
    if short and reason.cause is Cause.V_STRUCTURE and len(reason.nodes) == 3:
        others = [node for node in reason.nodes if node not in (edge.source, edge.target)]
        if len(others) == 1:
            return f"collider with {short_name(names[others[0]])}"
    return reason_text(reason, names)


def edge_lines(
    trace: Trace,
    graph: PDAG,
    step: int,
    names: Sequence[str],
    floor: float | None,
    *,
    apart: Collection[tuple[int, int]] = (),
    enforced: Constraints | None = None,
) -> list[str]:
    """One plain sentence an edge, for those who do not see the graph; see :func:`sorted_edges`."""
    lines = []
    for told in sorted_edges(trace, graph, step, names, apart=apart, enforced=enforced):
        text = edge_text(told.edge, names)
        if told.score is not None:
            text += f": score {score_text(told.score)}"
            if floor:
                text += f", {score_text(told.score / floor)} times the noise floor"
            text += f", added in step {told.step}"
        lines.append(f"{text}; {told.why}." if told.why else f"{text}.")
    return lines
