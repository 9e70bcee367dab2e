"""Why a step claims a collider or claims none: its pair under another set T; and ties.

Plain text of under 40 words where names are single words, as in
:mod:`gesncd.search.step_sentences`.
"""

from __future__ import annotations

from typing import Final

from gesncd.graphs import Insert
from gesncd.search.events import Step
from gesncd.search.words import Names, score_text, set_words

TIES: Final = "of equal scores the smaller conditioning set goes first, then the earlier column"
"""Which of two operators is taken where their scores are equal."""


def tie_sentence(step: Step) -> str:
    """Why the winner went before a runner-up with the same score; else empty."""
    other = step.runner_up
    if other is None or other.score != step.score:
        return ""
    return f"Both score the same: {TIES}."


def contrast_sentence(step: Step, names: Names) -> str:
    """The same pair with another set T, and what the difference in score means.

    Empty where no such operator was among those that the step kept.
    """
    operator = step.operator
    if not isinstance(operator, Insert):
        return ""
    found = _with_another_t(step, operator)
    if found is None:
        return ""
    insert, given, score = found
    if score == step.score and step.runner_up is not None and step.runner_up.operator == insert:
        # All of it is said of the runner-up.
        return ""
    t = f"With {set_words(insert.t, names)} in T" if insert.t else "With T empty"
    head = f"{t}, given {set_words(given, names)}, the same pair had {score_text(score)}"
    if score == step.score:
        return f"{head} as well."
    if score > step.score:
        return f"{head}."
    if not insert.t:
        return (
            f"{head} only: that it depends more given {set_words(step.conditioning, names)} is "
            f"the reason for the {_collider(operator, names)}."
        )
    if operator.t:
        return f"{head} only."
    return f"{head} only, so no {_collider(insert, names)} is claimed."


def _collider(insert: Insert, names: Names) -> str:
    """What an operator claims by its T: there may be colliders with parents of Y in any case."""
    return f"collider of {names[insert.x]} with {set_words(insert.t, names)} at {names[insert.y]}"


def _with_another_t(step: Step, operator: Insert) -> tuple[Insert, tuple[int, ...], float] | None:
    """The best operator on the same pair with another T: operator, conditioning set, score.

    Where the winner has a T, one at the same end, and that without any T first: these two ask
    given the same variables but for T, and so decided whether there is a collider. At the other
    end of the pair an empty T asks given other variables, and says nothing of that.
    """
    others = []
    for each in step.candidates:
        other = each.operator
        if not isinstance(other, Insert) or other.t == operator.t:
            continue
        same_end = (other.x, other.y) == (operator.x, operator.y)
        if same_end or (not operator.t and (other.y, other.x) == (operator.x, operator.y)):
            others.append((other, each.conditioning, each.score))
    plain = [each for each in others if not each[0].t]
    return next(iter(plain or others), None)
