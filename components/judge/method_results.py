"""What other methods found on the run's data, whichever task it was that ran them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from components.judge.background import Job
from gesncd.baselines import METHODS, Found
from gesncd.graphs import PDAG, agreement, shd
from gesncd.judge.truth import Truth
from gesncd.runs.tasks.parts_baseline import found_of_value

COLUMNS: Final = (
    "Method",
    "Edges",
    "SHD to this run",
    "SHD to the truth",
    "F1 to the truth",
    "Seconds",
    "Result",
)


@dataclass(frozen=True, slots=True)
class MethodResult:
    """The newest result of a method.

    Parameters
    ----------
    name, title
        The method.
    found
        Its graph; None where it failed.
    message
        Why it failed; empty where it did not.
    seconds
        How long it took.
    """

    name: str
    title: str
    found: Found | None
    message: str
    seconds: float


def results_of(jobs: Sequence[Job]) -> list[MethodResult]:
    """Newest result of each method, in the methods' order.

    A result of a method whose settings or package are others by now is left out.

    Parameters
    ----------
    jobs
        Tasks that ran methods, newest first.
    """
    found: dict[str, MethodResult] = {}
    for job in jobs:
        for number, result in job.results.items():
            part = job.parts[number]
            method = METHODS.get(str(part.get("method")))
            if method is None or part.get("settings") != method.fingerprint:
                continue
            known = found.get(method.name)
            if known is not None and (known.found is not None or not result.ok):
                continue
            found[method.name] = MethodResult(
                method.name,
                method.title,
                found_of_value(result.value) if result.ok else None,
                result.message,
                _seconds(result.value, result.seconds),
            )
    return [found[name] for name in METHODS if name in found]


def _seconds(value: Mapping[str, Any], whole: float) -> float:
    """Seconds of the method itself, without the start of its process where they are known."""
    return float(value.get("seconds", whole))


def methods_frame(
    results: Sequence[MethodResult],
    run: PDAG,
    run_seconds: float | None,
    truth: Truth | None,
) -> pd.DataFrame:
    """The run, then one row a method that was tried.

    Other methods know nothing of a run's background knowledge, so they are held against
    the true class without it.
    """
    rows: list[dict[str, object]] = [
        {
            "Method": "This run",
            "Edges": run.n_edges,
            "SHD to this run": 0,
            "SHD to the truth": None if truth is None else shd(run, truth.graph),
            "F1 to the truth": None if truth is None else agreement(run, truth.graph).f1,
            "Seconds": run_seconds,
            "Result": "",
        }
    ]
    for each in results:
        row: dict[str, object] = dict.fromkeys(COLUMNS)
        row |= {"Method": each.title, "Seconds": each.seconds, "Result": each.message}
        if each.found is not None:
            graph = each.found.graph
            row |= {
                "Edges": graph.n_edges,
                "SHD to this run": shd(graph, run),
                "SHD to the truth": None if truth is None else shd(graph, truth.cpdag),
                "F1 to the truth": None if truth is None else agreement(graph, truth.cpdag).f1,
                "Result": "a class" if each.found.is_class else "no class, see its graph",
            }
        rows.append(row)
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    for column in COLUMNS[1:4]:
        frame[column] = frame[column].astype("Int64")
    if truth is None:
        frame = frame.drop(columns=list(COLUMNS[3:5]))
    return frame
