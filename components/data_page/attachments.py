"""The true graph and background knowledge, matched to the data by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from components.data_source import Truth, UploadedTable
from gesncd.analysis.statement_files import read_enforced
from gesncd.data import DataError, align_adjacency, read_adjacency
from gesncd.graphs import PDAG, cpdag_of_dag, is_cpdag
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
    """Read a true graph and order it like the variables."""
    try:
        found, matrix = read_adjacency(file.content, name=file.name)
        unmatched = tuple(name for name in found if name not in set(names))
        if unmatched or set(names) - set(found):
            try:
                align_adjacency(found, matrix, names, name=file.name)
            except DataError as error:
                return None, Match(file.name, str(error), unmatched)
        aligned = align_adjacency(found, matrix, names, name=file.name)
        _refuse_no_graph(aligned, file.name)
    except DataError as error:
        return None, Match(file.name, str(error))
    return Truth(file.name, aligned), Match(file.name)


def _refuse_no_graph(matrix: NDArray[np.int8], name: str) -> None:
    graph = PDAG.from_matrix(matrix)
    if is_cpdag(graph):
        return
    if not graph.is_directed:
        raise DataError(f"{name} has undirected edges and is no CPDAG; give a DAG or its CPDAG.")
    try:
        cpdag_of_dag(graph)
    except ValueError as error:
        raise DataError(f"{name} is no DAG: {error}") from error


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


def restricted(knowledge: Knowledge, names: Sequence[str]) -> Knowledge:
    """The statements that are about these variables only."""
    known = set(names)
    pairs = {
        field: tuple(pair for pair in getattr(knowledge, field) if known.issuperset(pair))
        for field in ("required", "forbidden", "adjacent", "not_adjacent")
    }
    tiers = tuple(tuple(n for n in tier if n in known) for tier in knowledge.tiers)
    return replace(knowledge, **pairs, tiers=tiers)
