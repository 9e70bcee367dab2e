"""Statements that a search was not told, as a check of what it found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from components.text import count, short_name
from components.tune.said import held_out, said_of
from gesncd.analysis.agreement import Claim, Verdict, verdict
from gesncd.analysis.statements import statements_of
from gesncd.graphs import PDAG
from gesncd.runs.store.records import RunRecord
from gesncd.runs.store.statements import Said
from gesncd.words import listed

_MOST_NAMED: Final = 6
_LONGEST_CLAIM: Final = 80
_CHOSEN: Final = (
    "τ was set by hand: where these statements chose it, that they agree is no test of it."
)


def statements_check(record: RunRecord, graph: PDAG) -> str | None:
    """How far a run's graph agrees with what was stated on Tune; None without any evidence.

    Parameters
    ----------
    record
        The run. What it was made to obey is no evidence, whatever Tune enforces by now.
    graph
        What it found.
    """
    said = as_in_the_run(said_of(record), record)
    claims = held_out(said, record.names).counted
    if not claims:
        return None
    text = agreement_text(claims, graph)
    return text if record.settings.tau is None else f"{text} {_CHOSEN}"


def as_in_the_run(said: Iterable[Said], record: RunRecord) -> tuple[Said, ...]:
    """What was said, enforced where the run was made to obey it and held out elsewhere."""
    # A capsule without data may have named its variables wrongly.
    own = [
        each
        for each in statements_of(record.settings.knowledge)
        if set(each.names) <= set(record.names)
    ]
    known = [replace(each, enforced=each.statement in own) for each in said]
    told = [each.statement for each in known]
    return (*known, *(Said(each, enforced=True) for each in own if each not in told))


def agreement_text(claims: Sequence[Claim], graph: PDAG) -> str:
    """How many claims hold, and which do not or are open."""
    of: dict[Verdict, list[str]] = {each: [] for each in Verdict}
    for claim in claims:
        of[verdict(graph, claim)].append(short_name(claim.text, _LONGEST_CLAIM))
    satisfied = len(of[Verdict.SATISFIED])
    parts = [f"{satisfied} satisfied"]
    for each in (Verdict.VIOLATED, Verdict.UNDECIDED):
        texts = of[each]
        named = f" ({listed(texts[:_MOST_NAMED], len(texts))})" if texts else ""
        parts.append(f"{len(texts)} {each.value}{named}")
    return f"Of {count(len(claims), 'statement')} held out of the search, {', '.join(parts)}."
