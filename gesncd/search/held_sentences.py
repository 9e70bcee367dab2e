"""What the data say against background knowledge, in plain sentences.

Every sentence is plain text; the caller escapes it for where it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gesncd.knowledge import Constraints, Knowledge
from gesncd.search.events import Event, Finished, GlobalScore, HeldPair, Started
from gesncd.search.words import score_text, score_words, set_words

MOST_TOLD: Final = 4
"""Pairs held joined, and pairs held apart, that have a sentence each; the rest is counted."""
UNSEEN_ONE: Final = (
    "It may be weak, or show only given other variables or to another measure: this is no evidence "
    "against it."
)
"""What it means that a measure sees no dependence of a pair whose edge is stated."""
UNSEEN_MANY: Final = (
    "They may be weak, or show only given other variables or to another measure: this is no "
    "evidence against them."
)


def against_knowledge(
    events: Sequence[Event], knowledge: Knowledge, names: Sequence[str]
) -> list[str]:
    """The sentences on a search; see :func:`held_sentences`.

    Parameters
    ----------
    events, knowledge
        Of the search.
    names
        The variables in node order.
    """
    first, last = events[0], events[-1]
    if not isinstance(first, Started) or not isinstance(last, Finished) or not last.held:
        return []
    scores = [event.value for event in events if isinstance(event, GlobalScore)]
    stated = Constraints.of(knowledge, names).stated
    return held_sentences(last, stated, names, first.tau, score=scores[-1] if scores else None)


def held_sentences(
    finished: Finished,
    stated: Mapping[tuple[int, int], str],
    names: Sequence[str],
    tau: float,
    *,
    score: float | None = None,
) -> list[str]:
    """Which statements the data speak against, what they cost, and what is not seen.

    A dependence that every set leaves speaks against a pair held apart. That a measure sees none
    between a pair held joined does not speak against the edge.

    Parameters
    ----------
    finished
        The end of the search.
    stated
        Of :class:`~gesncd.knowledge.Constraints`: what is said of a pair, in words. Other
        pairs are held by what is said of those around them.
    names
        One name a node.
    tau
        Threshold of the search.
    score
        S_g of the final graph.

    Returns
    -------
    Nothing where the data have no held pair otherwise.
    """
    apart = [each for each in finished.held if not each.joined]
    unseen = [each for each in finished.held if each.joined]
    return [
        *_spoken_against(finished, apart, stated, names, tau, score),
        *_not_seen(unseen, stated, names, tau),
    ]


def _spoken_against(
    finished: Finished,
    apart: Sequence[HeldPair],
    stated: Mapping[tuple[int, int], str],
    names: Sequence[str],
    tau: float,
    score: float | None,
) -> Iterator[str]:
    if not apart:
        return
    for each in apart[:MOST_TOLD]:
        yield f"{_against(each, stated, names)}: {held_evidence(each, names, tau)}."
    yield from _left(apart, "held apart: the two depend given every set tried")
    if score is not None and finished.score_if_joined is not None:
        pairs = "the pair" if len(apart) == 1 else f"the {len(apart)} pairs"
        yield (
            f"S_g is {score_text(score)}. In the same graph, but with {pairs} joined that what is "
            f"stated holds apart, it would be {score_text(finished.score_if_joined)}."
        )
    if len(apart) == 1:
        yield "Look at the statement again, or run without it."
    else:
        yield "Look at these statements again, or run without them."


def _not_seen(
    unseen: Sequence[HeldPair],
    stated: Mapping[tuple[int, int], str],
    names: Sequence[str],
    tau: float,
) -> Iterator[str]:
    """No evidence against an edge: one measure that sees nothing does not speak against it."""
    if not unseen:
        return
    for each in unseen[:MOST_TOLD]:
        words = stated.get((each.i, each.j))
        why = "whose edge what is stated of others keeps" if words is None else f"though {words}"
        pair = f"{names[each.i]} and {names[each.j]}, {why}"
        yield unseen_sentence(each, names, tau, pair)
    yield from _left(
        unseen, "held joined, though this measure sees no dependence of them given some set"
    )
    yield UNSEEN_ONE if len(unseen) == 1 else UNSEEN_MANY


def _left(held: Sequence[HeldPair], how: str) -> Iterator[str]:
    left = len(held) - MOST_TOLD
    if left > 0:
        yield f"{left} more {'pair is' if left == 1 else 'pairs are'} {how}."


def _against(each: HeldPair, stated: Mapping[tuple[int, int], str], names: Sequence[str]) -> str:
    words = stated.get((each.i, each.j))
    if words is not None:
        return f"The data speak against what is stated, that {words}"
    return (
        f"The data speak against what is stated of others, which keeps {names[each.i]} and "
        f"{names[each.j]} apart"
    )


def unseen_sentence(each: HeldPair, names: Sequence[str], tau: float, pair: str = "the two") -> str:
    """Given what a measure sees no dependence of a pair that is held joined.

    Parameters
    ----------
    each
        The pair.
    names
        One name a node.
    tau
        Threshold of the search.
    pair
        What to call the two.
    """
    given = set_words(each.conditioning, names)
    score = f"{score_words(each.score)}, at most τ {score_text(tau)}"
    return f"Given {given} this measure sees no dependence of {pair}: their score is {score}."


def held_evidence(each: HeldPair, names: Sequence[str], tau: float) -> str:
    """How clearly the data speak against a pair held apart, as what may follow a colon.

    Parameters
    ----------
    each
        The pair.
    names
        One name a node.
    tau
        Threshold of the search.
    """
    given = set_words(each.conditioning, names)
    times = f", {score_text(each.score / tau)} × τ" if tau > 0 else ""
    score = f"{score_text(each.score)}{times}, given {given}"
    if each.n_sets == 1:
        return f"the two depend, with a score of {score}"
    sets = "both sets" if each.n_sets == 2 else f"each of the {each.n_sets} sets"
    return f"the two depend given {sets} that were tried, with a score of at least {score}"
