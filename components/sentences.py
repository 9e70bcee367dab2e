"""Steps, edges and results in plain sentences.

Every function returns plain text; the caller escapes it for where it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from components.text import count, edge_text, short_name, unbroken
from components.trace import Trace
from gesncd.graphs import PDAG, Edge, EdgeKind, Operator
from gesncd.knowledge import Constraints
from gesncd.search.arrow_sources import sources_text
from gesncd.search.events import Cause, MarkChange, Reason, Step
from gesncd.search.words import (
    capital,
    nodes_told,
    runner_up_sentence,
    score_text,
    score_words,
    set_words,
    told_action,
)

Names = Sequence[str]


def pair_text(operator: Operator, names: Names) -> str:
    """The two variables an operator is about."""
    return edge_text(Edge(operator.x, operator.y, False), names)


def step_sentence(step: Step, names: Names) -> str:
    """What a step did, with its score and the runner-up."""
    spoken = {node: short_name(names[node]) for node in nodes_told(step)}
    return (
        f"{capital(told_action(step.operator, spoken))}: their score given "
        f"{set_words(step.conditioning, spoken)} is {score_words(step.score)}. "
        f"{runner_up_sentence(step, spoken)}"
    )


def marks_sentence(step: Step, names: Names) -> str:
    """The arrows a step set or withdrew, grouped by reason; empty if none."""
    parts: dict[str, None] = {}
    for change in step.changes:
        if change.after is EdgeKind.NONE:
            continue
        text = _mark_text(change, names)
        if text:
            parts[text] = None
    return f"Arrows: {'; '.join(parts)}." if parts else ""


def _mark_text(change: MarkChange, names: Names) -> str:
    reason = change.reason
    if reason.cause is Cause.V_STRUCTURE and len(reason.nodes) == 3:
        # Both arrows of a collider are one thing to say.
        first, collider, second = reason.nodes
        tails = sorted((first, second))
        left, middle, right = (short_name(names[n]) for n in (tails[0], collider, tails[1]))
        return f"{left} → {middle} ← {right} (collider)"
    if change.after is EdgeKind.UNDIRECTED:
        if reason.cause is Cause.OPERATOR:
            return ""
        return f"{edge_text(edge_between_change(change), names)} withdrawn"
    return f"{edge_text(edge_between_change(change), names)} ({reason_text(reason, names)})"


def edge_between_change(change: MarkChange) -> Edge:
    """The edge as a change left it; the edge must exist."""
    if change.after is EdgeKind.BACKWARD:
        return Edge(change.j, change.i, True)
    return Edge(change.i, change.j, change.after is EdgeKind.FORWARD)


def reason_text(reason: Reason, names: Names) -> str:
    """Why a mark is there, in a few words."""
    nodes = [short_name(names[node]) for node in reason.nodes]
    match reason.cause:
        case Cause.V_STRUCTURE if len(nodes) == 3:
            return f"collider {nodes[0]} → {nodes[1]} ← {nodes[2]}"
        case Cause.V_STRUCTURE:
            return "collider"
        case Cause.MEEK:
            return f"Meek's rule {reason.rule}"
        case Cause.KNOWLEDGE:
            return "background knowledge"
        case Cause.WITHDRAWN:
            return "its reason is gone"
        case Cause.OPERATOR:
            return "the step itself"


def result_sentence(
    trace: Trace,
    graph: PDAG,
    step: int,
    tau: float,
    floor: float | None,
    *,
    enforced: Constraints | None = None,
) -> str:
    """The result in one sentence: edges, S_g, and how near the weakest edge was to noise.

    Its score is that of the step that added it, as in the table of edges. ``enforced`` is what
    background knowledge stated.
    """
    directed = sum(edge.directed for edge in graph.edges())
    parts = [count(graph.n_edges, "edge")]
    if graph.n_edges:
        parts[0] += f", {directed} of them directed"
    sources = sources_text(trace.arrow_sources(step, graph.n_nodes, enforced))
    if sources:
        parts[0] += f" ({sources})"
    if step in trace.global_scores:
        parts.append(unbroken("S_g", score_text(trace.global_scores[step])))
    origins = trace.origins(step)
    if origins:
        weakest = min(origin.score for origin in origins.values())
        parts.append(_weakest_text(weakest, tau, floor))
        if directed:
            parts.append("arrowheads have no score")
    return "; ".join(parts)


def _weakest_text(weakest: float, tau: float, floor: float | None) -> str:
    bound, name = (floor, "the noise floor") if floor else (tau, "τ")
    ratio = weakest / bound if bound > 0 else float("inf")
    if ratio >= 1:
        return f"the weakest edge was added at {_times(ratio)} {name}"
    return f"the weakest edge was added at {score_text(weakest)}, below {name}"


def _times(ratio: float) -> str:
    if ratio >= 100:
        return "over 100×"
    return f"{ratio:.1f}×" if ratio < 10 else f"{ratio:.0f}×"
