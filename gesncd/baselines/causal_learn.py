"""PC and GES of causal-learn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gesncd.baselines.convert import Found, from_causal_learn
from gesncd.baselines.standard import standardised
from gesncd.data import Dataset

PC_ALPHA = 0.01
"""Level of each test of PC."""


def pc(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """PC with Fisher's z; it draws no random numbers, so the seed is not used."""
    from causallearn.search.ConstraintBased.PC import pc as run_pc

    check()
    result = run_pc(
        standardised(dataset), alpha=PC_ALPHA, indep_test="fisherz", show_progress=False
    )
    return from_causal_learn(np.asarray(result.G.graph))


def ges_bic(dataset: Dataset, seed: int, check: Callable[[], None]) -> Found:
    """GES with the Gaussian BIC; it draws no random numbers, so the seed is not used."""
    from causallearn.search.ScoreBased.GES import ges

    check()
    record = ges(standardised(dataset), score_func="local_score_BIC")
    return from_causal_learn(np.asarray(record["G"].graph))
