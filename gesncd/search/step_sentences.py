"""A step of the search in plain sentences, from its own record alone.

Every function returns plain text of under 40 words where names are single words; the
caller escapes it for where it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gesncd.graphs import Delete, EdgeKind, Insert, Operator, Reorient
from gesncd.search.claims import StepVerdict
from gesncd.search.events import Candidate, MarkChange, Phase, PhaseEnded, Step
from gesncd.search.invalid import NotAClique, Rejected
from gesncd.search.orientation_trace import Frame, FrameKind
from gesncd.search.why_sentences import reason_clause

MOST_LISTED = 4
"""Names of a set that are listed before the rest is counted."""

Names = Sequence[str]


def listed(nodes: Iterable[int], names: Names) -> str:
    """A set of variables in words: nothing, A, or A, B and C."""
    words = [names[node] for node in nodes]
    if len(words) > MOST_LISTED:
        words = [*words[: MOST_LISTED - 1], f"{len(words) - MOST_LISTED + 1} others"]
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def pair_words(operator: Operator, names: Names) -> str:
    """The two variables of an operator: A and B."""
    return f"{names[operator.x]} and {names[operator.y]}"


def outlook_sentence(step: Step, n_edges: int) -> str:
    """Before a step: what is on offer, and which of it the search takes."""
    edges = "1 edge" if n_edges == 1 else f"{n_edges} edges"
    number = "1 operator is" if step.n_candidates == 1 else f"{step.n_candidates} operators are"
    if step.phase is Phase.FORWARD:
        return (
            f"The graph has {edges}. {number} valid; each would add an edge. The search takes "
            "the one whose pair depends most on each other, if that is above τ."
        )
    return (
        f"The graph has {edges}. {number} valid; each would remove an edge. The search takes "
        "the one whose pair depends least on each other, if that is at most τ."
    )


def winner_sentence(step: Step, tau: float, names: Names) -> str:
    """The operator that was applied, and why it was this one."""
    operator = step.operator
    given = listed(step.conditioning, names)
    if isinstance(operator, Reorient):
        return (
            f"Turn the edges around {pair_words(operator, names)}, which knowledge keeps apart: "
            f"given {given} they depend, {score_text(step.score)}, more than this class allows."
        )
    forward = step.phase is Phase.FORWARD
    verb = "Join" if forward else "Part"
    best = step.candidates[0].score if step.candidates else step.score
    others = [each.score for each in step.candidates[1:]]
    is_best = all(score <= best if forward else score >= best for score in others)
    rank = ("the highest" if forward else "the lowest") if is_best else "chosen among those"
    # A measure may fall below zero where there is nothing to measure.
    none = "" if step.score >= 0 else " (none, within noise)"
    return (
        f"{verb} {pair_words(operator, names)}: given {given}, their score "
        f"{score_text(step.score)}{none} is {rank} on offer, {against(step.score, tau)}."
    )


def against(score: float, tau: float) -> str:
    """A score beside the threshold."""
    return f"{'above' if score > tau else 'at most'} τ {tau:.3g}"


def runner_up_sentence(step: Step, names: Names) -> str:
    """The best operator that would have led to another graph."""
    other = step.runner_up
    if other is None:
        return "No other valid operator would have led to a different graph."
    same = {other.operator.x, other.operator.y} == {step.operator.x, step.operator.y}
    what = "the same pair" if same else pair_words(other.operator, names)
    return (
        f"The runner-up was {what} given {listed(other.conditioning, names)}, with "
        f"{score_text(other.score)}."
    )


def direction_sentence(operator: Operator, names: Names) -> str:
    """What an operator's set T or H does; empty where the set is empty."""
    if isinstance(operator, Insert) and operator.t:
        return (
            f"T holds {listed(operator.t, names)}: with the new edge, the operator points "
            f"{'it' if len(operator.t) == 1 else 'them'} and {names[operator.x]} at "
            f"{names[operator.y]}."
        )
    if isinstance(operator, Delete) and operator.h:
        return (
            f"H holds {listed(operator.h, names)}: without the edge, "
            f"{names[operator.x]} and {names[operator.y]} both point there."
        )
    return ""


def frame_sentence(frame: Frame, step: Step | None, names: Names) -> str:
    """What one picture of a step shows.

    Parameters
    ----------
    frame
        From :func:`~gesncd.search.orientation_trace.frames_of` or ``knowledge_frames``.
    step
        The step it belongs to; None where knowledge orients the final class.
    names
        One name a node.
    """
    if frame.kind is FrameKind.OPERATOR:
        return _operator_sentence(frame, step, names)
    change = frame.changes[0]
    if frame.kind is FrameKind.WITHDRAWN:
        edge = edge_words(change.i, change.j, change.before, names)
        text = f"{edge} loses its arrowhead: the reason for it is gone."
        if change.previous is None:
            return text
        # The clause may be long: it stands alone.
        return f"{text} It was there because {reason_clause(change.previous, names)}."
    edges = " and ".join(edge_words(c.i, c.j, c.after, names) for c in frame.changes)
    verb = "are" if len(frame.changes) > 1 else "is"
    if frame.kind is FrameKind.KNOWLEDGE:
        return f"{edges} {verb} directed, because background knowledge directs it."
    return f"{edges} {verb} directed, because {reason_clause(change.reason, names)}."


def _operator_sentence(frame: Frame, step: Step | None, names: Names) -> str:
    if step is None or not frame.changes:
        return "The operator leaves the same pairs joined and turns edges around them."
    change = frame.changes[0]
    if change.after is EdgeKind.NONE:
        return f"{edge_words(change.i, change.j, change.before, names)} goes."
    edge = edge_words(change.i, change.j, change.after, names)
    return f"{edge} comes without a direction; an arrowhead needs a reason."


def edge_words(i: int, j: int, kind: EdgeKind, names: Names) -> str:
    """An edge, A → B or A — B."""
    if kind is EdgeKind.BACKWARD:
        return f"{names[j]} → {names[i]}"
    return f"{names[i]} {'→' if kind is EdgeKind.FORWARD else '—'} {names[j]}"


def settled_sentence(changes: Sequence[MarkChange]) -> str:
    """The end of a step: how many marks followed from its edge."""
    followed = sum(1 for change in changes[1:] if change.after is not EdgeKind.NONE)
    if followed == 0:
        return "Nothing else follows from this step."
    return f"{'One more mark' if followed == 1 else f'{followed} more marks'} followed."


def obstacle_sentence(rejected: Rejected, names: Names) -> str:
    """The condition that an operator breaks."""
    operator, broken = rejected.operator, rejected.obstacle
    x, y = names[operator.x], names[operator.y]
    if isinstance(broken, NotAClique):
        a, b = (names[node] for node in broken.missing)
        return (
            f"Not a clique: {listed(broken.nodes, names)} would have to be joined to each "
            f"other, and {a} and {b} are not."
        )
    middle = len(broken.nodes) - 2
    through = listed(broken.nodes[1:-1], names)
    way = f" through {through}" if middle else ""
    return (
        f"An open semi-directed path leads from {y} to {x}{way}: with {x} → {y} it could close "
        "a cycle."
    )


def end_sentence(end: PhaseEnded, tau: float, names: Names) -> str:
    """Why a phase stopped where it did."""
    forward = end.phase is Phase.FORWARD
    phase = "forward" if forward else "backward"
    if not end.candidates:
        what = "can join two variables any more" if forward else "can part a pair"
        return f"The {phase} phase ends: no valid operator {what}."
    best = end.candidates[0]
    return (
        f"The {phase} phase ends: the {'highest' if forward else 'lowest'} score on offer, "
        f"{_candidate_words(best, names)}, is {against(best.score, tau)}."
    )


def _candidate_words(candidate: Candidate, names: Names) -> str:
    return (
        f"{score_text(candidate.score)} of {pair_words(candidate.operator, names)} given "
        f"{listed(candidate.conditioning, names)}"
    )


def finished_sentence(n_steps: int, n_edges: int, n_directed: int) -> str:
    """The end of a search."""
    steps = "1 step" if n_steps == 1 else f"{n_steps} steps"
    edges = "1 edge" if n_edges == 1 else f"{n_edges} edges"
    return (
        f"The search is over after {steps}. The class it found has {edges}, {n_directed} of "
        "them directed in every member."
    )


def verdict_sentence(verdict: StepVerdict, names: Names) -> str:
    """What the true graph says about a step, and whose doing a difference is."""
    claim = verdict.claim
    x, y = names[claim.x], names[claim.y]
    given = listed(claim.z, names)
    says = "dependent" if claim.dependent else "independent"
    head = f"The step takes {x} and {y} for {says} given {given}. "
    if not verdict.holds:
        truth = "they are independent" if claim.dependent else "they depend on each other"
        return head + f"In the true graph {truth}."
    if verdict.is_property_of_search and claim.dependent:
        return head + (
            "So does the true graph, though it does not join them: the search asked before the "
            "right set was at hand."
        )
    if verdict.is_property_of_search:
        return head + "So does the true graph, though it joins them: the paths cancel out there."
    joined = "joins" if verdict.adjacent else "does not join"
    return head + f"So does the true graph, which {joined} them."


def score_text(value: float) -> str:
    """A score with three significant digits; without exponents where those are readable."""
    if value == 0:
        return "0"
    if abs(value) >= 1e-4:
        return f"{value:.3g}"
    digits = f"{value:.1e}"
    return f"{float(digits):.6f}".rstrip("0") if abs(value) >= 1e-5 else digits
