"""What a true graph says about stops, arrows and detours of a search, in plain sentences.

Every function returns plain text of under 40 words where names are single words; the
caller escapes it for where it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from gesncd.graphs import EdgeKind
from gesncd.search.end_claims import LeftPair
from gesncd.search.events import Phase
from gesncd.search.mark_claims import ArrowTruth, ArrowVerdict
from gesncd.search.separations import Separation
from gesncd.search.words import Names, against, edge_words, score_text, set_words

_PARTS_WITH = {
    ArrowTruth.TURNED: ("contradicts it", "contradict it"),
    ArrowTruth.UNDIRECTED: ("is undirected there", "are undirected there"),
    ArrowTruth.NO_EDGE: ("is no edge there", "are no edges there"),
}


def detour_sentence(found: Separation | None, *, all_kept: bool, tau: float, names: Names) -> str:
    """Why a search joined two variables that the true graph parts, by a claim that holds.

    Parameters
    ----------
    found
        What separates them, had it been on offer.
    all_kept
        Whether all operators up to the step are known, so that there was no other.
    tau
        Threshold of the search.
    names
        One name a node.
    """
    if found is None:
        if all_kept:
            return "The search asked before a set that separates them was at hand."
        return "None of the operators kept up to here asks given a set that separates them."
    head = (
        f"Given {set_words(found.z, names)} they are independent, and step {found.step} scored "
        f"that {score_text(found.score)}, {against(found.score, tau)}"
    )
    if found.score > tau:
        return f"{head}: an error of the estimate that no step was taken on."
    return f"{head}: the edge makes up for what is wrong elsewhere, and may go again."


def arrows_sentence(verdicts: Sequence[ArrowVerdict], names: Names) -> str:
    """How arrows compare with the true class; empty where there are none."""
    n = len(verdicts)
    n_same = sum(each.truth is ArrowTruth.SAME for each in verdicts)
    if not verdicts:
        return ""
    if n_same == n:
        return "The true class has it, too." if n == 1 else f"The true class has all {n}."
    if n == 1:
        return f"{_arrow(verdicts[0], names)} {_single_words(verdicts[0], names)}."
    parts = [f"{n_same} of {n} {'is' if n_same == 1 else 'are'} in the true class"]
    for truth, (one, several) in _PARTS_WITH.items():
        group = [each for each in verdicts if each.truth is truth]
        if not group:
            continue
        more = f" and {len(group) - 1} more" if len(group) > 1 else ""
        parts.append(f"{_arrow(group[0], names)}{more} {several if more else one}")
    return f"{'; '.join(parts)}."


def _single_words(verdict: ArrowVerdict, names: Names) -> str:
    match verdict.truth:
        case ArrowTruth.TURNED:
            turned = edge_words(verdict.target, verdict.source, EdgeKind.FORWARD, names)
            return f"contradicts the true class, which has {turned}"
        case ArrowTruth.UNDIRECTED:
            return "is undirected in the true class"
        case _:
            return "is no edge of the true class"


def _arrow(verdict: ArrowVerdict, names: Names) -> str:
    return edge_words(verdict.source, verdict.target, EdgeKind.FORWARD, names)


def stop_sentence(left: Sequence[LeftPair], tau: float, names: Names) -> str:
    """Pairs that the end of one phase leaves otherwise than the true graph, the first told.

    Parameters
    ----------
    left
        Those of the phase, at least one.
    tau
        Threshold of the search.
    names
        One name a node.
    """
    first = left[0]
    text = f"{_stop(first, tau, names)}."
    more = len(left) - 1
    if more == 0:
        return text
    pairs = "1 more pair" if more == 1 else f"{more} more pairs"
    if first.phase is Phase.FORWARD:
        return f"{text} {pairs} that the true graph joins {'is' if more == 1 else 'are'} apart."
    return f"{text} {pairs} that the true graph parts {'is' if more == 1 else 'are'} joined."


def _stop(left: LeftPair, tau: float, names: Names) -> str:
    x, y = names[left.i], names[left.j]
    forward = left.phase is Phase.FORWARD
    if left.verdict is None or left.score is None:
        does = "join" if forward else "part"
        return f"No operator was left that may {does} {x} and {y}, as the true graph does"
    given = set_words(left.verdict.claim.z, names)
    scored = f"(score {score_text(left.score)}, {against(left.score, tau)})"
    if forward:
        return f"Stopped here, though {x} and {y} depend given {given} {scored}"
    if not left.verdict.holds:
        return f"{x} and {y} stay joined, though they are independent given {given} {scored}"
    return (
        f"{x} and {y} stay joined, though the true graph parts them: given {given} they depend "
        f"there, too {scored}"
    )
