"""Steps, edges and results in plain sentences.

Every function returns plain text; the caller escapes it for where it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from components.text import count, edge_text, number, set_text, short_name
from components.trace import Trace, edge_between
from gesncd.graphs.operators import Operator
from gesncd.graphs.pdag import PDAG, Edge, EdgeKind
from gesncd.search.events import Cause, MarkChange, Phase, Reason, Step

Names = Sequence[str]


def pair_text(operator: Operator, names: Names) -> str:
    """The two variables an operator is about."""
    return edge_text(Edge(operator.x, operator.y, False), names)


def step_sentence(step: Step, names: Names) -> str:
    """What a step did, with its score and the runner-up."""
    forward = step.phase is Phase.FORWARD
    given = set_text(step.conditioning, names)
    text = (
        f"{'Add' if forward else 'Remove'} {pair_text(step.operator, names)}. "
        f"Their dependence given {given} is {number(step.score)}"
    )
    if step.runner_up is None:
        return text + "; there was no other candidate."
    other = step.runner_up.operator
    runner_up = pair_text(other, names)
    if {other.x, other.y} == {step.operator.x, step.operator.y}:
        runner_up = f"the same pair given {set_text(step.runner_up.conditioning, names)}"
    return text + f"; the runner-up was {runner_up} at {number(step.runner_up.score)}."


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
            return "required by background knowledge"
        case Cause.WITHDRAWN:
            return "its reason is gone"
        case Cause.OPERATOR:
            return "the step itself"


def why_sentences(
    trace: Trace, graph: PDAG, i: int, j: int, step: int, tau: float, names: Names
) -> list[str]:
    """Why two variables are joined as they are after a step, or why they are not."""
    edge = edge_between(graph, i, j)
    own = trace.own_steps(i, j, step)
    sentences = []
    if not own:
        if edge is not None:
            return ["This edge was there from the start."]
        return ["No edge: no step found these two dependent enough to join them."]
    last = own[-1]
    verb = "Added" if last.phase is Phase.FORWARD else "Removed"
    relation = "above" if last.phase is Phase.FORWARD else "at or below"
    sentences.append(
        f"{verb} in step {last.index} ({last.phase.value}): their dependence given "
        f"{set_text(last.conditioning, names)} is {number(last.score)}, {relation} "
        f"τ {number(tau)}."
    )
    if last.runner_up is not None:
        sentences.append(
            f"The runner-up was {pair_text(last.runner_up.operator, names)} "
            f"at {number(last.runner_up.score)}."
        )
    changed = trace.last_change(i, j, step)
    if edge is not None and changed is not None:
        sentences.append(_direction_sentence(edge, changed, names))
    return sentences


def _direction_sentence(edge: Edge, changed: tuple[Step, MarkChange], names: Names) -> str:
    taken, change = changed
    if edge.directed:
        reason = reason_text(change.reason, names)
        return f"Directed since step {taken.index}: {reason}."
    if change.reason.cause is Cause.WITHDRAWN:
        return f"Undirected since step {taken.index}, when the reason for its arrow went."
    return "Undirected: the data allow either direction."


def result_sentence(trace: Trace, graph: PDAG, step: int, tau: float, floor: float | None) -> str:
    """The result in one sentence: edges, S_g, and how near the weakest edge is to noise."""
    directed = sum(edge.directed for edge in graph.edges())
    parts = [count(graph.n_edges, "edge")]
    if graph.n_edges:
        parts[0] += f", {directed} of them directed"
    if step in trace.global_scores:
        parts.append(f"S_g {number(trace.global_scores[step])}")
    origins = trace.origins(step)
    if origins:
        weakest = min(origin.score for origin in origins.values())
        parts.append(_weakest_text(weakest, tau, floor))
    return "; ".join(parts)


def _weakest_text(weakest: float, tau: float, floor: float | None) -> str:
    bound, name = (floor, "the noise floor") if floor else (tau, "τ")
    ratio = weakest / bound if bound > 0 else float("inf")
    if ratio >= 1:
        return f"the weakest edge scored {_times(ratio)} {name}"
    return f"the weakest edge scored {number(weakest)}, below {name}"


def _times(ratio: float) -> str:
    if ratio >= 100:
        return "over 100 times"
    return f"{ratio:.1f} times" if ratio < 10 else f"{ratio:.0f} times"
