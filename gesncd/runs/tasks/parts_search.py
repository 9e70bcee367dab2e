"""The kind ``search``: each part is one search with settings of its own."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gesncd.data import Dataset
from gesncd.knowledge import KnowledgeError
from gesncd.measures import ConditionalDependence
from gesncd.runs.errors import PartError
from gesncd.runs.tasks.context import PartContext
from gesncd.search.events import Finished, Phase
from gesncd.search.global_score import global_score_queries, mean_clipped
from gesncd.search.scoring import Scorer
from gesncd.search.serialise import pdag_to_dict
from gesncd.settings.calibration import calibrated
from gesncd.settings.errors import SettingsError
from gesncd.settings.on_data import noise_floor, resolve_tau
from gesncd.settings.run_search import search_events
from gesncd.settings.run_settings import RunSettings


def run_part(dataset: Dataset, part: Mapping[str, Any], context: PartContext) -> dict[str, Any]:
    """Search the task's data.

    Parameters
    ----------
    dataset
        The data.
    part
        ``{"settings": RunSettings.to_dict(), ...}``; other entries are left to whoever
        made the task.
    context
        Scores, Stop and measures.

    Returns
    -------
    ``edges``, lists ``[i, j, directed]`` of the final graph, which knowledge has
    oriented where there is any; ``cpdag``, the class that was found, as in
    :func:`gesncd.search.serialise.pdag_to_dict`; ``tau``; ``noise_floor`` or None;
    ``global_score``, S_g of the class, or None where the settings leave it out;
    ``n_edges``, ``n_steps``, ``n_queries``; and ``seconds``, the one entry that another
    run of the same part would not repeat.

    Raises
    ------
    PartError
        If the settings are missing, or they or the knowledge do not fit these data.
    """
    began = time.perf_counter()
    if not isinstance(part.get("settings"), Mapping):
        raise PartError("A part of a search lacks its settings.")
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
        tau = resolve_tau(settings, measure)
        finished = _search(settings, dataset, measure, tau, context)
    except (SettingsError, KnowledgeError) as error:
        raise PartError(str(error)) from error
    score = None
    if settings.global_score:
        score = _global_score(finished, measure, context)
    return {
        "edges": pdag_to_dict(finished.graph)["edges"],
        "cpdag": pdag_to_dict(finished.cpdag),
        "tau": tau,
        "noise_floor": noise_floor(settings, measure),
        "global_score": score,
        "n_edges": finished.graph.n_edges,
        "n_steps": finished.n_steps,
        "n_queries": finished.n_queries,
        "seconds": time.perf_counter() - began,
    }


def _search(
    settings: RunSettings,
    dataset: Dataset,
    measure: ConditionalDependence,
    tau: float,
    context: PartContext,
) -> Finished:
    # S_g of every step would cost more than the search; the last graph's is enough here.
    events = search_events(
        replace(settings, global_score=False),
        dataset,
        measure,
        tau,
        cache=context.cache,
        on_progress=context.on_progress,
    )
    for event in events:
        context.check()
        if isinstance(event, Finished):
            return event
    raise AssertionError("a search ends with Finished")


def _global_score(
    finished: Finished, measure: ConditionalDependence, context: PartContext
) -> float:
    """S_g of the class, as the search would give it after its last step."""
    scorer = Scorer(measure, context.cache, context.on_progress)
    queries = global_score_queries(finished.cpdag)
    scorer.answer(queries, phase=Phase.BACKWARD, step=finished.n_steps, purpose="global score")
    return mean_clipped([scorer[query] for query in queries], measure.n_variables)
