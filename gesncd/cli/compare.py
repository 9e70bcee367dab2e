"""``compare``: a result against the true graph."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from gesncd.cli.sentences import shown
from gesncd.data import DataError
from gesncd.data.text import read_bytes
from gesncd.export.result_reader import Result, ResultError, read_result
from gesncd.graphs import PDAG, Agreement, EdgeKind, agreement, shd
from gesncd.judge.difference import PairVerdict, difference
from gesncd.judge.figures import has_arrows, orientation_agreement, skeleton_agreement
from gesncd.judge.known_truth import oriented_class, under_knowledge
from gesncd.judge.stated import Stated, shared_sources, stated_of, stated_text
from gesncd.judge.truth import Truth, read_truth
from gesncd.judge.truth_error import TruthError
from gesncd.knowledge import Constraints, Knowledge, from_dict
from gesncd.search.arrow_sources import ArrowSource
from gesncd.search.events import Cause, MarkChange, Reason


def compare(options: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    result = read_result(options.result)
    known = _truth(options.truth, result)
    knowledge = Constraints.of(_knowledge(result), result.variables)
    told = under_knowledge(known, knowledge)
    # Standard output is for programs.
    for sentence in (*told.notes, *told.doubts):
        print(shown(sentence), file=sys.stderr)
    truth = told.graph
    is_oriented = not knowledge.is_empty and oriented_class(known, knowledge) is not None
    stated = stated_of(result.graph, _changes(result), knowledge)
    # Names and meaning as on the page Judge.
    oriented = has_arrows(result.graph, truth)
    direction = orientation_agreement(result.graph, truth) if oriented else None
    measured = {
        "shd": shd(result.graph, truth),
        **_three("", agreement(result.graph, truth)),
        **_three("skeleton_", skeleton_agreement(result.graph, truth)),
        **_three("direction_", direction),
        "truth_oriented_by_knowledge": is_oriented,
        **_stated(stated, result.graph, truth),
    }
    beforehand = stated_text(stated, result.graph, truth)
    if beforehand:
        print(beforehand, file=sys.stderr)
    print(json.dumps(measured, indent=2))
    return 0


def _three(prefix: str, agreed: Agreement | None) -> dict[str, float | None]:
    """F1, precision and recall; None where there is nothing to be right or wrong about."""
    return {
        f"{prefix}{name}": None if agreed is None else getattr(agreed, name)
        for name in ("f1", "precision", "recall")
    }


def _stated(stated: Stated, graph: PDAG, truth: PDAG) -> dict[str, int]:
    """What counts in the figures though the search did not find it, and its SHD alone."""
    pairs = difference(graph, truth)
    right = [(pair.i, pair.j) for pair in pairs if pair.verdict is PairVerdict.RIGHT]
    sources = Counter(shared_sources(stated, truth).values())
    return {
        "right_edges": len(right),
        "right_edges_stated": len(stated.joined.intersection(right)),
        "arrows_judged": sources.total(),
        "arrows_by_knowledge": sum(n for source, n in sources.items() if source.is_stated),
        "arrows_that_follow": sources[ArrowSource.FOLLOWS],
        "stated_alone_shd": shd(stated.alone, truth),
    }


def _changes(result: Result) -> list[MarkChange]:
    """The edges of the result that knowledge directed beyond the class.

    Raises
    ------
    ResultError
        If the document tells them otherwise than this release writes them.
    """
    node = {name: k for k, name in enumerate(result.variables)}
    causes = {cause.value: cause for cause in Cause}
    stated = result.document.get("knowledge_changes", [])
    found = []
    for change in stated if isinstance(stated, list) else [stated]:
        match change:
            case {"i": str(i), "j": str(j), "reason": {"cause": str(cause)}} if (
                i in node and j in node and cause in causes
            ):
                after = result.graph.kind(node[i], node[j])
                reason = Reason(causes[cause])
                found.append(MarkChange(node[i], node[j], EdgeKind.UNDIRECTED, after, reason))
            case _:
                raise ResultError("The result's knowledge_changes are not understood.")
    return found


def _knowledge(result: Result) -> Knowledge:
    """The knowledge that the result was found with."""
    settings = result.document.get("settings")
    stated = settings.get("knowledge", {}) if isinstance(settings, dict) else {}
    return from_dict(stated, name="The result's knowledge")


def _truth(path: Path, result: Result) -> Truth:
    """The truth over the result's variables, read as on the page Judge.

    Raises
    ------
    DataError
        If the file is not understood, its names don't fit, or it can be no truth.
    """
    try:
        return read_truth(read_bytes(path, path.name), result.variables, name=path.name)
    except TruthError as error:
        raise DataError(str(error)) from error
