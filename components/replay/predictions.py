"""Predict, then reveal: what a student picked at each step, and how it compares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.replay.chapters import Chapter
from components.replay.rows import ChapterOffer, Row
from components.replay.story import Story
from gesncd.search.step_sentences import obstacle_sentence
from gesncd.search.words import score_text, set_words

_PICK = re.compile(r"(\d{1,4})-(c\d{1,3}|r\d{1,3}|p\d{1,4}\.\d{1,4}|s)")
SKIPPED = "s"
N_OFFERED, N_OFFERED_REJECTED = 9, 3
"""Rows among which a student chooses: so many of the best, and so many that are not valid."""

Picks = Mapping[int, str]
"""By step: ``c4`` for the row of rank 4, ``r2`` for a rejected operator, ``p1.3`` for a pair
that has no operator on offer, ``s`` where the answer was shown without a pick."""


def read_picks(text: str) -> dict[int, str]:
    """Picks as the address holds them; what makes no sense is left out."""
    return {int(step): pick for step, pick in _PICK.findall(text)}


def write_picks(picks: Picks) -> str:
    """Picks for the address."""
    return "~".join(f"{step}-{pick}" for step, pick in sorted(picks.items()))


def pick_of_pair(offer: ChapterOffer, pair: tuple[int, int]) -> str:
    """The pick that two nodes clicked in the graph stand for: their best operator."""
    row = offer.best_on(pair)
    if row is not None:
        return f"c{row.rank}"
    rejected = offer.rejected_on(pair)
    return f"r{rejected}" if rejected is not None else f"p{pair[0]}.{pair[1]}"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a pick compares with what the search did.

    Parameters
    ----------
    step
        The step's number.
    exact
        Whether it is the operator that was applied, or its twin.
    same_graph
        Whether it leads to the same graph.
    same_pair
        Whether it is about the same two variables.
    rank
        Its place among the rows, from 1; None where it is not valid or not on offer.
    """

    step: int
    exact: bool
    same_graph: bool
    same_pair: bool
    rank: int | None


def judge(chapter: Chapter, offer: ChapterOffer, pick: str) -> Judgement | None:
    """Compare a pick with the step; None where the student did not pick."""
    step = chapter.step
    if step is None or pick == SKIPPED:
        return None
    row = _row(offer, pick)
    if row is None:
        return Judgement(step.index, False, False, False, None)
    won = offer.row_of(step.operator)
    exact = won is not None and row.rank == won.rank
    same_pair = set(row.pair) == {step.operator.x, step.operator.y}
    same_graph = exact or row.first.operator.apply(chapter.before) == step.cpdag
    return Judgement(step.index, exact, same_graph, same_pair, row.rank + 1)


def comparison(chapter: Chapter, offer: ChapterOffer, pick: str, names: Sequence[str]) -> str:
    """A pick beside the search's choice, in one sentence."""
    step = chapter.step
    if step is None:
        return ""
    if pick == SKIPPED:
        return "You had it shown."
    judgement = judge(chapter, offer, pick)
    row = _row(offer, pick)
    if judgement is None or row is None:
        if pick.startswith("r") and int(pick[1:]) < len(offer.rejected):
            return "Your pick is not valid. " + obstacle_sentence(
                offer.rejected[int(pick[1:])], names
            )
        return "No operator on this pair was among those on offer."
    if judgement.exact:
        return "Your pick is the search's own."
    score = score_text(row.first.score)
    ends = (
        "It leads to the same graph." if judgement.same_graph else "It leads to a different graph."
    )
    if judgement.same_pair:
        given = set_words(row.first.conditioning, names)
        return f"The right pair, but given {given}: number {judgement.rank}, with {score}. {ends}"
    return (
        f"Your pick is number {judgement.rank} on offer, with {score} against "
        f"{score_text(step.score)}. {ends}"
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """All picks of a run.

    Parameters
    ----------
    n_steps, n_picked
        Steps of the run, and steps where the student picked.
    n_exact, n_same_graph, n_same_pair
        Picks that were the search's own, that lead to the same graph (the exact ones
        among them), and that name the same two variables.
    """

    n_steps: int
    n_picked: int
    n_exact: int
    n_same_graph: int
    n_same_pair: int

    @property
    def sentence(self) -> str:
        """The tally in words."""
        if self.n_picked == 0:
            return "No predictions yet."
        steps = "1 step" if self.n_picked == 1 else f"{self.n_picked} steps"
        return (
            f"You predicted {steps} of {self.n_steps}: {self.n_exact} exactly, "
            f"{self.n_same_pair} with the right pair, {self.n_same_graph} leading to the same "
            "graph."
        )


def tally(story: Story, picks: Picks) -> Tally:
    """Count the picks of a run."""
    judgements = []
    for chapter, offer in zip(story.chapters, story.offers, strict=True):
        pick = None if chapter.step is None else picks.get(chapter.step.index)
        judgement = None if pick is None else judge(chapter, offer, pick)
        if judgement is not None:
            judgements.append(judgement)
    return Tally(
        story.n_steps,
        len(judgements),
        sum(each.exact for each in judgements),
        sum(each.same_graph for each in judgements),
        sum(each.same_pair for each in judgements),
    )


def _row(offer: ChapterOffer, pick: str) -> Row | None:
    if not pick.startswith("c"):
        return None
    rank = int(pick[1:])
    return offer.rows[rank] if rank < len(offer.rows) else None
