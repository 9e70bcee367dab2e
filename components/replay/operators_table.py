"""The table of operators: ranked with bars against τ, or unranked to pick a prediction from."""

from __future__ import annotations

import math
from typing import Any

from components.bidi import isolated
from components.replay.chapters import Chapter
from components.replay.moment import Moment, Told
from components.replay.predictions import N_OFFERED, N_OFFERED_REJECTED
from components.replay.rows import ChapterOffer, Row, pair_label, pair_of, subset_of
from components.text import count, one_line, set_text, tau_number
from gesncd.search.events import Finished, Phase
from gesncd.search.invalid import AgainstKnowledge, NotAClique, OpenPath, Rejected
from gesncd.search.step_sentences import obstacle_sentence
from gesncd.search.words import score_text

N_SHOWN = 30
"""Rows of valid operators in the table."""


def operators_table(
    subject: Told, chapter: Chapter, offer: ChapterOffer, moment: Moment, waiting: bool
) -> dict[str, Any] | None:
    """The operators of a moment as rows; None at the end, which has none."""
    if isinstance(chapter.event, Finished):
        return None
    rows = offer.rows[:N_SHOWN]
    scores = [row.first.score for row in rows]
    # Scores are squares of correlations: their roots share an axis over decades.
    top = math.sqrt(max([subject.tau * 2.0, *scores, 1e-12]))
    names = subject.spoken
    if waiting:
        pair = moment.open_pair(subject)
        offered = _unranked(offer, names, pair)
        return {
            "mode": "pick",
            "caption": _pick_caption(offered, offer, pair),
            "rows": _with_whole_names(offered, offer, subject),
            "tau": None,
            "more": "",
            "legend": _TWINS.strip() if any(len(row.candidates) > 1 for row in rows) else "",
        }
    step = chapter.step
    won = offer.row_of(step.operator) if step is not None and moment.part else None
    pick = (moment.picks or {}).get(step.index) if moment.predicting and step else None
    shown = [
        {
            **_named(row, names),
            "rank": row.rank + 1,
            "score": score_text(row.first.score),
            "share": round(math.sqrt(max(row.first.score, 0.0)) / top, 4),
            "passes": passes(row.first.score, subject.tau, chapter.phase),
            "winner": won is not None and row.rank == won.rank,
            "picked": pick == f"c{row.rank}",
            "looked": moment.row == f"c{row.rank}",
        }
        for row in rows
    ]
    shown += [
        {
            **_named_rejected(number, rejected, names),
            "group": _group(rejected),
            "broken": broken_words(rejected),
            "why": obstacle_sentence(rejected, subject.spoken)
            if moment.row == f"r{number}"
            else "",
            "picked": pick == f"r{number}",
            "looked": moment.row == f"r{number}",
        }
        for number, rejected in enumerate(offer.rejected)
    ]
    n_twins = sum(len(row.candidates) for row in rows)
    left = offer.n_candidates - n_twins
    return {
        "mode": "watch",
        "caption": offer_caption(offer, len(rows)),
        "rows": _with_whole_names(shown, offer, subject),
        "tau": {"share": round(math.sqrt(max(subject.tau, 0.0)) / top, 4)},
        "more": more_text(left, offer),
        "legend": f"{_TWINS}Bars: √score. Line: τ {tau_number(subject.tau)}",
    }


_TWINS = "X, Y and Y, X share a row where both ask the same. "


def more_text(n_left: int, offer: ChapterOffer) -> str:
    """How many valid operators have no row."""
    if n_left <= 0:
        return ""
    operators = count(n_left, "more valid operator")
    rank = "ranks" if n_left == 1 else "rank"
    # Of those that a record holds it is told; those below were not held against knowledge.
    if offer.is_cut and any(_is_ruled_out(each) for each in offer.rejected):
        return f"{operators} {rank} below; background knowledge may rule out some of them"
    return f"{operators} {rank} below"


def offer_caption(offer: ChapterOffer, n_rows: int) -> str:
    """How many operators the first rows stand for, beside how many there are.

    Parameters
    ----------
    offer
        What is on offer.
    n_rows
        Rows that are shown.
    """
    if not offer.n_candidates:
        return "No operator is valid"
    rows = offer.rows[:n_rows]
    shown = sum(len(row.candidates) for row in rows)
    operators = count(offer.n_candidates, "operator")
    if shown < offer.n_candidates:
        operators = f"{shown} of {operators}"
    elif shown == len(rows):
        return f"{operators} on offer, best first"
    return f"{operators} in {count(len(rows), 'row')}, best first"


def _pick_caption(
    offered: list[dict[str, Any]], offer: ChapterOffer, pair: tuple[int, int] | None
) -> str:
    # All look valid where one is to be picked; their ids tell.
    rejected = [offer.rejected[int(row["id"][1:])] for row in offered if row["id"].startswith("r")]
    kinds = {_is_ruled_out(each) for each in rejected}
    words = [word for kind, word in ((False, "not valid"), (True, "ruled out")) if kind in kinds]
    others = f", and some that are {' or '.join(words)}" if words else ""
    shown = [offer.rows[int(row["id"][1:])] for row in offered if row["id"].startswith("c")]
    n_shown = sum(len(row.candidates) for row in shown)
    if pair is not None:
        n_of_pair = sum(len(row.candidates) for row in offer.rows_on(pair))
        which = "The pair's operators" if n_shown == n_of_pair else "The pair's best operators"
    else:
        which = "All valid operators" if n_shown == offer.n_candidates else "The best operators"
    return f"{which}{others}, in order of their names"


def _with_whole_names(
    rows: list[dict[str, Any]], offer: ChapterOffer, subject: Told
) -> list[dict[str, Any]]:
    """Rows with their names as they are, where the table has room for a part of them only."""
    for row in rows:
        kind, number = row["id"][0], int(row["id"][1:])
        pair = offer.rows[number].pair if kind == "c" else pair_of(offer.rejected[number].operator)
        cut = any(subject.spoken[node] != isolated(one_line(subject.names[node])) for node in pair)
        row["whole"] = pair_label(pair, subject.names) if cut else ""
    return rows


def passes(score: float, tau: float, phase: Phase) -> bool:
    """Whether a phase takes an operator with this score rather than to end."""
    return score > tau if phase is Phase.FORWARD else score <= tau


def _named(row: Row, names: tuple[str, ...]) -> dict[str, Any]:
    operator = row.first.operator
    subset = subset_of(operator)
    return {
        "id": f"c{row.rank}",
        "valid": True,
        "pair": pair_label(row.pair, names),
        "set": f"{_set_name(operator)} = {set_text(subset, names)}" if subset else "",
        "given": set_text(row.first.conditioning, names),
    }


def _named_rejected(number: int, rejected: Rejected, names: tuple[str, ...]) -> dict[str, Any]:
    operator = rejected.operator
    subset = subset_of(operator)
    x, y = names[operator.x], names[operator.y]
    return {
        "id": f"r{number}",
        "valid": False,
        # The order of X and Y matters for what is broken.
        "pair": f"{x} to {y}",
        "set": f"{_set_name(operator)} = {set_text(subset, names)}" if subset else "",
        "given": set_text(rejected.conditioning, names),
    }


def _set_name(operator: Any) -> str:
    return "H" if hasattr(operator, "h") else "T"


def _is_ruled_out(rejected: Rejected) -> bool:
    return isinstance(rejected.obstacle, AgainstKnowledge)


def _group(rejected: Rejected) -> str:
    if _is_ruled_out(rejected):
        return "Ruled out by background knowledge"
    return "Not valid in this graph"


def broken_words(rejected: Rejected) -> str:
    """The broken condition in three words; the score of what is valid otherwise."""
    match rejected.obstacle:
        case AgainstKnowledge(score):
            return f"{score_text(score)}, ruled out"
        case NotAClique():
            return "not a clique"
        case OpenPath():
            return "open path"


def _unranked(
    offer: ChapterOffer, names: tuple[str, ...], pair: tuple[int, int] | None
) -> list[dict[str, Any]]:
    """Rows to pick from: neither their order nor anything in them tells which is best.

    Of a pair, where it is known to be the right one.
    """
    if pair is not None:
        return _by_name([_named(row, names) for row in offer.rows_on(pair)[:N_OFFERED]])
    rows = [_named(row, names) for row in offer.rows[:N_OFFERED]]
    taken = {row.pair for row in offer.rows[:N_OFFERED]}
    n_rejected = 0
    for number, rejected in enumerate(offer.rejected):
        if n_rejected == N_OFFERED_REJECTED:
            break
        if pair_of(rejected.operator) in taken:
            continue
        named = _named_rejected(number, rejected, names)
        named["pair"] = pair_label(pair_of(rejected.operator), names)
        # Both ends of a pair can be rejected alike: nothing tells such rows apart.
        if any(all(row[key] == named[key] for key in ("pair", "set", "given")) for row in rows):
            continue
        rows.append({**named, "valid": True})
        n_rejected += 1
    return _by_name(rows)


def _by_name(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(
        rows, key=lambda row: (row["pair"].casefold(), row["given"].casefold(), row["id"])
    )
