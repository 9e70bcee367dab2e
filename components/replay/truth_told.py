"""What the true graph says of a moment: of a step's claim and its arrows, and of an end."""

from __future__ import annotations

from typing import Any

from components.replay.chapters import Chapter
from components.replay.moment import Told
from components.text import count
from gesncd.graphs import PDAG
from gesncd.judge.difference import PairVerdict, difference, verdict_counts
from gesncd.search.claims import StepVerdict, TrueGraph, claim_of
from gesncd.search.end_claims import LeftPair, left_pairs
from gesncd.search.events import Phase, PhaseEnded, Step
from gesncd.search.mark_claims import ArrowTruth, arrow_verdicts
from gesncd.search.separations import kept_all, offered_separation
from gesncd.search.step_sentences import verdict_sentence
from gesncd.search.verdict_sentences import arrows_sentence, detour_sentence, stop_sentence


def told_verdict(subject: Told, chapter: Chapter, part: int) -> dict[str, Any] | None:
    """On a step once it is taken, on an end at once; None without a truth.

    Returns
    -------
    ``kind`` as of :func:`verdict_kind` and :func:`left_kind`, or ``"differs"`` where a
    graph is not the true one without a claim that is at fault; ``text``; and ``more``, a
    further sentence or nothing.
    """
    truth = subject.truth
    if truth is None:
        return None
    event = chapter.event
    if isinstance(event, Step):
        return _of_step(subject, truth, event) if part else None
    if isinstance(event, PhaseEnded):
        return _of_end(subject, truth, event)
    differs = chapter.after != truth.target
    return {
        "kind": "differs" if differs else "true",
        "text": difference_sentence(chapter.after, truth.target),
        "more": "",
    }


def told_arrows(subject: Told, chapter: Chapter, part: int) -> dict[str, str] | None:
    """On the arrows that a chapter has made up to a part; None where there are none."""
    if subject.truth is None:
        return None
    changes = [change for frame in chapter.frames[:part] for change in frame.changes]
    against = subject.truth.cpdag if chapter.step else subject.truth.target
    found = arrow_verdicts(against, changes)
    if not found:
        return None
    same = all(each.truth is ArrowTruth.SAME for each in found)
    return {
        "kind": "true" if same else "differs",
        "text": arrows_sentence(found, subject.spoken),
    }


def verdict_kind(verdict: StepVerdict) -> str:
    """``"error"`` of the estimate, ``"search"`` for a property of the search, else ``"true"``."""
    if not verdict.holds:
        return "error"
    return "search" if verdict.is_property_of_search else "true"


def left_kind(left: LeftPair) -> str:
    """``"error"`` of the estimate, ``"search"``, or ``"barred"`` where nothing was on offer."""
    if left.verdict is None:
        return "barred"
    return "search" if left.verdict.holds else "error"


def difference_sentence(graph: PDAG, true: PDAG) -> str:
    """What a graph has otherwise than the true class, counted, and then what it has right."""
    counts = verdict_counts(difference(graph, true))
    missing, extra = counts[PairVerdict.MISSING], counts[PairVerdict.EXTRA]
    directions = n_directions(counts)
    if missing + extra + directions == 0:
        return "This is the true class: no edge and no direction differs."
    otherwise = "directed or left open otherwise"
    kinds = ((extra, "too many"), (missing, "missing"), (directions, otherwise))
    wrong = [f"{count(n, 'edge')} {what}" for n, what in kinds if n]
    right = [f"{counts[PairVerdict.RIGHT]} of {count(true.n_edges, 'true edge')}"]
    right += [f"none {what}" for n, what in kinds if not n]
    return (
        f"Wrong: {', '.join(wrong)} (SHD {missing + extra + directions}). "
        f"Right: {', '.join(right)}."
    )


def n_directions(counts: dict[PairVerdict, int]) -> int:
    """Pairs that both graphs join: turned, or directed in one of the two only."""
    return (
        counts[PairVerdict.REVERSED]
        + counts[PairVerdict.DIRECTION_LOST]
        + counts[PairVerdict.DIRECTION_INVENTED]
    )


def _of_step(subject: Told, truth: TrueGraph, step: Step) -> dict[str, Any]:
    verdict = truth.judge(claim_of(step))
    more = ""
    if verdict.is_property_of_search and not verdict.claim.turns:
        steps = [each.step for each in subject.story.chapters if each.step is not None]
        found = offered_separation(truth, steps, step, subject.tau)
        more = detour_sentence(
            found, all_kept=kept_all(steps, step), tau=subject.tau, names=subject.spoken
        )
    text = verdict_sentence(verdict, subject.spoken)
    return {"kind": verdict_kind(verdict), "text": text, "more": more}


def _of_end(subject: Told, truth: TrueGraph, end: PhaseEnded) -> dict[str, Any]:
    events = [each.event for each in subject.story.chapters]
    left = [each for each in left_pairs(truth, events, subject.tau) if each.phase is end.phase]
    differs = end.cpdag != truth.cpdag
    told = difference_sentence(end.cpdag, truth.cpdag)
    outlook = _outlook(end, truth)
    if left:
        text = stop_sentence(left, subject.tau, subject.spoken)
        return {"kind": left_kind(left[0]), "text": text, "more": f"{told} {outlook}".strip()}
    return {"kind": "differs" if differs else "true", "text": told, "more": outlook}


def _outlook(end: PhaseEnded, truth: TrueGraph) -> str:
    """What the next phase may mend."""
    extra = verdict_counts(difference(end.cpdag, truth.cpdag))[PairVerdict.EXTRA]
    if not extra or end.phase is not Phase.FORWARD:
        return ""
    return f"The backward phase may remove what is too many: {count(extra, 'edge')}."
