"""``compare``: a result against the true graph."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from gesncd.data import DataError, align_adjacency, read_adjacency
from gesncd.export.result_reader import Result, read_result
from gesncd.graphs import PDAG, agreement, cpdag_of_dag, is_cpdag, shd
from gesncd.knowledge import Constraints, Knowledge, from_dict


def compare(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    result = read_result(options.result)
    truth = _true_cpdag(options.truth, result)
    knowledge = _knowledge(result)
    if not knowledge.is_empty:
        truth = _oriented(truth, knowledge, result, options.truth.name)
    agreed = agreement(result.graph, truth)
    measured = {
        "shd": shd(result.graph, truth),
        "f1": agreed.f1,
        "precision": agreed.precision,
        "recall": agreed.recall,
        "truth_oriented_by_knowledge": not knowledge.is_empty,
    }
    print(json.dumps(measured, indent=2))
    return 0


def _knowledge(result: Result) -> Knowledge:
    """The knowledge that the result was found with."""
    settings = result.document.get("settings")
    stated = settings.get("knowledge", {}) if isinstance(settings, dict) else {}
    return from_dict(stated, name="The result's knowledge")


def _oriented(truth: PDAG, knowledge: Knowledge, result: Result, name: str) -> PDAG:
    """The true class oriented by the same knowledge as the result.

    Raises
    ------
    DataError
        If the knowledge is not true of the true graph.
    """
    oriented = Constraints.of(knowledge, result.variables).orient(truth)
    if oriented is None:
        raise DataError(
            f"The result was found with background knowledge that contradicts {name}; "
            "they cannot be compared."
        )
    return oriented[0]


def _true_cpdag(path: Path, result: Result) -> PDAG:
    """The true class over the result's variables.

    Raises
    ------
    DataError
        If the variables differ, or the graph is neither a DAG nor a CPDAG.
    """
    names, matrix = read_adjacency(path, name=path.name)
    aligned = align_adjacency(names, matrix, result.variables, name=path.name)
    truth = PDAG.from_matrix(aligned)
    if is_cpdag(truth):
        return truth
    if not truth.is_directed:
        raise DataError(
            f"{path.name} has undirected edges and is no CPDAG; give the true DAG or its CPDAG."
        )
    try:
        return cpdag_of_dag(truth)
    except ValueError as error:
        raise DataError(f"{path.name} is no DAG: {error}") from error
