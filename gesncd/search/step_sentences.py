"""A step of the search in plain sentences, from its own record alone.

Every function returns plain text of under 40 words where names are single words; the
caller escapes it for where it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.graphs import PDAG, Delete, EdgeKind, Insert, Operator, Reorient
from gesncd.knowledge import Constraints
from gesncd.search.claims import StepVerdict
from gesncd.search.events import Candidate, Cause, MarkChange, Phase, PhaseEnded, Step
from gesncd.search.invalid import AgainstKnowledge, NotAClique, Rejected
from gesncd.search.orientation_trace import Frame, FrameKind
from gesncd.search.why_sentences import reason_clause
from gesncd.search.words import (
    Names,
    against,
    capital,
    edge_words,
    pair_words,
    score_text,
    score_words,
    set_words,
    told_action,
)


def outlook_sentence(step: Step, n_edges: int) -> str:
    """Before a step: what is on offer, and which of it the search takes."""
    edges = "1 edge" if n_edges == 1 else f"{n_edges} edges"
    number = "1 operator is" if step.n_candidates == 1 else f"{step.n_candidates} operators are"
    takes = "Of those that background knowledge allows, it" if step.barred else "The search"
    if step.phase is Phase.FORWARD:
        turns = any(isinstance(each.operator, Reorient) for each in step.candidates)
        return (
            f"The graph has {edges}. {number} valid; each would add an edge"
            f"{' or turn some around' if turns else ''}. {takes} takes the one whose pair "
            "depends most on each other, if that is above τ."
        )
    return (
        f"The graph has {edges}. {number} valid; each would remove an edge. {takes} takes "
        "the one whose pair depends least on each other, if that is at most τ."
    )


def left_aside_sentence(phase: Phase, known: Constraints | None) -> str:
    """Whose operators are not on offer in a phase, nor counted; empty where all are.

    The search never joins pairs that background knowledge keeps apart, nor parts those that it
    keeps together.
    """
    if known is None:
        return ""
    forward = phase is Phase.FORWARD
    n_pairs = sum(mask.bit_count() for mask in (known.apart if forward else known.joined)) // 2
    if not n_pairs:
        return ""
    what = "1 pair" if n_pairs == 1 else f"{n_pairs} pairs"
    kept = "apart" if forward else "together"
    return f"Operators on {what} that background knowledge keeps {kept} are not among them."


def barred_sentence(event: Step | PhaseEnded) -> str:
    """How many valid operators background knowledge rules out; empty where it does none."""
    n_barred = len(event.barred)
    if not n_barred:
        return ""
    # More than a record holds may be ruled out.
    if len(event.candidates) + n_barred < event.n_candidates:
        return f"At least {n_barred} of them would go against background knowledge."
    return f"{n_barred} of them would go against background knowledge."


def passed_over_sentence(event: Step | PhaseEnded, tau: float, names: Names) -> str:
    """What would have been applied, were it not for background knowledge; empty without any."""
    sign = 1 if event.phase is Phase.FORWARD else -1
    bound = event.score if isinstance(event, Step) else tau
    better = [each.candidate for each in event.barred if sign * each.candidate.score > sign * bound]
    if not better:
        return ""
    others = len(better) - 1
    more = "" if not others else f" and {others} more"
    what = "ranks before it" if isinstance(event, Step) else "would pass τ"
    return (
        f"Background knowledge rules out what {what}: {_candidate_words(better[0], names)}{more}."
    )


def winner_sentence(step: Step, tau: float, names: Names) -> str:
    """The operator that was applied, and why it was this one."""
    given = set_words(step.conditioning, names)
    does = capital(told_action(step.operator, names))
    if isinstance(step.operator, Reorient):
        return (
            f"{does}: given {given} they depend, {score_text(step.score)}, more than this class "
            "allows."
        )
    forward = step.phase is Phase.FORWARD
    best = step.candidates[0].score if step.candidates else step.score
    others = [each.score for each in step.candidates[1:]]
    is_best = all(score <= best if forward else score >= best for score in others)
    rank = ("the highest" if forward else "the lowest") if is_best else "chosen among those"
    return (
        f"{does}: given {given}, their score {score_words(step.score)} is {rank} on offer, "
        f"{against(step.score, tau)}."
    )


def direction_sentence(operator: Operator, names: Names) -> str:
    """What an operator's set T or H does; empty where the set is empty."""
    if isinstance(operator, Insert) and operator.t:
        return (
            f"T holds {set_words(operator.t, names)}: in the new class "
            f"{set_words((operator.x, *operator.t), names)} point at {names[operator.y]}."
        )
    if isinstance(operator, Delete) and operator.h:
        return (
            f"H holds {set_words(operator.h, names)}: without the edge, "
            f"{names[operator.x]} and {names[operator.y]} both point there."
        )
    return ""


def frame_sentence(frame: Frame, step: Step | None, names: Names) -> str:
    """What one picture of a step shows; empty for an edge that comes with the arrows of a set T.

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
        # The clause may be long: it stands alone. It may not be the reason that was told when
        # the edge was directed, as another one may have come to direct it since.
        return f"{text} Until now it was there because {reason_clause(change.previous, names)}."
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
    if isinstance(step.operator, Insert) and step.operator.t:
        # What T does has been told, and where its arrows come each is told with its reason.
        return ""
    return f"{edge} comes without an arrowhead: one needs a reason."


def settled_sentence(changes: Sequence[MarkChange]) -> str:
    """The end of a step: how many arrows came and went, counted as its pictures show them.

    The operator's own edge is one of them where it became an arrow: it came without a head.
    """
    came = sum(1 for change in changes if change.after in (EdgeKind.FORWARD, EdgeKind.BACKWARD))
    went = sum(1 for change in changes if change.reason.cause is Cause.WITHDRAWN)
    said = [f"{came} arrow{'' if came == 1 else 's'} followed"] if came else []
    if went:
        said.append(f"{went} arrowhead{' was' if went == 1 else 's were'} lost")
    return f"{', and '.join(said)}." if said else "Nothing else follows from this step."


def obstacle_sentence(rejected: Rejected, names: Names) -> str:
    """The condition that an operator breaks."""
    operator, broken = rejected.operator, rejected.obstacle
    x, y = names[operator.x], names[operator.y]
    if isinstance(broken, NotAClique):
        a, b = (names[node] for node in broken.missing)
        which = "" if set(broken.nodes) == set(broken.missing) else f" {a} and {b}"
        return (
            f"Not a clique: {set_words(broken.nodes, names)} would have to be joined to each "
            f"other, and{which} are not."
        )
    if isinstance(broken, AgainstKnowledge):
        if broken.arrow is None:
            return (
                "Valid, but against background knowledge: no graph of the class that it leads to "
                "satisfies it."
            )
        source, target = (names[node] for node in broken.arrow)
        return (
            f"Valid, but against background knowledge: each graph of the class that it leads to "
            f"has {source} → {target}."
        )
    middle = len(broken.nodes) - 2
    through = set_words(broken.nodes[1:-1], names)
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
        f"{set_words(candidate.conditioning, names)}"
    )


def finished_sentence(n_steps: int, cpdag: PDAG, graph: PDAG) -> str:
    """The end of a search: its class, and the same class as background knowledge orients it."""
    steps = "1 step" if n_steps == 1 else f"{n_steps} steps"
    edges = "1 edge" if cpdag.n_edges == 1 else f"{cpdag.n_edges} edges"
    by_data, at_last = (sum(edge.directed for edge in each.edges()) for each in (cpdag, graph))
    known = f" With background knowledge it is {at_last}." if at_last > by_data else ""
    return (
        f"The search is over after {steps}. The class it found has {edges}, {by_data} of them "
        f"directed in every member.{known}"
    )


def verdict_sentence(verdict: StepVerdict, names: Names) -> str:
    """What the true graph says about a step, and whose doing a difference is."""
    claim = verdict.claim
    x, y = names[claim.x], names[claim.y]
    says = "dependent" if claim.dependent else "independent"
    head = f"The step takes {x} and {y} for {says} given {set_words(claim.z, names)}. "
    if not verdict.holds:
        truth = "they are independent" if claim.dependent else "they depend on each other"
        return head + f"In the true graph {truth}."
    return head + f"So does the true graph, {_beside_truth(verdict, names)}."


def _beside_truth(verdict: StepVerdict, names: Names) -> str:
    """How the true graph has the pair of a claim that holds, as a clause about it."""
    claim = verdict.claim
    if claim.turns and verdict.adjacent:
        return "which joins them, while knowledge keeps them apart"
    if claim.turns and verdict.is_property_of_search:
        where = set_words(claim.colliders, names)
        return f"but there they do not both point at {where}: the search asked with the set at hand"
    if verdict.is_property_of_search:
        return "without joining them: the graph before this step denied it, so an edge was due"
    return f"which {'joins' if verdict.adjacent else 'does not join'} them"
