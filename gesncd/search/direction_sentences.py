"""What the direction of an arrow rests on, in plain sentences.

Every sentence is plain text; the caller escapes it for where it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from gesncd.search.direction_support import (
    Arrow,
    Collider,
    DirectionSupport,
    Pair,
    PairEvidence,
    weakest,
)
from gesncd.search.words import score_text


def direction_sentences(
    support: DirectionSupport,
    evidence: PairEvidence,
    names: Sequence[str],
    *,
    floor: float | None = None,
    hanging: Collection[Arrow] | None = None,
    only_known: bool = False,
    kept_apart: Collection[Pair] = (),
) -> list[str]:
    """What an arrow rests on, how clear that is, and how much else rests on it.

    Parameters
    ----------
    support, evidence
        From :mod:`gesncd.search.direction_support`.
    names
        One name a node.
    floor
        The noise floor where it is known: where it is τ, scores are multiples of it.
    hanging
        Arrows that hang on the one collider of the support; None where that was not looked at.
    only_known
        Whether, where this arrow is none of them, that is owed to background knowledge.
    kept_apart
        Pairs that background knowledge keeps apart, whatever their scores.
    """
    # What knowledge directs itself rests on nothing else.
    if support.known == (support.arrow,):
        return []
    said = list(_sentences(support, evidence, names, floor, frozenset(kept_apart)))
    if hanging is not None and len(support.colliders) == 1:
        said.append(_hanging(support, hanging, only_known))
    return said


def short_support(
    support: DirectionSupport,
    evidence: PairEvidence,
    names: Sequence[str],
    *,
    kept_apart: Collection[Pair] = (),
    else_by: str = "",
) -> str:
    """The same in a cell of a table, as multiples of τ.

    Parameters
    ----------
    support, evidence, names, kept_apart
        As in :func:`direction_sentences`.
    else_by
        What would direct the arrow without its one collider, as the subject of a sentence; empty
        where nothing would.
    """
    found = weakest(support, evidence)
    begin = [_collider(each, names) for each in support.colliders[:1]]
    if len(support.colliders) > 1:
        begin = [f"{len(support.colliders)} colliders"]
    if support.known:
        begin.append("knowledge")
    parts = [" and ".join(begin)]
    if found.edge_score is not None:
        parts.append(f"weakest edge {_in_taus(found.edge_score, evidence.tau)}")
    by_data = _left_by_data(support, kept_apart)
    if by_data:
        said = "not known"
        gap = weakest(_only(support, by_data), evidence)
        if gap.gap_score is not None:
            said = _in_taus(gap.gap_score, evidence.tau)
        parts.append(f"nearest miss {said}")
    if else_by:
        parts.append(f"{else_by} would direct it, too")
    return "; ".join(parts)


def needs_data_too(support: DirectionSupport, kept_apart: Collection[Pair] = ()) -> bool:
    """Whether a direction that follows from knowledge also needs what the data left unjoined."""
    return bool(_left_by_data(support, kept_apart))


def _sentences(
    support: DirectionSupport,
    evidence: PairEvidence,
    names: Sequence[str],
    floor: float | None,
    kept_apart: frozenset[Pair],
) -> Iterator[str]:
    unit = "the noise floor" if _is_floor(floor, evidence.tau) else "τ"
    found = weakest(support, evidence)
    yield from _begin(support, evidence, names, unit)
    inside = {pair for each in support.colliders for pair in _sides(each)}
    if found.edge is not None and found.edge_score is not None and found.edge not in inside:
        yield (
            f"The weakest edge on the way from there is {_joined(found.edge, names)}, "
            f"{_times(found.edge_score, evidence.tau, unit)}."
        )
    yield from _gaps(support, evidence, names, unit, kept_apart)


def _begin(
    support: DirectionSupport, evidence: PairEvidence, names: Sequence[str], unit: str
) -> Iterator[str]:
    n = len(support.colliders)
    begin = "An arrow has no score of its own: this direction rests on "
    if not n:
        yield f"{begin}background knowledge."
        return
    if support.known:
        begin += "background knowledge and on "
    ranked = sorted(support.colliders, key=lambda each: _strength(each, evidence))
    weak = _collider(ranked[0], names)
    score = _strength(ranked[0], evidence)
    strength = "no edge of which was scored"
    if math.isfinite(score):
        # Knowledge may have joined the other two.
        n_scored = sum(pair in evidence.joined for pair in _sides(ranked[0]))
        edge = "weaker edge" if n_scored == 2 else "only scored edge"
        strength = f"whose {edge} is {_times(score, evidence.tau, unit)}"
    if n == 1:
        what = f"the collider {weak}, {strength}"
    else:
        what = f"{n} colliders, the weakest being {weak}, {strength}"
    yield f"{begin}{what}."


def _gaps(
    support: DirectionSupport,
    evidence: PairEvidence,
    names: Sequence[str],
    unit: str,
    kept_apart: frozenset[Pair],
) -> Iterator[str]:
    by_data = _left_by_data(support, kept_apart)
    if len(by_data) < len(support.apart):
        n = len(support.apart) - len(by_data)
        yield f"It uses {_n_pairs(n)} that background knowledge keeps apart."
    if not by_data:
        return
    found = weakest(_only(support, by_data), evidence)
    if len(by_data) == 1:
        lead = f"It also rests on {_apart(by_data[0], names)} not being joined"
        which = "the largest score at or below τ that they were offered"
    else:
        lead = f"It also rests on {_n_pairs(len(by_data))} not being joined"
        which = "" if found.gap is None else f"nearest to it came {_apart(found.gap, names)}, with"
    if found.gap is None or found.gap_score is None:
        yield f"{lead}; no score of that is known."
    elif len(by_data) == 1:
        yield f"{lead}; {which} was {_times(found.gap_score, evidence.tau, unit)}."
    else:
        yield f"{lead}; {which} {_times(found.gap_score, evidence.tau, unit)}."


def _hanging(support: DirectionSupport, hanging: Collection[Arrow], only_known: bool) -> str:
    if support.arrow not in hanging:
        others = "background knowledge" if only_known else "others"
        return f"Without that collider {others} would still direct it."
    n = len(hanging)
    if n == 1:
        return "No other arrow hangs on that collider."
    return f"{n} arrows of the graph hang on that collider: if it is wrong, they are unfounded."


def _left_by_data(support: DirectionSupport, kept_apart: Collection[Pair]) -> list[Pair]:
    return [pair for pair in support.apart if pair not in kept_apart]


def _only(support: DirectionSupport, apart: Sequence[Pair]) -> DirectionSupport:
    return DirectionSupport(
        support.arrow, support.colliders, support.known, support.joined, tuple(apart)
    )


def _strength(collider: Collider, evidence: PairEvidence) -> float:
    """Score of the weaker edge of a collider; infinite where knowledge has both."""
    return min(evidence.joined.get(pair, math.inf) for pair in _sides(collider))


def _sides(collider: Collider) -> tuple[Pair, Pair]:
    a, c, b = collider
    return (min(a, c), max(a, c)), (min(b, c), max(b, c))


def _is_floor(floor: float | None, tau: float) -> bool:
    return floor is not None and math.isclose(floor, tau)


def _times(score: float, tau: float, unit: str) -> str:
    return _against(score, tau, f"times {unit}")


def _in_taus(score: float, tau: float) -> str:
    return _against(score, tau, "× τ")


def _against(score: float, tau: float, unit: str) -> str:
    if score < 0:
        # A measure may fall below zero where there is nothing to measure; a ratio says nothing.
        return "below 0, within noise"
    if tau <= 0:
        return score_text(score)
    ratio = score / tau
    return f"{'under 0.01' if ratio < 0.01 else score_text(ratio)} {unit}"


def _collider(collider: Collider, names: Sequence[str]) -> str:
    a, c, b = collider
    return f"{names[a]} → {names[c]} ← {names[b]}"


def _joined(pair: Pair, names: Sequence[str]) -> str:
    return f"{names[pair[0]]} — {names[pair[1]]}"


def _apart(pair: Pair, names: Sequence[str]) -> str:
    return f"{names[pair[0]]} and {names[pair[1]]}"


def _n_pairs(n: int) -> str:
    return "one pair" if n == 1 else f"{n} pairs"
