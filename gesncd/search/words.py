"""Numbers, sets and pairs in words: what every account of a step is made of.

The command line, the pages, Replay and the history of a pair tell the same step. They take
its score, its sets and its runner-up from here, so that no two of them write it differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gesncd.graphs import EdgeKind, Insert, Operator, Reorient
from gesncd.search.events import Candidate, Step

MOST_NAMED = 6
"""Names of a set in a sentence; of a larger one, the rest is counted."""

Names = Sequence[str] | Mapping[int, str]
"""A name for each node, or for each one that is spoken of."""


def score_text(value: float) -> str:
    """A score, τ or a ratio of them: three significant digits, no exponent from 0.00001 on."""
    if value == 0:
        return "0"
    if abs(value) < 1e-5:
        return f"{value:.2e}"
    digits = f"{value:.3g}"
    return f"{float(digits):.10f}".rstrip("0").rstrip(".") if "e" in digits else digits


def score_words(score: float) -> str:
    """A score with what it means where a ratio to τ would say nothing.

    A measure may fall below zero where there is nothing to measure.
    """
    return score_text(score) if score >= 0 else f"{score_text(score)} (none, within noise)"


def against(score: float, tau: float) -> str:
    """A score beside the threshold: above τ 0.05, or at most τ 0.05.

    Just above or below it where both are written alike: "0.0135, above τ 0.0135" would
    contradict itself.
    """
    if score != tau and score_text(score) == score_text(tau):
        return f"just {'above' if score > tau else 'below'} τ {score_text(tau)}"
    return f"{'above' if score > tau else 'at most'} τ {score_text(tau)}"


def capital(text: str) -> str:
    """A text that begins a sentence; the names in it stay as they are."""
    return text[:1].upper() + text[1:]


def set_words(nodes: Iterable[int], names: Names) -> str:
    """A set of variables: nothing, A, or A, B and C; a large one is cut."""
    words = [names[node] for node in nodes]
    if len(words) > MOST_NAMED:
        words = [*words[: MOST_NAMED - 1], f"{len(words) - MOST_NAMED + 1} others"]
    if not words:
        return "nothing"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def pair_words(operator: Operator, names: Names) -> str:
    """The two variables of an operator: A and B."""
    return f"{names[operator.x]} and {names[operator.y]}"


def edge_words(i: int, j: int, kind: EdgeKind, names: Names) -> str:
    """An edge: A → B or A — B."""
    if kind is EdgeKind.BACKWARD:
        return f"{names[j]} → {names[i]}"
    return f"{names[i]} {'→' if kind is EdgeKind.FORWARD else '—'} {names[j]}"


def action_words(operator: Operator, names: Names, ending: str = "") -> str:
    """What an operator does: join A and B.

    Parameters
    ----------
    ending
        Of the verb: nothing, ``"s"`` or ``"ing"``.
    """
    pair = pair_words(operator, names)
    if isinstance(operator, Reorient):
        return f"turn{ending} edges around {pair}"
    return f"{'join' if isinstance(operator, Insert) else 'part'}{ending} {pair}"


def told_action(operator: Operator, names: Names, ending: str = "") -> str:
    """What an operator does, and why it joins nothing where it only turns edges."""
    apart = ", which knowledge keeps apart" if isinstance(operator, Reorient) else ""
    return action_words(operator, names, ending) + apart


def runner_up_sentence(step: Step, names: Names) -> str:
    """The best operator that would have led to another graph."""
    return told_runner_up(step.runner_up, {step.operator.x, step.operator.y}, names)


def told_runner_up(other: Candidate | None, pair: set[int], names: Names) -> str:
    """A runner-up beside a decision on a pair.

    Parameters
    ----------
    other
        The runner-up, None where there was none.
    pair
        The nodes that were decided on.
    """
    if other is None:
        return "No other valid operator would have led to a different graph."
    same = {other.operator.x, other.operator.y} == pair
    what = "the same pair" if same else pair_words(other.operator, names)
    return (
        f"The runner-up was {what} given {set_words(other.conditioning, names)}, with a score of "
        f"{score_text(other.score)}."
    )


def nodes_told(step: Step) -> set[int]:
    """The variables that a sentence on a step may name."""
    told = {step.operator.x, step.operator.y, *step.conditioning}
    if step.runner_up is not None:
        other = step.runner_up
        told |= {other.operator.x, other.operator.y, *other.conditioning}
    return told
