"""``compare``: a result against the true graph."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from gesncd.cli.sentences import shown
from gesncd.data import DataError
from gesncd.data.text import read_bytes
from gesncd.export.result_reader import Result, read_result
from gesncd.graphs import PDAG, Agreement, agreement, shd
from gesncd.judge.figures import has_arrows, orientation_agreement, skeleton_agreement
from gesncd.judge.known_truth import contradictions, named
from gesncd.judge.truth import Truth, read_truth
from gesncd.judge.truth_error import TruthError
from gesncd.knowledge import Constraints, Knowledge, from_dict


def compare(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    result = read_result(options.result)
    known = _truth(options.truth, result)
    knowledge = _knowledge(result)
    truth = known.cpdag
    if not knowledge.is_empty:
        truth = _oriented(known, knowledge, result, options.truth.name)
    # Names and meaning as on the page Judge.
    oriented = has_arrows(result.graph, truth)
    direction = orientation_agreement(result.graph, truth) if oriented else None
    measured = {
        "shd": shd(result.graph, truth),
        **_three("", agreement(result.graph, truth)),
        **_three("skeleton_", skeleton_agreement(result.graph, truth)),
        **_three("direction_", direction),
        "truth_oriented_by_knowledge": not knowledge.is_empty,
    }
    print(json.dumps(measured, indent=2))
    return 0


def _three(prefix: str, agreed: Agreement | None) -> dict[str, float | None]:
    """F1, precision and recall; None where there is nothing to be right or wrong about."""
    return {
        f"{prefix}{name}": None if agreed is None else getattr(agreed, name)
        for name in ("f1", "precision", "recall")
    }


def _knowledge(result: Result) -> Knowledge:
    """The knowledge that the result was found with."""
    settings = result.document.get("settings")
    stated = settings.get("knowledge", {}) if isinstance(settings, dict) else {}
    return from_dict(stated, name="The result's knowledge")


def _oriented(truth: Truth, knowledge: Knowledge, result: Result, name: str) -> PDAG:
    """The true class oriented by the same knowledge as the result.

    Raises
    ------
    DataError
        If the knowledge is not true of the true graph.
    """
    constraints = Constraints.of(knowledge, result.variables)
    against = contradictions(truth, constraints)
    oriented = constraints.orient(truth.cpdag)
    if against or oriented is None:
        raise DataError(
            f"The result was found with background knowledge that contradicts {name}"
            f"{named(against)}. They cannot be compared."
        )
    return oriented[0]


def _truth(path: Path, result: Result) -> Truth:
    """The truth over the result's variables, read as on the page Judge.

    Raises
    ------
    DataError
        If the file is not understood, its names don't fit, or it can be no truth.
    """
    try:
        truth = read_truth(read_bytes(path, path.name), result.variables, name=path.name)
    except TruthError as error:
        raise DataError(str(error)) from error
    # Standard output is for programs.
    for sentence in (*truth.notes, *truth.doubts):
        print(shown(sentence), file=sys.stderr)
    return truth
