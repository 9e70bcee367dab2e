"""The kind ``baseline``: each part is one foreign method on the task's data."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from gesncd.baselines import METHODS, BaselineError, Found, run_method
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.search.deserialise import pdag_from_dict
from gesncd.search.serialise import pdag_to_dict


def baseline_parts(methods: Iterable[str], *, seed: int = 0) -> list[dict[str, Any]]:
    """Parts of a task, one a method.

    Parameters
    ----------
    methods
        Names in :data:`gesncd.baselines.METHODS`.
    seed
        Seed of everything random in the methods.
    """
    return [
        {"method": name, "seed": seed, "settings": METHODS[name].fingerprint} for name in methods
    ]


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Run one method.

    The kind is isolated, because some methods set defaults of torch for their whole
    process, and most can only be stopped with it.

    Returns
    -------
    What :func:`found_of_value` reads, and ``seconds``.

    Raises
    ------
    PartError
        If the method cannot run on these data; the message says why.
    """
    began = time.perf_counter()
    try:
        found = run_method(
            str(part["method"]), dataset, seed=int(part["seed"]), check=context.check
        )
    except BaselineError as error:
        raise PartError(str(error)) from error
    return {
        "method": str(part["method"]),
        "graph": pdag_to_dict(found.graph),
        "dag": None if found.dag is None else pdag_to_dict(found.dag),
        "is_class": found.is_class,
        "notes": list(found.notes),
        "seconds": time.perf_counter() - began,
    }


def found_of_value(value: Mapping[str, Any]) -> Found:
    """The result of a part, from its value."""
    dag: PDAG | None = None if value["dag"] is None else pdag_from_dict(value["dag"])
    return Found(
        graph=pdag_from_dict(value["graph"]),
        is_class=bool(value["is_class"]),
        dag=dag,
        notes=tuple(value["notes"]),
    )
