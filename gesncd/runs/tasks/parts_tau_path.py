"""The kind ``tau-path``: each part is the τ-path of some settings, down to a floor of its own.

The parts of one task differ in their floors only: the first is there soon and covers the
larger thresholds, and those that follow find its scores in the store.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gesncd.analysis.path_record import path_to_dict
from gesncd.data import Dataset
from gesncd.knowledge import KnowledgeError
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.search.tau_path import tau_path
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import constraints_of
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings

STAGES: Final = (9.0, 3.0, 1.0)
"""Floors of the parts, as multiples of the floor asked for."""


def tau_path_parts(
    settings: RunSettings, tau_floor: float, stages: Sequence[float] = STAGES
) -> list[dict[str, Any]]:
    """Parts of a task that computes a τ-path, the largest floor first.

    Parameters
    ----------
    settings
        Measure, caps, knowledge, and whether S_g is computed; τ has no say in it.
    tau_floor
        The smallest threshold of interest, above 0.
    stages
        Floors of the parts as multiples of ``tau_floor``, falling to 1.
    """
    values = settings.to_dict() | {"tau": None}
    return [{"settings": values, "tau_floor": stage * tau_floor} for stage in stages]


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Compute the path of the task's data.

    Parameters
    ----------
    dataset
        The data.
    part
        One of :func:`tau_path_parts`.
    context
        Scores, Stop and measures.

    Returns
    -------
    ``path``, as :func:`gesncd.analysis.path_record.path_to_dict` writes it.

    Raises
    ------
    PartError
        If settings or floor are missing or out of range, or do not fit these data.
    """
    floor = part.get("tau_floor")
    if not isinstance(part.get("settings"), Mapping) or not isinstance(floor, float):
        raise PartError("A part of a τ-path lacks its settings or its floor.")
    if not math.isfinite(floor) or floor <= 0:
        raise PartError(f"The floor of a τ-path must be a number above 0, not {floor}.")
    try:
        settings = RunSettings.from_dict(part["settings"])
        path = tau_path(
            context.settings_measure(settings, dataset),
            floor,
            cache=context.cache,
            on_progress=context.on_progress,
            global_score=settings.global_score,
            limits=limits_of(settings, dataset),
            knowledge=constraints_of(settings, dataset),
        )
    except (SettingsError, KnowledgeError) as error:
        raise PartError(str(error)) from error
    return {"path": path_to_dict(path)}
