"""What was said of a table's variables, of files: what a search obeys, and what is evidence."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gesncd.analysis.agreement import HELD_OUT_SENTENCE, Claim, claims_of
from gesncd.analysis.contradictions import contradiction
from gesncd.analysis.enforced import already_enforced
from gesncd.analysis.repeated import repeated
from gesncd.analysis.statement_files import StatementFile, read_enforced, read_statement_file
from gesncd.analysis.statements import knowledge_of, statements_of
from gesncd.cli.sentences import shown
from gesncd.data import Dataset
from gesncd.knowledge import Knowledge, KnowledgeError
from gesncd.settings.on_data import constraints_of
from gesncd.settings.run_settings import RunSettings
from gesncd.words import listed, quoted

_SHOWN = 5


def enforced_knowledge(path: Path | None, *, quiet: bool) -> Knowledge:
    """What a file enforces; says what it holds out, which is left aside.

    Parameters
    ----------
    path
        The file, if one was given.
    quiet
        Whether to print nothing.

    Raises
    ------
    KnowledgeError
        If the file is not understood.
    """
    if path is None:
        return Knowledge()
    knowledge, left_aside = read_enforced(path)
    if left_aside and not quiet:
        print(shown(left_aside))
    return knowledge


def evidence_of(
    options: argparse.Namespace, settings: RunSettings, dataset: Dataset
) -> tuple[Sequence[Claim], RunSettings]:
    """The claims of the file of statements, and the settings with what it enforces besides.

    Parameters
    ----------
    options
        Of a command that takes statements, and knowledge.
    settings, dataset
        The settings so far, and the data.

    Raises
    ------
    KnowledgeError
        If the file is not understood, or cannot be evidence.
    """
    said = read_statement_file(options.priors, names=dataset.names)
    if said.enforced:
        settings = _with_enforced(said, settings, options)
    if said.tells and not said.held_out:
        raise KnowledgeError(f"{options.priors} holds no statement out, so there is no evidence.")
    claims = claims_of(said.held_out, dataset.names)
    return held_out(claims, settings, dataset, options), settings


def _with_enforced(
    said: StatementFile, settings: RunSettings, options: argparse.Namespace
) -> RunSettings:
    """Settings that obey what the file enforces, unless a file of knowledge was given."""
    n, source = len(said.enforced), options.priors
    statements, it = ("1 statement", "it") if n == 1 else (f"{n} statements", "them")
    is_told = not options.quiet
    if options.knowledge is None:
        settings = replace(settings, knowledge=knowledge_of(said.enforced))
        sentence = f"{source} enforces {statements}: the search obeys {it}."
    else:
        sentence = (
            f"{source} enforces {statements}, left aside here, as --knowledge says what the search "
            "obeys."
        )
        is_told = is_told and not set(said.enforced) <= set(statements_of(settings.knowledge))
    if is_told:
        print(shown(sentence))
    return settings


def held_out(
    claims: Sequence[Claim], settings: RunSettings, dataset: Dataset, options: argparse.Namespace
) -> Sequence[Claim]:
    """The claims of a file that can be evidence; says which follow from knowledge or from others.

    Raises
    ------
    KnowledgeError
        If there are none, the enforced knowledge implies all, or they cannot all be true.
    """
    source = options.priors
    if not claims:
        raise KnowledgeError(f"{source} holds no statement; nothing can be held out.")
    known = statements_of(settings.knowledge)
    why = contradiction((claim.statement for claim in claims), enforced=known)
    if why:
        place = f"{source} or of the enforced knowledge" if known else f"{source}"
        raise KnowledgeError(
            f"{why} No graph can agree with all statements: take one of these out of {place}."
        )
    facts = constraints_of(settings, dataset)
    found = already_enforced(claims, facts)
    # Tiers that are enforced rule out edges, and would be evidence of paths; that was not meant.
    implied = tuple(claim for claim in claims if claim in found or claim.statement in known)
    if implied and len(implied) == len(claims):
        raise KnowledgeError(
            f"The enforced knowledge already implies all that {source} holds out, such as "
            f"{implied[0].text!r}. {HELD_OUT_SENTENCE}"
        )
    rest = tuple(claim for claim in claims if claim not in implied)
    twice = repeated(rest, dataset.n_variables, facts)
    if not options.quiet:
        _tell(implied, "the enforced knowledge", ("is no evidence", "are no evidence"))
        _tell(twice, "others held out", ("counts with them", "count with them"))
    return tuple(claim for claim in rest if claim not in twice)


def _tell(claims: Sequence[Claim], source: str, ends: tuple[str, str]) -> None:
    """Print which claims follow from something, if any does, and what that means."""
    if not claims:
        return
    follow, end = ("follows", ends[0]) if len(claims) == 1 else ("follow", ends[1])
    texts = listed([quoted(claim.text) for claim in claims[:_SHOWN]], len(claims))
    print(shown(f"{texts} {follow} from {source} and {end}."))
