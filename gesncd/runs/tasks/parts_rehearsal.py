"""The kind ``rehearsal``: each part is one cell of a grid on one simulated data set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from gesncd.analysis.grid import Cell, run_cell
from gesncd.analysis.rehearsal import REHEARSAL_FLOOR_SHARE, RehearsalSet, judge
from gesncd.data import Dataset
from gesncd.knowledge import Knowledge
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.settings.calibration import calibrated
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import noise_floor
from gesncd.settings.run_search import limits_of
from gesncd.settings.run_settings import RunSettings


def rehearsal_parts(
    settings: RunSettings,
    cells: Sequence[Cell],
    sets: Sequence[RehearsalSet],
    *,
    tau_chosen: float | None = None,
) -> list[dict[str, Any]]:
    """Parts of a rehearsal: every cell on the first set, then on the second, and so on.

    So the settings can be compared as soon as the first set is done.

    Parameters
    ----------
    settings
        What the cells share: level and caps. Knowledge is about the user's variables
        and left out.
    cells, sets
        The plan.
    tau_chosen
        Reference τ of cells that have no automatic one.
    """
    return [
        {
            "settings": replace(
                settings, tau=None, knowledge=Knowledge(), **cell.changes()
            ).to_dict(),
            "tau_chosen": tau_chosen,
            "set": asdict(each),
            "cell": k,
            "number": number,
        }
        for number, each in enumerate(sets)
        for k, cell in enumerate(cells)
    ]


def place_of_part(part: Mapping[str, Any]) -> tuple[int, int]:
    """Position of a part's cell and number of its set, the keys of the summary's results."""
    return int(part["cell"]), int(part["number"])


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Simulate the part's data set, search it, and compare with the truth.

    Parameters
    ----------
    dataset
        The user's data, which are not looked at.
    part
        One of :func:`rehearsal_parts`.
    context
        Scores, Stop and measures.

    Returns
    -------
    What :meth:`gesncd.analysis.rehearsal.RehearsalResult.from_dict` reads.

    Raises
    ------
    PartError
        If the settings or the simulated set cannot be had; the message says why.
    """
    try:
        settings = RunSettings.from_dict(part["settings"])
        simulated, dag = RehearsalSet(**part["set"]).simulate()
        measure = calibrated(
            settings,
            simulated,
            context.settings_measure(settings, simulated),
            context.settings_measure,
            cache=context.cache,
            on_progress=context.on_progress,
        )
        tau_auto = noise_floor(settings, measure)
        result = run_cell(
            measure,
            tau_auto=tau_auto,
            tau_chosen=part["tau_chosen"] if tau_auto is None else None,
            floor_share=REHEARSAL_FLOOR_SHARE,
            cache=context.cache,
            on_progress=context.on_progress,
            limits=limits_of(replace(settings, knowledge=Knowledge()), simulated),
            global_score=False,
        )
    except (SettingsError, ValueError) as error:
        raise PartError(str(error)) from error
    return judge(result, dag).to_dict()
