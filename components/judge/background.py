"""Background tasks of the page: found with what came of them, and started."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from components.background_task import own_tasks, start_task
from components.judge.case import Case
from components.store import run_store
from gesncd.runs.tasks import PartResult, TaskRecord, task_parts, task_results

MOST_JOBS: Final = 20
"""Tasks that are looked through for what the page needs."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task with its parts and what has come of them.

    Parameters
    ----------
    record
        The task.
    parts
        What each part was given.
    results
        By part number, of the parts that are over.
    """

    record: TaskRecord
    parts: tuple[Mapping[str, Any], ...]
    results: Mapping[int, PartResult]


def jobs(case: Case, *kinds: str) -> list[Job]:
    """Tasks of some kinds on the data of the page's run, newest first.

    Raises
    ------
    StoreError
        If the store cannot be read.
    """
    store = run_store()
    sha256 = case.opened.record.dataset_sha256
    records = [record for kind in kinds for record in own_tasks(store, sha256, kind)]
    records.sort(key=lambda record: record.created, reverse=True)
    return [
        Job(record, tuple(task_parts(store, record.id)), task_results(store, record.id))
        for record in records[:MOST_JOBS]
    ]


def start_job(case: Case, kind: str, parts: Sequence[Mapping[str, Any]], title: str) -> str | None:
    """Have parts computed on the data of the page's run; None, with a message, where that fails."""
    return start_task(case.opened.record.dataset_sha256, kind, parts, title)
