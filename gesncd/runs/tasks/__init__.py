"""Tasks: long background computations made of independent parts.

Each part's result, a JSON value, is kept as soon as it is there; a task can be
stopped, resumed, and looked at while it goes on. See ``docs/runs.md``.

What is named here is imported when first asked for, so that a worker can settle how
many threads the numerical libraries may use before the first of them is loaded.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gesncd.runs.tasks.context import PartContext
    from gesncd.runs.tasks.kinds import KINDS, Kind
    from gesncd.runs.tasks.launch import launch_task, tend_tasks
    from gesncd.runs.tasks.records import PartResult, TaskRecord
    from gesncd.runs.tasks.store import (
        create_task,
        stop_task,
        task,
        task_parts,
        task_results,
        task_seconds,
        tasks,
    )
    from gesncd.runs.upkeep import delete_task

__all__ = [
    "KINDS",
    "Kind",
    "PartContext",
    "PartResult",
    "TaskRecord",
    "create_task",
    "delete_task",
    "launch_task",
    "stop_task",
    "task",
    "task_parts",
    "task_results",
    "task_seconds",
    "tasks",
    "tend_tasks",
]

_HOMES = {
    "KINDS": "gesncd.runs.tasks.kinds",
    "Kind": "gesncd.runs.tasks.kinds",
    "PartContext": "gesncd.runs.tasks.context",
    "PartResult": "gesncd.runs.tasks.records",
    "TaskRecord": "gesncd.runs.tasks.records",
    "delete_task": "gesncd.runs.upkeep",
    "launch_task": "gesncd.runs.tasks.launch",
    "tend_tasks": "gesncd.runs.tasks.launch",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES.get(name, "gesncd.runs.tasks.store")), name)
