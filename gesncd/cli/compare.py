"""``compare``: a result against the true graph."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from gesncd.data import DataError, align_adjacency, read_adjacency
from gesncd.export.result_reader import Result, read_result
from gesncd.graphs import PDAG, agreement, cpdag_of_dag, is_cpdag, shd


def compare(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    result = read_result(options.result)
    truth = _true_cpdag(options.truth, result)
    agreed = agreement(result.graph, truth)
    measured = {
        "shd": shd(result.graph, truth),
        "f1": agreed.f1,
        "precision": agreed.precision,
        "recall": agreed.recall,
    }
    print(json.dumps(measured, indent=2))
    return 0


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
