"""Our own search led by kernel scores: standard GES, with τ = 0."""

from __future__ import annotations

from collections.abc import Callable

from gesncd.baselines.convert import Found
from gesncd.baselines.gsf import GeneralizedScore
from gesncd.baselines.kgv import KernelGeneralizedVariance
from gesncd.baselines.registry import BaselineError
from gesncd.data import Dataset
from gesncd.measures import ScoreDifference
from gesncd.measures.score_difference import DecomposableScore
from gesncd.search import Finished, reframed_ges


def kgv(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """GES with the kernel generalized variance; no random numbers, so no seed."""
    return search_with(KernelGeneralizedVariance(dataset), check)


def gsf(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """GES with the generalized score.

    Raises
    ------
    BaselineError
        If there are too few rows for it.
    """
    try:
        score = GeneralizedScore(dataset, seed=seed)
    except ValueError as error:
        raise BaselineError(str(error)) from error
    return search_with(score, check)


def search_with(score: DecomposableScore, check: Callable[[], None]) -> Found:
    """Greedy equivalence search with a decomposable score."""
    measure = ScoreDifference(score)
    events = reframed_ges(measure, 0.0, global_score=False, on_progress=lambda progress: check())
    for event in events:
        check()
        if isinstance(event, Finished):
            return Found(event.cpdag, True)
    raise AssertionError("a search ends with Finished")
