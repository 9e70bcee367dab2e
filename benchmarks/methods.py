"""The methods: one setting each for all data."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.settings import Setting
from gesncd.data import Dataset
from gesncd.graphs import PDAG
from gesncd.measures import (
    BicDifference,
    ConditionalDependence,
    NullCalibrated,
    PartialCorrelation,
)
from gesncd.search import Finished, reframed_ges

SEARCH_VERSION = 1
"""Raise it with a change of the search that may change a result."""
ALPHA = 0.001
"""Level of the automatic τ."""


@dataclass(frozen=True, slots=True)
class Method:
    """A measure with a rule for τ; without a measure, the graph without edges.

    Parameters
    ----------
    name
        Name on the command line.
    measure
        Makes the measure of a data set.
    paper_tau
        Use the τ that the paper chose for a setting, instead of the automatic one.
    """

    name: str
    measure: Callable[[Dataset], ConditionalDependence] | None
    paper_tau: bool = False

    def tau(self, measure: ConditionalDependence, setting: Setting) -> float:
        """The threshold for a data set of a setting."""
        if self.paper_tau:
            return setting.paper_rcd_tau
        if not isinstance(measure, NullCalibrated):
            raise TypeError(f"{self.name} has no automatic τ.")
        return measure.null_quantile(ALPHA)

    def fingerprint(self, setting: Setting) -> str:
        """Changes with the method's settings and algorithm version, read off a small data set."""
        if self.measure is None:
            return self.name
        rows = np.random.default_rng(0).normal(size=(64, 3))
        measure = self.measure(Dataset.from_array(rows))
        return json.dumps([SEARCH_VERSION, measure.key, self.tau(measure, setting)])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method found, and what it took."""

    cpdag: PDAG
    tau: float | None
    n_queries: int
    seconds: float


def apply(method: Method, dataset: Dataset, setting: Setting) -> Outcome:
    """Run a method on a data set of a setting; S_g is left out."""
    if method.measure is None:
        return Outcome(PDAG.empty(dataset.n_variables), None, 0, 0.0)
    began = time.perf_counter()
    measure = method.measure(dataset)
    tau = method.tau(measure, setting)
    *_, last = reframed_ges(measure, tau, global_score=False)
    assert isinstance(last, Finished)
    return Outcome(last.cpdag, tau, last.n_queries, time.perf_counter() - began)


def _ncd(dataset: Dataset) -> ConditionalDependence:
    from gesncd.measures import Ncd

    # The benchmark spreads its cells over processes itself.
    return Ncd(dataset, jobs=1)


def _rcd(dataset: Dataset) -> ConditionalDependence:
    from gesncd.measures import Rcd

    return Rcd(dataset)


def _rcd_paper(dataset: Dataset) -> ConditionalDependence:
    from gesncd.measures import Rcd

    return Rcd(dataset, symmetric=False, ranks=False)


METHODS = {
    method.name: method
    for method in (
        Method("ncd", _ncd),
        Method("rcd", _rcd),
        Method("rcd-paper", _rcd_paper, paper_tau=True),
        Method("partial-correlation", PartialCorrelation),
        Method("bic", BicDifference),
        Method("empty", None),
    )
}
