"""Predict, then reveal: what a student picked at each step, and how it compares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.replay.chapters import Chapter
from components.replay.rows import ChapterOffer, Row, pair_of
from components.replay.story import Story
from gesncd.search.invalid import AgainstKnowledge
from gesncd.search.step_sentences import obstacle_sentence
from gesncd.search.words import score_text, set_words

_PICK = re.compile(r"(\d{1,4})-(c\d{1,3}|r\d{1,3}|[pq]\d{1,4}\.\d{1,4}|s)")
SKIPPED = "s"
N_OFFERED, N_OFFERED_REJECTED = 9, 3
"""Rows among which a student chooses: so many of the best, and so many that are not valid."""

Picks = Mapping[int, str]
"""By step: ``c4`` for the row of rank 4, ``r2`` for a rejected operator, ``p1.3`` for a pair
alone, ``q1.3`` for the right pair as long as its operator may still be chosen, ``s`` where the
answer was shown without a pick."""


def read_picks(text: str) -> dict[int, str]:
    """Picks as the address holds them; what makes no sense is left out."""
    return {int(step): pick for step, pick in _PICK.findall(text)}


def write_picks(picks: Picks) -> str:
    """Picks for the address."""
    return "~".join(f"{step}-{pick}" for step, pick in sorted(picks.items()))


def pick_of_pair(chapter: Chapter, offer: ChapterOffer, pair: tuple[int, int]) -> str:
    """The prediction that two nodes clicked in the graph stand for.

    Their operator where they have but one. Where they have several a click tells none of
    them: it is about the pair alone.
    """
    rows = offer.rows_on(pair)
    if len(rows) == 1:
        return f"c{rows[0].rank}"
    rejected = offer.rejected_on(pair)
    if not rows and rejected is not None:
        return f"r{rejected}"
    is_open = len(rows) > 1 and _is_right(chapter, pair)
    return f"{'q' if is_open else 'p'}{pair[0]}.{pair[1]}"


def open_pair(chapter: Chapter, offer: ChapterOffer, pick: str) -> tuple[int, int] | None:
    """The right pair of a prediction that has yet to say which of its operators; else None."""
    pair = _pair(pick) if pick.startswith("q") else None
    if pair is None or not _is_right(chapter, pair) or len(offer.rows_on(pair)) < 2:
        return None
    return pair


def refined(chapter: Chapter, offer: ChapterOffer, old: str, new: str) -> str:
    """A prediction after another one at the same step.

    The first one counts; where it is the right pair alone, a row of that pair may follow, or
    nothing.
    """
    pair = open_pair(chapter, offer, old)
    if pair is None:
        return old
    if new == SKIPPED:
        return f"p{pair[0]}.{pair[1]}"
    row = _row(offer, new)
    return new if row is not None and row.pair == pair else old


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
    row, pair = _row(offer, pick), _pair(pick)
    if row is None:
        is_right = pair is not None and _is_right(chapter, pair)
        return Judgement(step.index, False, False, is_right, None)
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
            rejected = offer.rejected[int(pick[1:])]
            known = isinstance(rejected.obstacle, AgainstKnowledge)
            head = "Your pick is ruled out. " if known else "Your pick is not valid. "
            return head + obstacle_sentence(rejected, names)
        return _pair_compared(chapter, offer, pick, names)
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


def _pair_compared(chapter: Chapter, offer: ChapterOffer, pick: str, names: Sequence[str]) -> str:
    """Two variables without an operator, beside the search's choice."""
    step, pair = chapter.step, _pair(pick)
    rows = () if pair is None else offer.rows_on(pair)
    if step is None or pair is None or not rows:
        return "No operator on this pair was among those on offer."
    if _is_right(chapter, pair):
        given = set_words(step.conditioning, names)
        return f"The right pair, with no operator chosen: the search's own is given {given}."
    return (
        f"Another pair than the search's: its best operator is number {rows[0].rank + 1} on offer, "
        f"with {score_text(rows[0].first.score)} against {score_text(step.score)}."
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
        among them), and that name the same two variables. Two variables without one of
        their operators count among the last only.
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
            f"{self.n_same_pair} with the right pair, {self.n_same_graph} with an operator that "
            "leads to the same graph."
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


def _is_right(chapter: Chapter, pair: tuple[int, int]) -> bool:
    return chapter.step is not None and pair_of(chapter.step.operator) == pair


def _pair(pick: str) -> tuple[int, int] | None:
    if pick[:1] not in ("p", "q"):
        return None
    i, j = sorted(map(int, pick[1:].split(".")))
    return i, j


def _row(offer: ChapterOffer, pick: str) -> Row | None:
    if not pick.startswith("c"):
        return None
    rank = int(pick[1:])
    return offer.rows[rank] if rank < len(offer.rows) else None
