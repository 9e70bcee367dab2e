"""The true graph and background knowledge, matched to the data by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from components.data_source import UploadedTable
from gesncd.analysis.statement_files import read_enforced
from gesncd.judge.truth import Truth
from gesncd.judge.truth import match_truth as match_named_graph
from gesncd.judge.truth_error import TruthError
from gesncd.judge.truth_files import read_named_graph
from gesncd.knowledge import Constraints, Knowledge, KnowledgeError


@dataclass(frozen=True, slots=True)
class Match:
    """An attached file beside the data.

    Parameters
    ----------
    file
        Its name.
    problem
        Why it cannot be used; empty where it can.
    unmatched
        Names in the file that the data lack.
    left_aside
        What a knowledge file holds out of the search, in a sentence; empty where that is nothing.
    """

    file: str
    problem: str = ""
    unmatched: tuple[str, ...] = ()
    left_aside: str = ""


def match_truth(file: UploadedTable, names: Sequence[str]) -> tuple[Truth | None, Match]:
    """Read a true graph and match it to the variables, as the page Judge does."""
    unmatched: tuple[str, ...] = ()
    try:
        named = read_named_graph(file.content, name=file.name)
        unmatched = tuple(name for name in named.names if name not in set(names))
        truth = match_named_graph(named, names, name=file.name)
    except TruthError as error:
        return None, Match(file.name, str(error), unmatched)
    return truth, Match(file.name)


def match_knowledge(file: UploadedTable, names: Sequence[str]) -> tuple[Knowledge | None, Match]:
    """Read background knowledge and compare its names, and its statements, with the data."""
    try:
        knowledge, left_aside = read_enforced(file.content, name=file.name)
    except KnowledgeError as error:
        return None, Match(file.name, str(error))
    unmatched = tuple(name for name in knowledge.names if name not in set(names))
    try:
        Constraints.of(knowledge, names)
    except KnowledgeError as error:
        return None, Match(file.name, str(error), unmatched)
    return knowledge, Match(file.name, left_aside=left_aside)
