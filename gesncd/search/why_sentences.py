"""The history of a pair of variables in plain sentences.

Every sentence is plain text and stays under 40 words where names are single words;
the caller escapes it for where it is shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gesncd.graphs import EdgeKind, Operator
from gesncd.search.direction_support import Arrow
from gesncd.search.events import Cause, MarkChange, Phase, Reason
from gesncd.search.held_sentences import UNSEEN_ONE, held_evidence, unseen_sentence
from gesncd.search.why import DatedChange, Decision, Offer, PairHistory
from gesncd.search.words import (
    Names,
    action_words,
    against,
    edge_words,
    score_text,
    score_words,
    set_words,
    told_runner_up,
)


def sentences(
    history: PairHistory,
    names: Sequence[str],
    floor: float | None = None,
    *,
    apart: str = "",
    one_way: Arrow | None = None,
) -> list[str]:
    """Why a pair is joined as it is, or why it is not.

    Parameters
    ----------
    history
        What :func:`~gesncd.search.why.explain_pair` found.
    names
        One name a node.
    floor
        The noise floor where it is known. An automatic τ is the floor itself, and then scores
        are multiples of "the noise floor", as in every table; else they are multiples of τ.
    apart
        What background knowledge says that keeps the pair apart, in the words of
        :attr:`~gesncd.knowledge.Constraints.stated`; empty where it does not.
    one_way
        The one direction in which it lets the pair be joined; None where it leaves both.
    """
    history = replace(history, floor=floor)
    return [_state(history, names, one_way), *_sentences(history, names, apart, one_way)]


def reason_clause(reason: Reason, names: Names) -> str:
    """Why an edge is directed, as what may follow "because".

    Raises
    ------
    ValueError
        If the reason is not one for which an edge is directed.
    """
    nodes = [names[node] for node in reason.nodes]
    match reason.cause, reason.rule, nodes:
        case Cause.V_STRUCTURE, _, [a, c, b]:
            return f"{a} and {b} both point at {c} and are not joined, which is a v-structure"
        case Cause.MEEK, 1, [w, u, v]:
            return (
                f"{w} → {u}, and {w} and {v} are not joined: {v} → {u} would make a new "
                "v-structure (Meek rule 1)"
            )
        case Cause.MEEK, 2, [u, w, v]:
            return f"{u} → {w} → {v}: {v} → {u} would close a cycle (Meek rule 2)"
        case Cause.MEEK, 3, [u, w1, w2, v]:
            return (
                f"{w1} → {v} ← {w2}: {v} → {u} would force the new v-structure "
                f"{w1} → {u} ← {w2} (Meek rule 3)"
            )
        case Cause.MEEK, 4, [u, w, s, v]:
            return (
                f"{w} → {s} → {v}: {v} → {u} would force the new v-structure "
                f"{w} → {u} ← {v} (Meek rule 4)"
            )
        case Cause.KNOWLEDGE, _, _:
            return "background knowledge directs it"
    raise ValueError(f"{reason} does not say why an edge is directed.")


def _sentences(
    history: PairHistory, names: Sequence[str], apart: str, one_way: Arrow | None
) -> Iterator[str]:
    if apart:
        yield f"Background knowledge keeps them apart: {apart}."
    if not history.finished:
        yield _how_far(history)
    if history.at_start is not EdgeKind.NONE:
        way = "" if one_way is None else f": {names[one_way[0]]} → {names[one_way[1]]} only"
        yield f"They were joined from the start, as background knowledge requires{way}."
    if history.held is not None:
        if history.held.joined:
            yield unseen_sentence(history.held, names, history.tau)
            yield UNSEEN_ONE
        else:
            evidence = held_evidence(history.held, names, history.tau)
            yield f"The data speak against it: {evidence}."
    if not history.was_joined:
        yield from _never_joined(history, names, is_held=bool(apart))
    decisions = {decision.step: decision for decision in history.decisions}
    for dated in history.changes:
        decision = None if dated.step is None else decisions.get(dated.step)
        if decision is not None:
            yield from _decision(decision, history, names)
        yield from _mark(dated, history, names, one_way)
    yield from _changed_reason(history, names)
    if history.kind is not EdgeKind.NONE:
        yield from _kept(history, names)


def _state(history: PairHistory, names: Sequence[str], one_way: Arrow | None) -> str:
    pair = f"{names[history.i]} and {names[history.j]}"
    now = "" if history.finished else " so far"
    if history.kind is EdgeKind.NONE:
        return f"{pair} are not joined{now}."
    edge = edge_words(history.i, history.j, history.kind, names)
    if history.kind is EdgeKind.UNDIRECTED and one_way is not None:
        only = f"{names[one_way[0]]} → {names[one_way[1]]}"
        return (
            f"{pair} are joined{now} by an undirected edge, {edge}. Background knowledge allows "
            f"only {only}; it directs edges when the search is over."
        )
    if history.kind is EdgeKind.UNDIRECTED:
        return f"{pair} are joined{now} by an undirected edge, {edge}: either may cause the other."
    return f"{pair} are joined{now}, {edge}."


def _how_far(history: PairHistory) -> str:
    phase = "backward" if Phase.FORWARD in history.ended else "forward"
    after = f"after step {history.n_steps}" if history.n_steps else "before the first step"
    return f"This is how it stood {after}, in the {phase} phase; the search had not ended."


def _decision(decision: Decision, history: PairHistory, names: Sequence[str]) -> Iterator[str]:
    verb = "joined" if decision.phase is Phase.FORWARD else "parted"
    yield (
        f"Step {decision.step} {verb} them: their score given "
        f"{set_words(decision.conditioning, names)} was {score_words(decision.score)}"
        f"{_against_tau(decision.score, history)}."
    )
    yield told_runner_up(decision.runner_up, {history.i, history.j}, names)


def _mark(
    dated: DatedChange, history: PairHistory, names: Sequence[str], one_way: Arrow | None
) -> Iterator[str]:
    change = dated.change
    after = edge_words(change.i, change.j, change.after, names)
    if change.after is EdgeKind.NONE:
        return
    if change.after is EdgeKind.UNDIRECTED and one_way is not None:
        yield from _left_to_knowledge(dated, names, one_way)
    elif change.reason.cause is Cause.OPERATOR:
        yield f"That left {after} undirected, as nothing directed it."
    elif change.reason.cause is Cause.WITHDRAWN:
        before = edge_words(change.i, change.j, change.before, names)
        yield (
            f"Step {dated.step} left {after} undirected: {_doing(dated.operator, names)} took "
            f"away the reason for {before}."
        )
        yield from _previous(change, names)
    elif dated.step is None:
        when = "At the end" if history.finished else "Then"
        yield f"{when} it became {after}, because {reason_clause(change.reason, names)}."
    else:
        verb = "reversed it to" if _is_arrow(change.before) else "directed"
        reason = reason_clause(change.reason, names)
        yield f"Step {dated.step} {verb} {after}, because {reason}."
        yield from _previous(change, names)


def _left_to_knowledge(dated: DatedChange, names: Sequence[str], one_way: Arrow) -> Iterator[str]:
    """What is said of a pair that the class leaves open and knowledge does not."""
    only = f"background knowledge allows only {names[one_way[0]]} → {names[one_way[1]]}"
    if dated.change.reason.cause is not Cause.WITHDRAWN:
        yield f"Nothing in the data directed it then, but {only}."
        return
    before = edge_words(dated.change.i, dated.change.j, dated.change.before, names)
    yield (
        f"Step {dated.step} took away what in the data had directed {before}, by "
        f"{_doing(dated.operator, names)}, but {only}."
    )
    yield from _previous(dated.change, names)


def _previous(change: MarkChange, names: Sequence[str]) -> Iterator[str]:
    if change.previous is not None:
        before = edge_words(change.i, change.j, change.before, names)
        yield f"It had been {before} because {reason_clause(change.previous, names)}."


def _changed_reason(history: PairHistory, names: Sequence[str]) -> Iterator[str]:
    """What directs the edge now, where that is not what its last change said."""
    if history.reason is None:
        return
    if history.changes and history.changes[-1].change.reason == history.reason:
        return
    edge = edge_words(history.i, history.j, history.kind, names)
    yield f"In the graph as it is now, it is {edge} because {reason_clause(history.reason, names)}."


def _never_joined(history: PairHistory, names: Sequence[str], *, is_held: bool) -> Iterator[str]:
    best = history.best_offer(Phase.FORWARD)
    if best is None and is_held:
        return
    if best is None:
        if history.offers or Phase.FORWARD in history.ended:
            yield "No valid operator that the search considered ever offered to join them."
        else:
            yield "They have not been scored yet."
        return
    yield (
        f"The best score ever offered to join them, {_at(best)}, was "
        f"{_offered(best, history, names)}."
    )
    if not history.would_pass(best):
        return
    turned = history.turned_at(Phase.FORWARD)
    if turned is not None:
        yield f"{_passed(history, best)}, and {_from_then(turned, history, names)}."
    elif Phase.FORWARD in history.ended:
        yield "It was above τ to the end, but background knowledge admits no such step."


def _kept(history: PairHistory, names: Sequence[str]) -> Iterator[str]:
    best = history.best_offer(Phase.BACKWARD)
    if best is None:
        return
    yield (
        f"The lowest score ever offered to part them, {_at(best)}, was "
        f"{_offered(best, history, names)}."
    )
    if not history.would_pass(best) or Phase.BACKWARD not in history.ended:
        return
    turned = history.turned_at(Phase.BACKWARD)
    if turned is None:
        yield "It was not above τ to the end, but background knowledge admits no such step."
    else:
        yield f"{_passed(history, best)}, and {_from_then(turned, history, names)}."


def _from_then(turned: Offer, history: PairHistory, names: Sequence[str]) -> str:
    """What was on offer from the time on when τ let none of it pass any more."""
    forward = turned.phase is Phase.FORWARD
    verb, which, side = (
        ("join", "best", "not above τ") if forward else ("part", "lowest", "above τ")
    )
    nearest = history.best_since(turned)
    if nearest is None:
        return f"{_since(turned)} no valid operator could {verb} them"
    head = f"{_since(turned)} the {which} on offer was {side}"
    told = _offered(nearest, history, names)
    # What came nearest to being taken may have come later.
    return f"{head}: {told}" if nearest is turned else f"{head}, and nearest {_at(nearest)}: {told}"


def _passed(history: PairHistory, best: Offer) -> str:
    """Why an offer that τ would have let pass was not taken while it stood."""
    offers = [each for each in history.offers if each.phase is best.phase]
    barred = any(each.barred and history.would_pass(each) for each in offers)
    return "Background knowledge admitted no such step" if barred else "Other steps came first"


def _offered(offer: Offer, history: PairHistory, names: Sequence[str]) -> str:
    assert offer.score is not None, "there is nothing to say about no offer"
    given = set_words(offer.conditioning, names)
    return f"{score_words(offer.score)} given {given}{_against_tau(offer.score, history)}"


def _at(offer: Offer) -> str:
    if offer.at_end:
        return f"at the end of the {offer.phase.value} phase"
    return f"at step {offer.step}"


def _since(offer: Offer) -> str:
    if offer.at_end:
        return f"at the end of the {offer.phase.value} phase"
    return f"from step {offer.step} on"


def _against_tau(score: float, history: PairHistory) -> str:
    """A score beside the threshold, after a comma; nothing where its own words say all."""
    if score < 0:
        return ""
    ratio = history.ratio(score)
    if ratio is None:
        return f", {against(score, history.tau)}"
    automatic = history.floor is not None and math.isclose(history.floor, history.tau)
    return f", {score_text(ratio)} times {'the noise floor' if automatic else 'τ'}"


def _doing(operator: Operator | None, names: Sequence[str]) -> str:
    if operator is None:
        return "this"
    return action_words(operator, names, "ing")


def _is_arrow(kind: EdgeKind) -> bool:
    return kind in (EdgeKind.FORWARD, EdgeKind.BACKWARD)
