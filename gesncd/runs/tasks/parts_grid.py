"""The kind ``grid``: each part is one cell, the task's data searched with its settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from gesncd.analysis.grid import Cell, cell_of, run_cell
from gesncd.data import Dataset
from gesncd.knowledge import KnowledgeError
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.settings.calibration import calibrated
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import constraints_of, noise_floor
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings


def grid_parts(
    settings: RunSettings, cells: Iterable[Cell], *, tau_chosen: float | None = None
) -> list[dict[str, Any]]:
    """Parts of a grid, one a cell.

    Parameters
    ----------
    settings
        What the cells share: level, knowledge and caps.
    cells
        The plan.
    tau_chosen
        A second τ at which every cell is judged.
    """
    return [
        {
            "settings": replace(settings, tau=None, **cell.changes()).to_dict(),
            "tau_chosen": tau_chosen,
        }
        for cell in cells
    ]


def cell_of_part(part: Mapping[str, Any]) -> Cell:
    """The cell of a part."""
    settings = RunSettings.from_dict(part["settings"])
    return cell_of(
        settings.measure, settings.networks, settings.depth, settings.width, settings.seed
    )


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Search one cell.

    Parameters
    ----------
    dataset
        The data.
    part
        One of :func:`grid_parts`.
    context
        Scores, Stop and measures.

    Returns
    -------
    What :meth:`gesncd.analysis.grid.CellResult.from_dict` reads.

    Raises
    ------
    PartError
        If the settings, the knowledge or the measure do not fit these data; the message says why.
    """
    try:
        settings = RunSettings.from_dict(part["settings"])
        measure = calibrated(
            settings,
            dataset,
            context.settings_measure(settings, dataset),
            context.settings_measure,
            cache=context.cache,
            on_progress=context.on_progress,
        )
        result = run_cell(
            measure,
            tau_auto=noise_floor(settings, measure),
            tau_chosen=part["tau_chosen"],
            cache=context.cache,
            on_progress=context.on_progress,
            limits=limits_of(settings, dataset),
            knowledge=constraints_of(settings, dataset),
        )
    except (SettingsError, KnowledgeError, ValueError) as error:
        raise PartError(str(error)) from error
    return result.to_dict()
