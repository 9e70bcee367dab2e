"""The kind ``markov``: each part tests some of the independences that a graph implies.

:func:`markov_parts` makes the parts and :func:`markov_report` puts their results
together, those of a task that was stopped too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.judge.binomial import excess
from gesncd.judge.markov import (
    Implied,
    Independence,
    MarkovReport,
    Origin,
    Tested,
    check_independences,
)
from gesncd.measures import Query
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import noise_floor
from gesncd.settings.run_settings import RunSettings

TESTS_A_PART: Final = 20
"""Few enough that Stop and progress are quick, enough to be worth building a measure."""
_ORIGINS: Final[Mapping[str, Origin]] = {"local": "local", "sampled": "sampled"}


def markov_parts(
    implied: Implied, settings: RunSettings, alpha: float, **labels: str
) -> list[dict[str, Any]]:
    """Parts that test independences with a measure.

    Parameters
    ----------
    implied
        The independences.
    settings
        The measure that tests them.
    alpha
        Level of its noise floor.
    labels
        Kept with each part, for whoever asked.
    """
    tests = [
        [each.query.x[0], each.query.y[0], list(each.query.z), each.origin]
        for each in implied.independences
    ]
    return [
        {
            "settings": settings.to_dict(),
            "alpha": alpha,
            "tests": tests[start : start + TESTS_A_PART],
            **labels,
        }
        for start in range(0, len(tests), TESTS_A_PART)
    ]


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Test the independences of one part.

    Returns
    -------
    ``measure``, its name; ``tau``, its noise floor; ``scores``, one a test in their order.

    Raises
    ------
    PartError
        If the settings or tests cannot be read, or the measure cannot tell its own noise.
    """
    try:
        settings = RunSettings.from_dict(part["settings"])
        measure = context.settings_measure(settings, dataset)
        alpha = float(part["alpha"])
        tau = noise_floor(RunSettings.from_dict({**settings.to_dict(), "alpha": alpha}), measure)
        independences = _independences(part)
    except (SettingsError, KeyError, TypeError, ValueError) as error:
        raise PartError(f"These independences cannot be tested: {error}") from error
    if tau is None:
        raise PartError("This measure cannot tell its own noise, so nothing can be tested with it.")
    graph = PDAG.empty(dataset.n_variables)
    n_local = sum(each.origin == "local" for each in independences)
    implied = Implied(graph, independences, n_local, len(independences) - n_local, n_local)

    def counted(done: int, asked: int) -> None:
        context.check()

    report = check_independences(
        implied, measure, tau, alpha, cache=context.cache, on_counted=counted
    )
    scores = {each.query: each.score for each in report.tested}
    return {
        "measure": measure.name,
        "tau": tau,
        "scores": [float(scores[each.query]) for each in independences],
    }


def markov_report(
    parts: Sequence[Mapping[str, Any]], values: Mapping[int, Mapping[str, Any]]
) -> MarkovReport | None:
    """What the parts that are done say together; None before the first.

    Parameters
    ----------
    parts
        From :func:`markov_parts`.
    values
        What :func:`run_part` returned, by number of the part.
    """
    if not values:
        return None
    tested = [
        Tested(each.query, each.origin, score, float(value["tau"]))
        for number, value in values.items()
        for each, score in zip(_independences(parts[number]), value["scores"], strict=True)
    ]
    tested.sort(key=lambda each: (-each.score, each.query))
    first, alpha = next(iter(values.values())), float(parts[0]["alpha"])
    return MarkovReport(
        measure=str(first["measure"]),
        tau=float(first["tau"]),
        alpha=alpha,
        tested=tuple(tested),
        statement=excess(sum(each.violated for each in tested), len(tested), alpha),
    )


def _independences(part: Mapping[str, Any]) -> tuple[Independence, ...]:
    return tuple(
        Independence(Query.pair(x, y, z).canonical, _ORIGINS[origin])
        for x, y, z, origin in part["tests"]
    )
